// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// One line of MONITOR. Holds values in clear: to be looked at and thrown away, never to be kept,
/// shown or logged.
struct MonitorLine {
    int database = 0;
    std::string address; ///< "10.0.0.7:51234", "unix:/path", or "lua" inside a script
    std::vector<std::string> arguments; ///< the command's name first; at least that

    /// The command's name in lower case, if it looks like one, else "?". Never a value.
    [[nodiscard]] std::string command() const;
    /// The arguments that are `key` where the command takes keys, and all others but its name (and
    /// a script): indexes into `arguments`. Empty keys: the command does not use it.
    struct Roles {
        std::vector<std::size_t> keys;
        std::vector<std::size_t> others;
    };
    [[nodiscard]] Roles rolesFor(std::string_view key) const;
};

/// True for the text of a status reply that MONITOR may have sent: those begin with a time.
[[nodiscard]] bool looksLikeMonitorLine(std::string_view text) noexcept;

/// Takes `1339518083.107412 [0 127.0.0.1:60866] "get" "x"` apart; nullopt if it is anything else,
/// longer than 64 KiB, or has more than 1024 arguments. Pure. Source: redis.io, "MONITOR", and
/// sdscatrepr() of Redis.
[[nodiscard]] std::optional<MonitorLine> parseMonitorLine(std::string_view text);

} // namespace lockkeeper::observe
