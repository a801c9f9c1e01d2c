// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_row.h"

#include <absl/container/flat_hash_set.h>
#include <absl/hash/hash.h>
#include <string_view>
#include <vector>

namespace lockkeeper::ui {

/// Rows of a LockStore, in fixed slots. Slots must be in range. Not thread-safe.
class LockRows {
public:
    LockRows();
    LockRows(const LockRows&) = delete;
    LockRows& operator=(const LockRows&) = delete;
    LockRows(LockRows&&) = delete;
    LockRows& operator=(LockRows&&) = delete;
    ~LockRows() = default;

    [[nodiscard]] int size() const noexcept { return static_cast<int>(m_index.size()); }
    [[nodiscard]] int slotEnd() const noexcept { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] bool isThere(int slot) const { return m_isThere[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] LockRow& operator[](int slot) { return m_rows[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] const LockRow& operator[](int slot) const
    {
        return m_rows[static_cast<std::size_t>(slot)];
    }
    [[nodiscard]] int find(const Resource& resource) const;

    void reserve(std::size_t count);
    int add(LockRow row);
    /// Stays readable until recycle().
    void remove(int slot);
    void recycle();

private:
    static std::string_view nameOf(const LockRow& row) { return row.entry->resource.value(); }

    // Slots only: names would be heap blocks, slow to free when many rows leave.
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

    std::vector<LockRow> m_rows;
    std::vector<bool> m_isThere;
    std::vector<int> m_removed;
    std::vector<int> m_free;
    absl::flat_hash_set<int, Hash, IsSame> m_index;
    std::uint64_t m_latestId = 0;
};

} // namespace lockkeeper::ui
