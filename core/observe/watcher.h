// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "core/observe/board/process_probe.h"
#include "core/observe/board/usual_hold.h"

#include <functional>
#include <memory>

namespace lockkeeper::observe {

/// How a watcher works.
struct WatchOptions {
    /// Between two updates, at least; zero: each change is published as soon as it was read.
    std::chrono::milliseconds publishEvery{100};
    bool isPushWanted = true; ///< false: the masters are only looked at, at the interval
    UsualHold usualHold{}; ///< empty: no lock is held unusually long
    /// How often it is looked whether what a master refused has been granted.
    std::chrono::milliseconds retryRefused{30'000};
};

/// Watches one deployment from a thread of its own: sweeps its masters once, lets them tell what
/// changes from then on (or sweeps again and again where they do not), and hands every change to
/// one function.
///
/// `onUpdate` runs on the watcher's thread, while the first sweep goes on already: an update is
/// complete once every master was swept. Of a deployment whose formats can't be used nothing is
/// looked at: its updates have the error of formatsOf(). It comes whenever a lock, or the state of
/// a master, has changed, and once a second anyway; every ten minutes it holds all locks, changed
/// or not. It must not block. Ownership: `clock` and `processes` must outlive the watcher.
/// Thread-safety: all members from any thread; after the destructor returned, `onUpdate` runs no
/// more.
class Watcher {
public:
    using UpdateHandler = std::function<void(const BoardUpdate&)>;

    Watcher(config::Deployment deployment, const Clock& clock, const ProcessProbe& processes,
        UpdateHandler onUpdate, WatchOptions options = {});
    ~Watcher();

    /// Sweeps again as soon as possible, and tells all locks anew. Never blocks.
    void refresh();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

/// One sweep of a deployment, then done. Blocks until every master has answered or its deadline has
/// passed (connect and sweep: a few times deployment.timeout). The update has an error, and nothing
/// else, if the deployment's formats can't be used.
[[nodiscard]] BoardUpdate sweepOnce(const config::Deployment& deployment, const Clock& clock,
    const ProcessProbe& processes, UsualHold usualHold = {});

} // namespace lockkeeper::observe
