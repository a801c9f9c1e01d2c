// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_update.h"

#include <optional>

namespace lockkeeper::observe {

/// What is wrong with a lock, as far as somebody is alerted to it. A value.
struct LockStates {
    bool isStale = false; ///< by other evidence than that of the states below
    bool isSplit = false; ///< and all masters were read again since they disagree
    bool isHeldTwice = false; ///< its former holder may still work
    bool isDeadlocked = false;
};
/// nullopt: too few masters answer. That begins nothing, and ends nothing. Pure.
[[nodiscard]] std::optional<LockStates> statesOf(const LockEntry& entry, Verdict verdict);

/// True if `token` no longer has the lock: nobody has it, or somebody else has. While the votes
/// don't say so, it may have it.
[[nodiscard]] bool hasPassed(const Judgement& now, const std::optional<Fingerprint>& token);

/// True if so many masters are down that no lock can be judged.
[[nodiscard]] constexpr bool isQuorumDown(
    std::size_t masters, std::size_t down, std::size_t quorum) noexcept
{
    return masters - down < quorum;
}

} // namespace lockkeeper::observe
