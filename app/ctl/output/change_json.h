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

/// When a lock and its votes end: readers of printed times count down to them.
class Deadlines {
public:
    Deadlines() = default;
    explicit Deadlines(const observe::LockEntry& entry);

    /// True if the lock's end moved by more than a second, or a vote's end to an earlier time;
    /// without a quorum, also to a later one.
    [[nodiscard]] bool areMoved(const Deadlines& now) const;

private:
    /// 0: unknown; largest: never.
    using Milliseconds = std::int64_t;

    Milliseconds m_lock = 0;
    absl::InlinedVector<Milliseconds, 5> m_votes; ///< by master
};

/// A board's changes for `watch --json`. Not thread-safe.
class ChangeJson {
public:
    using IsStopped = std::function<bool()>;

    /// Writes "time_unix_ms" to "deadlocks", without unchanged locks, and waiters only if some
    /// changed. True if a lock, master or waiter changed.
    bool write(output::JsonWriter& out, const observe::BoardUpdate& update,
        const output::OutputTime& present, const IsStopped& isStopped = {});

private:
    struct MasterNews {
        redis::LinkState state;
        std::optional<Error> linkError;
        bool isComplete;
        std::optional<Error> sweepError;
        bool isPushed;
        std::optional<Error> pushError;
        std::size_t unreadKeys;
        std::optional<Error> readError;
        std::optional<Error> sessionsError;
        std::uint64_t failovers;
        std::optional<SteadyTime> restartedAt;
        std::optional<observe::Loss> loss;
        friend bool operator==(const MasterNews&, const MasterNews&) = default;
    };

    struct Written {
        std::uint64_t revision = 0;
        Deadlines deadlines{};
    };

    bool writeLocks(output::JsonWriter& out, const observe::BoardUpdate& update,
        const output::OutputTime& present, const IsStopped& isStopped);
    bool writeMasters(output::JsonWriter& out, const std::vector<observe::MasterStatus>& masters);

    std::map<Resource, Written> m_written;
    std::vector<MasterNews> m_news;
    observe::WaitsPtr m_waits; ///< null: nothing was written
};

} // namespace lockkeeper::ctl
