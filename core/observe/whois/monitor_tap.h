// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/traffic/monitor.h"
#include "core/text/fingerprint.h"

#include <map>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// A client's use of the key during a tap. Keeps fingerprints instead of values.
struct ClientTraffic {
    std::string lastCommand; ///< "evalsha"
    std::size_t commands = 0; ///< that use the key
    /// To take the lock since it last had it: SET NX and the like, or a script that tests the
    /// lock's existence.
    std::size_t tries = 0;
    KeyUse use = KeyUse::None; ///< the strongest
    std::vector<Fingerprint> sent; ///< latest values of commands that may take the lock
};

struct TapResult {
    std::map<std::string, ClientTraffic> clients; ///< by address
    Monitor::Outcome outcome;
};

/// Keeps what a Monitor hears about one key, for a limited number of clients. Not thread-safe.
class MonitorTap {
public:
    MonitorTap(std::string key, int database)
        : m_key(std::move(key))
        , m_database(database)
    { }

    void add(const MonitorLine& line);
    [[nodiscard]] const std::map<std::string, ClientTraffic>& clients() const noexcept
    {
        return m_clients;
    }

private:
    void onClientLine(const MonitorLine& line);
    void onScriptLine(const MonitorLine& line);

    std::string m_key;
    int m_database;
    std::map<std::string, ClientTraffic> m_clients; ///< by address
    ClientTraffic* m_script = nullptr; ///< its script uses the key, and the script's commands
                                       ///< follow
    bool m_hasScriptTried = false;
};

} // namespace lockkeeper::observe
