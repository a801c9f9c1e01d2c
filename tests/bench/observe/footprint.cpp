// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/observe/footprint.h"

#include "core/observe/watcher.h"
#include "tests/bench/measure.h"
#include "tests/bench/observe/server_counts.h"

#include <algorithm>
#include <condition_variable>
#include <malloc.h>
#include <mutex>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

/// Sweeps without finding a lock, so that memory that every sweep needs is allocated before the
/// measurement.
void lookAtNothing(
    config::Deployment deployment, const Clock& clock, const observe::LocalProcessProbe& processes)
{
    deployment.patterns = {"nothing:*"};
    (void)observe::sweepOnce(deployment, clock, processes);
}

/// Runs in the child process: watches, and measures its own process.
Footprint watch(const config::Deployment& deployment, const std::vector<std::uint16_t>& ports,
    std::chrono::seconds time)
{
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    lookAtNothing(deployment, clock, processes);
    ::malloc_trim(0);
    const double before = residentBytes();
    std::mutex mutex;
    std::condition_variable changed;
    bool isWhole = false;
    const observe::Watcher watcher(
        deployment, clock, processes, [&](const observe::BoardUpdate& update) {
            const std::lock_guard guard(mutex);
            isWhole = update.isComplete;
            changed.notify_all();
        });
    {
        std::unique_lock guard(mutex);
        if (!changed.wait_for(guard, 120s, [&] { return isWhole; }))
            throw std::runtime_error("the first sweep does not end");
    }
    // Let the work after the first sweep end before measuring the idle state.
    std::this_thread::sleep_for(1s);
    Footprint footprint;
    const double cpu = cpuSeconds();
    const auto commands = commandCounts(ports);
    std::this_thread::sleep_for(time);
    const auto later = commandCounts(ports);
    const double seconds = std::chrono::duration<double>(time).count();
    footprint.percentOfCore = 100 * (cpuSeconds() - cpu) / seconds;
    for (std::size_t i = 0; i < commands.size(); ++i)
        footprint.commandsPerSecond
            = std::max(footprint.commandsPerSecond, (later[i] - commands[i] - 1) / seconds);
    footprint.bytes = residentBytes() - before;
    return footprint;
}

} // namespace

Footprint measureFootprint(const config::Deployment& deployment,
    const std::vector<std::uint16_t>& ports, std::chrono::seconds time)
{
    int ends[2];
    if (::pipe(ends) != 0)
        throw std::runtime_error("no pipe");
    const pid_t child = ::fork();
    if (child == 0) {
        Footprint footprint;
        try {
            footprint = watch(deployment, ports, time);
        } catch (const std::exception&) {
            ::_exit(1);
        }
        const bool isWritten = ::write(ends[1], &footprint, sizeof footprint) == sizeof footprint;
        ::_exit(isWritten ? 0 : 1);
    }
    ::close(ends[1]);
    Footprint footprint;
    const bool isRead = ::read(ends[0], &footprint, sizeof footprint) == sizeof footprint;
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!isRead || status != 0)
        throw std::runtime_error("the watcher's process failed");
    return footprint;
}

} // namespace lockkeeper::bench
