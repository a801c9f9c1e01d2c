// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/fingerprint.h"
#include "core/redis/connection.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace lockkeeper::observe {

/// What one client did with the key during a tap. No values: of what was sent along with the key
/// only fingerprints are kept.
struct ClientTraffic {
    std::string lastCommand; ///< "evalsha"
    std::size_t commands = 0; ///< that use the key
    bool hasWritten = false; ///< with a command that changes the key whoever holds it
    std::set<Fingerprint> sent;
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
        std::string clientName;
        std::chrono::milliseconds timeout{1000};
        std::size_t lines = 10'000;
    };
    MonitorTap(EventLoop& loop, const config::MasterConfig& master, Options options);
    ~MonitorTap();
    MonitorTap(const MonitorTap&) = delete;
    MonitorTap& operator=(const MonitorTap&) = delete;

    /// Nothing more will be heard: the limit is reached, or the server refuses.
    [[nodiscard]] bool isOver() const noexcept { return m_result.isFull || m_isRefused; }
    /// The master tells what it executes from now on.
    [[nodiscard]] bool isListening() const noexcept { return m_isListening; }
    /// Ends the connection; the result stays.
    void close();
    [[nodiscard]] TapResult result() const;

private:
    void listen();
    void onLine(const std::string& text);
    void refuse(const Error& error);

    MasterId m_master;
    std::string m_user;
    int m_database;
    Options m_options;
    TapResult m_result;
    std::size_t m_logins = 0;
    bool m_isListening = false;
    bool m_isRefused = false;
    std::unique_ptr<redis::Connection> m_connection;
};

} // namespace lockkeeper::observe
