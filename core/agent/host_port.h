// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::agent {

/// The host and the port of an HTTP server. A value.
struct HostPort {
    std::string host; ///< a name or an address, in lower case; IPv6 without brackets
    std::optional<std::uint16_t> port;

    /// Parses `HOST[:PORT]` or `[IPV6][:PORT]`, as a `Host` header has it. Nothing for any other
    /// text, for example with characters that no name has. Source: RFC 9110, 7.2.
    [[nodiscard]] static std::optional<HostPort> parse(std::string_view text);

    /// True for `localhost` and addresses that only programs of this host reach. No name is looked
    /// up.
    [[nodiscard]] bool isLoopback() const;
};

} // namespace lockkeeper::agent
