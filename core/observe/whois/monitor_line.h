// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// What a command does to a key, as far as it helps to find the holder of a lock.
enum class KeyUse : std::uint8_t {
    None, ///< does not use the key
    Reads, ///< reads or deletes the key: says nothing about the holder
    Scripted, ///< by a script, which may take, renew, release or only read it
    Tries, ///< writes only if the key is free or holds an expected value: SET NX
    Writes, ///< takes or renews the lock whoever holds it: SET, PEXPIRE, HSET
};

/// One line of MONITOR. Holds values in clear text: inspect and discard it; never keep, show or log
/// it.
struct MonitorLine {
    int database = 0;
    std::string address; ///< "10.0.0.7:51234", "unix:/path", or "lua" inside a script
    std::vector<std::string> arguments; ///< the command's name first; never empty

    /// The command's name in lower case, or "?" if it does not look like a name. Never a value.
    [[nodiscard]] std::string command() const;
    /// What the command does to `key`. In a script call, any argument may be the key.
    [[nodiscard]] KeyUse useOf(std::string_view key) const;
    /// Indexes into `arguments` of those that may be a token sent along with `key`: all except the
    /// name, the key and a script's text.
    [[nodiscard]] std::vector<std::size_t> valuesBeside(std::string_view key) const;
};

/// True if a status reply may be a line of MONITOR: it begins with a time.
[[nodiscard]] bool looksLikeMonitorLine(std::string_view text) noexcept;

/// Parses `1339518083.107412 [0 127.0.0.1:60866] "get" "x"`. nullopt for anything else, a line
/// longer than 64 KiB, or more than 1024 arguments. Pure. Source: redis.io, "MONITOR", and
/// sdscatrepr() of Redis.
[[nodiscard]] std::optional<MonitorLine> parseMonitorLine(std::string_view text);

} // namespace lockkeeper::observe
