// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands/commands.h"
#include "app/ctl/console.h"
#include "app/ctl/exit_codes.h"
#include "app/ctl/json_output.h"
#include "app/ctl/table_output.h"
#include "app/ctl/target.h"
#include "core/observe/watcher.h"

#include <algorithm>

namespace lockkeeper::ctl {
namespace {

std::vector<observe::LockEntryPtr> chosenLocks(
    const observe::BoardUpdate& board, const ListOptions& options)
{
    std::vector<observe::LockEntryPtr> locks;
    for (const observe::LockEntryPtr& entry : board.changed) {
        if (!options.isStaleOnly || !entry->stale.empty())
            locks.push_back(entry);
    }
    std::sort(locks.begin(), locks.end(),
        [](const auto& a, const auto& b) { return a->resource < b->resource; });
    return locks;
}

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

void printTable(const std::vector<observe::LockEntryPtr>& locks, const observe::BoardUpdate& board)
{
    if (locks.empty()) {
        print("no locks found (" + std::to_string(board.otherKeys) + " other keys)\n");
        return;
    }
    // What reads a pipe or a file has no width.
    const std::size_t columns
        = isTerminal(1) ? terminalSize().columns : std::numeric_limits<std::size_t>::max();
    std::string text;
    for (const std::string& line : lockTable(locks, columns))
        text += line + "\n";
    print(text);
}

} // namespace

int runCommand(const GlobalOptions& globals, const ListOptions& options)
{
    const auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return complainAndExitCode(target.error());
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    const auto board = observe::sweepOnce(target->deployment, clock, processes);
    if (board.error)
        return complainAndExitCode(*board.error);

    const auto failures = failuresOf(board);
    const auto locks = chosenLocks(board, options);
    if (globals.isJson)
        print(asLine(boardJson(target->deployment, board, locks)));
    else if (failures.size() < board.masters.size())
        printTable(locks, board);
    for (const Error& failure : failures)
        complainAbout(failure, target->deployment);
    return exitCodeForFailures(failures, board.masters.size(), target->deployment.quorum());
}

} // namespace lockkeeper::ctl
