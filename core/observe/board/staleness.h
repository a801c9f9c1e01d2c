// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/thresholds.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/process_probe.h"
#include "core/observe/board/usual_hold.h"

#include <functional>
#include <vector>

namespace lockkeeper::observe {

/// Whether a client of any master has this name, by which a lock's token says that its owner calls
/// its connections; nullopt if that is not known, as while one master does not tell its clients.
/// Called for every such lock now and then: has to answer from memory.
using IsConnected = std::function<std::optional<bool>(const std::string& connectionName)>;

/// How a master is looked at: what was not seen there may have happened all the same.
struct Attention {
    SteadyTime since = SteadyTime::min(); ///< without a gap; max: it is not
    bool isTold = false; ///< it tells changes soon; else they are seen when a key is read
};

/// What evidence is judged by. What it refers to must outlive it.
struct EvidenceRules {
    const ProcessProbe& processes;
    config::Thresholds thresholds{};
    UsualHold usualHold{}; ///< empty: nothing is unusual
    IsConnected isConnected{}; ///< empty: not known
    std::vector<Attention> attention{}; ///< by master; empty: each is as by default
};

/// Collects the evidence that a lock is stale; empty when there is none. A short or long TTL alone
/// is never evidence, unless it is above the deployment's maximum. A holder's process counts as
/// gone only if the token names this host and either no process has its pid, or the one that has it
/// started clearly after the lock was acquired. Its connection counts as gone only for our own
/// tokens (no other library names its connections after its tokens), and not for those of
/// `lockctl`, which may leave a lock to its TTL. `judgement` is the entry's own.
[[nodiscard]] std::vector<Evidence> findEvidence(const LockEntry& entry, const Judgement& judgement,
    const EvidenceRules& rules, const Clock& clock);

} // namespace lockkeeper::observe
