// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/watcher.h"

#include <functional>
#include <memory>

namespace lockkeeper {
class EventLoop;
}

namespace lockkeeper::observe {

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
    Watcher::UpdateHandler onUpdate;
    WatchOptions options;
};

} // namespace lockkeeper::observe
