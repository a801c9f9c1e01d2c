// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/freshness.h"

#include "core/config/quorum.h"

namespace lockkeeper::observe {

SteadyTime freshUntil(const Votes& votes, std::span<const Freshness> masters)
{
    MasterValues<SteadyTime> times;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const SteadyTime readAt = votes.cell(i).readAt;
        times.push_back(i < masters.size() ? freshUntil(readAt, masters[i]) : readAt);
    }
    return quorumth(times, quorumOf(votes.size())).value_or(SteadyTime::min());
}

} // namespace lockkeeper::observe
