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

// For `watch` and `serve`: one deployment, or with --all each of the file.
namespace lockkeeper::ctl {

struct Watched {
    std::string name{}; ///< empty: the only one
    Target target{};
    std::optional<Error> failure{};
    std::unique_ptr<Hook> hook{};
};
using WatchedList = std::vector<std::unique_ptr<Watched>>;

/// As openTargets(); an unusable deployment has a failure.
[[nodiscard]] Result<WatchedList> openWatched(const GlobalOptions& globals);

[[nodiscard]] bool haveAllFailed(const WatchedList& all);
void complainAboutFailure(const Watched& watched);
[[nodiscard]] int exitCodeOfFailed(const WatchedList& all);
[[nodiscard]] int complainAndExitCode(const WatchedList& all);
/// Open files that watching takes at most, about.
[[nodiscard]] std::uint64_t descriptorsFor(const WatchedList& all, bool haveHooks) noexcept;
void openHooks(const WatchedList& all, const HookOptions& options, Hook::Output output);
void endHooks(const WatchedList& all);

/// Watches deployments on one thread; hands updates to another. Not thread-safe.
class Watching {
public:
    struct Options {
        bool areHoldsWanted = false;
        /// On the watching thread, before the update is passed on.
        std::function<void(std::size_t index, const observe::BoardUpdate&)> first{};
    };

    /// start() reads `watched`.
    explicit Watching(WatchedList& watched LK_LIFETIME_BOUND)
        : m_watched(watched)
        , m_queue(watched.size())
    { }
    Watching(const Watching&) = delete;
    Watching& operator=(const Watching&) = delete;

    /// Once. Throws std::system_error without a thread or file descriptors.
    void start(const GlobalOptions& globals, const Options& options);
    /// Publishes the whole board again.
    void refresh(std::size_t index) { m_watchers.refresh(m_places.at(index)); }
    /// Afterwards, no hook and no `first` gets an update.
    void stop() { m_watchers.stop(); }

    [[nodiscard]] int descriptor() const noexcept { return m_queue.descriptor(); }
    /// Calls `show(index, update)` per update, until false; `fail(index)` once a deployment can't
    /// be watched; its watcher goes on trying.
    template <class Show, class Fail> bool takeAll(Show show, Fail fail)
    {
        return m_queue.takeAll([&](std::size_t i, const observe::BoardUpdate& update) {
            Watched& one = *m_watched[i];
            const bool hadFailed = one.failure.has_value();
            one.failure = update.error;
            if (update.error && !hadFailed)
                fail(i);
            if (update.error)
                return true;
            if (hadFailed)
                refresh(i); // what came meanwhile was dropped
            return show(i, update);
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
