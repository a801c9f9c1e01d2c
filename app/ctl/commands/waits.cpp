// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/board_look.h"
#include "app/ctl/commands/commands.h"
#include "app/ctl/console.h"
#include "app/ctl/exit_codes.h"
#include "app/ctl/output/table_output.h"
#include "app/ctl/output/words.h"
#include "core/output/json_writer.h"
#include "core/output/waits_json.h"
#include "core/words/time_words.h"
#include "core/words/wait_words.h"

#include <algorithm>

namespace lockkeeper::ctl {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

void printJson(const BoardLook& look, const std::optional<Resource>& only)
{
    output::JsonWriter out;
    out.openObject();
    out.field("deployment", look.deployment().name);
    out.field("complete", look.board.isComplete);
    output::writeWaits(out, *look.board.waits, only);
    out.closeObject();
    print(out.text() + "\n");
}

/// The exit code, after one line for each master that does not tell all. `whenKnown`: if a quorum
/// has told who waits.
int endWith(const BoardLook& look, int whenKnown)
{
    std::vector<Error> failures = look.failures;
    for (const observe::MasterStatus& master : look.board.masters) {
        const auto isIt = [&](const Error& failure) { return failure.master == master.id; };
        if (!master.waitsError || std::ranges::any_of(failures, isIt))
            continue;
        Error error = *master.waitsError;
        error.master = master.id;
        complainAbout(error, look.deployment());
        failures.push_back(std::move(error));
    }
    const int exitCode = printErrorAndExitCode(look);
    if (exitCode != kExitDone)
        return exitCode;
    const int told
        = exitCodeForFailures(failures, look.board.masters.size(), look.deployment().quorum());
    return told == kExitDone ? whenKnown : told;
}

std::string heldText(const words::WaitingProcess& process)
{
    if (!process.isHeldKnown)
        return "not known";
    return process.held == 0 ? "nothing" : std::to_string(process.held);
}

/// Of those whom a library names, it is known only since when they are seen.
std::string timeText(const words::WaitingProcess& process, WallTime now)
{
    if (process.clients)
        return "not known";
    const std::string text = words::durationText(duration_cast<milliseconds>(now - process.since));
    return process.library.empty() ? text : "at least " + text;
}

void printWaiters(const std::vector<words::WaitingProcess>& processes)
{
    std::vector<std::vector<std::string>> rows{
        {"RESOURCE", "WAITING", "KNOWN BY", "FOR", "HOLDS MEANWHILE"}};
    const WallTime now = systemClock().wallNow();
    for (const words::WaitingProcess& process : processes)
        rows.push_back({nameText(process.resource), words::waitingText(process),
            words::knowledgeText(process), timeText(process, now), heldText(process)});
    print(joinedLines(alignedLines(rows, outputColumns())));
}

void printDeadlock(
    const BoardLook& look, const observe::Deadlock& deadlock, const std::string& options)
{
    const observe::Waits& waits = *look.board.waits;
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < deadlock.links.size(); ++i)
        rows.push_back(
            {"  " + nameText(deadlock.links[i].resource), words::linkText(waits, deadlock, i)});
    const observe::Deadlock::Link& link = deadlock.links[deadlock.proposed];
    print(words::deadlockText(deadlock) + "\n" + joinedLines(alignedLines(rows)));
    if (const std::string obstacle = words::obstacleText(waits, deadlock); !obstacle.empty()) {
        print("  no release ends it: " + obstacle + "\n");
        return;
    }
    print("  to end it (" + words::proposalText(deadlock) + "): "
        + lockctlLine("release", link.resource,
            options + " --token " + link.token.shortHex() + " --reason " + shellWord("deadlock"))
        + "\n");
}

} // namespace

int runCommand(const GlobalOptions& globals, const WaitersOptions& options)
{
    const auto look = lookAtBoard(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    const auto processes = words::waitingProcesses(*look->board.waits, options.resource);
    if (globals.isJson)
        printJson(*look, options.resource);
    else if (!processes.empty())
        printWaiters(processes);
    else if (!look->hasNoAnswer())
        print(options.resource ? "nobody is known to wait for " + nameText(*options.resource) + "\n"
                               : std::string("nobody is known to wait\n"));
    return endWith(*look, kExitDone);
}

int runCommand(const GlobalOptions& globals, const DeadlocksOptions& /*options*/)
{
    const auto look = lookAtBoard(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    const auto& deadlocks = look->board.waits->deadlocks();
    if (globals.isJson)
        printJson(*look, std::nullopt);
    else if (deadlocks.empty() && !look->hasNoAnswer())
        print("no deadlock found\n");
    for (const observe::Deadlock& deadlock : deadlocks) {
        if (!globals.isJson)
            printDeadlock(*look, deadlock, targetOptions(globals));
    }
    return endWith(*look, deadlocks.empty() ? kExitDone : kExitNotDone);
}

} // namespace lockkeeper::ctl
