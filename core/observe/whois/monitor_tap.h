// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/whois/monitor_line.h"
#include "core/redis/connection.h"
#include "core/text/fingerprint.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// What one client did with the key during a tap. No values: of what was sent along with the key
/// only fingerprints are kept.
struct ClientTraffic {
    std::string lastCommand; ///< "evalsha"
    std::size_t commands = 0; ///< that use the key
    KeyUse use = KeyUse::None; ///< the strongest of them
    std::vector<Fingerprint> sent; ///< with commands that may take the lock; the latest of them
};

/// What a tap came to.
struct TapResult {
    std::map<std::string, ClientTraffic> clients; ///< by address
    std::size_t lines = 0; ///< all commands that the master told of
    bool isFull = false; ///< it ended at its limit of lines
    std::size_t interruptions = 0; ///< some commands were missed
    std::optional<Error> error; ///< why nothing was heard
};

/// Hears every command that one master executes, by MONITOR, and keeps what concerns one key. That
/// costs the master much: it ends with this object, and hears no more than `lines`. Clients that
/// can't all be kept are left out.
///
/// Lives on the loop's thread; must be destroyed before the loop. Source: redis.io, "MONITOR".
class MonitorTap {
public:
    struct Options {
        std::string key;
        int database = 0; ///< in which the key lies
        std::string user{}; ///< for the words about a refusal
        std::chrono::milliseconds timeout{1000};
        std::size_t lines = 100'000;
    };
    /// Makes the connection with these options; null: there is none, and nothing is heard.
    using Connect = std::function<std::unique_ptr<redis::Connection>(redis::ConnectionOptions)>;

    MonitorTap(const Connect& connect, Options options);
    ~MonitorTap();
    MonitorTap(const MonitorTap&) = delete;
    MonitorTap& operator=(const MonitorTap&) = delete;

    /// Nothing more will be heard: the limit is reached, the server refuses, or it was closed.
    [[nodiscard]] bool isOver() const noexcept
    {
        return m_result.isFull || m_isRefused || !m_connection;
    }
    /// Ends the connection; the result stays.
    void close();
    [[nodiscard]] const TapResult& result() const noexcept { return m_result; }

private:
    void listen();
    void onLine(const std::string& text);
    void refuse(const Error& error);

    Options m_options;
    TapResult m_result;
    std::size_t m_logins = 0;
    bool m_isListening = false; ///< has been told of a command, or will be
    bool m_isRefused = false;
    std::unique_ptr<redis::Connection> m_connection;
};

} // namespace lockkeeper::observe
