// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/freshness.h"

#include "core/config/quorum.h"

#include <algorithm>
#include <functional>

namespace lockkeeper::observe {

SteadyTime freshUntil(const Votes& votes, std::span<const Freshness> masters)
{
    constexpr std::size_t kUsualMasters = 5;
    absl::InlinedVector<SteadyTime, kUsualMasters> times;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const SteadyTime readAt = votes.cell(i).readAt;
        times.push_back(i < masters.size() ? freshUntil(readAt, masters[i]) : readAt);
    }
    if (times.empty())
        return SteadyTime::min();
    const auto quorumth = times.begin() + static_cast<std::ptrdiff_t>(quorumOf(votes.size()) - 1);
    std::ranges::nth_element(times, quorumth, std::ranges::greater());
    return *quorumth;
}

} // namespace lockkeeper::observe
