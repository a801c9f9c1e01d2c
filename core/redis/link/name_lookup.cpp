// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/name_lookup.h"

#include "core/loop/event_loop.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <array>
#include <cerrno>
#include <mutex>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>

namespace lockkeeper::redis {
namespace {

tl::unexpected<Error> failed(const std::string& reason)
{
    return fail(ErrorClass::Unreachable,
        absl::Substitute(trNoop("name lookup failed: $0", "data"), reason));
}

NameLookup::Addresses askTheSystem(const std::string& host)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int code = ::getaddrinfo(host.c_str(), nullptr, &hints, &found);
    if (code != 0)
        return failed(
            code == EAI_SYSTEM ? std::generic_category().message(errno) : ::gai_strerror(code));
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> list(found, ::freeaddrinfo);
    std::vector<std::string> addresses;
    for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
        std::array<char, NI_MAXHOST> text{};
        if (::getnameinfo(entry->ai_addr, entry->ai_addrlen, text.data(), text.size(), nullptr, 0,
                NI_NUMERICHOST)
            == 0)
            addresses.emplace_back(text.data());
    }
    return addresses;
}

} // namespace

struct NameLookup::Shared {
    std::string host;
    Function function;
    Handler handler; ///< on the loop's thread only
    bool isRunning = false; ///< on the loop's thread only
    std::mutex mutex;
    EventLoop* loop = nullptr; ///< guarded by `mutex`; null after close()
};

NameLookup::NameLookup(EventLoop& loop, std::string host, Function function)
    : m_shared(std::make_shared<Shared>())
{
    m_shared->host = std::move(host);
    m_shared->function = function ? std::move(function) : askTheSystem;
    m_shared->loop = &loop;
}

void NameLookup::close() noexcept
{
    cancel();
    const std::lock_guard lock(m_shared->mutex);
    m_shared->loop = nullptr;
}

void NameLookup::start(Handler handler)
{
    m_shared->handler = std::move(handler);
    if (m_shared->isRunning)
        return;
    const auto deliver = [](const std::shared_ptr<Shared>& shared, Addresses addresses) {
        const std::lock_guard lock(shared->mutex);
        // Holding the lock, so that the loop can't be destroyed meanwhile.
        if (shared->loop == nullptr)
            return;
        shared->loop->post([shared, addresses = std::move(addresses)] {
            shared->isRunning = false;
            if (const Handler waiting = std::exchange(shared->handler, nullptr))
                waiting(addresses);
        });
    };
    m_shared->isRunning = true;
    try {
        std::thread([shared = m_shared, deliver] {
            deliver(shared, shared->function(shared->host));
        }).detach();
    } catch (const std::system_error& error) {
        deliver(m_shared, failed(error.what()));
    }
}

void NameLookup::cancel() noexcept
{
    m_shared->handler = nullptr;
}

} // namespace lockkeeper::redis
