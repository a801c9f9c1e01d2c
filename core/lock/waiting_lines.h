// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/retry_pauses.h"
#include "core/types.h"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace lockkeeper::lock {

/// FIFO queues of one client's waiters for the same resources. Only the first in a queue watches
/// and tries. If all did, each release would cost a try per waiter; at most one of them wins, and
/// the others must be undone.
///
/// The first waiter tries at the quickest pace in its queue. At its own pace, a waiter that tries
/// every 20 s would make all behind it wait that long.
///
/// Thread-safety: used on the loop's thread.
class WaitingLines {
public:
    using Resources = std::vector<Resource>;
    using Place = std::uint64_t;
    static constexpr Place kNone = 0;

    /// A waiter.
    struct Member {
        RetryPace pace;
        /// Called from leave() when the waiter becomes the first. Not called if it was the first
        /// when it joined.
        std::function<void()> onFirst;
        /// Called from join() while the waiter is the first, if the new member makes the queue's
        /// pace quicker. Must not join or leave a queue.
        std::function<void()> onQuicker;
    };

    /// Appends the member to the queue for exactly these resources.
    [[nodiscard]] Place join(const Resources& resources, Member member);
    void leave(const Resources& resources, Place place);

    [[nodiscard]] bool isFirst(const Resources& resources, Place place) const;
    [[nodiscard]] bool isEmpty(const Resources& resources) const
    {
        return !m_lines.contains(resources);
    }
    /// The quickest pace in the queue, which must not be empty.
    [[nodiscard]] RetryPace pace(const Resources& resources) const;

private:
    struct Quicker {
        bool operator()(const RetryPace& a, const RetryPace& b) const noexcept
        {
            return a.isQuickerThan(b) || (a.delay() == b.delay() && a.jitter() < b.jitter());
        }
    };
    struct Line {
        std::map<Place, Member> waiting{}; ///< never empty; the first of them is the queue's first
        std::map<RetryPace, std::size_t, Quicker> paces{}; ///< how many have each
    };

    std::map<Resources, Line> m_lines;
    Place m_last = kNone;
};

} // namespace lockkeeper::lock
