// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/waiting_lines.h"

#include <utility>

namespace lockkeeper::lock {

WaitingLines::Place WaitingLines::join(const Resources& resources, Member member)
{
    const RetryPace pace = member.pace;
    Line& line = m_lines[resources];
    const bool isQuickest = line.paces.empty() || pace.isQuickerThan(line.paces.begin()->first);
    const bool isFirst = line.waiting.empty();
    const Place place = ++m_last;
    ++line.paces[pace];
    line.waiting.emplace_hint(line.waiting.end(), place, std::move(member));
    if (isQuickest && !isFirst)
        line.waiting.begin()->second.onQuicker();
    return place;
}

void WaitingLines::leave(const Resources& resources, Place place)
{
    const auto found = m_lines.find(resources);
    if (found == m_lines.end())
        return;
    auto& [waiting, paces] = found->second;
    const auto leaving = waiting.find(place);
    if (leaving == waiting.end())
        return;
    const bool wasFirst = leaving == waiting.begin();
    const auto pace = paces.find(leaving->second.pace);
    if (--pace->second == 0)
        paces.erase(pace);
    waiting.erase(leaving);
    if (waiting.empty()) {
        m_lines.erase(found);
        return;
    }
    if (wasFirst) {
        // May call leave().
        const auto onFirst = std::exchange(waiting.begin()->second.onFirst, nullptr);
        onFirst();
    }
}

bool WaitingLines::isFirst(const Resources& resources, Place place) const
{
    const auto found = m_lines.find(resources);
    return found != m_lines.end() && found->second.waiting.begin()->first == place;
}

RetryPace WaitingLines::pace(const Resources& resources) const
{
    return m_lines.at(resources).paces.begin()->first;
}

} // namespace lockkeeper::lock
