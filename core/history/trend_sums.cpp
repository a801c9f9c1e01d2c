// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/trend_sums.h"

#include <algorithm>

namespace lockkeeper::history {

std::int64_t StepGrid::lengthOf(std::size_t index) const noexcept
{
    const std::int64_t start = startOf(index);
    return std::min(start + step, to) - std::max(start, from);
}

void Occupancy::add(std::int64_t from, std::int64_t to)
{
    from = std::max(from, m_grid.from);
    to = std::min(to, m_grid.to);
    if (from >= to)
        return;
    const std::size_t first = m_grid.indexOf(from);
    const std::size_t last = m_grid.indexOf(to - 1);
    if (first == last) {
        m_parts[first] += to - from;
        return;
    }
    m_parts[first] += m_grid.startOf(first + 1) - from;
    m_parts[last] += to - m_grid.startOf(last);
    ++m_wholes[first + 1];
    --m_wholes[last];
}

std::vector<double> Occupancy::averages() const
{
    std::vector<double> averages;
    averages.reserve(m_parts.size());
    std::int64_t covering = 0;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        covering += m_wholes[i];
        averages.push_back(static_cast<double>(covering)
            + static_cast<double>(m_parts[i]) / static_cast<double>(m_grid.lengthOf(i)));
    }
    return averages;
}

} // namespace lockkeeper::history
