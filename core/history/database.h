// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/sql.h"
#include "core/history/tracker.h"

#include <memory>
#include <unordered_map>

namespace lockkeeper::history {

struct Retention {
    std::chrono::hours age{30 * 24};
    /// File size.
    std::uint64_t bytes = 256ULL << 20U;
};

/// Writes one history. One thread. Blocks for disk or network.
class Database {
public:
    /// Opens, creates or migrates it; refuses a newer version or another program's file. Ends open
    /// intervals and waits, with unknown ends; if `resumes`, an equal value continues them.
    [[nodiscard]] static DatabaseResult<std::unique_ptr<Database>> open(
        const Place& place, bool resumes = true);

    /// One transaction. `seenAt`: until when open intervals were seen, if changed.
    [[nodiscard]] DatabaseResult<void> write(
        const Changes& changes, std::optional<WallTime> seenAt);

    /// After Lost: connects again. True: the lost write is there. Superseded: another recorder led
    /// meanwhile.
    [[nodiscard]] DatabaseResult<bool> restore();

    /// Shows other recorders that this one lives, if due.
    [[nodiscard]] DatabaseResult<void> keepLead();

    /// Deletes some data beyond the limits, in some tens of milliseconds. True: more is left.
    [[nodiscard]] DatabaseResult<bool> retain(const Retention& retention, WallTime now);

    [[nodiscard]] DatabaseResult<bool> isTooLarge(const Retention& retention);

    [[nodiscard]] std::int64_t nextIntervalId() const noexcept { return m_nextIntervalId; }
    [[nodiscard]] std::int64_t nextWaitId() const noexcept { return m_nextWaitId; }

    [[nodiscard]] bool isStillThere() const noexcept;

private:
    Database(Place place, std::unique_ptr<Sql> sql);

    void noteEndOfRecording();
    void endOpenIntervals();
    void endOpenWaits();
    struct ResourceId {
        std::int64_t id;
        bool isNew;
    };
    void findResources(const Changes& changes);
    bool writeStart(const IntervalStart& start, const IntervalState& state);
    bool resume(const IntervalStart& start, std::int64_t resource);
    void writeState(std::int64_t id, const IntervalState& state);
    void writeVerdict(const VerdictChange& change);
    void writeMaster(const MasterChange& change);
    void writeWaitStart(const WaitStart& start);
    bool resume(const WaitStart& start, std::int64_t resource);
    void writeWaitEnd(const WaitEnd& end);
    void writeStale(const StaleCount& count);
    bool deleteOld(WallTime before);
    bool deleteOldest();
    std::size_t deleteWithNames(Statement& deletion);

    struct Statements;
    Place m_place;
    std::unique_ptr<Sql> m_sql;
    std::unique_ptr<Statements> m_statements;
    std::unordered_map<std::string, ResourceId> m_resources;
    std::int64_t m_nextIntervalId = 1;
    std::int64_t m_nextWaitId = 1;
    bool m_resumes = true;
    bool m_isUnsure = false; ///< a commit may have failed
    std::int64_t m_watchedUntil = 0; ///< before this opening
    bool m_isShrinking = false; ///< deletes until well below the limit

public:
    ~Database();
};

} // namespace lockkeeper::history
