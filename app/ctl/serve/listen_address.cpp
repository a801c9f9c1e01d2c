// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/listen_address.h"

#include "core/agent/host_port.h"
#include "core/files/system_error.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <arpa/inet.h>
#include <array>
#include <netinet/in.h>
#include <optional>
#include <sys/socket.h>

namespace lockkeeper::ctl {
namespace {

/// A socket address of either family.
struct SocketAddress {
    ::sockaddr_storage storage{};
    ::socklen_t length = 0;
};

std::optional<SocketAddress> socketAddressOf(const std::string& host, std::uint16_t port)
{
    SocketAddress address;
    auto& four = *reinterpret_cast<::sockaddr_in*>(&address.storage);
    if (::inet_pton(AF_INET, host.c_str(), &four.sin_addr) == 1) {
        four.sin_family = AF_INET;
        four.sin_port = htons(port);
        address.length = sizeof four;
        return address;
    }
    auto& six = *reinterpret_cast<::sockaddr_in6*>(&address.storage);
    if (::inet_pton(AF_INET6, host.c_str(), &six.sin6_addr) == 1) {
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(port);
        address.length = sizeof six;
        return address;
    }
    return std::nullopt;
}

} // namespace

Result<ListenAddress> ListenAddress::parse(std::string_view text)
{
    const auto wrong = [&] {
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("'$0' is not an address with a port, as 127.0.0.1:7737 or "
                                    "[::1]:7737",
                                 "data"),
                displaySafe(text)));
    };
    auto place = agent::HostPort::parse(text);
    if (!place || !place->port)
        return wrong();
    const bool isLoopback = place->isLoopback();
    if (place->host == "localhost")
        place->host = "127.0.0.1";
    if (!socketAddressOf(place->host, *place->port))
        return wrong();
    return ListenAddress{std::move(place->host), *place->port, isLoopback};
}

Result<UniqueFd> listenOn(const ListenAddress& address)
{
    constexpr int kBacklog = 128;
    const auto place = socketAddressOf(address.host, address.port);
    if (!place)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("no such address: $0", "data"), displaySafe(address.host)));
    UniqueFd socket(
        ::socket(place->storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int yes = 1;
    if (socket.isOpen()) {
        ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (place->storage.ss_family == AF_INET6)
            ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    }
    if (!socket.isOpen()
        || ::bind(socket.get(), reinterpret_cast<const ::sockaddr*>(&place->storage), place->length)
            != 0
        || ::listen(socket.get(), kBacklog) != 0)
        return systemError(absl::Substitute(trNoop("can't listen on $0, port $1", "data"),
                               address.host, address.port),
            errno);
    return socket;
}

std::string urlOfListener(int socket)
{
    SocketAddress address;
    address.length = sizeof address.storage;
    ::getsockname(socket, reinterpret_cast<::sockaddr*>(&address.storage), &address.length);
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address.storage.ss_family == AF_INET6) {
        const auto& six = *reinterpret_cast<const ::sockaddr_in6*>(&address.storage);
        ::inet_ntop(AF_INET6, &six.sin6_addr, text.data(), text.size());
        return std::string("http://[") + text.data() + "]:" + std::to_string(ntohs(six.sin6_port));
    }
    const auto& four = *reinterpret_cast<const ::sockaddr_in*>(&address.storage);
    ::inet_ntop(AF_INET, &four.sin_addr, text.data(), text.size());
    return std::string("http://") + text.data() + ":" + std::to_string(ntohs(four.sin_port));
}

} // namespace lockkeeper::ctl
