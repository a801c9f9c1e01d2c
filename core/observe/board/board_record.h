// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/expiry_index.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/sweep_marks.h"
#include "core/observe/board/votes/verdict.h"

namespace lockkeeper::observe {

/// A board's record of one resource. The name never changes; everything else may. There may be a
/// million of them: the order of the members leaves no gaps.
struct BoardRecord {
    std::shared_ptr<LockEntry> entry;
    SweepMarks::Word seen = 0; ///< masters whose sweep has seen it
    ExpirySlot expirySlot{};
    std::uint32_t hash = 0; ///< hash of the name
    std::optional<CertaintyReason> proof{}; ///< how it has behaved as a lock
    bool isPublished : 1 = false; ///< the entry may be shared: copy it before a change
    bool isDirty : 1 = false;
    bool isReleased : 1 = false; ///< it was deleted before its TTL had passed
    bool wasSplit : 1
        = false; ///< masters stored different tokens for longer than a lock changes hands
    bool isDoubted : 1 = false; ///< in DoubtfulRecords, or being confirmed

    /// True if its described token must be read once more to be decoded, and is stored.
    [[nodiscard]] bool isDecodable() const
    {
        return !entry->isDecoded && leadingToken(entry->votes).has_value();
    }
};

} // namespace lockkeeper::observe
