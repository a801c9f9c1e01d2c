// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gui/start_up.h"

#include "tests/bench/gui/board_feed.h"
#include "tests/bench/gui/page_bed.h"
#include "tests/bench/gui/window_bed.h"
#include "tests/bench/measure.h"
#include "tests/bench/observe/bare_sweep.h"

#include <stdexcept>

namespace lockkeeper::bench {

using namespace std::chrono_literals;

StartUp measureStartUp(std::size_t locks, std::chrono::seconds idle)
{
    const Servers servers(kMasters);
    storeLocks(servers.ports(kMasters), locks);

    StartUp result;
    StallWatch stalls;
    const auto start = std::chrono::steady_clock::now();
    const auto age = [&start] {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
            .count();
    };
    WindowBed bed(servers, kMasters);
    waitFor([&] { return bed.session().filteredLocks().rowCount() > 0; }, 60s);
    bed.window().repaint();
    result.firstRows = age();
    waitFor([&] { return bed.hasRows(locks); }, 60s);
    if (!bed.hasRows(locks))
        throw std::runtime_error("not all locks are shown");
    bed.window().repaint();
    result.allRows = age();
    result.blockedRarely = stalls.percentile(0.999);
    result.blockedEver = stalls.max();
    result.blockedByOwnWork = stalls.ownMax();
    if (idle == 0s)
        return result;
    stalls.stop();
    // Until all of them are written into the history.
    (void)waitFor([] { return false; }, 15s);
    const double cpu = cpuSeconds();
    (void)waitFor([] { return false; }, idle);
    result.idlePercent = 100 * (cpuSeconds() - cpu) / std::chrono::duration<double>(idle).count();
    result.megabytes = residentBytes() / 1e6;
    return result;
}

} // namespace lockkeeper::bench
