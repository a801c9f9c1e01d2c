// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/traffic/monitor.h"
#include "core/text/fingerprint.h"

#include <map>
#include <string>
#include <vector>

namespace lockkeeper::observe {

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
    Monitor::Outcome outcome;
};

/// Keeps what concerns one key of what a Monitor hears. Clients beyond a limit are left out. Not
/// thread-safe.
class MonitorTap {
public:
    /// `database`: that of the key.
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
    ClientTraffic* m_script = nullptr; ///< whose script uses the key, while its commands follow
    bool m_hasScriptTried = false;
};

} // namespace lockkeeper::observe
