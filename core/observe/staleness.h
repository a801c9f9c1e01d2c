// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/evidence.h"
#include "core/observe/formats/format.h"
#include "core/observe/process_probe.h"
#include "core/observe/verdict.h"

#include <span>
#include <vector>

namespace lockkeeper::observe {

/// Collects the evidence that a lock is stale; empty when there is none. A short or long TTL alone
/// is never evidence. A holder's process counts as gone only if the token names this host and
/// either no process has its pid, or the one that has it started clearly after the lock was
/// acquired.
[[nodiscard]] std::vector<Evidence> findEvidence(const Judgement& judgement,
    std::span<const Vote> votes, const Recognised& lock, const ProcessProbe& processes,
    WallTime now);

} // namespace lockkeeper::observe
