// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/all_deployments.h"
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
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

struct Listing {
    BoardLook look;
    std::size_t allLocks = 0;
    std::string hint{};
};

struct Seen {
    std::size_t locks = 0; ///< also those that --stale omits
    std::size_t deadlocks = 0;
    std::size_t otherKeys = 0;
    std::size_t possible = 0;
    bool isPartlyUnread = false;
    bool isComplete = true;

    void add(const Listing& listing)
    {
        const BoardLook& look = listing.look;
        locks += listing.allLocks;
        deadlocks += look.board.waits->deadlocks().size();
        otherKeys += look.board.otherKeys;
        possible += look.board.possible;
        isPartlyUnread = isPartlyUnread || !look.partialReadErrors.empty();
        isComplete = isComplete && look.board.isComplete;
    }
};

std::string emptyText(const Seen& seen)
{
    std::vector<std::string> found;
    if (seen.locks > 0)
        found.push_back(words::countText(seen.locks, "lock"));
    if (seen.locks > 0 && seen.deadlocks > 0)
        found.push_back(words::countText(seen.deadlocks, "deadlock"));
    found.push_back(words::countText(seen.otherKeys, "other key"));
    if (seen.possible > 0)
        found.push_back(absl::Substitute(tr("$0 possible", "keys"), seen.possible));
    if (seen.isPartlyUnread)
        found.emplace_back(tr("others could not be read"));
    return absl::Substitute(seen.locks > 0 ? tr("no stale locks found ($0)\n")
            : seen.isComplete              ? tr("no locks found ($0)\n")
                              : tr("no locks seen, but not all masters were read ($0)\n"),
        listText(found));
}

std::string emptyAdvice(const GlobalOptions& globals, const BoardLook& look)
{
    std::string text;
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
    [[nodiscard]] std::string hint(const Target& target)
    {
        const std::size_t kinds = m_kinds.kinds().kinds.size();
        return kinds == 0
            ? ""
            : absl::Substitute(tr("$0 may be locks: $2lockctl$1 list --possible "
                                  "shows them, lockctl$1 kinds --learn 10s listens "
                                  "for how they are used"),
                words::countText(kinds, "kind"), target.hintOptions, target.hintPrefix);
    }

private:
    const observe::FormatSet& m_formats;
    observe::KindCollector m_kinds;
};

struct LocksOf {
    std::vector<observe::LockEntryPtr> locks;
    LockOrigin origin;
};

void printTable(const std::vector<LocksOf>& groups, bool isWide)
{
    std::vector<ShownLock> shown;
    for (const LocksOf& group : groups) {
        for (const observe::LockEntryPtr& lock : group.locks)
            shown.push_back({lock, &group.origin});
    }
    if (!groups.front().origin.deployment.empty())
        std::ranges::stable_partition(
            shown, [](const ShownLock& lock) { return lock.entry->hasEvidence(); });
    const std::size_t columns = isWide ? kAllColumns : outputColumns();
    print(joinedLines(lockTable(shown, systemClock().now(), columns, isWide)));
}

class ListCommand final : public Command {
public:
    void addOptions(CLI::App& list) override
    {
        list.add_flag("--stale", m_isStaleOnly, tr("Only locks with evidence of being stale"));
        addWide(list, m_isWide);
    }
    [[nodiscard]] bool takesAll() const override { return true; }
    int run(const GlobalOptions& globals) override;

private:
    using Listings = std::vector<Reading<Listing>>;

    [[nodiscard]] Result<Listing> read(const GlobalOptions& globals, Target target) const;
    void printText(const GlobalOptions& globals, const Listings& all) const;

    bool m_isStaleOnly = false;
    bool m_isWide = false;
};

Result<Listing> ListCommand::read(const GlobalOptions& globals, Target target) const
{
    const auto formats = observe::FormatSet::of(target.deployment);
    if (!formats)
        return tl::make_unexpected(formats.error());
    PossibleKinds possible(*formats);
    const bool isHintWanted = !globals.isAll && !globals.isJson && !globals.arePossibleWanted
        && !m_isStaleOnly && target.deployment.otherStore() == nullptr;
    auto look = lookAtBoard(globals, std::move(target),
        isHintWanted ? std::function<void(const observe::KeyReading&)>(
            [&](const observe::KeyReading& reading) { possible.add(reading); })
                     : nullptr);
    if (!look)
        return tl::make_unexpected(std::move(look.error()));
    // A person may type a name next.
    if (isTerminal(STDERR_FILENO) && !look->hasNoAnswer())
        keepNames(look->deployment(), look->locks);
    Listing listing{.look = std::move(*look)};
    listing.allLocks = listing.look.locks.size();
    listing.hint = possible.hint(listing.look.target);
    if (m_isStaleOnly)
        std::erase_if(
            listing.look.locks, [](const auto& entry) { return !observe::isStale(entry->stale); });
    return listing;
}

int ListCommand::run(const GlobalOptions& globals)
{
    const auto all = readTargets<Listing>(
        globals, TargetUse::Watch, [&](Target target) { return read(globals, std::move(target)); });
    if (!all)
        return printErrorAndExitCode(all.error());
    if (globals.isJson)
        printJson(
            globals, *all,
            [](output::JsonWriter& out, const Listing& one) {
                output::writeBoardFields(out, one.look.deployment(), one.look.board, one.look.locks,
                    output::OutputTime::read(), print);
            },
            [](const Listing& one) { return one.look.board.isComplete; });
    else
        printText(globals, *all);
    return endAll(*all, [](const Listing& one) { return printErrorAndExitCode(one.look); });
}

void ListCommand::printText(const GlobalOptions& globals, const Listings& all) const
{
    std::vector<LocksOf> groups;
    Seen seen;
    std::size_t hiding = 0;
    bool isAnswered = false;
    bool isAny = false;
    for (const Reading<Listing>& reading : all) {
        seen.isComplete = seen.isComplete && reading.result.has_value();
        if (!reading.result)
            continue;
        const BoardLook& look = reading.result->look;
        seen.add(*reading.result);
        isAny = isAny || !look.locks.empty();
        isAnswered = isAnswered || !look.hasNoAnswer();
        hiding += look.board.possible > 0 ? 1 : 0;
        groups.push_back({look.locks, {.deployment = displaySafe(reading.name)}});
    }
    if (isAny)
        printTable(groups, m_isWide);
    else if (isAnswered)
        print(emptyText(seen)
            + (globals.isAll || seen.locks > 0 ? ""
                                               : emptyAdvice(globals, all.front().result->look)));
    if (!globals.isAll && !all.front().result->hint.empty())
        printError(all.front().result->hint);
    if (globals.isAll && hiding > 0 && !globals.arePossibleWanted && !m_isStaleOnly)
        printError(absl::Substitute(
            tr("keys that may be locks are in $0: lockctl$1 list --possible shows them"),
            words::countText(hiding, "deployment"), allOptions(globals)));
}

const CommandEntry<ListCommand> kListEntry(10, "list", trNoop("One look at all locks, then exit"));

} // namespace
} // namespace lockkeeper::ctl
