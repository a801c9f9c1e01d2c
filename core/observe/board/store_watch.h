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

/// Watches a deployment of one kind of store on its own loop: reports KeyReadings to a Board, and
/// publishes its changes. Thread: the loop's; for loop(): any.
///
/// A new store is a folder with a StoreWatch, a row in watcher.cpp, and URLs in
/// config/ensemble.cpp.
class StoreWatch {
public:
    StoreWatch(const StoreWatch&) = delete;
    StoreWatch& operator=(const StoreWatch&) = delete;
    /// A derived destructor stops the loop: tasks use its members.
    virtual ~StoreWatch() = default;

    void start();
    /// Instead of start(): looks once, then calls `done`.
    void sweepOnce(std::function<void(BoardUpdate)> done);
    /// Looks again soon, and publishes all locks.
    virtual void refresh() = 0;
    [[nodiscard]] EventLoop& loop() noexcept { return m_loop; }

protected:
    /// What differs by store.
    struct Traits {
        const NoteBook* notes = nullptr; ///< null: unknown
        StoreEvidence evidence{};
        /// A changed MasterStatus::keysRead alone is published. False if pushed changes add to it.
        bool isKeysReadNews = false;
    };

    StoreWatch(StoreWatchInputs inputs, Traits traits);

    /// Once, before the first tick().
    virtual void connect() = 0;
    virtual void tick() = 0;
    /// Sets `masters`, may clear `isComplete` and set `error`.
    virtual void setMasters(BoardUpdate& update) = 0;

    static constexpr std::chrono::milliseconds kTick{100};

    /// tick() runs in kTick, and not before.
    void scheduleTick();
    /// Reassesses and republishes locks when that is due.
    void keepPace(SteadyTime now);
    /// Unless nothing changed, or `publishEvery` has not passed since the last `now`.
    void publish(SteadyTime now);
    /// (m_lookedAtOnce) Passes the update on.
    void finishLook();

    EventLoop m_loop;
    config::Deployment m_deployment;
    const Clock& m_clock;
    WatchOptions m_options;
    Result<FormatSet> m_formats; ///< an Error: nothing is read
    WaitsPtr m_waits = noWaits();
    Board m_board;
    std::function<void(BoardUpdate)> m_lookedAtOnce; ///< set: looks once

private:
    void setState(BoardUpdate& update);
    [[nodiscard]] bool isSameState(const BoardUpdate& a, const BoardUpdate& b) const;

    UpdateHandler m_onUpdate;
    const bool m_isKeysReadNews;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    BoardUpdate m_latest; ///< without entries
    BoardUpdate m_present; ///< kept for its memory
    SteadyTime m_published{};
    SteadyTime m_nextReassess{};
    SteadyTime m_nextRetell{};
};

} // namespace lockkeeper::observe
