// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_rows.h"
#include "ui/models/locks/lock_table_cells.h"

namespace lockkeeper::ui {

/// The slots of all rows of a LockStore in the order of one column, ascending. Not
/// thread-safe.
///
/// It stores the key that each row was placed by. So the order stays consistent while rows change,
/// and a changed row costs a binary search, and one pass over the slots for each batch.
class LockOrder {
public:
    /// Rows in the order of a column.
    struct Sorted {
        int column = kUnsorted;
        std::vector<int> slots{}; ///< in order
        std::vector<LockSortKey> keys{}; ///< by slot
        std::vector<char> isPlaced{}; ///< by slot: whether it is one of `slots`
    };

    /// `rows` must outlive the object.
    explicit LockOrder(const LockRows& rows)
        : m_rows(rows)
    { }

    /// See LockCells::Column; or kUnsorted.
    [[nodiscard]] int column() const noexcept { return m_sorted.column; }
    [[nodiscard]] const std::vector<int>& slots() const noexcept { return m_sorted.slots; }
    /// True if the row in this slot was placed.
    [[nodiscard]] bool contains(int slot) const
    {
        return static_cast<std::size_t>(slot) < m_sorted.isPlaced.size()
            && m_sorted.isPlaced[static_cast<std::size_t>(slot)] != 0;
    }

    /// Puts the rows of these slots into their places: rows that were added, changed or removed.
    /// Call it for each of them. Returns the slots whose place changed; some may occur twice.
    std::vector<int> place(const std::vector<int>& slots);
    /// Replaces the order, and returns the one before. Rows that are not in it must be placed next.
    [[nodiscard]] Sorted replace(Sorted sorted);

private:
    [[nodiscard]] bool isLess(int slot, int other) const;
    /// Takes out the rows that must move, and those that are gone. Returns them.
    std::vector<int> takeOut(const std::vector<int>& slots);

    const LockRows& m_rows;
    Sorted m_sorted;
};

} // namespace lockkeeper::ui
