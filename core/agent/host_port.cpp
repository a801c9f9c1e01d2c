// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/host_port.h"

#include "core/text/ascii.h"
#include "core/text/number.h"

#include <algorithm>
#include <arpa/inet.h>
#include <netinet/in.h>

namespace lockkeeper::agent {
namespace {

bool isNameCharacter(char c)
{
    return isAsciiAlphanumeric(c) || c == '.' || c == '-' || c == '_';
}

bool isAddressCharacter(char c)
{
    return isAsciiHexDigit(c) || c == ':' || c == '.';
}

} // namespace

std::optional<HostPort> HostPort::parse(std::string_view text)
{
    const bool isBracketed = text.starts_with('[');
    const auto end = isBracketed ? text.find(']') : std::min(text.find(':'), text.size());
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view host = isBracketed ? text.substr(1, end - 1) : text.substr(0, end);
    const std::string_view rest = text.substr(isBracketed ? end + 1 : end);
    const bool hasColon = host.find(':') != std::string_view::npos;
    if (host.empty() || isBracketed != hasColon
        || !std::ranges::all_of(host, isBracketed ? isAddressCharacter : isNameCharacter))
        return std::nullopt;
    HostPort parsed{toAsciiLower(host), std::nullopt};
    if (rest.empty())
        return parsed;
    parsed.port = numberIn<std::uint16_t>(rest.substr(1));
    if (!rest.starts_with(':') || !parsed.port)
        return std::nullopt;
    return parsed;
}

bool HostPort::isLoopback() const
{
    constexpr unsigned kLoopbackNet = 127;
    ::in_addr four{};
    if (::inet_pton(AF_INET, host.c_str(), &four) == 1)
        return (ntohl(four.s_addr) >> 24U) == kLoopbackNet;
    ::in6_addr six{};
    if (::inet_pton(AF_INET6, host.c_str(), &six) == 1)
        return IN6_IS_ADDR_LOOPBACK(&six);
    return host == "localhost";
}

} // namespace lockkeeper::agent
