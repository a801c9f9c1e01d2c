// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/thresholds.h"
#include "core/observe/lock_entry.h"
#include "core/observe/process_probe.h"

#include <functional>
#include <vector>

namespace lockkeeper::observe {

/// How long a resource is held usually; nullopt if that is not known well enough to tell what is
/// unusual. Called for every lock now and then: has to answer from memory.
using UsualHold = std::function<std::optional<std::chrono::milliseconds>(const Resource&)>;

/// What evidence is judged by. What it refers to must outlive it.
struct EvidenceRules {
    const ProcessProbe& processes;
    config::Thresholds thresholds{};
    UsualHold usualHold{}; ///< empty: nothing is unusual
};

/// Collects the evidence that a lock is stale; empty when there is none. A short or long TTL alone
/// is never evidence, unless it is above the deployment's maximum. A holder's process counts as
/// gone only if the token names this host and either no process has its pid, or the one that has it
/// started clearly after the lock was acquired. `judgement` is the entry's own.
[[nodiscard]] std::vector<Evidence> findEvidence(const LockEntry& entry, const Judgement& judgement,
    const EvidenceRules& rules, const Clock& clock);

} // namespace lockkeeper::observe
