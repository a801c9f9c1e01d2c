// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/votes/votes.h"

#include <span>

namespace lockkeeper::observe {

/// How long that holds which was read of one master. While its push answers, or it is swept often
/// enough, a vote stays fresh, however long ago it was read: a change would have been noticed.
struct Freshness {
    /// What was read earlier may have changed without notice.
    SteadyTime since = SteadyTime::max();
    /// A change until then has been noticed, or will be within seconds. While the master answers,
    /// this moves on; where it stands still, the votes are old.
    SteadyTime until = SteadyTime::min();
    friend bool operator==(const Freshness&, const Freshness&) = default;
};

/// Until when a vote that was read at `readAt` is fresh.
[[nodiscard]] constexpr SteadyTime freshUntil(SteadyTime readAt, const Freshness& master) noexcept
{
    return readAt >= master.since ? std::max(readAt, master.until) : readAt;
}

/// Until when enough votes are fresh for a quorum. `masters`: by master; those beyond it count as
/// never fresh.
[[nodiscard]] SteadyTime freshUntil(const Votes& votes, std::span<const Freshness> masters);

} // namespace lockkeeper::observe
