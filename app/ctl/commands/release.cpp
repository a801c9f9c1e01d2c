// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands/commands.h"
#include "app/ctl/console.h"
#include "app/ctl/exit_codes.h"
#include "app/ctl/output/json_output.h"
#include "app/ctl/output/safety_words.h"
#include "app/ctl/output/words.h"
#include "app/ctl/resource_option.h"
#include "app/ctl/target.h"
#include "core/release/execute.h"
#include "core/release/lock_snapshot.h"
#include "core/release/os_user.h"
#include "core/text/display_safe.h"
#include "core/words/lock_words.h"
#include "core/words/outcome_words.h"
#include "core/words/safety_words.h"
#include "core/words/time_words.h"

#include <algorithm>
#include <iostream>
#include <set>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

/// What a person, or a program, decides on.
struct Proposal {
    release::Plan plan;
    const observe::LockEntry& entry;
    release::SafetyVerdict safety;
    release::Forecast forecast;

    [[nodiscard]] bool isRevoke() const { return plan.action == release::Action::Revoke; }
};

/// The words of the two commands.
struct Verbs {
    const char* infinitive;
    const char* participle;
};

constexpr Verbs verbsOf(bool isRevoke)
{
    return isRevoke ? Verbs{"revoke", "revoked"} : Verbs{"release", "released"};
}

std::string nothingDone(bool isRevoke)
{
    return std::string(": nothing ") + verbsOf(isRevoke).participle;
}

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

tl::unexpected<Ended> tooFewAnswers(const ReleaseOptions& options,
    const release::LockSnapshot& look, const config::Deployment& deployment)
{
    const std::size_t count = deployment.masters.size();
    printError(nameText(options.resource) + " may be held: "
        + std::to_string(count - look.failures.size()) + " of " + std::to_string(count)
        + " masters answered, and none of them stores it" + nothingDone(options.isRevoke));
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
            + nothingDone(options.isRevoke));
    else if (look.isOtherKey)
        printError(name + " is not a lock as far as known" + nothingDone(options.isRevoke));
    else if (look.isFree(deployment))
        printError(
            name + " is free" + nothingDone(options.isRevoke) + escapesHint(options.resource));
    else
        return tooFewAnswers(options, look, deployment);
    return tl::make_unexpected(Ended{kExitNotDone});
}

std::string tokenPlaces(const release::Plan& plan)
{
    std::string on;
    for (const observe::Vote& vote : plan.votes) {
        if (vote.token == plan.token)
            on += (on.empty() ? "" : ", ") + vote.master.value()
                + (vote.ttl ? " for " + words::durationText(*vote.ttl) : " without TTL");
    }
    return plan.token.shortHex() + " on " + on;
}

/// What follows for those who wait.
std::string afterwardsText(const Proposal& proposal)
{
    const release::Plan& plan = proposal.plan;
    if (proposal.isRevoke()) {
        const auto& left = proposal.forecast.leftover;
        return "free in " + words::durationText(left.value_or(plan.maxLease))
            + ", when the old lease has surely ended";
    }
    return plan.wakeUp ? "wakes waiters on " + displaySafe(plan.wakeUp->channel)
                       : "wakes nobody: waiters find out when they try again";
}

std::string planText(const Proposal& proposal)
{
    const release::Plan& plan = proposal.plan;
    const auto line = [](const std::string& name, const std::string& value) {
        return name + std::string(11 - name.size(), ' ') + value + "\n";
    };
    const observe::DecodedLock lock = proposal.entry.unpackLock(plan.token);
    std::string text = safetyText(proposal.safety) + "\n"
        + line("resource", nameText(plan.resource))
        + line("verdict", words::verdictText(proposal.entry, proposal.entry.countVotes()))
        + line("token", tokenPlaces(plan)) + line("library", words::libraryText(lock))
        + line("certainty", words::certaintyText(lock.certainty))
        + line("holder", words::holderText(lock));
    for (const observe::Evidence& evidence : plan.evidence)
        text += line("evidence", words::evidenceText(evidence, systemClock().now()));
    text += line("reaches", forecastText(proposal.forecast))
        + line("then", afterwardsText(proposal));
    if (!lock.caution.empty())
        text += line("caution", displaySafe(lock.caution));
    for (const release::PlannedCommand& command : plan.commands)
        text += line("sent to",
            command.master.value() + " (" + displaySafe(command.url)
                + "): " + (proposal.isRevoke() ? "replace it by a tombstone" : "delete it")
                + " if it is still " + plan.token.shortHex());
    return text;
}

std::string dryRunText(const Proposal& proposal)
{
    std::string text = "# " + safetyText(proposal.safety) + "\n";
    if (const std::string caution = proposal.entry.unpackLock(proposal.plan.token).caution;
        !caution.empty())
        text.append("# caution: ").append(displaySafe(caution)).append("\n");
    for (const release::PlannedCommand& command : proposal.plan.commands)
        text += "# " + command.master.value() + "\n" + release::asRedisCliLine(command) + "\n";
    return text;
}

Json planJson(const Proposal& proposal, bool isDryRun)
{
    const release::Plan& plan = proposal.plan;
    Json object = Json::object();
    addResource(object, plan.resource);
    object["action"] = verbsOf(proposal.isRevoke()).infinitive;
    object["token"] = plan.token.shortHex();
    object["safety"] = safetyJson(proposal.safety);
    object["dry_run"] = isDryRun;
    object["commands"] = Json::array();
    for (const release::PlannedCommand& command : plan.commands)
        object["commands"].push_back({{"master", command.master.value()},
            {"command", textJson(release::asRedisCliLine(command))}});
    return object;
}

