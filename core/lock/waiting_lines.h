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

/// FIFO queues of one client's waiters for the same resources: docs/guarantees.md, "Waiting". Only
/// the first tries, at the quickest pace: else a release costs one try per waiter. Thread: the
/// loop's.
class WaitingLines {
public:
    using Resources = std::vector<Resource>;
    using Place = std::uint64_t;
    static constexpr Place kNone = 0;

    struct Member {
        RetryPace pace;
        /// From leave(), when the waiter becomes the first.
        std::function<void()> onFirst;
        /// From join(), on the first waiter, if the new member is quicker. Must not join or leave.
        std::function<void()> onQuicker;
    };

    [[nodiscard]] Place join(const Resources& resources, Member member);
    void leave(const Resources& resources, Place place);

    [[nodiscard]] bool isFirst(const Resources& resources, Place place) const;
    [[nodiscard]] bool isEmpty(const Resources& resources) const
    {
        return !m_lines.contains(resources);
    }
    /// The quickest. The queue must not be empty.
    [[nodiscard]] RetryPace pace(const Resources& resources) const;

private:
    struct Quicker {
        bool operator()(const RetryPace& a, const RetryPace& b) const noexcept
        {
            return a.isQuickerThan(b) || (a.delay() == b.delay() && a.jitter() < b.jitter());
        }
    };
    struct Line {
        std::map<Place, Member> waiting{}; ///< never empty
        std::map<RetryPace, std::size_t, Quicker> paces{};
    };

    std::map<Resources, Line> m_lines;
    Place m_last = kNone;
};

} // namespace lockkeeper::lock
