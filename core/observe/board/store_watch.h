// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/loop/event_loop.h"
#include "core/observe/board/board.h"
#include "core/observe/board/watch_options.h"

namespace lockkeeper::observe {

struct StoreWatchInputs {
    config::Deployment deployment;
    const Clock& clock;
    const ProcessProbe& processes;
    UpdateHandler onUpdate;
    WatchOptions options;
    /// Runs the loop and outlives it; null: a thread does.
    asio::io_context* context = nullptr;
};

/// Watches a deployment of one kind of store: reports KeyReadings to a Board, and publishes its
/// changes. Thread: the loop's; for loop(): any.
///
/// A new store is a folder with a StoreWatch, a row in watcher.cpp, and URLs in
/// config/ensemble.cpp.
class StoreWatch {
public:
    StoreWatch(const StoreWatch&) = delete;
    StoreWatch& operator=(const StoreWatch&) = delete;
    /// A derived destructor stops the loop first: tasks use its members.
    virtual ~StoreWatch() = default;

    void start();
    /// Instead of start(): looks once, then calls `done`.
    void sweepOnce(std::function<void(BoardUpdate)> done);
    /// Looks again soon, and publishes all locks.
    virtual void refresh() = 0;
    [[nodiscard]] EventLoop& loop() noexcept { return m_loop; }

protected:
    struct Traits {
        const NoteBook* notes = nullptr;
        StoreEvidence evidence{};
        /// Publish if only MasterStatus::keysRead changed. False if pushed changes add to it.
        bool isKeysReadNews = false;
    };

    StoreWatch(StoreWatchInputs inputs, Traits traits);

    /// Once, before the first tick().
    virtual void connect() = 0;
    virtual void tick() = 0;
    /// Sets `masters`, may clear `isComplete` and set `error`.
    virtual void setMasters(BoardUpdate& update) = 0;

    static constexpr std::chrono::milliseconds kTick{100};

    /// In kTick; cancels a scheduled tick().
    void scheduleTick();
    void keepPace(SteadyTime now);
    /// Publishes changes, else once a second; never within `publishEvery` of the last update.
    void publish(SteadyTime now);
    void finishLook();

    EventLoop m_loop;
    config::Deployment m_deployment;
    const Clock& m_clock;
    WatchOptions m_options;
    Result<FormatSet> m_formats; ///< an Error: reads nothing
    WaitsPtr m_waits = noWaits();
    Board m_board;
    std::function<void(BoardUpdate)> m_lookedAtOnce; ///< set: looks once

private:
    void setState(BoardUpdate& update);
    [[nodiscard]] bool isSameState(const BoardUpdate& a, const BoardUpdate& b) const;

    UpdateHandler m_onUpdate;
    const bool m_isKeysReadNews;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    BoardUpdate m_latest;
    BoardUpdate m_present; ///< kept for its memory
    SteadyTime m_published{};
    SteadyTime m_nextReassess{};
    SteadyTime m_nextRetell{};
};

} // namespace lockkeeper::observe
