// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/retry_pauses.h"
#include "core/types.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace lockkeeper::lock {

/// Those of one client who wait for the same resources, first come, first served: only the first in
/// a line watches and tries. If all did, each release would cost a try of every waiter, of which
/// one at most wins and all others have to be taken back.
///
/// The first tries for all: at the pace of whoever in the line wants to try most often. If it kept
/// its own, one that tries every 20 s would make all behind it wait that long.
///
/// Thread-safety: used on the loop's thread.
class WaitingLines {
public:
    using Resources = std::vector<Resource>;
    using Place = std::uint64_t;
    static constexpr Place kNone = 0;

    /// Who waits.
    struct Member {
        RetryPace pace;
        /// Called once those in front have all left, from within leave(); never if it is the first
        /// from the beginning.
        std::function<void()> onFirst;
        /// Called while it is the first and somebody joins who makes the line's pace quicker, from
        /// within join(). Must not join or leave a line.
        std::function<void()> onQuicker;
    };

    /// The last place in the line for exactly these resources.
    [[nodiscard]] Place join(const Resources& resources, Member member);
    void leave(const Resources& resources, Place place);

    [[nodiscard]] bool isFirst(const Resources& resources, Place place) const;
    [[nodiscard]] bool isEmpty(const Resources& resources) const
    {
        return !m_lines.contains(resources);
    }
    /// The quickest of those in the line, which must not be empty.
    [[nodiscard]] RetryPace pace(const Resources& resources) const;

private:
    struct Waiting {
        Place place;
        Member member;
    };
    struct Line {
        std::deque<Waiting> waiting; ///< never empty
        RetryPace pace; ///< the quickest
    };
    static RetryPace quickestOf(const std::deque<Waiting>& waiting);

    std::map<Resources, Line> m_lines;
    Place m_last = kNone;
};

} // namespace lockkeeper::lock
