// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// What a command does to a key, as far as a lock's holder is told from others by it.
enum class KeyUse : std::uint8_t {
    None, ///< it has nothing to do with the key
    Reads, ///< or deletes it: no holder is known by that
    Tries, ///< changes the key only if that holds what it should, or nothing: SET NX, scripts
    Writes, ///< takes or prolongs the lock whoever holds it: SET, PEXPIRE, HSET
};

/// One line of MONITOR. Holds values in clear: to be looked at and thrown away, never to be kept,
/// shown or logged.
struct MonitorLine {
    int database = 0;
    std::string address; ///< "10.0.0.7:51234", "unix:/path", or "lua" inside a script
    std::vector<std::string> arguments; ///< the command's name first; at least that

    /// The command's name in lower case, if it looks like one, else "?". Never a value.
    [[nodiscard]] std::string command() const;
    /// What the command does to `key`. To a script the key may be given as any argument.
    [[nodiscard]] KeyUse useOf(std::string_view key) const;
    /// The arguments that may be a token sent along with `key`: all but the name and the key (and a
    /// script's text), as indexes into `arguments`.
    [[nodiscard]] std::vector<std::size_t> valuesBeside(std::string_view key) const;
};

/// True for the text of a status reply that MONITOR may have sent: those begin with a time.
[[nodiscard]] bool looksLikeMonitorLine(std::string_view text) noexcept;

/// Takes `1339518083.107412 [0 127.0.0.1:60866] "get" "x"` apart; nullopt if it is anything else,
/// longer than 64 KiB, or has more than 1024 arguments. Pure. Source: redis.io, "MONITOR", and
/// sdscatrepr() of Redis.
[[nodiscard]] std::optional<MonitorLine> parseMonitorLine(std::string_view text);

} // namespace lockkeeper::observe
