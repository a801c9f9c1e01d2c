// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_update.h"

#include <optional>
#include <set>

namespace lockkeeper::observe {

struct LockStates {
    bool isStale = false; ///< by evidence other than below
    bool isSplit = false; ///< after all masters were read again
    bool isHeldTwice = false;
    bool isDeadlocked = false;
};
/// nullopt: too few masters answer; no state begins or ends.
[[nodiscard]] std::optional<LockStates> statesOf(const LockEntry& entry, Verdict verdict);

/// The votes show that nobody, or another token, has the lock.
[[nodiscard]] bool hasPassed(const Judgement& now, const std::optional<Fingerprint>& token);

/// Updates `down`, the missing masters; one that reconnects stays until its locks are read. True:
/// it went missing.
bool noteDown(std::set<MasterId>& down, const MasterStatus& master);

[[nodiscard]] constexpr bool isQuorumDown(
    std::size_t masters, std::size_t down, std::size_t quorum) noexcept
{
    return masters - down < quorum;
}

} // namespace lockkeeper::observe
