// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/connection.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
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
    std::chrono::microseconds at{0}; ///< since 1970, by the server's clock
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

/// True if the command, in lower case, is one of these.
[[nodiscard]] bool isOneOf(std::string_view command, std::initializer_list<std::string_view> names);
/// True if the command, in lower case, runs a script: its first two arguments are the script and
/// the number of keys.
[[nodiscard]] bool isScriptCall(std::string_view command);

/// True if a status reply may be a line of MONITOR: it begins with a time.
[[nodiscard]] bool looksLikeMonitorLine(std::string_view text) noexcept;

/// Parses `1339518083.107412 [0 127.0.0.1:60866] "get" "x"`. nullopt for anything else, a line
/// longer than 64 KiB, or more than 1024 arguments. Pure. Source: redis.io, "MONITOR", and
/// sdscatrepr() of Redis.
[[nodiscard]] std::optional<MonitorLine> parseMonitorLine(std::string_view text);

/// Receives every command that one master executes. MONITOR is expensive for the master: it ends
/// when this object is destroyed, and after `lines` lines. Listens again if the connection is lost,
/// or killed.
///
/// Used on the loop's thread; must be destroyed before the loop. Source: redis.io, "MONITOR".
class Monitor {
public:
    struct Options {
        std::string user{}; ///< for the text of a refusal
        std::chrono::milliseconds timeout{1000};
        std::size_t lines = 100'000;
        /// Called with each command, in any database. Those of a script follow its call, without
        /// others in between.
        std::function<void(const MonitorLine&)> onLine;
    };
    /// Opens the connection with these options. Null: not available, and nothing is received.
    using Connect = std::function<std::unique_ptr<redis::Connection>(redis::ConnectionOptions)>;

    Monitor(const Connect& connect, Options options);
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;
    ~Monitor();

    /// What became of it.
    struct Outcome {
        std::size_t lines = 0; ///< all commands that the master reported
        bool isFull = false; ///< ended at the limit of lines
        std::size_t interruptions = 0; ///< times that commands were missed
        std::optional<Error> error; ///< why nothing was received
    };
    [[nodiscard]] const Outcome& outcome() const noexcept { return m_outcome; }
    /// True if nothing more will be received: the limit is reached, the server refused, or close()
    /// was called.
    [[nodiscard]] bool isOver() const noexcept
    {
        return m_outcome.isFull || m_isRefused || !m_connection;
    }
    [[nodiscard]] bool isRefused() const noexcept { return m_isRefused; }
    /// Closes the connection; the outcome remains.
    void close();

private:
    void listen();
    void receive(const std::string& text);
    void refuse(const Error& error);

    Options m_options;
    Outcome m_outcome;
    std::size_t m_logins = 0;
    bool m_isListening = false; ///< has received a command, or will
    bool m_isRefused = false;
    std::unique_ptr<redis::Connection> m_connection;
};

} // namespace lockkeeper::observe
