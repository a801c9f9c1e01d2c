// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::agent {

struct HostPort {
    std::string host; ///< name or address in lower case; IPv6 without brackets
    std::optional<std::uint16_t> port;

    /// `HOST[:PORT]` or `[IPV6][:PORT]`, as in a `Host` header (RFC 9110, 7.2).
    [[nodiscard]] static std::optional<HostPort> parse(std::string_view text);

    /// `localhost` or an address that only this host reaches. Looks up no name.
    [[nodiscard]] bool isLoopback() const;
};

} // namespace lockkeeper::agent
