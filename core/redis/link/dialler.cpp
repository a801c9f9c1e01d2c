// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/dialler.h"

#include "core/loop/event_loop.h"
#include "core/redis/link/connection.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <asio/buffer.hpp>
#include <asio/connect.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/local/stream_protocol.hpp>
#include <cerrno>
#include <mutex>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string_view>
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
    Handler handler; ///< loop's thread
    bool isRunning = false; ///< loop's thread
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
        // The loop can't be destroyed meanwhile.
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

PlaintextProbe::PlaintextProbe(asio::io_context& context)
    : m_socket(context)
{ }

void PlaintextProbe::start(const Socket::endpoint_type& server, std::function<void()> onPlain)
{
    m_onPlain = std::move(onPlain);
    m_socket.async_connect(server, [self = shared_from_this()](const asio::error_code& error) {
        if (error || !self->m_onPlain)
            return;
        asio::error_code failure;
        self->m_socket.non_blocking(true, failure);
        self->m_socket.write_some(asio::buffer(std::string_view("PING\r\n")), failure);
        if (failure)
            return;
        self->m_socket.async_read_some(
            asio::buffer(self->m_first), [self](const asio::error_code& readError, std::size_t) {
                // Or -NOAUTH and the like.
                if (!readError && self->m_onPlain
                    && (self->m_first[0] == '+' || self->m_first[0] == '-'))
                    std::exchange(self->m_onPlain, nullptr)();
            });
    });
}

void PlaintextProbe::stop() noexcept
{
    m_onPlain = nullptr;
    asio::error_code ignored;
    m_socket.close(ignored);
}

namespace {

constexpr int kUserTimeout = 10'000; // milliseconds

/// Finds a broken connection within seconds; TCP alone takes many minutes.
void tuneTcp(Dialler::Socket& socket)
{
    asio::error_code ignored;
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    socket.set_option(asio::socket_base::keep_alive(true), ignored);
#ifdef TCP_USER_TIMEOUT
    using asio::detail::socket_option::integer;
    socket.set_option(integer<IPPROTO_TCP, TCP_USER_TIMEOUT>(kUserTimeout), ignored);
    socket.set_option(integer<IPPROTO_TCP, TCP_KEEPIDLE>(10), ignored);
    socket.set_option(integer<IPPROTO_TCP, TCP_KEEPINTVL>(3), ignored);
#endif
}

/// Without a free descriptor, Asio reports an aborted operation.
asio::error_code reasonOf(const asio::error_code& error, Dialler::Socket& unopened,
    const Dialler::Endpoint::protocol_type& protocol)
{
    if (error != asio::error::operation_aborted)
        return error;
    asio::error_code reason;
    unopened.open(protocol, reason);
    return reason ? reason : error;
}

} // namespace

Dialler::Dialler(EventLoop& loop, Url url, const ConnectionOptions& options)
    : m_loop(loop)
    , m_url(std::move(url))
    , m_tlsContexts(options.tlsContexts)
    , m_onStage(options.onStage)
    , m_lookup(loop, m_url.host, options.lookUp)
{ }

Result<void> Dialler::dial(unsigned failures, Handler done)
{
    cancel();
    if (m_url.tls) {
        auto session = newTls();
        if (!session)
            return tl::make_unexpected(std::move(session.error()));
        m_tls = std::move(*session);
    }
    m_failures = failures;
    m_done = std::move(done);
    asio::error_code notAnAddress;
    const auto address = asio::ip::make_address(m_url.host, notAnAddress);
    if (m_url.kind == Url::Kind::Unix)
        connectTo({asio::local::stream_protocol::endpoint(m_url.path)});
    else if (notAnAddress)
        lookUp();
    else
        connectTo({asio::ip::tcp::endpoint(address, m_url.port)});
    return {};
}

Result<std::unique_ptr<TlsSession>> Dialler::newTls() const
{
    if (m_url.kind == Url::Kind::Unix)
        return fail(ErrorClass::Unsupported, trNoop("no TLS over Unix sockets", "data"));
    return TlsSession::create(*m_url.tls, m_url.host, *m_tlsContexts);
}

