// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"

#include <string>

// What is wrong with a lock: see time_words.h.
namespace lockkeeper::words {

/// Values of urgency(); what is up to kDeadlock harms now.
inline constexpr int kTwoHolders = 0;
inline constexpr int kQuorumLost = 1;
inline constexpr int kDeadlock = 2;
inline constexpr int kNotUrgent = 99; ///< there is no problem

/// How urgent the lock's worst problem is: 0 first. Two holders; a lost quorum; a deadlock; a dead
/// holder; no TTL; leftovers. Pure; takes no time to speak of.
[[nodiscard]] int urgency(const observe::LockEntry& entry) noexcept;
/// True if there is a problem to be told. Of a deadlock one lock is told, the one to release.
[[nodiscard]] bool speaksForItself(const observe::LockEntry& entry) noexcept;

/// What a lock is, in a cell.
struct Gist {
    std::string state; ///< "stale"; without a problem, the verdict: "held"
    std::string reason{}; ///< "its process 812 has ended, 1 waits for it"; empty without a problem
};
/// The worst problem first. Time alone does not change it.
[[nodiscard]] Gist gistOf(const observe::LockEntry& entry, const observe::Judgement& judgement);

/// The most urgent problem of a lock, as a sentence that follows its name: "held for 3 h 05 m, but
/// its process 812 on web-3 has ended". Empty if there is none. `held`: for how long the lock has
/// been held, as far as is known.
[[nodiscard]] std::string problemText(const observe::LockEntry& entry,
    const observe::Judgement& judgement, std::chrono::milliseconds held, SteadyTime now);

} // namespace lockkeeper::words
