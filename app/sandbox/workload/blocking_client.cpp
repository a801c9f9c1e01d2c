// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/workload/blocking_client.h"

#include "core/redis/error_reply.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <system_error>

namespace lockkeeper::sandbox {
namespace {

tl::unexpected<Error> unreachable(const redis::Url& url, const std::string& reason)
{
    return fail(ErrorClass::Unreachable,
        absl::Substitute(trNoop("can't connect to $0: $1", "data"), url.redacted(), reason));
}

void setTimeout(int socket, std::chrono::milliseconds timeout)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout);
    timeval value{};
    value.tv_sec = seconds.count();
    value.tv_usec = std::chrono::microseconds(timeout - seconds).count();
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &value, sizeof value);
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &value, sizeof value); // also for connect()
}

Result<UniqueFd> connectTo(const redis::Url& url, const sockaddr* address, socklen_t length,
    std::chrono::milliseconds timeout)
{
    UniqueFd socket(::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!socket.isOpen())
        return unreachable(url, std::generic_category().message(errno));
    setTimeout(socket.get(), timeout);
    if (::connect(socket.get(), address, length) != 0)
        return unreachable(url, std::generic_category().message(errno));
    return socket;
}

Result<UniqueFd> connectUnix(const redis::Url& url, std::chrono::milliseconds timeout)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (url.path.size() >= sizeof address.sun_path)
        return unreachable(url, trNoop("the path is too long for a socket", "data"));
    std::memcpy(address.sun_path, url.path.data(), url.path.size());
    return connectTo(url, reinterpret_cast<const sockaddr*>(&address), sizeof address, timeout);
}

Result<UniqueFd> connectTcp(const redis::Url& url, std::chrono::milliseconds timeout)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const int code
        = ::getaddrinfo(url.host.c_str(), std::to_string(url.port).c_str(), &hints, &found);
    if (code != 0)
        return unreachable(url, ::gai_strerror(code));
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> addresses(found, ::freeaddrinfo);
    return connectTo(url, found->ai_addr, found->ai_addrlen, timeout);
}

} // namespace

Result<BlockingClient> BlockingClient::connect(
    const redis::Url& url, std::chrono::milliseconds timeout)
{
    if (url.tls)
        return fail(ErrorClass::Unsupported, trNoop("this client speaks no TLS", "data"));
    auto socket
        = url.kind == redis::Url::Kind::Unix ? connectUnix(url, timeout) : connectTcp(url, timeout);
    if (!socket)
        return tl::make_unexpected(std::move(socket.error()));
    BlockingClient client(std::move(*socket));

    std::vector<redis::Command> login;
    if (!url.password.isEmpty() && !url.user.empty())
        login.push_back({"AUTH", url.user, url.password.reveal()});
    else if (!url.password.isEmpty())
        login.push_back({"AUTH", url.password.reveal()});
    if (url.database != 0)
        login.push_back({"SELECT", std::to_string(url.database)});
    for (const redis::Command& command : login) {
        if (auto reply = client.call(command); !reply)
            return tl::make_unexpected(std::move(reply.error()));
    }
    return client;
}

Result<redis::Reply> BlockingClient::call(const redis::Command& command)
{
    std::string wire;
    wire.append(command.wire());
    if (auto written = write(wire); !written)
        return tl::make_unexpected(std::move(written.error()));
    auto reply = read();
    if (reply && reply->type == redis::Reply::Type::Error)
        return tl::make_unexpected(redis::errorFromReply(reply->text, {}));
    return reply;
}

Result<void> BlockingClient::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t sent = ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return closeWithError(errno);
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return {};
}

Result<redis::Reply> BlockingClient::read()
{
    for (;;) {
        auto next = m_parser.next();
        if (!next) {
            m_socket.close();
            return tl::make_unexpected(std::move(next.error()));
        }
        if (*next)
            return std::move(**next);
        char buffer[16 * 1024];
        const ssize_t length = ::recv(m_socket.get(), buffer, sizeof buffer, 0);
        if (length < 0 && errno == EINTR)
            continue;
        if (length <= 0)
            return closeWithError(length == 0 ? ECONNRESET : errno);
        m_parser.feed({buffer, static_cast<std::size_t>(length)});
    }
}

tl::unexpected<Error> BlockingClient::closeWithError(int code)
{
    m_socket.close();
    if (code == EAGAIN)
        return fail(ErrorClass::Timeout, trNoop("no reply in time", "data"));
    return fail(ErrorClass::ConnectionLost, std::generic_category().message(code));
}

} // namespace lockkeeper::sandbox
