// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands/commands.h"
#include "app/ctl/console.h"
#include "app/ctl/exit_codes.h"
#include "app/ctl/json_output.h"
#include "app/ctl/target.h"
#include "app/ctl/words.h"
#include "core/release/execute.h"
#include "core/release/lock_snapshot.h"
#include "core/text/display_safe.h"
#include "core/words/lock_words.h"
#include "core/words/outcome_words.h"
#include "core/words/time_words.h"

#include <algorithm>
#include <iostream>
#include <set>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

/// A failure that ends the command. Its line has been printed already.
struct Ended {
    int exitCode = kExitNotDone;
};

std::string tokenList(const std::set<Fingerprint>& tokens)
{
    std::string text;
    for (const Fingerprint& token : tokens)
        text += (text.empty() ? "" : ", ") + token.shortHex();
    return text;
}

tl::unexpected<Ended> tooFewAnswers(const std::string& name, const release::LockSnapshot& look,
    const config::Deployment& deployment)
{
    const std::size_t count = deployment.masters.size();
    printError(name + " may be held: " + std::to_string(count - look.failures.size()) + " of "
        + std::to_string(count)
        + " masters answered, and none of them stores it: nothing released");
    return tl::make_unexpected(Ended{kExitNoQuorum});
}

// The only token among the votes that begins with the digits of --token.
tl::expected<Fingerprint, Ended> findToken(const release::LockSnapshot& look,
    const ReleaseOptions& options, const config::Deployment& deployment)
{
    const std::string name = nameText(options.resource);
    std::set<Fingerprint> seen;
    std::set<Fingerprint> meant;
    if (look.entry) {
        for (const observe::Vote& vote : look.entry->votes) {
            if (!vote.token)
                continue;
            seen.insert(*vote.token);
            if (vote.token->startsWith(options.token))
                meant.insert(*vote.token);
        }
    }
    if (meant.size() == 1)
        return *meant.begin();
    if (meant.size() > 1) {
        printError(name + ": several tokens begin with " + options.token + ": give more digits");
        return tl::make_unexpected(Ended{kExitUsage});
    }
    if (!seen.empty())
        printError(name + " has the token " + tokenList(seen) + ", not " + options.token
            + ": nothing released");
    else if (look.isOtherKey)
        printError(name + " is not a lock as far as known: nothing released");
    else if (look.isFree(deployment))
        printError(name + " is free: nothing released");
    else
        return tooFewAnswers(name, look, deployment);
    return tl::make_unexpected(Ended{kExitNotDone});
}

std::string planText(const release::Plan& plan, const observe::LockEntry& entry)
{
    const auto line = [](const std::string& name, const std::string& value) {
        return name + std::string(11 - name.size(), ' ') + value + "\n";
    };
    std::string on;
    for (const observe::Vote& vote : plan.votes) {
        if (vote.token == plan.token)
            on += (on.empty() ? "" : ", ") + vote.master.value()
                + (vote.ttl ? " for " + words::durationText(*vote.ttl) : " without TTL");
    }
    const observe::DecodedLock lock = entry.unpackLock();
    std::string text = line("resource", nameText(plan.resource))
        + line("verdict", words::verdictText(entry, entry.countVotes()))
        + line("token", plan.token.shortHex() + " on " + on)
        + line("library", words::libraryText(lock))
        + line("certainty", words::certaintyText(lock.certainty))
        + line("holder", words::holderText(lock));
    for (const observe::Evidence& evidence : plan.evidence)
        text += line("evidence", words::evidenceText(evidence));
    text += line("waiters", words::waitersText(plan));
    if (!lock.caution.empty())
        text += line("caution", displaySafe(lock.caution));
    for (const release::PlannedCommand& command : plan.commands)
        text += line("sent to",
            command.master.value() + " (" + displaySafe(command.url)
                + "): delete it if it is still " + plan.token.shortHex());
    return text;
}

std::string dryRunText(const release::Plan& plan, const std::string& caution)
{
    std::string text;
    if (!caution.empty())
        text.append("# caution: ").append(displaySafe(caution)).append("\n");
    for (const release::PlannedCommand& command : plan.commands)
        text += "# " + command.master.value() + "\n" + release::asRedisCliLine(command) + "\n";
    return text;
}

Json planJson(const release::Plan& plan, bool isDryRun)
{
    Json object = Json::object();
    addResource(object, plan.resource);
    object["token"] = plan.token.shortHex();
    object["dry_run"] = isDryRun;
    object["commands"] = Json::array();
    for (const release::PlannedCommand& command : plan.commands)
        object["commands"].push_back({{"master", command.master.value()},
            {"command", textJson(release::asRedisCliLine(command))}});
    return object;
}

