// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"
#include "core/observe/whois/monitor_tap.h"
#include "core/observe/whois/whois.h"

#include <set>

namespace lockkeeper::observe {

/// What identifies the owner of one token among the clients.
struct OwnerMarks {
    std::optional<Fingerprint> token{};
    std::set<Fingerprint> secrets{}; ///< of what only the owner sends: the value, a hash's fields
    std::optional<std::string> connectionName{}; ///< name of the owner's connections
    Holder holder{}; ///< as described by the value
    std::optional<std::chrono::milliseconds> heldFor{}; ///< if the value says since when
};

/// The marks in one master's reading of the lock. Values that others may send too (short ones,
/// plain numbers) are not used as secrets. Pure.
[[nodiscard]] OwnerMarks marksOf(
    const KeyReading& reading, const std::optional<DecodedLock>& lock, WallTime now);

/// The clients of a master that may be related to the lock. `marks`: of the token that holds it, or
/// of all tokens if none does; empty if the lock is free. Clients called `ownName`, the connections
/// of this program, are left out. Pure.
[[nodiscard]] std::vector<WhoisClient> cluesFor(const std::vector<OwnerMarks>& marks,
    const MasterId& master, const std::vector<ClientInfo>& clients, const TapResult& tap,
    const std::string& ownName);

} // namespace lockkeeper::observe
