// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/waiting/waiting_lines.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::lock {

WaitingLines::Place WaitingLines::join(const Resources& resources, Member member)
{
    const RetryPace pace = member.pace;
    Line& line = m_lines.try_emplace(resources, Line{{}, pace}).first->second;
    const Place place = ++m_last;
    line.waiting.push_back({place, std::move(member)});
    if (pace.isQuickerThan(line.pace)) {
        line.pace = pace;
        line.waiting.front().member.onQuicker();
    }
    return place;
}

void WaitingLines::leave(const Resources& resources, Place place)
{
    const auto found = m_lines.find(resources);
    if (found == m_lines.end())
        return;
    auto& [waiting, pace] = found->second;
    const bool wasFirst = waiting.front().place == place;
    std::erase_if(waiting, [place](const Waiting& one) { return one.place == place; });
    if (waiting.empty()) {
        m_lines.erase(found);
        return;
    }
    pace = quickestOf(waiting);
    if (wasFirst) {
        // The callback may call leave().
        const auto onFirst = std::exchange(waiting.front().member.onFirst, nullptr);
        onFirst();
    }
}

bool WaitingLines::isFirst(const Resources& resources, Place place) const
{
    const auto found = m_lines.find(resources);
    return found != m_lines.end() && found->second.waiting.front().place == place;
}

RetryPace WaitingLines::pace(const Resources& resources) const
{
    return m_lines.at(resources).pace;
}

RetryPace WaitingLines::quickestOf(const std::deque<Waiting>& waiting)
{
    const auto paceOf = [](const Waiting& one) { return one.member.pace; };
    return paceOf(*std::ranges::min_element(waiting, &RetryPace::isQuickerThan, paceOf));
}

} // namespace lockkeeper::lock
