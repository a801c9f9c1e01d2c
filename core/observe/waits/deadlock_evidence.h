// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/evidence.h"

namespace lockkeeper::observe {

/// True if the evidence is that of a deadlock, certain or likely.
[[nodiscard]] inline bool isDeadlock(const Evidence& evidence) noexcept
{
    return evidence.kind == EvidenceKind::Deadlock || evidence.kind == EvidenceKind::LikelyDeadlock;
}

/// True if the evidence says that the lock is stale. A deadlock does not: its holders live.
[[nodiscard]] inline bool isStale(const EvidenceList& evidence) noexcept
{
    return !std::ranges::all_of(evidence, isDeadlock);
}

} // namespace lockkeeper::observe
