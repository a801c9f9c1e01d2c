// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/hook.h"
#include "app/ctl/base/target.h"
#include "app/ctl/base/update_queue.h"
#include "core/history/usual_hold_table.h"
#include "core/observe/watcher.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// What `watch` and `serve` share: one deployment, or with --all each of the file.
namespace lockkeeper::ctl {

struct Watched {
    std::string name{}; ///< empty: it is the only one
    Target target{};
    std::optional<Error> failure{};
    std::unique_ptr<Hook> hook{};
};
using WatchedList = std::vector<std::unique_ptr<Watched>>;

/// See openTarget() and openAll(). With --all, one that can't be opened has a failure. Blocks for
/// the disk and the sandbox.
[[nodiscard]] Result<WatchedList> openWatched(const GlobalOptions& globals);

[[nodiscard]] bool haveAllFailed(const WatchedList& all);
void complainAboutFailure(const Watched& watched);
[[nodiscard]] int exitCodeOfFailed(const WatchedList& all);
/// Also prints why each has failed.
[[nodiscard]] int complainAndExitCode(const WatchedList& all);
/// Open files that watching all takes, at most about. `haveHooks`: openHooks() follows.
[[nodiscard]] std::uint64_t descriptorsFor(const WatchedList& all, bool haveHooks) noexcept;
void openHooks(const WatchedList& all, const HookOptions& options, Hook::Output output);
/// Ends the commands for events, all at once. Blocks until they have ended.
void endHooks(const WatchedList& all);

/// Watches deployments on one thread, and hands updates to another. Not thread-safe.
class Watching {
public:
    struct Options {
        bool areHoldsWanted = false;
        /// Called on the watching thread, before anybody else gets the update.
        std::function<void(std::size_t index, const observe::BoardUpdate&)> first{};
    };

    /// `watched` must outlive it; start() reads it.
    explicit Watching(WatchedList& watched LK_LIFETIME_BOUND)
        : m_watched(watched)
        , m_queue(watched.size())
    { }
    Watching(const Watching&) = delete;
    Watching& operator=(const Watching&) = delete;

    /// Once. Throws std::system_error without a thread or file descriptors.
    void start(const GlobalOptions& globals, const Options& options);
    /// Publishes everything of a watched deployment again.
    void refresh(std::size_t index) { m_watchers.refresh(m_places.at(index)); }
    /// No hook and no `first` gets an update after it.
    void stop() { m_watchers.stop(); }

    [[nodiscard]] int descriptor() const noexcept { return m_queue.descriptor(); }
    /// Calls `show(index, update)` for each new update, until it returns false; `fail(index)` for a
    /// deployment that can't be watched any more.
    template <class Show, class Fail> bool takeAll(Show show, Fail fail)
    {
        return m_queue.takeAll([&](std::size_t i, const observe::BoardUpdate& update) {
            Watched& one = *m_watched[i];
            if (one.failure)
                return true;
            if (!update.error)
                return show(i, update);
            one.failure = update.error;
            fail(i);
            return true;
        });
    }

private:
    const SystemClock m_clock;
    const observe::LocalProcessProbe m_processes;
    WatchedList& m_watched;
    UpdateQueue m_queue;
    std::map<std::size_t, std::size_t> m_places;
    std::optional<history::UsualHoldTable> m_usualHolds; ///< as m_watched
    observe::WatcherGroup m_watchers;
};

} // namespace lockkeeper::ctl