/// A key that is only possibly a lock is released only by somebody who types its name.
bool isNameNeeded(const release::Plan& plan)
{
    return plan.certainty == observe::Certainty::Possible;
}

bool isConfirmedByPerson(const Proposal& proposal, bool isJson)
{
    const std::string question = planText(proposal) + "--dry-run shows the exact commands.\n";
    if (isJson)
        std::cerr << question;
    else if (!print(question))
        return false; // nobody has read what would be done
    const Resource& resource = proposal.plan.resource;
    const std::string name = nameText(resource);
    std::string answer;
    if (isNameNeeded(proposal.plan)) {
        std::cerr << name << " is only possibly a lock. Type its name to "
                  << verbsOf(proposal.isRevoke()).infinitive << " it: " << std::flush;
        std::getline(std::cin, answer);
        return !answer.empty() && (answer == resource.value() || answer == name);
    }
    std::cerr << (proposal.isRevoke() ? "Revoke " : "Release ") << name << "? [y/N] " << std::flush;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

void printReport(const Proposal& proposal, const release::Report& report, bool isJson)
{
    if (isJson) {
        Json object = planJson(proposal, false);
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

int explainNothingDone(const Proposal& proposal, const release::Report& report)
{
    const std::string name = nameText(proposal.plan.resource);
    if (report.hasHolderChanged)
        printError(name + ": the holder changed, so nothing was sent; look again");
    else
        printError(name + nothingDone(proposal.isRevoke()));
    if (report.count(release::MasterResult::Refused) == report.outcomes.size())
        return kExitRefused;
    if (report.count(release::MasterResult::Unreachable) == report.outcomes.size())
        return kExitUnreachable;
    return kExitNotDone;
}

int exitCodeOfReport(const Proposal& proposal, const release::Report& report)
{
    const std::string name = nameText(proposal.plan.resource);
    const std::size_t done = report.count(release::MasterResult::Released)
        + report.count(release::MasterResult::Revoked);
    int code = kExitDone;
    if (done == 0) {
        code = explainNothingDone(proposal, report);
    } else if (!report.isQuorumFreed) {
        printError(name + ": " + words::reportText(report));
        code = kExitNoQuorum;
    }
    if (report.journalError) {
        printError(displaySafe(report.journalError->text, 4096) + " (it is "
            + verbsOf(proposal.isRevoke()).participle + ", the result is not written down)");
        code = code == kExitDone ? kExitNotDone : code;
    }
    return code;
}

int carryOut(const GlobalOptions& globals, const ReleaseOptions& options,
    const config::Deployment& deployment, const Proposal& proposal)
{
    const SystemClock clock;
    auto journal = release::Journal::open(
        globals.journal.empty() ? release::defaultJournalFile() : globals.journal.c_str(), clock);
    if (!journal)
        return printErrorAndExitCode(journal.error());
    const auto report
        = release::execute(deployment, proposal.plan, options.reason, *journal, clock);
    // No reason to refuse it in an emergency.
    if (!journal->breakBefore().empty())
        printError("warning: journal " + displaySafe(journal->file().string(), 4096)
            + " was not whole before: " + journal->breakBefore() + "; see lockctl journal verify");
    if (!report)
        return printErrorAndExitCode(report.error());
    printReport(proposal, *report, globals.isJson);
    return exitCodeOfReport(proposal, *report);
}

Result<release::Plan> planFor(const config::Deployment& deployment, const ReleaseOptions& options,
    const observe::LockEntry& entry, const Fingerprint& token)
{
    if (!options.isRevoke)
        return release::planRelease(deployment, entry, token);
    return release::planRevoke(deployment, entry, token,
        {.by = release::osUser(), .at = systemClock().wallNow(), .reason = options.reason});
}

/// Asks, if somebody is to be asked, and carries it out.
int decide(const GlobalOptions& globals, const ReleaseOptions& options,
    const config::Deployment& deployment, const Proposal& proposal)
{
    if (options.isDryRun) {
        print(globals.isJson ? asLine(planJson(proposal, true)) : dryRunText(proposal));
        return kExitDone;
    }
    const bool isAsking = !options.isConfirmed;
    if (!isAsking && isNameNeeded(proposal.plan)) {
        printError(nameText(options.resource) + " is only possibly a lock"
            + nothingDone(options.isRevoke) + "; " + verbsOf(options.isRevoke).infinitive
            + " it without --yes, on a terminal, or name such locks by --match");
        return kExitUsage;
    }
    if (isAsking && !isConfirmedByPerson(proposal, globals.isJson)) {
        printError("not confirmed" + nothingDone(options.isRevoke));
        return kExitNotDone;
    }
    return carryOut(globals, options, deployment, proposal);
}

} // namespace

int runCommand(const GlobalOptions& globals, const ReleaseOptions& options)
{
    const bool isAsking = !options.isConfirmed && !options.isDryRun;
    if (isAsking && !isTerminal(STDIN_FILENO)) {
        printError(std::string("there is no terminal to ask on: add --yes to ")
            + verbsOf(options.isRevoke).infinitive + " without being asked");
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
    auto plan = planFor(target->deployment, options, *look->entry, *token);
    if (!plan)
        return printErrorAndExitCode(plan.error());
    const auto safety = release::assessSafety(*look->entry, *token, processes, clock.now());
    plan->shown = words::shownSafety(safety, words::Seen::Once);
    const Proposal proposal{std::move(*plan), *look->entry, safety,
        release::forecast(look->entry->votes, *token, clock.now())};
    return decide(globals, options, target->deployment, proposal);
}

} // namespace lockkeeper::ctl
