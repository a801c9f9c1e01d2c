// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/expiry_index.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/sweep_marks.h"

namespace lockkeeper::observe {

/// What a board keeps of a resource. Its name never changes; all else may.
struct BoardRecord {
    std::shared_ptr<LockEntry> entry;
    SweepMarks::Word seen = 0; ///< which masters' sweeps have come by
    ExpirySlot expirySlot{};
    std::uint32_t hash = 0; ///< of the name
    bool isPublished = false; ///< others may have the entry: replace it, do not change it
    bool isDirty = false;
    bool isDoubted = false; ///< among the doubtful, or being confirmed
    bool isMislabelled = false; ///< another token leads than the one that was decoded
};

} // namespace lockkeeper::observe
