// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_order.h"

#include <algorithm>
#include <iterator>

namespace lockkeeper::ui {

std::vector<int> LockOrder::place(const std::vector<int>& slots)
{
    std::vector<int> changed = takeOut(slots);
    if (changed.empty())
        return changed;
    std::erase_if(m_slots, [this](int slot) { return !contains(slot); });
    std::vector<int> moved;
    std::ranges::copy_if(
        changed, std::back_inserter(moved), [this](int slot) { return m_rows.rowOf(slot) >= 0; });
    std::ranges::sort(moved, [this](int a, int b) { return isLess(a, b); });
    const auto twice = std::ranges::unique(moved);
    moved.erase(twice.begin(), twice.end());
    std::vector<int> merged;
    merged.reserve(m_slots.size() + moved.size());
    auto rest = m_slots.begin();
    for (const int slot : moved) {
        const auto place = std::lower_bound(
            rest, m_slots.end(), slot, [this](int a, int b) { return isLess(a, b); });
        merged.insert(merged.end(), rest, place);
        merged.push_back(slot);
        m_isPlaced[static_cast<std::size_t>(slot)] = true;
        rest = place;
    }
    merged.insert(merged.end(), rest, m_slots.end());
    m_slots = std::move(merged);
    return changed;
}

std::vector<int> LockOrder::takeOut(const std::vector<int>& slots)
{
    m_keys.resize(static_cast<std::size_t>(m_rows.slotEnd()));
    m_isPlaced.resize(m_keys.size());
    std::vector<int> out;
    for (const int slot : slots) {
        const auto at = static_cast<std::size_t>(slot);
        const bool isThere = m_rows.rowOf(slot) >= 0;
        LockSortKey key = isThere ? sortKey(m_rows[slot], m_column) : LockSortKey();
        const bool isPlaced = m_isPlaced[at] != 0;
        if (isThere ? isPlaced && key == m_keys[at] : !isPlaced)
            continue;
        m_isPlaced[at] = false;
        m_keys[at] = std::move(key);
        out.push_back(slot);
    }
    return out;
}

void LockOrder::replace(int column, std::vector<int> slots, std::vector<LockSortKey> keys)
{
    m_column = column;
    m_slots = std::move(slots);
    m_keys.assign(static_cast<std::size_t>(m_rows.slotEnd()), {});
    m_isPlaced.assign(m_keys.size(), false);
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        const auto slot = static_cast<std::size_t>(m_slots[i]);
        m_keys[slot] = std::move(keys[i]);
        m_isPlaced[slot] = true;
    }
}

bool LockOrder::isLess(int slot, int other) const
{
    const LockSortKey& key = m_keys[static_cast<std::size_t>(slot)];
    const LockSortKey& otherKey = m_keys[static_cast<std::size_t>(other)];
    if (key == otherKey)
        return m_rows[slot].entry->resource < m_rows[other].entry->resource;
    return key < otherKey;
}

} // namespace lockkeeper::ui
