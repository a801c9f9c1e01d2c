// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "core/observe/board/process_probe.h"
#include "core/observe/board/usual_hold.h"
#include "core/observe/reading/key_reading.h"

#include <chrono>
#include <cstddef>
#include <functional>

namespace asio {
class io_context;
}

namespace lockkeeper {
class EventLoop;
}

namespace lockkeeper::observe {

using UpdateHandler = std::function<void(const BoardUpdate&)>;

struct WatchOptions {
    /// Minimum time between updates; zero: none.
    std::chrono::milliseconds publishEvery{100};
    bool isPushWanted = true; ///< false: sweep at the interval instead
    UsualHold usualHold{};
    Certainty least = Certainty::Likely; ///< less certain locks are only counted
    bool areHoldsWanted = false;
    /// On the watcher's thread, before the board gets the reading.
    std::function<void(const KeyReading& reading)> onReading{};
    std::chrono::milliseconds retryRefused{30'000};
};

struct WatchPace {
    static constexpr std::chrono::milliseconds kTick{100};
    /// For time-dependent evidence: how often, in how many locks.
    static constexpr std::chrono::milliseconds kReassess{250};
    static constexpr std::size_t kReassessed = 1000;
    /// Updates without changes: they show the data's age.
    static constexpr std::chrono::milliseconds kHeartbeat{1000};
    /// With all entries, for receivers that lost some.
    static constexpr std::chrono::milliseconds kRetell{600'000};
};

/// Watches a deployment of one kind of store on its own loop, and reports KeyReadings to a Board.
/// The destructor stops the loop. Thread: the loop's; for loop(): any.
///
/// A new store is a folder with a StoreWatch, a row in watcher.cpp, and URLs in
/// config/ensemble.cpp.
class StoreWatch {
public:
    StoreWatch() = default;
    StoreWatch(const StoreWatch&) = delete;
    StoreWatch& operator=(const StoreWatch&) = delete;
    virtual ~StoreWatch() = default;

    virtual void start() = 0;
    /// Instead of start(): looks once, then calls `done`.
    virtual void sweepOnce(std::function<void(BoardUpdate)> done) = 0;
    /// Looks again soon, and publishes all locks.
    virtual void refresh() = 0;
    [[nodiscard]] virtual EventLoop& loop() noexcept = 0;
};

struct StoreWatchInputs {
    config::Deployment deployment;
    const Clock& clock;
    const ProcessProbe& processes;
    UpdateHandler onUpdate;
    WatchOptions options;
    /// Runs the loop and outlives it; null: a thread does.
    asio::io_context* context = nullptr;

    [[nodiscard]] EventLoop makeLoop() const;
};

} // namespace lockkeeper::observe
