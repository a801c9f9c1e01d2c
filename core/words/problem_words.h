// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"

#include <string>

// What is wrong with a lock: see time_words.h.
namespace lockkeeper::words {

/// How urgent a problem is: 0 first. nullopt: there is no evidence, or another lock of its
/// deadlock, the one to release, speaks for all of them. Pure; takes no time to speak of.
[[nodiscard]] std::optional<int> problemRank(const observe::LockEntry& entry) noexcept;

/// The most urgent problem of a lock, as a sentence that follows its name: "held for 3 h 05 m, but
/// its process 812 on web-3 has ended". Empty if there is none. `held`: for how long the lock has
/// been held, as far as is known.
[[nodiscard]] std::string problemText(const observe::LockEntry& entry,
    const observe::Judgement& judgement, std::chrono::milliseconds held, SteadyTime now);

} // namespace lockkeeper::words
