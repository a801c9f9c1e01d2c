// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/schema.h"
#include "core/history/tracker.h"

#include <memory>

namespace lockkeeper::history {

/// How much is kept.
struct Retention {
    std::chrono::hours age{30 * 24}; ///< what ended longer ago is deleted
    std::uint64_t bytes = 256ULL << 20U; ///< of the file; the oldest goes first
};

/// The writing side of one history file. One process and thread at a time has one (RecordingRight).
/// Every member blocks for the disk, and up to kBusyTimeout while another program writes.
class Database {
public:
    static constexpr std::chrono::milliseconds kBusyTimeout{5000};

    /// Opens the file, creates it, or brings it to the current version, and ends the intervals that
    /// were left open: they ended when nobody watched. Fails without a change for a newer version
    /// and for what is no history.
    [[nodiscard]] static DatabaseResult<std::unique_ptr<Database>> open(
        const std::filesystem::path& file);

    /// Writes everything in one transaction, or nothing. `seenAt`: up to when open intervals were
    /// seen, if there is news of that.
    [[nodiscard]] DatabaseResult<void> write(
        const Changes& changes, std::optional<WallTime> seenAt);

    /// Deletes some of what is too old or too much, and gives the space back; to be called again
    /// while it returns true: there is more. Each call takes some tens of milliseconds.
    [[nodiscard]] DatabaseResult<bool> retain(const Retention& retention, WallTime now);

    /// True if the file is larger than it may be.
    [[nodiscard]] DatabaseResult<bool> isTooLarge(const Retention& retention);

    /// The first id that no interval has.
    [[nodiscard]] std::int64_t nextIntervalId() const noexcept { return m_nextIntervalId; }

    /// False if the file was deleted or replaced under way: what is written to it is lost.
    [[nodiscard]] bool isStillThere() const noexcept;

private:
    explicit Database(const std::filesystem::path& file);

    void endOpenIntervals();
    std::int64_t resourceId(const Resource& resource);
    void writeStart(const IntervalStart& start, WallTime lastSeen);
    bool resume(const IntervalStart& start, std::int64_t resource);
    void writeState(std::int64_t id, const IntervalState& state);
    void writeVerdict(const VerdictChange& change);
    void writeMaster(const MasterChange& change);
    bool deleteOld(WallTime before);
    bool deleteOldest();
    std::size_t deleteWithNames(SQLite::Statement& deletion);
    [[nodiscard]] std::uint64_t usedBytes();

    struct Statements;
    std::filesystem::path m_file;
    SQLite::Database m_database;
    std::unique_ptr<Statements> m_statements;
    std::int64_t m_nextIntervalId = 1;
    std::uint64_t m_device = 0;
    std::uint64_t m_inode = 0;
    bool m_isShrinking = false; ///< it was too large
    bool m_isShorter = false; ///< in the log, but not in the file yet

public:
    ~Database();
};

} // namespace lockkeeper::history
