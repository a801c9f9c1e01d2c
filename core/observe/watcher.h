// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"
#include "core/observe/board/store_watch.h"

#include <functional>
#include <memory>

namespace lockkeeper::observe {

/// Watches one deployment on a thread of its own. Sweeps its masters once, then subscribes to their
/// changes (or sweeps repeatedly where it can't), and passes every change to one function.
///
/// `onUpdate` runs on the watcher's thread and must not block. It is called whenever a lock or the
/// state of a master has changed, and once a second otherwise; every ten minutes the update holds
/// all locks, changed or not. Updates begin during the first sweep: an update is complete once
/// every master was swept. If the deployment's formats can't be used, nothing is read and the
/// updates hold the error of FormatSet::of().
///
/// Ownership: `clock` and `processes` must outlive the watcher. Thread-safety: all members from any
/// thread. `onUpdate` is not called after the destructor has returned.
class Watcher {
public:
    using UpdateHandler = observe::UpdateHandler;

    Watcher(config::Deployment deployment, const Clock& clock LK_LIFETIME_BOUND,
        const ProcessProbe& processes LK_LIFETIME_BOUND, UpdateHandler onUpdate,
        WatchOptions options = {});
    ~Watcher();

    /// Sweeps again as soon as possible, and publishes all locks again. Never blocks.
    void refresh();
    /// Ends the watch. `onUpdate` is not called after this has returned. Frees nothing: with a
    /// million locks that takes seconds, which a program that ends can spare.
    void stop();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

/// Sweeps a deployment once. Blocks until every master has answered or its deadline has passed
/// (connect and sweep: a few times deployment.timeout). If the deployment's formats can't be used,
/// the update holds only an error. Of the options, `usualHold`, `least` and `onReading` count,
/// which is called on the caller's thread.
[[nodiscard]] BoardUpdate sweepOnce(const config::Deployment& deployment, const Clock& clock,
    const ProcessProbe& processes, WatchOptions options = {});

} // namespace lockkeeper::observe
