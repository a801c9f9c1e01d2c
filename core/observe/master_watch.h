// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/event_loop.h"
#include "core/loop/lifetime.h"
#include "core/observe/change_feed.h"
#include "core/observe/known_until.h"
#include "core/observe/master_records.h"
#include "core/observe/name_check.h"
#include "core/observe/reading/master_sweep.h"
#include "core/observe/reading/unread_keys.h"
#include "core/observe/role_check.h"
#include "core/observe/sweep_filter.h"
#include "core/observe/sweep_schedule.h"
#include "core/observe/touched_keys.h"
#include "core/observe/waiting_queues.h"
#include "core/observe/watch_state.h"

#include <memory>

namespace lockkeeper::observe {

/// How to watch one master of a deployment.
struct MasterWatchOptions {
    SweepOptions sweep;
    std::chrono::milliseconds interval{1000}; ///< minimum time between two sweeps, without a feed
    /// With a feed: keys not read for this long are read again, as far as NameCheck::rereadBudget()
    /// allows.
    std::chrono::milliseconds resweepInterval{std::chrono::minutes(5)};
    /// Why the master can't push changes. nullopt: it can, or that is not known yet.
    std::optional<Error> noPush;
    std::string user{}; ///< user that a missing permission must be granted to
    /// How often to check whether a refused permission has been granted, or a scan ends that did
    /// not.
    std::chrono::milliseconds retryRefused{30'000};
    std::function<void(const KeyReading& reading)> onReading{}; ///< empty: not wanted
    /// What the names of the lists of waiters begin with, beside those of the patterns.
    std::vector<std::string> queuePrefixes{};
};

/// Keeps the board up to date about one master. Sweeps the master when it comes up and reads the
/// keys that it reports as touched. Without a feed it sweeps at an interval. With one, it compares
/// all names with the board slowly (a thousand a second) and reads some keys again. Reports to the
/// board when the master stops answering.
///
/// WatchState, SweepSchedule and ChangeFeed hold the state of the master. Each event that changes
/// it has one private function (onLogin() ...) with everything that follows.
///
/// Used on the loop's thread. Everything passed to it must outlive it.
class MasterWatch {
public:
    struct Access {
        EventLoop& loop;
        redis::Transport& transport;
        const Clock& clock;
        Board& board;
        std::size_t index; ///< index of the master on the board
    };

    /// `queueOf` is passed to the KeyReader. `onRead` is called after the board has received some
    /// readings.
    MasterWatch(Access access, MasterWatchOptions options, KeyReader::QueueOf queueOf,
        std::function<void()> onRead);
    MasterWatch(const MasterWatch&) = delete;
    MasterWatch& operator=(const MasterWatch&) = delete;

    /// Subscribes to changes reported by the master, if its patterns have a fixed prefix.
    void listen(const PushFeed::Connect& connect);

    /// Does what is due. Call several times a second.
    void tick();
    /// Sweeps as soon as possible.
    void refresh();
    /// Queues these keys to be read soon, in batches. Keys that match no pattern are ignored.
    void touch(std::vector<std::string> keys);
    /// Most keys that may be read at once: their replies share one deadline.
    static constexpr std::size_t kMostAtOnce = TouchedKeys::kMostAtOnce;
    /// Reads these keys, at most kMostAtOnce, at once. Calls `done` when they have been read, or
    /// when it is certain that they won't be.
    void read(std::vector<std::string> keys, std::function<void()> done = {});

    [[nodiscard]] MasterStatus status() const;
    /// True if every key was read since the connection was made.
    [[nodiscard]] bool isWhole() const noexcept { return m_state.isWhole(); }
    /// True if there is nothing to wait for: the keys were read, as far as the master answers; or
    /// it does not answer.
    [[nodiscard]] bool isSettled() const noexcept { return m_state.isSettled(); }
    [[nodiscard]] const std::optional<Error>& sweepError() const noexcept { return m_sweepError; }

private:
    /// Does what follows from the events of the connection. Returns true if there were any.
    bool followLink(const redis::LinkStatus& link);
    void onLogin();
    void onLoss(const Error& error);
    void onOutage(const std::optional<Error>& outage);
    void onPushed(std::vector<std::string> keys);
    void compareNames();
    void onSweepFinished(const MasterSweep& sweep);
    void onSweepFailed(const Error& error, bool isEndless);
    void fail(const Error& error, bool isEndless);

    void startSweep();
    void endSweep(const std::optional<Error>& error);
    void readTouched();
    void startReading(std::vector<std::string> keys, std::function<void()> done);
    void take(KeyReading& reading, const Error* error);
    void retryRefused();
    void requestSign();
    void followFeed(bool isUp);
    [[nodiscard]] bool isSweepDue() const;

    Access m_access;
    MasterWatchOptions m_options;
    MasterRecords m_records;
    KeyReader m_reader;
    std::function<void()> m_onRead;
    WatchState m_state;
    SweepSchedule m_schedule;
    std::unique_ptr<MasterSweep> m_sweep; ///< while one is in progress
    SweepFilter m_filter;
    std::optional<Error> m_sweepError;
    std::size_t m_keysRead = 0; ///< by the latest sweep that has ended
    UnreadKeys m_unread;
    TouchedKeys m_touched;
    WaitingQueues m_queues;
    std::size_t m_readsUnderWay = 0;
    NameCheck m_names;
    bool m_isNameCheckNext = true; ///< the next sign of life is a NameCheck; else a PING
    SteadyTime m_nextSign{}; ///< next sign of life to be requested
    SteadyTime m_nextRetry{}; ///< next check of refused permissions
    RoleCheck m_role;
    SteadyTime m_toldUntil{}; ///< what the feed has told until then was read
    KnownUntil m_known;
    Lifetime m_lifetime;
    ChangeFeed m_feed; ///< last, so that it calls nothing that is destroyed
};

} // namespace lockkeeper::observe
