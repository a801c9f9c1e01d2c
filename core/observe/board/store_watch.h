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

namespace lockkeeper {
class EventLoop;
}

namespace lockkeeper::observe {

using UpdateHandler = std::function<void(const BoardUpdate&)>;

/// Options of a Watcher.
struct WatchOptions {
    /// Minimum time between two updates. Zero: each change is published as soon as it was read.
    std::chrono::milliseconds publishEvery{100};
    bool isPushWanted = true; ///< false: masters do not push changes, but are swept at the interval
    UsualHold usualHold{}; ///< empty: no lock counts as held unusually long
    Certainty least = Certainty::Likely; ///< locks that are less certain are only counted
    /// Called on the watcher's thread for each key that was read, just before the board gets it.
    /// Empty: not wanted, and costs nothing.
    std::function<void(const KeyReading& reading)> onReading{};
    /// How often to check whether a permission that a master refused has been granted.
    std::chrono::milliseconds retryRefused{30'000};
};

/// At which pace any StoreWatch looks and publishes.
struct WatchPace {
    static constexpr std::chrono::milliseconds kTick{100};
    /// How often time-dependent evidence is searched for, and in how many locks at a time.
    static constexpr std::chrono::milliseconds kReassess{250};
    static constexpr std::size_t kReassessed = 1000;
    /// Interval of updates without changes. They show how old the data is.
    static constexpr std::chrono::milliseconds kHeartbeat{1000};
    /// Interval of updates with all entries, for receivers that have lost some.
    static constexpr std::chrono::milliseconds kRetell{600'000};
};

/// What a Watcher or sweepOnce() consists of: watches a deployment of one kind of store, on a loop
/// of its own. What it sees it tells a Board in KeyReadings: of Redis' keys, or of what another
/// store has in their place (ValueType::Node). So nobody behind a BoardUpdate knows the store. A
/// new store is a folder with one of these, a row in the table of watcher.cpp, and its URLs in
/// config/ensemble.cpp.
///
/// The destructor stops the loop. Thread-safety: loop() from any thread; the others on the loop.
class StoreWatch {
public:
    StoreWatch() = default;
    StoreWatch(const StoreWatch&) = delete;
    StoreWatch& operator=(const StoreWatch&) = delete;
    virtual ~StoreWatch() = default;

    /// Starts watching, without an end.
    virtual void start() = 0;
    /// Looks once and calls `done` with the result, instead of start().
    virtual void sweepOnce(std::function<void(BoardUpdate)> done) = 0;
    /// Looks again as soon as possible, and publishes all locks again.
    virtual void refresh() = 0;
    [[nodiscard]] virtual EventLoop& loop() noexcept = 0;
};

/// What a StoreWatch is made of: the arguments of a Watcher.
struct StoreWatchInputs {
    config::Deployment deployment;
    const Clock& clock;
    const ProcessProbe& processes;
    UpdateHandler onUpdate;
    WatchOptions options;
};

} // namespace lockkeeper::observe
