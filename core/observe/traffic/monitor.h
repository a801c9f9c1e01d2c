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

/// How a command uses a key: a clue to the holder.
enum class KeyUse : std::uint8_t {
    None,
    Reads, ///< or deletes: says nothing about the holder
    Scripted, ///< may take, renew, release or only read it
    Tries, ///< a free key or expected value: SET NX
    Writes, ///< whoever holds it: SET, PEXPIRE, HSET
};

/// A line of MONITOR, with values in clear text: never keep, show or log it.
struct MonitorLine {
    std::chrono::microseconds at{0}; ///< since 1970, by the server's clock
    int database = 0;
    std::string address; ///< "10.0.0.7:51234", "unix:/path", or "lua" in a script
    std::vector<std::string> arguments; ///< the command's name first; never empty

    /// In lower case; "?": no plain name. Never a value.
    [[nodiscard]] std::string command() const;
    /// Any argument of a script call may be its key.
    [[nodiscard]] KeyUse useOf(std::string_view key) const;
    /// Arguments that may be a token: not name, key or script.
    [[nodiscard]] std::vector<std::size_t> valuesBeside(std::string_view key) const;
};

[[nodiscard]] bool isOneOf(std::string_view command, std::initializer_list<std::string_view> names);
/// `command` in lower case. Its first arguments are script and number of keys.
[[nodiscard]] bool isScriptCall(std::string_view command);

[[nodiscard]] bool looksLikeMonitorLine(std::string_view text) noexcept;

/// `1339518083.107412 [0 127.0.0.1:60866] "get" "x"`. nullopt: another form, over 64 KiB or 1024
/// arguments. Source: redis.io, "MONITOR", and Redis' sdscatrepr().
[[nodiscard]] std::optional<MonitorLine> parseMonitorLine(std::string_view text);

/// Receives every command that a master executes: expensive for it. Ends on destruction or after
/// `lines` lines; reconnects. Thread: the loop's; destroy it before the loop.
class Monitor {
public:
    struct Options {
        std::string user{};
        std::chrono::milliseconds timeout{1000};
        std::size_t lines = 100'000;
        /// A script's commands directly follow its call.
        std::function<void(const MonitorLine&)> onLine;
    };
    /// Null: nothing will be received.
    using Connect = std::function<std::unique_ptr<redis::Connection>(redis::ConnectionOptions)>;

    Monitor(const Connect& connect, Options options);
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;
    ~Monitor();

    struct Outcome {
        std::size_t lines = 0;
        bool isFull = false;
        std::size_t interruptions = 0;
        std::optional<Error> error;
    };
    [[nodiscard]] const Outcome& outcome() const noexcept { return m_outcome; }
    [[nodiscard]] bool isOver() const noexcept
    {
        return m_outcome.isFull || m_isRefused || !m_connection;
    }
    [[nodiscard]] bool isRefused() const noexcept { return m_isRefused; }
    void close();

private:
    void listen();
    void receive(const std::string& text);
    void refuse(const Error& error);

    Options m_options;
    Outcome m_outcome;
    std::size_t m_logins = 0;
    bool m_isListening = false;
    bool m_isRefused = false;
    std::unique_ptr<redis::Connection> m_connection;
};

} // namespace lockkeeper::observe