void Dialler::lookUp()
{
    m_isLookingUp = true;
    m_lookup.start([self = shared_from_this()](const NameLookup::Addresses& addresses) {
        if (self->m_isLookingUp)
            self->onLookedUp(addresses);
    });
}

void Dialler::onLookedUp(const NameLookup::Addresses& addresses)
{
    m_isLookingUp = false;
    const auto endpoints = orderOf(
        addresses.value_or(std::vector<std::string>{}), m_url.port, m_failures, m_lastGood);
    if (!endpoints.empty()) {
        if (m_onStage && addresses)
            m_onStage(ConnectStage::NameResolved);
        return connectTo(endpoints);
    }
    std::exchange(m_done, nullptr)(fail(ErrorClass::Unreachable,
        addresses ? trNoop("name lookup failed: it has no address", "data")
                  : addresses.error().text));
}

std::vector<Dialler::Endpoint> Dialler::orderOf(const std::vector<std::string>& addresses,
    std::uint16_t port, unsigned failures, const std::optional<Endpoint>& lastGood)
{
    std::vector<Endpoint> endpoints;
    for (const std::string& text : addresses) {
        asio::error_code notAnAddress;
        const auto address = asio::ip::make_address(text, notAnAddress);
        if (!notAnAddress)
            endpoints.emplace_back(asio::ip::tcp::endpoint(address, port));
    }
    if (endpoints.empty())
        return lastGood ? std::vector{*lastGood} : endpoints;
    const auto turn = static_cast<std::ptrdiff_t>(failures % endpoints.size());
    std::rotate(endpoints.begin(), endpoints.begin() + turn, endpoints.end());
    if (failures <= 1 && lastGood)
        std::stable_partition(endpoints.begin(), endpoints.end(),
            [&](const Endpoint& endpoint) { return endpoint == *lastGood; });
    return endpoints;
}

void Dialler::fallBack()
{
    if (canFallBack())
        connectTo({*m_lastGood});
}

void Dialler::connectTo(const std::vector<Endpoint>& endpoints)
{
    m_isLookingUp = false;
    // One per attempt: a cancelled one would try its next address once another reopens the socket.
    m_socket = std::make_shared<Socket>(m_loop.context());
    asio::async_connect(*m_socket, endpoints,
        [self = shared_from_this(), socket = m_socket, protocol = endpoints.front().protocol()](
            const asio::error_code& error, const Endpoint& endpoint) {
            if (self->m_socket == socket)
                self->onConnected(reasonOf(error, *socket, protocol), endpoint);
        });
}

void Dialler::onConnected(const asio::error_code& error, const Endpoint& endpoint)
{
    const auto socket = std::exchange(m_socket, nullptr);
    const Handler done = std::exchange(m_done, nullptr);
    if (error)
        return done(fail(ErrorClass::Unreachable, error.message()));
    m_endpoint = endpoint;
    if (m_url.kind == Url::Kind::Tcp)
        tuneTcp(*socket);
    asio::error_code ignored;
    socket->non_blocking(true, ignored);
    done(Dialled{std::move(*socket), std::move(m_tls)});
}

void Dialler::probe(std::function<void()> onPlain)
{
    m_probe = std::make_shared<PlaintextProbe>(m_loop.context());
    m_probe->start(*m_endpoint, std::move(onPlain));
}

void Dialler::cancel()
{
    m_lookup.cancel();
    m_isLookingUp = false;
    if (const auto socket = std::exchange(m_socket, nullptr)) {
        asio::error_code ignored;
        socket->close(ignored);
    }
    if (m_probe)
        m_probe->stop();
    m_probe.reset();
    m_tls.reset();
    m_endpoint.reset();
    m_done = nullptr;
}

void Dialler::close()
{
    cancel();
    m_lookup.close();
}

} // namespace lockkeeper::redis
