// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"
#include "core/observe/whois/monitor_tap.h"
#include "core/observe/whois/whois.h"

#include <set>

namespace lockkeeper::observe {

/// Identifies a token's owner among clients.
struct OwnerMarks {
    std::optional<Fingerprint> token{};
    std::set<Fingerprint> secrets{}; ///< sent by the owner only: the value, a hash's fields
    std::optional<std::string> connectionName{}; ///< of the owner's connections
    Holder holder{}; ///< as in the value
    std::optional<std::chrono::milliseconds> heldFor{}; ///< if the value says since when
};

/// Values that others may send too, such as short texts and plain numbers, are no secrets.
[[nodiscard]] OwnerMarks marksOf(
    const KeyReading& reading, const std::optional<DecodedLock>& lock, WallTime now);

/// `marks`: of the holding token, or of all if none holds; empty: free. Skips clients called
/// `ownName`, our own.
[[nodiscard]] std::vector<WhoisClient> cluesFor(const std::vector<OwnerMarks>& marks,
    const MasterId& master, const std::vector<ClientInfo>& clients, const TapResult& tap,
    const std::string& ownName);

} // namespace lockkeeper::observe
