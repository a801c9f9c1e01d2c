// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"
#include "core/observe/board/process_probe.h"
#include "core/observe/board/watch_options.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace lockkeeper::observe {

/// Watches one deployment on its own thread: sweeps the masters, then follows pushed changes, or
/// sweeps at an interval. Thread-safe.
///
/// - `onUpdate` runs on that thread and must not block. It gets each change of a lock or master,
///   else an update a second, and all locks every ten minutes. Updates begin during the first
///   sweep.
/// - Unusable formats: reads nothing; updates have FormatSet::of()'s error.
class Watcher {
public:
    using UpdateHandler = observe::UpdateHandler;

    Watcher(config::Deployment deployment, const Clock& clock LK_LIFETIME_BOUND,
        const ProcessProbe& processes LK_LIFETIME_BOUND, UpdateHandler onUpdate,
        WatchOptions options = {});
    ~Watcher();

    /// Sweeps again soon and publishes all locks.
    void refresh();
    /// No `onUpdate` after this returns. Frees nothing, which saves an ending program seconds.
    void stop();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

/// Several Watchers on one thread. Not thread-safe, except refresh().
class WatcherGroup {
public:
    using UpdateHandler = observe::UpdateHandler;

    WatcherGroup();
    ~WatcherGroup();
    WatcherGroup(const WatcherGroup&) = delete;
    WatcherGroup& operator=(const WatcherGroup&) = delete;

    /// Before start(). Returns its index. Throws std::system_error without file descriptors.
    std::size_t add(config::Deployment deployment, const Clock& clock LK_LIFETIME_BOUND,
        const ProcessProbe& processes LK_LIFETIME_BOUND, UpdateHandler onUpdate,
        WatchOptions options = {});
    /// Once. Throws std::system_error without a thread.
    void start();
    /// Thread-safe after start().
    void refresh(std::size_t index);
    void stop();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

/// About the most open files that watching takes.
[[nodiscard]] std::uint64_t descriptorsFor(const config::Deployment& deployment) noexcept;

/// Sweeps once. Blocks until each master has answered or timed out: a few times deployment.timeout.
/// Unusable formats: the update has only an error. Uses only the options `usualHold`, `least` and
/// `onReading` (called on this thread).
[[nodiscard]] BoardUpdate sweepOnce(const config::Deployment& deployment, const Clock& clock,
    const ProcessProbe& processes, WatchOptions options = {});

} // namespace lockkeeper::observe
