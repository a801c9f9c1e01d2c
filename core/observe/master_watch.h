// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/event_loop.h"
#include "core/loop/lifetime.h"
#include "core/observe/board/board.h"
#include "core/observe/board/freshness.h"
#include "core/observe/change_feed.h"
#include "core/observe/name_check.h"
#include "core/observe/notes/note_poll.h"
#include "core/observe/reading/key_reader.h"
#include "core/observe/reading/master_sweep.h"
#include "core/observe/reading/read_refusal.h"
#include "core/observe/role_check.h"
#include "core/observe/sweep_schedule.h"
#include "core/observe/touched_keys.h"
#include "core/observe/watch_state.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockkeeper::observe {

/// Locks of a master whose queue may have waiters.
class QueuedLocks {
public:
    void note(const std::string& lock)
    {
        constexpr std::size_t kMost = 10'000;
        if (m_locks.size() >= kMost)
            m_locks.clear();
        m_locks.insert(lock);
    }
    void note(const KeyReading& reading)
    {
        if (reading.queue && !reading.queue->elements.empty())
            note(reading.key);
        else if (!m_locks.empty())
            m_locks.erase(reading.key);
    }
    [[nodiscard]] bool has(const std::string& lock) const { return m_locks.contains(lock); }

private:
    std::unordered_set<std::string> m_locks;
};

class MasterRecords final : public KeyRecords {
public:
    static_assert(kMost == KnownKeys::kMostExpected);

    MasterRecords(const Board& board, std::size_t master)
        : m_board(board)
        , m_master(master)
    { }

    void expect(std::span<const KeyReading> next) const override { m_board.keys().expect(next); }
    [[nodiscard]] std::uint64_t findShort(std::span<const std::string> keys) const override
    {
        return m_board.keys().findShort(m_master, keys);
    }

private:
    const Board& m_board;
    std::size_t m_master;
};

/// Until when all changes of one master were noticed.
class KnownUntil {
public:
    void login() noexcept { m_freshness.since = SteadyTime::max(); }
    /// Keys read since `since` are known as of `until`. The next call follows within `patience` and
    /// seconds.
    void note(SteadyTime since, SteadyTime until, SteadyTime::duration patience = {}) noexcept
    {
        constexpr std::chrono::seconds kForReading{5};
        m_freshness.since = since;
        m_freshness.until = std::max(m_freshness.until, until);
        m_patience = kForReading + patience;
    }
    /// `until` stops growing while the master does not answer.
    [[nodiscard]] Freshness freshness(bool isUp) const noexcept
    {
        Freshness freshness = m_freshness;
        if (isUp && freshness.until != SteadyTime::min())
            freshness.until += m_patience;
        return freshness;
    }

private:
    Freshness m_freshness; ///< if the master stopped answering now
    SteadyTime::duration m_patience{};
};

struct MasterWatchOptions {
    SweepOptions sweep;
    std::chrono::milliseconds interval{1000}; ///< without a feed: minimum time between sweeps
    /// With a feed: time until keys are reread, within NameCheck::rereadBudget().
    std::chrono::milliseconds resweepInterval{std::chrono::minutes(5)};
    std::optional<Error> noPush;
    std::string user{};
    /// For a refused permission, or an endless scan.
    std::chrono::milliseconds retryRefused{30'000};
    std::function<void(const KeyReading& reading)> onReading{};
    /// Of waiters' lists, besides the patterns'.
    std::vector<std::string> queuePrefixes{};
};

/// Keeps one master's votes up to date. Sweeps at login; then reads reported keys and slowly
/// compares all names, or without a feed sweeps at intervals. Thread: the loop's.
class MasterWatch {
public:
    struct Access {
        EventLoop& loop;
        redis::Transport& transport;
        const Clock& clock;
        Board& board;
        NoteBook& notes;
        std::size_t index;
    };

    MasterWatch(Access access, MasterWatchOptions options, KeyReader::Queues queues,
        std::function<void()> onRead);
    MasterWatch(const MasterWatch&) = delete;
    MasterWatch& operator=(const MasterWatch&) = delete;

    void listen(const PushFeed::Connect& connect);

    void tick();
    void refresh();
    void touch(std::vector<std::string> keys, bool areReported = false);
    /// More would miss their common deadline.
    static constexpr std::size_t kMostAtOnce = TouchedKeys::kMostAtOnce;
    /// Reads at most kMostAtOnce keys at once. `done`: all are read, or never will be.
    void read(std::vector<std::string> keys, std::function<void()> done = {});

