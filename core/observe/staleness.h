// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/lock_entry.h"
#include "core/observe/process_probe.h"

#include <vector>

namespace lockkeeper::observe {

/// Collects the evidence that a lock is stale; empty when there is none. A short or long TTL alone
/// is never evidence. A holder's process counts as gone only if the token names this host and
/// either no process has its pid, or the one that has it started clearly after the lock was
/// acquired. `judgement` is the entry's own.
[[nodiscard]] std::vector<Evidence> findEvidence(const LockEntry& entry, const Judgement& judgement,
    const ProcessProbe& processes, WallTime now);

} // namespace lockkeeper::observe
