// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/connection.h"
#include "core/text/fingerprint.h"

#include <cstdint>
#include <functional>
#include <map>
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

/// How one client used the key during a tap. Stores no values: only fingerprints of what was sent
/// along with the key.
struct ClientTraffic {
    std::string lastCommand; ///< "evalsha"
    std::size_t commands = 0; ///< number of commands that use the key
    /// How often it tried to take the lock, since it last had it as far as heard: by SET NX and the
    /// like, or by a script that asks whether the lock exists.
    std::size_t tries = 0;
    KeyUse use = KeyUse::None; ///< the strongest use among them
    std::vector<Fingerprint> sent; ///< with commands that may take the lock; the latest ones
};

/// Result of a tap.
struct TapResult {
    std::map<std::string, ClientTraffic> clients; ///< by address
    std::size_t lines = 0; ///< all commands that the master reported
    bool isFull = false; ///< ended at the limit of lines
    std::size_t interruptions = 0; ///< times that commands were missed
    std::optional<Error> error; ///< why nothing was received
};

/// Receives every command that one master executes, by MONITOR, and keeps what concerns one key.
/// MONITOR is expensive for the master: it ends when this object is destroyed, and after `lines`
/// lines. Clients beyond a limit are left out.
///
/// Used on the loop's thread; must be destroyed before the loop. Source: redis.io, "MONITOR".
class MonitorTap {
public:
    struct Options {
        std::string key;
        int database = 0; ///< the database of the key
        std::string user{}; ///< for the text of a refusal
        std::chrono::milliseconds timeout{1000};
        std::size_t lines = 100'000;
    };
    /// Opens the connection with these options. Null: not available, and nothing is received.
    using Connect = std::function<std::unique_ptr<redis::Connection>(redis::ConnectionOptions)>;

    MonitorTap(const Connect& connect, Options options);
    ~MonitorTap();
    MonitorTap(const MonitorTap&) = delete;
    MonitorTap& operator=(const MonitorTap&) = delete;

    /// True if nothing more will be received: the limit is reached, the server refused, or close()
    /// was called.
    [[nodiscard]] bool isOver() const noexcept
    {
        return m_result.isFull || m_isRefused || !m_connection;
    }
    /// Closes the connection; the result remains.
    void close();
    [[nodiscard]] const TapResult& result() const noexcept { return m_result; }

private:
    void listen();
    void onLine(const std::string& text);
    void onClientLine(const MonitorLine& line);
    void onScriptLine(const MonitorLine& line);
    void refuse(const Error& error);

    Options m_options;
    TapResult m_result;
    std::size_t m_logins = 0;
    bool m_isListening = false; ///< has received a command, or will
    bool m_isRefused = false;
    ClientTraffic* m_script = nullptr; ///< whose script uses the key, while its commands follow
    bool m_hasScriptTried = false;
    std::unique_ptr<redis::Connection> m_connection;
};

} // namespace lockkeeper::observe
