// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"
#include "core/observe/board/lock_entry.h"
#include "core/output/board_json.h"

#include <absl/container/inlined_vector.h>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

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

/// Writes updates of a board as `watch --json` prints them, and knows which of them tell something
/// new. Not thread-safe.
class ChangeJson {
public:
    /// Checked now and then: true ends a write() before it is complete.
    using IsStopped = std::function<bool()>;

    /// Appends the fields from "time_unix_ms" to "deadlocks". Left out are locks that have not
    /// changed since the last call, and those who wait if none of them has. Returns true if a lock, a master or a waiter has changed.
    bool write(output::JsonWriter& out, const observe::BoardUpdate& update,
        const output::OutputTime& present, const IsStopped& isStopped = {});

private:
    /// What is written of a master whenever it changes.
    struct MasterNews {
        redis::LinkState state;
        std::optional<Error> linkError;
        bool isComplete;
        std::optional<Error> sweepError;
        bool isPushed;
        std::optional<Error> pushError;
        std::size_t unreadKeys;
        std::optional<Error> readError;
        std::uint64_t failovers;
        std::optional<SteadyTime> restartedAt;
        std::optional<observe::Loss> loss;
        friend bool operator==(const MasterNews&, const MasterNews&) = default;
    };

    /// What was written of a lock.
    struct Written {
        std::uint64_t revision = 0;
        Deadlines deadlines{};
    };

    // Both return true if the update has changes.
    bool writeLocks(output::JsonWriter& out, const observe::BoardUpdate& update,
        const output::OutputTime& present, const IsStopped& isStopped);
    bool writeMasters(output::JsonWriter& out, const std::vector<observe::MasterStatus>& masters);

    std::map<Resource, Written> m_written;
    std::vector<MasterNews> m_news;
    observe::WaitsPtr m_waits; ///< null: nothing was written
};

} // namespace lockkeeper::ctl
