// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/event_loop.h"
#include "core/observe/board/board.h"
#include "core/observe/reading/master_sweep.h"
#include "core/observe/reading/push_feed.h"
#include "core/observe/reading/read_throttle.h"
#include "core/observe/reading/reread_budget.h"
#include "core/observe/reading/unread_keys.h"

#include <memory>
#include <unordered_set>

namespace lockkeeper::observe {

/// How to watch one master of a deployment.
struct MasterWatchOptions {
    SweepOptions sweep;
    std::chrono::milliseconds interval{1000}; ///< minimum time between two sweeps, without a feed
    /// With a feed: keys not read for this long are read again, as far as the RereadBudget allows.
    std::chrono::milliseconds resweepInterval{std::chrono::minutes(5)};
    /// Why the master can't push changes. nullopt: it can, or that is not known yet.
    std::optional<Error> noPush;
    std::string user{}; ///< user that a missing permission must be granted to
    /// How often to check whether a refused permission has been granted.
    std::chrono::milliseconds retryRefused{30'000};
};

/// Keeps the board up to date about one master. Sweeps the master when it comes up and reads the
/// keys that it reports as touched. Without a feed it sweeps at an interval. With one, it compares
/// all names with the board slowly (a thousand a second) and reads some keys again. Reports to the
/// board when the master stops answering.
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

    /// `queueKey` is passed to the KeyReader. `onRead` is called after the board has received some
    /// readings.
    MasterWatch(Access access, MasterWatchOptions options, KeyReader::QueueKey queueKey,
        std::function<void()> onRead);
    ~MasterWatch();
    MasterWatch(const MasterWatch&) = delete;
    MasterWatch& operator=(const MasterWatch&) = delete;

    /// Subscribes to changes reported by the master, if its patterns have a fixed prefix.
    void listen(const PushFeed::Connect& connect);

    /// Does what is due. Call several times a second.
    void tick();
    /// Sweeps as soon as possible.
    void refresh() { m_nextSweep = SteadyTime{}; }
    /// Queues these keys to be read soon, in batches. Keys that match no pattern are ignored.
    void touch(std::vector<std::string> keys);
    /// Most keys that may be read at once: their replies share one deadline.
    static constexpr std::size_t kMostAtOnce = ReadThrottle::kMostAtOnce;
    /// Reads these keys, at most kMostAtOnce, at once. Calls `done` when they have been read, or
    /// when it is certain that they won't be.
    void read(std::vector<std::string> keys, std::function<void()> done = {});

    [[nodiscard]] MasterStatus status() const;
    /// True if every key was read since the connection was made.
    [[nodiscard]] bool isWhole() const noexcept { return m_isWhole; }
    /// True if there is nothing to wait for: the keys were read, as far as the master answers; or
    /// it does not answer.
    [[nodiscard]] bool isSettled() const noexcept
    {
        return m_isWhole || m_isPartlyRead || m_failure.has_value();
    }
    [[nodiscard]] const std::optional<Error>& sweepError() const noexcept { return m_sweepError; }

private:
    struct Reading {
        std::vector<std::string> keys;
        std::function<void()> done;
    };

    void onPushed(std::vector<std::string> keys);
    void readOtherKeys();
    void readTouched();
    void startReading(Reading reading);
    void take(KeyReading& reading, const Error* error);
    void startSweep();
    void endSweep(const std::optional<Error>& error);
    void onUp();
    void onDown(const Error& error);
    void onOutage(const std::optional<Error>& outage);
    [[nodiscard]] std::vector<std::string> failUnreachableKeys();
    void endPartly();
    void retryRefused();
    void checkNames();
    void onNames(const Result<redis::Reply>& reply);
    void addOldest(std::span<const redis::Reply> names, std::vector<std::string>& keys);
    [[nodiscard]] bool isFeedLive() const { return m_feed && m_feed->isLive(); }
    [[nodiscard]] bool isFeedSettled() const;

    Access m_access;
    MasterWatchOptions m_options;
    KeyReader m_reader;
    std::function<void()> m_onRead;
    std::unique_ptr<MasterSweep> m_sweep; ///< while one is in progress
    bool m_isUp = false;
    bool m_isWhole = false;
    bool m_wasFeedLive = false;
    std::optional<Error> m_failure; ///< why the master does not answer
    std::optional<Error> m_outage; ///< why a part of the master does not answer
    bool m_isPartlyRead = false; ///< the other parts were read since the outage
    std::optional<Error> m_sweepError;
    SteadyTime m_upSince{};
    SteadyTime m_sweepStart{};
    SteadyTime m_nextSweep{};
    SteadyTime m_nextSign{}; ///< next sign of life to be requested
    SteadyTime m_nextFeedSign{};
    SteadyTime m_nextRetry{}; ///< next check of refused permissions
    UnreadKeys m_unread;
    std::size_t m_keysRead = 0;
    std::size_t m_readsUnderWay = 0;
    std::unordered_set<std::string> m_touched; ///< keys to be read
    ReadThrottle m_touchPace;
    std::unordered_set<std::string> m_othersRead; ///< keys that are no locks, read in this second
    std::unordered_set<std::string> m_othersLater; ///< of these: touched again since
    SteadyTime m_nextOthers{};
    std::vector<std::string> m_unanswered; ///< to be read again
    std::optional<SteadyTime> m_loggedInAt; ///< a new value means a new connection
    // State of the comparison of all names.
    bool m_isHealing = false;
    std::size_t m_healPattern = 0;
    std::string m_healCursor = "0";
    std::size_t m_healCount; ///< COUNT of each SCAN
    RereadBudget m_rereadBudget;
    std::shared_ptr<bool> m_isAlive = std::make_shared<bool>(true);
    std::unique_ptr<PushFeed> m_feed; ///< last, so that it calls nothing that is destroyed
};

} // namespace lockkeeper::observe
