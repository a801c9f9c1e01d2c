// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/command.h"
#include "app/ctl/completion/last_look.h"
#include "app/ctl/output/lock_table.h"
#include "app/ctl/output/table_output.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/kinds/kind_collector.h"
#include "core/observe/waits/deadlock_evidence.h"
#include "core/output/board_json.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"

#include <absl/strings/substitute.h>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

std::string emptyText(const GlobalOptions& globals, const BoardLook& look, std::size_t locks)
{
    std::vector<std::string> found;
    if (locks > 0)
        found.push_back(words::countText(locks, "lock"));
    const std::size_t deadlocks = look.board.waits->deadlocks().size();
    if (locks > 0 && deadlocks > 0)
        found.push_back(words::countText(deadlocks, "deadlock"));
    found.push_back(words::countText(look.board.otherKeys, "other key"));
    if (look.board.possible > 0)
        found.push_back(absl::Substitute(tr("$0 possible", "keys"), look.board.possible));
    if (!look.partialReadErrors.empty())
        found.emplace_back(tr("others could not be read"));
    std::string text = absl::Substitute(locks > 0 ? tr("no stale locks found ($0)\n")
            : look.board.isComplete               ? tr("no locks found ($0)\n")
                                    : tr("no locks seen, but not all masters were read ($0)\n"),
        listText(found));
    if (locks > 0)
        return text;
    if (look.board.otherKeys > 0 && look.board.possible == 0)
        text += kindsAdvice(globals, look.target) + "\n";
    const std::string elsewhere = words::otherDatabasesText(look.board.masters);
    return elsewhere.empty() ? text : text + elsewhere + "\n";
}

class PossibleKinds {
public:
    explicit PossibleKinds(const observe::FormatSet& formats)
        : m_formats(formats)
        , m_kinds(formats, systemClock())
    { }
    void add(const observe::KeyReading& reading)
    {
        const auto found = m_formats.match(reading, systemClock().wallNow());
        if (found && found->lock.certainty.level == observe::Certainty::Possible)
            m_kinds.add(reading);
    }
    /// Empty if there are none.
    [[nodiscard]] std::string hint(const std::string& options)
    {
        const std::size_t kinds = m_kinds.kinds().kinds.size();
        return kinds == 0 ? ""
                          : absl::Substitute(tr("$0 may be locks: lockctl$1 list --possible shows "
                                                "them, lockctl$1 kinds --learn 10s listens for "
                                                "how they are used"),
                              words::countText(kinds, "kind"), options);
    }

private:
    const observe::FormatSet& m_formats;
    observe::KindCollector m_kinds;
};

void printTable(const std::vector<observe::LockEntryPtr>& locks, bool isWide)
{
    const std::size_t columns = isWide ? kAllColumns : outputColumns();
    print(joinedLines(lockTable(locks, systemClock().now(), columns, isWide)));
}

class ListCommand final : public Command {
public:
    void addOptions(CLI::App& list) override
    {
        list.add_flag("--stale", m_isStaleOnly, tr("Only locks with evidence of being stale"));
        addWide(list, m_isWide);
    }
    int run(const GlobalOptions& globals) override;

private:
    bool m_isStaleOnly = false;
    bool m_isWide = false;
};

int ListCommand::run(const GlobalOptions& globals)
{
    auto target = openTarget(globals, TargetUse::Watch);
    if (!target)
        return printErrorAndExitCode(target.error());
    const auto formats = observe::FormatSet::of(target->deployment);
    if (!formats)
        return printErrorAndExitCode(formats.error());
    PossibleKinds possible(*formats);
    const bool isHintWanted = !globals.isJson && !globals.arePossibleWanted && !m_isStaleOnly
        && target->deployment.otherStore() == nullptr;
    auto look = lookAtBoard(globals, std::move(*target),
        isHintWanted ? std::function<void(const observe::KeyReading&)>(
            [&](const observe::KeyReading& reading) { possible.add(reading); })
                     : nullptr);
    if (!look)
        return printErrorAndExitCode(look.error());
    // For a person who may type a name next.
    if (isTerminal(STDERR_FILENO) && !look->hasNoAnswer())
        keepNames(look->deployment(), look->locks);
    const std::size_t all = look->locks.size();
    if (m_isStaleOnly)
        std::erase_if(
            look->locks, [](const auto& entry) { return !observe::isStale(entry->stale); });
    if (globals.isJson)
        output::writeBoard(look->deployment(), look->board, look->locks, print);
    else if (!look->locks.empty())
        printTable(look->locks, m_isWide);
    else if (!look->hasNoAnswer())
        print(emptyText(globals, *look, all));
    if (const std::string hint = possible.hint(look->target.lineOptions); !hint.empty())
        printError(hint);
    return printErrorAndExitCode(*look);
}

const CommandEntry<ListCommand> kListEntry(10, "list", trNoop("One look at all locks, then exit"));

} // namespace
} // namespace lockkeeper::ctl
