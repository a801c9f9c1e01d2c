// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/evidence.h"

namespace lockkeeper::observe {

[[nodiscard]] inline bool isDeadlock(const Evidence& evidence) noexcept
{
    return evidence.kind == EvidenceKind::Deadlock || evidence.kind == EvidenceKind::LikelyDeadlock;
}

/// Deadlocks are not stale: their holders live.
[[nodiscard]] inline bool isStale(const EvidenceList& evidence) noexcept
{
    return !std::ranges::all_of(evidence, isDeadlock);
}

} // namespace lockkeeper::observe
