// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"

#include <string>

// Problems of locks in words: see time_words.h.
namespace lockkeeper::words {

/// Values of urgency(). Up to kDeadlock there is harm now.
inline constexpr int kTwoHolders = 0;
inline constexpr int kQuorumLost = 1;
inline constexpr int kDeadlock = 2;
inline constexpr int kNotUrgent = 99;

/// The worst problem's rank, 0 first: two holders, lost quorum, deadlock, dead holder, no TTL,
/// leftovers. Fast.
[[nodiscard]] int urgency(const observe::LockEntry& entry) noexcept;
/// A deadlock is reported at one lock, the one to release.
[[nodiscard]] bool speaksForItself(const observe::LockEntry& entry) noexcept;

struct Gist {
    std::string state; ///< "stale"; without a problem the verdict: "held"
    std::string reason{}; ///< "its process 812 has ended, 1 waits for it"; empty: no problem
};
/// The worst problem's. Does not change with time alone.
[[nodiscard]] Gist gistOf(const observe::LockEntry& entry, const observe::Judgement& judgement);

/// Follows the lock's name: "held for 3 h 05 m, but its process 812 on web-3 has ended". `held`: as
/// far as known.
[[nodiscard]] std::string problemText(const observe::LockEntry& entry,
    const observe::Judgement& judgement, std::chrono::milliseconds held, SteadyTime now);

} // namespace lockkeeper::words
