// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/board_look.h"

#include "app/ctl/console.h"
#include "app/ctl/exit_codes.h"
#include "app/ctl/target.h"
#include "core/history/usual_hold_table.h"
#include "core/observe/watcher.h"

#include <algorithm>

namespace lockkeeper::ctl {
namespace {

std::vector<Error> failuresOf(const observe::BoardUpdate& board)
{
    std::vector<Error> failures;
    for (const observe::MasterStatus& master : board.masters) {
        if (master.isSweepComplete)
            continue;
        Error failure{ErrorClass::Unreachable, "its keys could not all be read"};
        if (master.sweepError)
            failure = *master.sweepError;
        else if (master.link.error)
            failure = *master.link.error;
        failure.master = master.id;
        failures.push_back(std::move(failure));
    }
    return failures;
}

} // namespace

BoardLook lookAtBoard(const GlobalOptions& globals, const config::Deployment& deployment)
{
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    const SteadyTime start = clock.now();
    BoardLook look;
    look.board = observe::sweepOnce(deployment, clock, processes,
        history::readUsualHolds(historyFileOf(globals, deployment)));
    look.took = std::chrono::duration_cast<std::chrono::milliseconds>(clock.now() - start);
    look.failures = failuresOf(look.board);
    look.locks = look.board.changed;
    std::ranges::sort(
        look.locks, [](const auto& a, const auto& b) { return a->resource < b->resource; });
    return look;
}

int complainAndExitCode(const BoardLook& look, const config::Deployment& deployment)
{
    for (const Error& failure : look.failures)
        complainAbout(failure, deployment);
    return exitCodeForFailures(look.failures, look.board.masters.size(), deployment.quorum());
}

} // namespace lockkeeper::ctl