/// A key that is only possibly a lock is released only by somebody who types its name.
bool isNameNeeded(const observe::LockEntry& entry)
{
    return entry.packedLock.certainty().level == observe::Certainty::Possible;
}

bool isConfirmedByPerson(const release::Plan& plan, const observe::LockEntry& entry, bool isJson)
{
    const std::string question = planText(plan, entry) + "--dry-run shows the exact commands.\n";
    if (isJson)
        std::cerr << question;
    else if (!print(question))
        return false; // nobody has read what would be released
    const std::string name = nameText(plan.resource);
    std::string answer;
    if (isNameNeeded(entry)) {
        std::cerr << name
                  << " is only possibly a lock. Type its name to release it: " << std::flush;
        std::getline(std::cin, answer);
        return !answer.empty() && (answer == plan.resource.value() || answer == name);
    }
    std::cerr << "Release " << name << "? [y/N] " << std::flush;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

void printReport(const release::Plan& plan, const release::Report& report, bool isJson)
{
    if (isJson) {
        Json object = planJson(plan, false);
        object["outcomes"] = outcomesJson(report);
        object["holder_changed"] = report.hasHolderChanged;
        object["quorum_freed"] = report.isQuorumFreed;
        print(asLine(object));
        return;
    }
    std::string text;
    for (const release::MasterOutcome& outcome : report.outcomes) {
        text += outcome.master.value() + ": " + words::outcomeText(outcome) + "\n";
    }
    print(text);
}

int codeOfNothingReleased(const release::Report& report)
{
    if (report.count(release::MasterResult::Refused) == report.outcomes.size())
        return kExitRefused;
    if (report.count(release::MasterResult::Unreachable) == report.outcomes.size())
        return kExitUnreachable;
    return kExitNotDone;
}

int exitCodeOfReport(const release::Report& report, const Resource& resource)
{
    int code = kExitDone;
    if (report.count(release::MasterResult::Released) == 0)
        code = codeOfNothingReleased(report);
    else if (!report.isQuorumFreed)
        code = kExitNoQuorum;
    if (code != kExitDone)
        printError(nameText(resource) + ": " + words::reportText(report));
    if (report.journalError) {
        printError(displaySafe(report.journalError->text, 4096)
            + " (the result of the release is not in the journal)");
        code = code == kExitDone ? kExitNotDone : code;
    }
    return code;
}

int carryOut(const GlobalOptions& globals, const ReleaseOptions& options,
    const config::Deployment& deployment, const release::Plan& plan)
{
    const SystemClock clock;
    auto journal = release::Journal::open(
        globals.journal.empty() ? release::defaultJournalFile() : globals.journal.c_str(), clock);
    if (!journal)
        return printErrorAndExitCode(journal.error());
    const auto report = release::execute(deployment, plan, options.reason, *journal, clock);
    if (!report)
        return printErrorAndExitCode(report.error());
    printReport(plan, *report, globals.isJson);
    return exitCodeOfReport(*report, options.resource);
}

} // namespace

int runCommand(const GlobalOptions& globals, const ReleaseOptions& options)
{
    const bool isAsking = !options.isConfirmed && !options.isDryRun;
    if (isAsking && !isTerminal(STDIN_FILENO)) {
        printError("there is no terminal to ask on: add --yes to release without being asked");
        return kExitUsage;
    }
    const auto target = openTarget(globals, options.isDryRun ? TargetUse::Look : TargetUse::Act);
    if (!target)
        return printErrorAndExitCode(target.error());
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    const auto look = release::readLock(target->deployment, options.resource, clock, processes);
    if (!look)
        return printErrorAndExitCode(look.error());
    for (const Error& failure : look->failures)
        complainAbout(failure, target->deployment);
    const std::size_t masters = target->deployment.masters.size();
    if (look->failures.size() == masters)
        return exitCodeForFailures(look->failures, masters, target->deployment.quorum());
    const auto token = findToken(*look, options, target->deployment);
    if (!token)
        return token.error().exitCode;
    const auto plan = release::planRelease(target->deployment, *look->entry, *token);
    if (!plan)
        return printErrorAndExitCode(plan.error());
    if (options.isDryRun) {
        print(globals.isJson ? asLine(planJson(*plan, true))
                             : dryRunText(*plan, look->entry->unpackLock().caution));
        return kExitDone;
    }
    if (!isAsking && isNameNeeded(*look->entry)) {
        printError(nameText(options.resource)
            + " is only possibly a lock: nothing released; release it without --yes, on a "
              "terminal, "
              "or name such locks by --match");
        return kExitUsage;
    }
    if (isAsking && !isConfirmedByPerson(*plan, *look->entry, globals.isJson)) {
        printError("not confirmed: nothing released");
        return kExitNotDone;
    }
    return carryOut(globals, options, target->deployment, *plan);
}

} // namespace lockkeeper::ctl
