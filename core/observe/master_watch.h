// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/event_loop.h"
#include "core/observe/board/board.h"
#include "core/observe/reading/master_sweep.h"
#include "core/observe/reading/push_feed.h"
#include "core/observe/reading/reread_budget.h"
#include "core/observe/reading/touch_pace.h"
#include "core/observe/reading/unread_keys.h"

#include <memory>
#include <unordered_set>

namespace lockkeeper::observe {

/// How one master of a deployment is watched.
struct MasterWatchOptions {
    SweepOptions sweep;
    std::chrono::milliseconds interval{1000}; ///< between two sweeps, at least, without a feed
    /// With a feed: what was not read for so long is read once more, as far as RereadBudget goes.
    std::chrono::milliseconds resweepInterval{std::chrono::minutes(5)};
    /// Why changes can't be told; nullopt: they can, or it is not known yet.
    std::optional<Error> noPush;
    std::string user{}; ///< whom a missing permission would be granted to
    /// How often it is looked whether what was refused has been granted.
    std::chrono::milliseconds retryRefused{30'000};
};

/// Keeps the board true about one master: sweeps it when it comes, reads what it says was touched,
/// sweeps it again and again where it does not say so, compares all names with the board at leisure
/// (a thousand a second) and reads some of them once more, and tells the board when it stops
/// answering.
///
/// Lives on the loop's thread; what it is given must outlive it.
class MasterWatch {
public:
    struct Access {
        EventLoop& loop;
        redis::Transport& transport;
        const Clock& clock;
        Board& board;
        std::size_t index; ///< of the master, on the board
    };

    /// `feed` is null where changes can't be told. `onRead` is called after the board has taken in
    /// some readings.
    MasterWatch(Access access, MasterWatchOptions options, KeyReader::QueueKey queueKey,
        std::function<void()> onRead);
    ~MasterWatch();
    MasterWatch(const MasterWatch&) = delete;
    MasterWatch& operator=(const MasterWatch&) = delete;

    /// Listens to what the master tells from now on, if its patterns have a fixed beginning.
    void listen(const PushFeed::Connect& connect);

    /// Does what is due; to be called some times a second.
    void tick();
    /// Sweeps as soon as possible.
    void refresh() { m_nextSweep = SteadyTime{}; }
    /// Reads these keys soon, some at a time, of those that the patterns name.
    void touch(std::vector<std::string> keys);
    /// As many keys may be read at once: their replies share one deadline.
    static constexpr std::size_t kMostAtOnce = TouchPace::kMostAtOnce;
    /// Reads these keys, at most kMostAtOnce, at once; calls `done` once they were, or once it is
    /// sure that they won't be.
    void read(std::vector<std::string> keys, std::function<void()> done = {});

    [[nodiscard]] MasterStatus status() const;
    /// Every key was read since the master is connected.
    [[nodiscard]] bool isWhole() const noexcept { return m_isWhole; }
    /// It is not to be waited for: whole, as far as it answers; or not answering.
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

    void onTold(std::vector<std::string> keys);
    void readOthers();
    void readTouched();
    void startReading(Reading reading);
    void take(KeyReading& reading, const Error* error);
    void startSweep();
    void endSweep(const std::optional<Error>& error);
    void onUp();
    void onDown(const Error& error);
    void onOutage(const std::optional<Error>& outage);
    [[nodiscard]] std::vector<std::string> failWhatIsOut();
    void endPartly();
    void retryRefused();
    void heal();
    void onNames(const Result<redis::Reply>& reply);
    void addOldest(std::span<const redis::Reply> names, std::vector<std::string>& keys);
    [[nodiscard]] bool isFeedLive() const { return m_feed && m_feed->isLive(); }
    [[nodiscard]] bool isFeedSettled() const;

    Access m_access;
    MasterWatchOptions m_options;
    KeyReader m_reader;
    std::function<void()> m_onRead;
    std::unique_ptr<MasterSweep> m_sweep; ///< while one is under way
    bool m_isUp = false;
    bool m_isWhole = false;
    bool m_wasFeedLive = false;
    std::optional<Error> m_failure; ///< why it does not answer
    std::optional<Error> m_outage; ///< why a part of it does not
    bool m_isPartlyRead = false; ///< the other parts were read since
    std::optional<Error> m_sweepError;
    SteadyTime m_upSince{};
    SteadyTime m_sweepStart{};
    SteadyTime m_nextSweep{};
    SteadyTime m_nextSign{}; ///< of life
    SteadyTime m_nextFeedSign{};
    SteadyTime m_nextRetry{}; ///< of what was refused
    UnreadKeys m_unread;
    std::size_t m_keysRead = 0;
    std::size_t m_readsUnderWay = 0;
    std::unordered_set<std::string> m_touched; ///< to be read
    TouchPace m_touchPace;
    std::unordered_set<std::string> m_othersRead; ///< keys that are no locks, in this second
    std::unordered_set<std::string> m_othersLater; ///< of them: were touched again
    SteadyTime m_nextOthers{};
    std::vector<std::string> m_unanswered; ///< to be read once more
    std::optional<SteadyTime> m_loggedInAt; ///< another one: another connection
    // Comparing all names.
    bool m_isHealing = false;
    std::size_t m_healPattern = 0;
    std::string m_healCursor = "0";
    std::size_t m_healCount; ///< names that one look may come by
    RereadBudget m_rereadBudget;
    std::shared_ptr<bool> m_isAlive = std::make_shared<bool>(true);
    std::unique_ptr<PushFeed> m_feed; ///< last: nothing is told to what is gone
};

} // namespace lockkeeper::observe
