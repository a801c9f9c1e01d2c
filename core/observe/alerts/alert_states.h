// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_update.h"

#include <optional>
#include <set>

namespace lockkeeper::observe {

/// What is wrong with a lock, for alerts.
struct LockStates {
    bool isStale = false; ///< by other evidence than that of the states below
    bool isSplit = false; ///< and all masters were read again since they disagree
    bool isHeldTwice = false; ///< its former holder may still work
    bool isDeadlocked = false;
};
/// nullopt: too few masters answer. That neither begins nor ends anything.
[[nodiscard]] std::optional<LockStates> statesOf(const LockEntry& entry, Verdict verdict);

/// True if nobody or somebody else has the lock. While the votes don't say so, `token` may have it.
[[nodiscard]] bool hasPassed(const Judgement& now, const std::optional<Fingerprint>& token);

/// Keeps the masters that are down. One that connects again stays down until it answers. True: the
/// master went down.
bool noteDown(std::set<MasterId>& down, const MasterStatus& master);

/// No lock can be judged.
[[nodiscard]] constexpr bool isQuorumDown(
    std::size_t masters, std::size_t down, std::size_t quorum) noexcept
{
    return masters - down < quorum;
}

} // namespace lockkeeper::observe
