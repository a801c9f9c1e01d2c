// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <absl/container/inlined_vector.h>
#include <cstdint>

namespace lockkeeper::ctl {

/// When a lock and each of its votes end. A reader of printed times counts down to these, so it
/// must be told when they move. A value.
class Deadlines {
public:
    /// No deadlines are known.
    Deadlines() = default;
    explicit Deadlines(const observe::LockEntry& entry);

    /// True if `now` says that the lock ends earlier or later than these deadlines do, or that one
    /// of its votes ends earlier; by more than a second. A vote that ends later counts only where
    /// no quorum holds the lock: with a quorum of those, the lock ends later, too. Pure.
    [[nodiscard]] bool areMoved(const Deadlines& now) const;

private:
    /// Of the steady clock. 0: not known; the largest: never.
    using Milliseconds = std::int64_t;

    Milliseconds m_lock = 0;
    absl::InlinedVector<Milliseconds, 5> m_votes; ///< by master
};

} // namespace lockkeeper::ctl
