// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_order.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockkeeper::ui {

std::vector<int> LockOrder::place(const std::vector<int>& slots)
{
    std::vector<int> changed = takeOut(slots);
    if (changed.empty())
        return changed;
    std::erase_if(m_sorted.slots, [this](int slot) { return !contains(slot); });
    std::vector<int> moved;
    std::ranges::copy_if(
        changed, std::back_inserter(moved), [this](int slot) { return m_rows.isThere(slot); });
    std::ranges::sort(moved, [this](int a, int b) { return isLess(a, b); });
    const auto twice = std::ranges::unique(moved);
    moved.erase(twice.begin(), twice.end());
    std::vector<int> merged;
    merged.reserve(m_sorted.slots.size() + moved.size());
    auto rest = m_sorted.slots.begin();
    for (const int slot : moved) {
        const auto place = std::lower_bound(
            rest, m_sorted.slots.end(), slot, [this](int a, int b) { return isLess(a, b); });
        merged.insert(merged.end(), rest, place);
        merged.push_back(slot);
        m_sorted.isPlaced[static_cast<std::size_t>(slot)] = true;
        rest = place;
    }
    merged.insert(merged.end(), rest, m_sorted.slots.end());
    m_sorted.slots = std::move(merged);
    return changed;
}

std::vector<int> LockOrder::takeOut(const std::vector<int>& slots)
{
    m_sorted.keys.resize(static_cast<std::size_t>(m_rows.slotEnd()));
    m_sorted.isPlaced.resize(m_sorted.keys.size());
    std::vector<int> out;
    for (const int slot : slots) {
        const auto at = static_cast<std::size_t>(slot);
        const bool isThere = m_rows.isThere(slot);
        LockSortKey key
            = isThere ? LockCells::sortKey(m_rows[slot], m_sorted.column) : LockSortKey();
        const bool isPlaced = m_sorted.isPlaced[at] != 0;
        if (isThere ? isPlaced && key == m_sorted.keys[at] : !isPlaced)
            continue;
        m_sorted.isPlaced[at] = false;
        m_sorted.keys[at] = std::move(key);
        out.push_back(slot);
    }
    return out;
}

LockOrder::Sorted LockOrder::replace(Sorted sorted)
{
    return std::exchange(m_sorted, std::move(sorted));
}

bool LockOrder::isLess(int slot, int other) const
{
    const LockSortKey& key = m_sorted.keys[static_cast<std::size_t>(slot)];
    const LockSortKey& otherKey = m_sorted.keys[static_cast<std::size_t>(other)];
    if (key == otherKey)
        return NaturalLess()(m_rows[slot].entry->resource, m_rows[other].entry->resource);
    return key < otherKey;
}

} // namespace lockkeeper::ui
