// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/recording.h"

namespace lockkeeper::lab {

/// Two believed to hold the lock at once.
struct Overlap {
    char first = 'A';
    char second = 'B';
    SteadyTime from{};
    SteadyTime to{};
};

struct Ruling {
    Outcome outcome;
    std::vector<Overlap> overlaps;
    int sold = 0;
    int refused = 0;
    /// Two holders, a stuck lock, or more sales than stock. Also a waiter at the end, if `feared`
    /// (the fault's outcome) has one with these sales.
    [[nodiscard]] bool isHarm(const Outcome& feared) const noexcept
    {
        return outcome.isTwo || outcome.isStuck || sold > kStock
            || (feared.isWaiting.value_or(false) && outcome.isWaiting.value_or(false)
                && sold == feared.sold.value_or(sold));
    }
    [[nodiscard]] std::chrono::milliseconds overlapTime() const;
};

/// The token's owner, else the last writer; 0: nobody.
[[nodiscard]] char writerOf(const Stored& stored, const std::list<Sent>& sent);

/// A command that freed another contender's lock.
struct WrongFree {
    const Sent* sent;
    char owner;
};
/// Needs a judged recording.
[[nodiscard]] std::vector<WrongFree> wrongFrees(const Recording& recording);

/// Judges by beliefs and masters' data, never by the library under test. Fills in writers.
/// - A belief ends at its deadline.
/// - An overlap exceeds a millisecond, as clocks differ by less.
/// - A lock is stuck if somebody wants it, nobody believes to hold it, and a quorum of `masters`
///   stores it for a dead holder without TTL or end time.
[[nodiscard]] Ruling judge(Recording& recording, std::size_t masters);

} // namespace lockkeeper::lab
