// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/board_look.h"
#include "app/ctl/commands/commands.h"
#include "app/ctl/console.h"
#include "app/ctl/json_output.h"
#include "app/ctl/table_output.h"
#include "app/ctl/target.h"

namespace lockkeeper::ctl {
namespace {

std::string emptyText(const BoardLook& look)
{
    std::string others = std::to_string(look.board.otherKeys).append(" other keys");
    if (!look.losses.empty())
        others.append(", others could not be read");
    others.append(")\n");
    if (look.locks.empty())
        return "no locks found (" + others;
    return "no stale locks found (" + std::to_string(look.locks.size()) + " locks, " + others;
}

void printTable(const std::vector<observe::LockEntryPtr>& locks)
{
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
    const BoardLook look = lookAtBoard(globals, target->deployment);
    if (look.board.error)
        return complainAndExitCode(*look.board.error);

    auto locks = look.locks;
    if (options.isStaleOnly)
        std::erase_if(locks, [](const auto& entry) { return entry->stale.empty(); });
    if (globals.isJson)
        print(asLine(boardJson(target->deployment, look.board, locks)));
    else if (!locks.empty())
        printTable(locks);
    else if (!look.isBlind())
        print(emptyText(look));
    return complainAndExitCode(look, target->deployment);
}

} // namespace lockkeeper::ctl
