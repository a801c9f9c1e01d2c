// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/key_reading.h"
#include "core/observe/monitor_tap.h"
#include "core/observe/whois.h"

#include <set>

namespace lockkeeper::observe {

/// What tells the owner of a lock among the clients.
struct OwnerMarks {
    std::set<Fingerprint> secrets; ///< of what only the owner sends: the value, a hash's fields
    std::optional<std::string> connectionName; ///< as the owner names its connections
    Holder holder; ///< as the value tells
};

/// From one master's reading of the lock. Values of a few bytes, which others may send as well,
/// make no mark. Pure.
[[nodiscard]] OwnerMarks marksOf(const KeyReading& reading, const std::optional<Recognised>& lock);

/// Those of a master's clients that have to do with the lock. `ownName`: the connections of this
/// program, which are left out. Pure.
[[nodiscard]] std::vector<WhoisClient> cluesFor(const OwnerMarks& marks, const MasterId& master,
    const std::vector<ClientInfo>& clients, const TapResult& tap, const std::string& ownName);

} // namespace lockkeeper::observe
