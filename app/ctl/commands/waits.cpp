// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/all_deployments.h"
#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/listening.h"
#include "app/ctl/base/resource_option.h"
#include "app/ctl/command.h"
#include "app/ctl/output/name_words.h"
#include "app/ctl/output/table_output.h"
#include "core/output/waits_json.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/time_words.h"
#include "core/words/wait_words.h"
#include "core/words/whois_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <set>

namespace lockkeeper::ctl {
namespace {

constexpr const char* kWhoIsSeen
    = trNoop("Seen are those who wait by Lockkeeper's library, and by others as far as these "
             "tell.\n");

using std::chrono::duration_cast;
using std::chrono::milliseconds;

struct Heard {
    std::vector<observe::WhoisClient> waiters;
    bool isWhole = true;
};
using Observed = std::optional<Heard>; ///< nullopt: nobody listened

/// Omits clients that announce themselves: these are known better.
Heard observedOf(const observe::Whois& heard, const observe::Waits& waits)
{
    std::set<std::string> announced;
    for (const observe::Waiter& waiter : waits.waiters()) {
        if (!waiter.queued)
            announced.insert(waiter.announced.owner.connectionName());
    }
    std::vector<observe::WhoisClient> observed = heard.observedWaiters();
    std::erase_if(observed,
        [&](const observe::WhoisClient& client) { return announced.contains(client.client.name); });
    const auto isPartial = [](const observe::WhoisMaster& master) {
        return master.tapError || master.isTapFull || master.isTapBroken;
    };
    return {std::move(observed), std::ranges::none_of(heard.masters, isPartial)};
}

void writeObserved(output::JsonWriter& out, const observe::WhoisClient& waiter)
{
    const observe::ClientInfo& client = waiter.client;
    using output::unlessEmpty;
    out.object("master", waiter.master, "address", client.address, "alike", waiter.alike, "name",
        unlessEmpty(client.name), "library", unlessEmpty(client.library), "library_version",
        unlessEmpty(client.libraryVersion), "user", unlessEmpty(client.user), "tries", waiter.tries,
        "heard_last", unlessEmpty(waiter.lastCommand));
}

void writeLook(
    output::JsonWriter& out, const BoardLook& look, const std::optional<Resource>& only = {})
{
    out.field("deployment", look.deployment().name, "complete",
        look.board.isComplete && look.areWaitsKnown());
    output::writeWaits(out, *look.board.waits, only);
}

void printJson(const BoardLook& look, const std::optional<Resource>& only, const Observed& observed)
{
    print(output::objectLine([&](output::JsonWriter& out) {
        writeLook(out, look, only);
        if (!observed)
            return;
        out.list("observed_waiters", observed->waiters,
            [&](const auto& waiter) { writeObserved(out, waiter); });
        out.field("heard_all", observed->isWhole);
    }));
}

/// `whenKnown`: exit code if a quorum reports waiters.
int endWith(const BoardLook& look, int whenKnown, std::vector<Error> failures = {})
{
    failures.insert(failures.end(), look.failures.begin(), look.failures.end());
    for (const observe::MasterStatus& master : look.board.masters) {
        const auto isIt = [&](const Error& failure) { return failure.master == master.id; };
        if (!master.waitsError || std::ranges::any_of(look.failures, isIt))
            continue;
        Error error = *master.waitsError;
        error.master = master.id;
        complainAbout(error, look.deployment());
        if (std::ranges::none_of(failures, isIt))
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
        return tr("not known");
    return process.held == 0 ? tr("nothing") : std::to_string(process.held);
}

/// A library's list has no start time, only when the waiter was seen.
std::string timeText(const words::WaitingProcess& process, WallTime now)
{
    if (process.clients)
        return tr("not known");
    const std::string text = words::durationText(duration_cast<milliseconds>(now - process.since));
    return process.library.empty() ? text : absl::Substitute(tr("at least $0"), text);
}

void printWaiters(const std::optional<Resource>& resource,
    const std::vector<words::WaitingProcess>& processes, const Observed& observed)
{
    std::vector<std::vector<std::string>> rows{
        {tr("RESOURCE"), tr("WAITING"), tr("KNOWN BY"), tr("FOR"), tr("HOLDS MEANWHILE")}};
    const WallTime now = systemClock().wallNow();
    for (const words::WaitingProcess& process : processes)
        rows.push_back({nameText(process.resource), words::waitingText(process),
            words::knowledgeText(process), timeText(process, now), heldText(process)});
    for (const observe::WhoisClient& waiter : observed.value_or(Heard()).waiters)
        rows.push_back({nameText(*resource), words::observedWaiterText(waiter),
            absl::Substitute(tr("MONITOR on $0"), displaySafe(waiter.master.value())),
            tr("not known"), tr("not known")});
    print(joinedLines(alignedLines(rows, outputColumns())));
}

std::vector<Error> complainAboutTaps(const observe::Whois& heard, const BoardLook& look)
{
    std::vector<Error> deaf;
    for (const observe::WhoisMaster& master : heard.masters) {
        const auto isIt = [&](const Error& failure) { return failure.master == master.master; };
        if (std::ranges::any_of(look.failures, isIt))
            continue;
        complainAboutTap(master, look.deployment());
        if (master.tapError)
            deaf.push_back(*master.tapError);
    }
    return deaf;
}

void printDeadlock(
    const BoardLook& look, const observe::Deadlock& deadlock, const std::string& place)
{
    const observe::Waits& waits = *look.board.waits;
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < deadlock.links.size(); ++i)
        rows.push_back(
            {"  " + nameText(deadlock.links[i].resource), words::linkText(waits, deadlock, i)});
    const observe::Deadlock::Link& link = deadlock.links[deadlock.proposed];
    const std::string text = words::deadlockText(deadlock);
    print(place.empty() ? text : absl::Substitute(tr("$0: $1"), displaySafe(place), text));
    print("\n" + joinedLines(alignedLines(rows)));
    print(absl::Substitute(tr("  to end it ($0): $1\n"), words::proposalText(deadlock),
        lockctlLine("release", link.resource,
            look.target.lineOptions + " --token " + link.token.shortHex() + " --reason deadlock")));
}

/// `mayPoll`: polling clients were not looked for.
std::string nobodyText(const std::optional<Resource>& resource, bool mayPoll)
{
    if (resource)
        return absl::Substitute(mayPoll
                ? tr("nobody is known to wait for $0; who only tries again and again is seen by "
                     "--monitor 5s\n")
                : tr("nobody is known to wait for $0\n"),
            nameText(*resource));
    return mayPoll ? tr("nobody is known to wait; who only tries again and again for a RESOURCE is "
                        "seen by --monitor 5s\n")
                   : tr("nobody is known to wait\n");
}

class WaitersCommand final : public Command {
public:
    void addOptions(CLI::App& waiters) override
    {
        addResource(waiters, m_typed, tr("The lock's name; without one, all waiters"));
        addMonitor(waiters, m_monitor);
        waiters.footer(absl::StrCat(tr(kWhoIsSeen),
            tr("With --monitor, also the clients that are heard to try for RESOURCE in vain.\n"),
            tr(kMonitorCost),
            tr("Exit codes: 0 told; 2 too few masters told; 64 usage; 69 unreachable; 77 "
               "refused.")));
    }
    void check(const GlobalOptions& /*globals*/) override
    {
        if (m_typed.resource)
            checkResource(m_typed, EmptyName::Encoded);
        else if (m_monitor.time)
            throw CLI::ValidationError("--monitor", tr("needs RESOURCE: it listens for one lock"));
    }
    int run(const GlobalOptions& globals) override;

private:
    TypedResource m_typed;
    MonitorOptions m_monitor;
};

int WaitersCommand::run(const GlobalOptions& globals)
{
    const auto look = lookAtBoard(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    std::optional<Resource> resource = m_typed.resource;
    if (resource)
        resource = resourceIn(look->deployment(), *resource);
    Observed observed;
    std::vector<Error> deaf;
    if (m_monitor.time) {
        const auto heard = askWhois(look->deployment(), *resource, m_monitor);
        if (!heard)
            return printErrorAndExitCode(heard.error());
        observed = observedOf(*heard, *look->board.waits);
        deaf = complainAboutTaps(*heard, *look);
    }
    const auto processes = words::waitingProcesses(*look->board.waits, resource);
    if (globals.isJson)
        printJson(*look, resource, observed);
    else if (!processes.empty() || (observed && !observed->waiters.empty()))
        printWaiters(resource, processes, observed);
    else if (!look->hasNoAnswer() && !look->areWaitsKnown())
        print(tr("who waits is not known\n"));
    else if (!look->hasNoAnswer())
        print(nobodyText(resource, !m_monitor.time && !look->deployment().otherStore()));
    return endWith(*look, kExitDone, std::move(deaf));
}

const CommandEntry<WaitersCommand> kWaitersEntry(
    100, "waiters", trNoop("Who waits for a lock, or for any"));

const char* noneText(bool isKnown)
{
    return isKnown ? tr("no deadlock found\n") : tr("whether there is a deadlock is not known\n");
}

class DeadlocksCommand final : public Command {
public:
    void addOptions(CLI::App& deadlocks) override
    {
        deadlocks.footer(absl::StrCat(tr(kWhoIsSeen),
            tr("Exit codes: 0 none; 1 there is one; 2 too few masters told; 64 usage; 69 "
               "unreachable;\n77 refused.")));
    }
    [[nodiscard]] bool takesAll() const override { return true; }
    int run(const GlobalOptions& globals) override;

private:
    [[nodiscard]] static int end(const BoardLook& look)
    {
        return endWith(look, look.board.waits->deadlocks().empty() ? kExitDone : kExitNotDone);
    }
};

int DeadlocksCommand::run(const GlobalOptions& globals)
{
    const auto all = readTargets<BoardLook>(globals, TargetUse::Watch, [&](Target target) {
        auto look = lookAtBoard(globals, std::move(target));
        if (look) {
            look->locks.clear();
            look->board.changed.clear();
        }
        return look;
    });
    if (!all)
        return printErrorAndExitCode(all.error());
    if (globals.isJson)
        printJson(
            globals, *all,
            [](output::JsonWriter& out, const BoardLook& look) { writeLook(out, look); },
            [](const BoardLook& look) { return look.board.isComplete && look.areWaitsKnown(); });
    bool isFound = false;
    bool isAnswered = false;
    bool isKnown = true;
    for (const Reading<BoardLook>& one : *all) {
        if (globals.isJson || !one.result)
            continue;
        isAnswered = isAnswered || !one.result->hasNoAnswer();
        isKnown = isKnown && one.result->areWaitsKnown();
        for (const observe::Deadlock& deadlock : one.result->board.waits->deadlocks()) {
            printDeadlock(*one.result, deadlock, one.name);
            isFound = true;
        }
    }
    if (isAnswered && !isFound)
        print(noneText(isKnown));
    return endAll(*all, end);
}

const CommandEntry<DeadlocksCommand> kDeadlocksEntry(
    110, "deadlocks", trNoop("Holders that wait for each other, and which release ends it"));

} // namespace
} // namespace lockkeeper::ctl
