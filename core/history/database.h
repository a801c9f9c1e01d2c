// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/schema.h"
#include "core/history/tracker.h"

#include <memory>

namespace lockkeeper::history {

/// Limits of a history.
struct Retention {
    std::chrono::hours age{30 * 24}; ///< intervals that ended longer ago are deleted
    /// Size of the file; the oldest intervals are deleted first.
    std::uint64_t bytes = 256ULL << 20U;
};

/// Write access to one history file, for one process and thread at a time (RecordingLock). Every
/// member blocks for the disk, and for up to kBusyMilliseconds while another program writes.
class Database {
public:
    /// Opens the file, creates it, or migrates it to the current version. Ends the intervals and
    /// waits that were left open; their real end was not seen. Fails without a change for a newer
    /// version, and for a file that is no history.
    /// `resumes`: an interval or wait that goes on with the same value is continued.
    [[nodiscard]] static DatabaseResult<std::unique_ptr<Database>> open(
        const std::filesystem::path& file, bool resumes = true);

    /// Writes everything in one transaction, or nothing. `seenAt`: until when open intervals were
    /// seen, if that has changed.
    [[nodiscard]] DatabaseResult<void> write(
        const Changes& changes, std::optional<WallTime> seenAt);

    /// Deletes some of the data that exceeds the limits, and returns the space to the system.
    /// Returns true if there is more: call it again. Each call takes some tens of milliseconds.
    [[nodiscard]] DatabaseResult<bool> retain(const Retention& retention, WallTime now);

    /// True if the file exceeds its maximum size.
    [[nodiscard]] DatabaseResult<bool> isTooLarge(const Retention& retention);

    /// The first unused interval id.
    [[nodiscard]] std::int64_t nextIntervalId() const noexcept { return m_nextIntervalId; }
    /// The first unused id of a wait.
    [[nodiscard]] std::int64_t nextWaitId() const noexcept { return m_nextWaitId; }

    /// False if the file was deleted or replaced meanwhile: what is written to it is lost.
    [[nodiscard]] bool isStillThere() const noexcept;

private:
    explicit Database(const std::filesystem::path& file);

    void noteEndOfRecording();
    void endOpenIntervals();
    void endOpenWaits();
    struct ResourceId {
        std::int64_t id;
        bool isNew; ///< nothing of it was recorded before
    };
    ResourceId resourceId(const Resource& resource);
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
    std::size_t deleteWithNames(SQLite::Statement& deletion);
    [[nodiscard]] std::uint64_t usedBytes();

    struct Statements;
    std::filesystem::path m_file;
    SQLite::Database m_database;
    std::unique_ptr<Statements> m_statements;
    std::int64_t m_nextIntervalId = 1;
    std::int64_t m_nextWaitId = 1;
    const std::optional<FileIdentity> m_identity;
    bool m_resumes = true;
    std::int64_t m_watchedUntil = 0; ///< before this database was opened
    bool m_isShrinking = false; ///< was too large; deletes until it is well below the limit
    bool m_isShorter = false; ///< shortened in the log, but not in the file yet

public:
    ~Database();
};

} // namespace lockkeeper::history
