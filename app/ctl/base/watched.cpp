// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/watched.h"

#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace lockkeeper::ctl {

Result<WatchedList> openWatched(const GlobalOptions& globals)
{
    auto opened = openTargets(globals, TargetUse::Watch);
    if (!opened)
        return tl::make_unexpected(std::move(opened.error()));
    WatchedList all;
    for (OpenedDeployment& one : *opened) {
        all.push_back(std::make_unique<Watched>());
        all.back()->name = std::move(one.name);
        if (one.target)
            all.back()->target = std::move(*one.target);
        else
            all.back()->failure = std::move(one.target.error());
    }
    return all;
}

bool haveAllFailed(const WatchedList& all)
{
    return std::ranges::all_of(all, [](const auto& one) { return one->failure.has_value(); });
}

void complainAboutFailure(const Watched& watched)
{
    const ErrorsOf named(watched.name);
    complainAbout(*watched.failure, {});
}

int exitCodeOfFailed(const WatchedList& all)
{
    std::vector<int> codes;
    for (const auto& one : all)
        codes.push_back(exitCodeFor(one->failure->kind));
    return exitCodeForAll(codes);
}

int complainAndExitCode(const WatchedList& all)
{
    for (const auto& one : all)
        complainAboutFailure(*one);
    return exitCodeOfFailed(all);
}

std::uint64_t descriptorsFor(const WatchedList& all, bool haveHooks) noexcept
{
    constexpr std::uint64_t kForHook = 8; // its thread's wake-ups, and commands' inputs
    std::uint64_t needed = 0;
    for (const auto& one : all)
        needed += observe::descriptorsFor(one->target.deployment) + (haveHooks ? kForHook : 0);
    return needed;
}

void openHooks(const WatchedList& all, const HookOptions& options, Hook::Output output)
{
    for (const auto& one : all) {
        if (!one->failure)
            one->hook = openHook(one->target, options, output, one->name);
    }
}

void endHooks(const WatchedList& all)
{
    for (const auto& one : all) {
        if (one->hook)
            one->hook->stop();
    }
    for (const auto& one : all) {
        const ErrorsOf named(one->name);
        one->hook.reset();
    }
}

void Watching::start(const GlobalOptions& globals, const Options& options)
{
    std::vector<history::Place> histories;
    for (const auto& one : m_watched)
        histories.push_back(historyOf(globals, one->target.deployment));
    m_usualHolds.emplace(std::move(histories));
    for (std::size_t i = 0; i < m_watched.size(); ++i) {
        Watched& one = *m_watched[i];
        if (one.failure)
            continue;
        m_places[i] = m_watchers.add(one.target.deployment, m_clock, m_processes,
            [this, &one, i, first = options.first](const observe::BoardUpdate& update) {
                if (first)
                    first(i, update);
                m_queue.put(update, i);
                if (one.hook)
                    one.hook->put(update);
            },
            {.usualHold = m_usualHolds->lookUp(i),
                .least = leastOf(globals),
                .areHoldsWanted = options.areHoldsWanted});
    }
    m_watchers.start();
}

} // namespace lockkeeper::ctl
