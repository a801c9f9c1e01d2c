// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_row.h"

#include <absl/container/flat_hash_set.h>
#include <absl/hash/hash.h>
#include <string_view>
#include <vector>

namespace lockkeeper::ui {

/// The rows of a LockStore. Each row has a slot: a small number that it keeps while others come and
/// go. The slot of a removed row is used again after recycle().
///
/// Not thread-safe. Slots must be in range.
class LockRows {
public:
    LockRows();
    LockRows(const LockRows&) = delete;
    LockRows& operator=(const LockRows&) = delete;
    LockRows(LockRows&&) = delete;
    LockRows& operator=(LockRows&&) = delete;
    ~LockRows() = default;

    [[nodiscard]] int size() const noexcept { return static_cast<int>(m_index.size()); }
    /// All slots are below this.
    [[nodiscard]] int slotEnd() const noexcept { return static_cast<int>(m_rows.size()); }
    /// False for a slot without a row, and for one whose row was removed.
    [[nodiscard]] bool isThere(int slot) const { return m_isThere[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] LockRow& operator[](int slot) { return m_rows[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] const LockRow& operator[](int slot) const
    {
        return m_rows[static_cast<std::size_t>(slot)];
    }
    /// The slot of a resource; -1 if it has none.
    [[nodiscard]] int find(const Resource& resource) const;

    /// Prepares for so many rows, so that adding them does not stop to copy all rows.
    void reserve(std::size_t count);
    /// Gives `row` a slot and an id, higher than all before. Returns the slot.
    int add(LockRow row);
    /// Removes a row. It can be read until recycle().
    void remove(int slot);
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

    std::vector<LockRow> m_rows; ///< by slot
    std::vector<bool> m_isThere; ///< by slot
    std::vector<int> m_removed; ///< slots that recycle() will free
    std::vector<int> m_free;
    absl::flat_hash_set<int, Hash, IsSame> m_index; ///< slots, by their resources
    std::uint64_t m_latestId = 0;
};

} // namespace lockkeeper::ui
