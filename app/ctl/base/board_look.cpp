// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/board_look.h"

#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "core/history/usual_hold_table.h"
#include "core/observe/board/failover.h"
#include "core/observe/watcher.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"

#include <algorithm>
#include <iterator>

namespace lockkeeper::ctl {
namespace {

/// (ensemble) A server is silent: the next failure may end the quorum.
std::vector<Error> silentServer(const observe::MasterStatus& master)
{
    const bool isSilent
        = master.sessionsError && master.sessionsError->kind != ErrorClass::NoPermission;
    return isSilent ? std::vector{*master.sessionsError} : std::vector<Error>();
}

std::vector<Error> lossesOf(const observe::BoardUpdate& board)
{
    std::vector<Error> partialReadErrors;
    for (const observe::MasterStatus& master : board.masters) {
        if (!master.isSweepComplete || master.isUnreadable)
            continue;
        std::vector<Error> found = silentServer(master);
        if (master.unreadKeys != 0)
            found.push_back(words::unreadKeysError(master));
        for (Error& error : found) {
            error.master = master.id;
            partialReadErrors.push_back(std::move(error));
        }
    }
    return partialReadErrors;
}

} // namespace

std::vector<Error> incompletenessErrors(const observe::MasterStatus& master)
{
    std::vector<Error> found;
    if (master.unreadKeys != 0)
        found.push_back(words::unreadKeysError(master));
    if (master.pushError && exitCodeFor(master.pushError->kind) != kExitUnreachable)
        found.push_back(*master.pushError);
    std::ranges::move(silentServer(master), std::back_inserter(found));
    for (Error& error : found)
        error.master = master.id;
    return found;
}

Error masterNotice(const observe::MasterStatus& master, std::string text)
{
    return {ErrorClass::HolderChanged, std::move(text), master.id};
}

Error failoverNotice(const observe::MasterStatus& master)
{
    const auto failover = observe::latestFailover(master, systemClock().now());
    return masterNotice(master, failover ? words::failoverText(*failover) : "");
}

Error restartNotice(const observe::MasterStatus& master, std::chrono::milliseconds age)
{
    std::string text = words::restartText(age);
    if (const auto left = observe::quarantineLeft(master, systemClock().now()))
        addClause(text, words::quarantineText(*left));
    return masterNotice(master, std::move(text));
}

Result<BoardLook> lookAtBoard(const GlobalOptions& globals)
{
    auto target = openTarget(globals, TargetUse::Watch);
    if (!target)
        return tl::make_unexpected(std::move(target.error()));
    return lookAtBoard(globals, std::move(*target));
}

Result<BoardLook> lookAtBoard(const GlobalOptions& globals, Target target,
    std::function<void(const observe::KeyReading&)> onReading)
{
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    const SteadyTime start = clock.now();
    BoardLook look{.target = std::move(target)};
    look.board = observe::sweepOnce(look.deployment(), clock, processes,
        {.usualHold = history::readUsualHolds(historyOf(globals, look.deployment())),
            .least = leastOf(globals),
            .onReading = std::move(onReading)});
    if (look.board.error)
        return tl::make_unexpected(std::move(*look.board.error));
    look.took = std::chrono::duration_cast<std::chrono::milliseconds>(clock.now() - start);
    look.failures = words::unreadMasterErrors(look.board);
    look.partialReadErrors = lossesOf(look.board);
    look.locks = look.board.changed;
    std::ranges::sort(
        look.locks, [](const auto& a, const auto& b) { return a->resource < b->resource; });
    return look;
}

int printErrorAndExitCode(const BoardLook& look)
{
    const config::Deployment& deployment = look.deployment();
    for (const Error& failure : look.failures)
        complainAbout(failure, deployment);
    for (const Error& loss : look.partialReadErrors)
        complainAbout(loss, deployment);
    for (const observe::MasterStatus& master : look.board.masters) {
        if (observe::failoverCount(master) != 0)
            complainAbout(failoverNotice(master), deployment);
        if (const auto age = observe::lateStart(master, look.board.masters, systemClock().now()))
            complainAbout(restartNotice(master, *age), deployment);
    }
    return exitCodeForFailures(look.failures, look.board.masters.size(), deployment.quorum());
}

} // namespace lockkeeper::ctl
