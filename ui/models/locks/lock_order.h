// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_rows.h"
#include "ui/models/locks/lock_sort_key.h"

namespace lockkeeper::ui {

/// The slots of all rows of a LockTableModel in the order of one column, ascending. Not
/// thread-safe.
///
/// It stores the key that each row was placed by. So the order stays consistent while rows change,
/// and a changed row costs a binary search, and one pass over the slots for each batch.
class LockOrder {
public:
    /// `rows` must outlive the object.
    explicit LockOrder(const LockRows& rows)
        : m_rows(rows)
    { }

    /// See LockCells::Column; or kUnsorted.
    [[nodiscard]] int column() const noexcept { return m_column; }
    [[nodiscard]] const std::vector<int>& slots() const noexcept { return m_slots; }
    /// True if the row in this slot was placed.
    [[nodiscard]] bool contains(int slot) const
    {
        return static_cast<std::size_t>(slot) < m_isPlaced.size()
            && m_isPlaced[static_cast<std::size_t>(slot)] != 0;
    }

    /// Puts the rows of these slots into their places: rows that were added, changed or removed.
    /// Call it for each of them. Returns the slots whose place changed; some may occur twice.
    std::vector<int> place(const std::vector<int>& slots);
    /// Replaces the order. `keys` are those of `slots`, which are sorted by them. Rows that are not
    /// among them must be placed next.
    void replace(int column, std::vector<int> slots, std::vector<LockSortKey> keys);

private:
    [[nodiscard]] bool isLess(int slot, int other) const;
    /// Takes out the rows that must move, and those that are gone. Returns them.
    std::vector<int> takeOut(const std::vector<int>& slots);

    const LockRows& m_rows;
    int m_column = kUnsorted;
    std::vector<int> m_slots; ///< in order
    std::vector<LockSortKey> m_keys; ///< by slot
    std::vector<char> m_isPlaced; ///< by slot
};

} // namespace lockkeeper::ui
