// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/expiry_index.h"
#include "core/observe/lock_entry.h"

#include <string_view>
#include <unordered_set>

namespace lockkeeper::observe {

/// What is kept of a resource. Lives in a set by its name, which never changes; all else may.
struct BoardRecord {
    mutable std::shared_ptr<LockEntry> entry;
    mutable std::uint64_t seen = 0; ///< a bit per master whose sweep has read it
    mutable ExpirySlot expirySlot{};
    mutable bool isPublished = false; ///< others may have the entry: replace it, do not change it
    mutable bool isDirty = false;
    mutable bool isDoubted = false; ///< among the doubtful, or being confirmed
    mutable bool isMislabelled = false; ///< another token leads than the one that was decoded
};

struct BoardRecordHash {
    using is_transparent = void;
    // Not noexcept, so that the set keeps hashes: comparing those first spares a look at the name.
    std::size_t operator()(std::string_view key) const
    {
        return std::hash<std::string_view>()(key);
    }
    std::size_t operator()(const BoardRecord& record) const
    {
        return (*this)(record.entry->resource.value());
    }
};

struct BoardRecordEqual {
    using is_transparent = void;
    static std::string_view keyOf(std::string_view key) noexcept { return key; }
    static std::string_view keyOf(const BoardRecord& record) noexcept
    {
        return record.entry->resource.value();
    }
    template <class A, class B> bool operator()(const A& a, const B& b) const noexcept
    {
        return keyOf(a) == keyOf(b);
    }
};

/// A board's records by their names.
using BoardRecords = std::unordered_set<BoardRecord, BoardRecordHash, BoardRecordEqual>;

} // namespace lockkeeper::observe
