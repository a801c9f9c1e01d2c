// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_rows.h"
#include "ui/models/locks/lock_table_cells.h"

namespace lockkeeper::ui {

/// Slots of a LockStore, ascending by one column. Keeps rows' keys, so that the order stays
/// consistent while rows change. Cost: a binary search per changed row, a pass per batch. Not
/// thread-safe.
class LockOrder {
public:
    struct Sorted {
        int column = kUnsorted;
        std::vector<int> slots{};
        std::vector<LockSortKey> keys{};
        std::vector<char> isPlaced{};
    };

    explicit LockOrder(const LockRows& rows)
        : m_rows(rows)
    { }

    [[nodiscard]] int column() const noexcept { return m_sorted.column; }
    [[nodiscard]] const std::vector<int>& slots() const noexcept { return m_sorted.slots; }
    [[nodiscard]] bool contains(int slot) const
    {
        return static_cast<std::size_t>(slot) < m_sorted.isPlaced.size()
            && m_sorted.isPlaced[static_cast<std::size_t>(slot)] != 0;
    }

    /// For all added, changed and removed rows. Returns the moved slots; one may occur twice.
    std::vector<int> place(const std::vector<int>& slots);
    /// Returns the old order. Call place() for rows missing in `sorted`.
    [[nodiscard]] Sorted replace(Sorted sorted);

private:
    [[nodiscard]] bool isLess(int slot, int other) const;
    std::vector<int> takeOut(const std::vector<int>& slots);

    const LockRows& m_rows;
    Sorted m_sorted;
};

} // namespace lockkeeper::ui
