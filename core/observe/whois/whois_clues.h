// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"
#include "core/observe/whois/monitor_tap.h"
#include "core/observe/whois/whois.h"

#include <set>

namespace lockkeeper::observe {

/// What tells the owner of one token among the clients.
struct OwnerMarks {
    std::optional<Fingerprint> token{};
    std::set<Fingerprint> secrets{}; ///< of what only the owner sends: the value, a hash's fields
    std::optional<std::string> connectionName{}; ///< as the owner names its connections
    Holder holder{}; ///< as the value tells
    std::optional<std::chrono::milliseconds> heldFor{}; ///< where the value tells since when
};

/// From one master's reading of the lock. Values that others may send as well (short ones, mere
/// numbers) make no secret. Pure.
[[nodiscard]] OwnerMarks marksOf(
    const KeyReading& reading, const std::optional<Recognised>& lock, WallTime now);

/// Those of a master's clients that have to do with the lock. `marks`: of the token that holds it,
/// or of all while none does; empty: it is free. Clients called `ownName`, the connections of this
/// program, are left out. Pure.
[[nodiscard]] std::vector<WhoisClient> cluesFor(const std::vector<OwnerMarks>& marks,
    const MasterId& master, const std::vector<ClientInfo>& clients, const TapResult& tap,
    const std::string& ownName);

} // namespace lockkeeper::observe
