// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"
#include "core/observe/traffic/monitor.h"
#include "core/observe/whois/whois.h"
#include "core/text/fingerprint.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// One client's commands during a tap. Keeps fingerprints instead of values.
struct ClientTraffic {
    std::string lastCommand;
    std::size_t commands = 0;
    /// Attempts since it last had the lock: SET NX and the like, or a script that tests whether the
    /// lock exists.
    std::size_t tries = 0;
    KeyUse use = KeyUse::None; ///< the strongest
    std::vector<Fingerprint> sent; ///< latest values of commands that may take the lock
};

struct TapResult {
    std::map<std::string, ClientTraffic> clients;
    Monitor::Outcome outcome;
};

/// What a Monitor hears about one key, of a limited number of clients.
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
    std::map<std::string, ClientTraffic> m_clients;
    ClientTraffic* m_script = nullptr; ///< its script uses the key; commands follow
    bool m_hasScriptTried = false;
    std::vector<Fingerprint> m_scriptSent; ///< sent to a script that has not written yet
};

/// Identifies a token's owner among clients.
struct OwnerMarks {
    std::optional<Fingerprint> token{};
    std::set<Fingerprint> secrets{}; ///< sent by the owner only: the value, a hash's fields
    std::optional<std::string> connectionName{};
    Holder holder{};
    std::optional<std::chrono::milliseconds> heldFor{}; ///< if the value says since when
};

/// Short texts and plain numbers are no secrets: others may send them, too.
[[nodiscard]] OwnerMarks marksOf(
    const KeyReading& reading, const std::optional<DecodedLock>& lock, WallTime now);

/// `marks`: of the holding token, or of all if none holds; empty: free. Skips `ownName`'s clients.
[[nodiscard]] std::vector<WhoisClient> cluesFor(const std::vector<OwnerMarks>& marks,
    const MasterId& master, const std::vector<ClientInfo>& clients, const TapResult& tap,
    const std::string& ownName);

} // namespace lockkeeper::observe
