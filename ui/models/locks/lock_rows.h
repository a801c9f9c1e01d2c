// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_row.h"

#include <absl/container/flat_hash_set.h>
#include <absl/hash/hash.h>
#include <string_view>
#include <vector>

namespace lockkeeper::ui {

/// The rows of a LockTableModel. Each row has a slot: a small number that it keeps while rows
/// before it come and go. The slot of a removed row is used again after recycle().
///
/// Not thread-safe. Slots and row numbers must be in range unless said otherwise.
class LockRows {
public:
    LockRows();
    LockRows(const LockRows&) = delete;
    LockRows& operator=(const LockRows&) = delete;
    LockRows(LockRows&&) = delete;
    LockRows& operator=(LockRows&&) = delete;
    ~LockRows() = default;

    /// Number of rows in the table.
    [[nodiscard]] int size() const noexcept { return static_cast<int>(m_order.size()); }
    /// All slots are below this.
    [[nodiscard]] int slotEnd() const noexcept { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] int slotAt(int row) const { return m_order[static_cast<std::size_t>(row)]; }
    /// The number of the row in this slot; -1 if it is not in the table.
    [[nodiscard]] int rowOf(int slot) const { return m_places[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] LockRow& operator[](int slot) { return m_rows[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] const LockRow& operator[](int slot) const
    {
        return m_rows[static_cast<std::size_t>(slot)];
    }
    /// The slot of a resource; -1 if it has none.
    [[nodiscard]] int find(const Resource& resource) const;

    /// Prepares for so many rows, so that adding them does not stop to copy all rows.
    void reserve(std::size_t count);
    /// Gives `row` a slot and an id. It is not in the table yet. Returns the slot.
    int add(LockRow row);
    /// Appends added rows to the table, in this order.
    void append(const std::vector<int>& slots);
    /// Moves the rows whose flag is set to the end. Both groups keep their order.
    void moveToEnd(const std::vector<bool>& flags);
    /// Removes rows from the table. They can be read until recycle().
    void remove(int first, int last);
    /// Frees the removed rows.
    void recycle();

private:
    static std::string_view nameOf(const LockRow& row) { return row.entry->resource.value(); }

    // The index stores slots only. A node with a name for each row would be a small block of its
    // own to free when many rows leave at once.
    struct Hash {
        using is_transparent = void;
        const std::vector<LockRow>* rows;
        std::size_t operator()(std::string_view name) const
        {
            return absl::Hash<std::string_view>()(name);
        }
        std::size_t operator()(int slot) const
        {
            return (*this)(nameOf((*rows)[static_cast<std::size_t>(slot)]));
        }
    };
    struct IsSame {
        using is_transparent = void;
        const std::vector<LockRow>* rows;
        bool operator()(int slot, int other) const { return slot == other; }
        bool operator()(int slot, std::string_view name) const
        {
            return nameOf((*rows)[static_cast<std::size_t>(slot)]) == name;
        }
    };

    void renumber(int first);

    std::vector<LockRow> m_rows; ///< by slot
    std::vector<int> m_order; ///< the slot of each row of the table
    std::vector<int> m_places; ///< by slot: its row in the table
    std::vector<int> m_removed; ///< slots that recycle() will free
    std::vector<int> m_free;
    absl::flat_hash_set<int, Hash, IsSame> m_index; ///< slots, by their resources
    std::uint64_t m_latestId = 0;
};

} // namespace lockkeeper::ui
