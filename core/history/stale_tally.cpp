// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/stale_tally.h"

#include "core/observe/waits/deadlock_evidence.h"

#include <algorithm>

namespace lockkeeper::history {

void StaleTally::note(const observe::LockEntry& entry)
{
    if (!observe::isStale(entry.stale))
        return remove(entry.resource);
    m_stale.insert(std::hash<Resource>()(entry.resource));
    m_most = std::max(m_most, m_stale.size());
}

void StaleTally::remove(const Resource& resource)
{
    // Usually nothing is stale: saves hashing.
    if (!m_stale.empty())
        m_stale.erase(std::hash<Resource>()(resource));
}

std::optional<std::size_t> StaleTally::takeDue(SteadyTime now)
{
    const bool isRise = m_most > m_told;
    const std::size_t number = isRise ? m_most : m_stale.size();
    const auto pause = isRise ? std::chrono::seconds(kShortestRise)
        : number < m_told     ? kShortest
                              : std::chrono::seconds(kLongest);
    if (m_toldAt && now - *m_toldAt < pause)
        return std::nullopt;
    m_most = m_stale.size();
    m_told = number;
    m_toldAt = now;
    return number;
}

} // namespace lockkeeper::history
