// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_update.h"

#include <algorithm>

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

/// False: too few masters report waiters, so no deadlock is seen either.
[[nodiscard]] inline bool areWaitsKnown(
    const std::vector<MasterStatus>& masters, std::size_t quorum) noexcept
{
    const auto told = std::ranges::count_if(masters,
        [](const MasterStatus& master) { return !master.waitsError && !master.link.isDown(); });
    return static_cast<std::size_t>(told) >= quorum;
}

} // namespace lockkeeper::observe