    [[nodiscard]] MasterStatus status() const;
    [[nodiscard]] bool isSettled() const noexcept { return m_state.isSettled(); }
    [[nodiscard]] bool isReadingNotes() const noexcept { return m_notes.isReading(); }
    /// A report to come may explain its absence.
    [[nodiscard]] bool isVanishing(const std::string& key) const
    {
        return m_vanished.contains(key);
    }
    [[nodiscard]] const std::optional<Error>& sweepError() const noexcept { return m_sweepError; }

private:
    /// A flush of some database. Until a few locks show whether it was this one, no other reading
    /// counts.
    struct FlushCheck {
        SteadyTime at;
        bool isSomeKept = false;
        bool isAgain = false;
        std::vector<KeyReading> readings{};
        std::vector<std::string> unread{}; ///< of earlier reports: to be repeated
        std::unordered_set<std::string> earlier{}; ///< reported before, not yet read then
        std::unordered_set<std::string> reported{};
        std::unordered_map<std::string, bool> again{}; ///< is it there?
        std::optional<SteadyTime> readAt{}; ///< reports until then are on their way
        std::function<void()> afterwards{};

        /// All missing keys reported since then are read again.
        [[nodiscard]] bool isReadAgain() const;
    };

    /// False: the connection had no events.
    bool followLink(const redis::LinkStatus& link);
    void onLogin();
    void onLoss(const Error& error);
    void onOutage(const std::optional<Error>& outage);
    void onPushed(std::vector<std::string> keys);
    void onGap();
    void onFlushed();
    void endFlushCheck();
    [[nodiscard]] bool isOfAnother(const FlushCheck& check) const;
    void compareNames(SteadyTime flushedAt);
    void onSweepFinished(const MasterSweep& sweep);
    void onSweepFailed(const Error& error, bool isEndless);
    void fail(const Error& error, bool isEndless);

    void startSweep();
    void endSweep(const std::optional<Error>& error);
    void readTouched();
    void readTouchedNotes();
    void startReading(std::vector<std::string> keys, std::function<void()> done,
        std::function<void(const KeyReading&)> onFound = {});
    /// `isListed`: by a sweep, so that it is there.
    void take(KeyReading& reading, const Error* error, bool isListed = false);
    void retryRefused();
    void requestSign();
    void noteServer(const redis::LinkStatus& link);
    void followFeed(bool isUp);
    void settleLosses();
    void settleVanished();
    [[nodiscard]] bool isUnexplained(const KeyReading& reading) const;
    [[nodiscard]] bool isSweepDue() const;
    [[nodiscard]] std::optional<std::string> queuedLock(std::string_view list);

    Access m_access;
    MasterWatchOptions m_options;
    MasterRecords m_records;
    KeyReader::LockOf m_lockOf;
    QueuedLocks m_queued;
    KeyReader m_reader;
    std::function<void()> m_onRead;
    WatchState m_state;
    SweepSchedule m_schedule;
    std::unique_ptr<MasterSweep> m_sweep;
    SweepFilter m_filter;
    std::optional<Error> m_sweepError;
    std::size_t m_keysRead = 0;
    UnreadKeys m_unread;
    NotePoll m_notes;
    TouchedKeys m_touched;
    std::size_t m_readsUnderWay = 0;
    NameCheck m_names;
    bool m_isNameCheckNext = true; ///< else a PING
    SteadyTime m_nextSign{};
    SteadyTime m_nextRetry{};
    RoleCheck m_role;
    SteadyTime m_toldUntil{};
    std::optional<SteadyTime> m_sweptAt; ///< losses wait for reports until then
    SteadyTime m_reportsSince = SteadyTime::max(); ///< no report is missing since then
    std::unordered_map<std::string, SteadyTime> m_vanished;
    std::optional<FlushCheck> m_flush;
    KnownUntil m_known;
    // Of a group: the latest server's run_id and address, and when it replaced another there.
    std::string m_serverRun;
    std::string m_serverPlace;
    std::optional<SteadyTime> m_restartedAt;
    Lifetime m_lifetime;
    ChangeFeed m_feed; ///< last, so that it calls nothing destroyed
};

} // namespace lockkeeper::observe
