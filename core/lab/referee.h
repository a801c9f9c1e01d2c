// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/recording.h"

namespace lockkeeper::lab {

/// Two contenders that believed to hold the lock at the same time.
struct Overlap {
    char first = 'A';
    char second = 'B';
    SteadyTime from{};
    SteadyTime to{};
};

/// What happened in a run.
struct Ruling {
    Outcome outcome;
    std::vector<Overlap> overlaps; ///< in the order of their time
    int sold = 0;
    int refused = 0; ///< sales that the till refused
    /// What a lock is there to prevent: two at once, one that is stuck, more sold than there was.
    /// And that somebody still waits, if that, with what is sold, is `feared` of the fault.
    [[nodiscard]] bool isHarm(const Outcome& feared) const noexcept
    {
        return outcome.isTwo || outcome.isStuck || sold > kStock
            || (feared.isWaiting.value_or(false) && outcome.isWaiting.value_or(false)
                && sold == feared.sold.value_or(sold));
    }
    /// How long two believed to hold the lock.
    [[nodiscard]] std::chrono::milliseconds overlapTime() const;
};

/// The contender whose token is the value, or whose write was the last one to reach that master
/// before the value was seen there; 0: nobody's.
[[nodiscard]] char writerOf(const Stored& stored, const std::list<Sent>& sent);

/// A command that freed the lock of another.
struct WrongFree {
    const Sent* sent; ///< in the recording
    char owner;
};
/// Of a recording that was judged. Pure.
[[nodiscard]] std::vector<WrongFree> wrongFrees(const Recording& recording);

/// Decides what happened, from what contenders believe and what masters store: not from what the
/// library under test says of itself. Says whose writes the stored values are, where that is not
/// yet known. Pure.
///
/// A belief ends at the contender's own deadline. Two overlap if that lasts longer than the clocks
/// of one machine are apart (a millisecond). A lock is stuck if somebody wants it, nobody believes
/// to hold it, and a quorum of `masters` stores it for a holder that is dead, without a TTL or a
/// time as its value.
[[nodiscard]] Ruling judge(Recording& recording, std::size_t masters);

} // namespace lockkeeper::lab
