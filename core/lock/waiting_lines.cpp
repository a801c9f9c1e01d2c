// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/waiting_lines.h"

#include <utility>

namespace lockkeeper::lock {

WaitingLines::Place WaitingLines::join(const Resources& resources, std::function<void()> onFirst)
{
    m_lines[resources].push_back({++m_last, std::move(onFirst)});
    return m_last;
}

void WaitingLines::leave(const Resources& resources, Place place)
{
    const auto found = m_lines.find(resources);
    if (found == m_lines.end())
        return;
    auto& line = found->second;
    const bool wasFirst = line.front().place == place;
    std::erase_if(line, [place](const Waiting& waiting) { return waiting.place == place; });
    if (line.empty()) {
        m_lines.erase(found);
        return;
    }
    if (wasFirst) {
        // It may leave in turn.
        const auto onFirst = std::exchange(line.front().onFirst, nullptr);
        onFirst();
    }
}

bool WaitingLines::isFirst(const Resources& resources, Place place) const
{
    const auto found = m_lines.find(resources);
    return found != m_lines.end() && found->second.front().place == place;
}

} // namespace lockkeeper::lock
