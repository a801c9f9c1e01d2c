// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands/release.h"

#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/base/resource_option.h"
#include "app/ctl/base/target.h"
#include "app/ctl/command.h"
#include "app/ctl/commands/plan.h"
#include "app/ctl/output/name_words.h"
#include "app/ctl/output/safety_words.h"
#include "app/ctl/output/table_output.h"
#include "core/config/quorum.h"
#include "core/output/board_json.h"
#include "core/release/execute.h"
#include "core/release/lock_snapshot.h"
#include "core/release/note_writing.h"
#include "core/release/os_user.h"
#include "core/release/steal.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/hex.h"
#include "core/text/list_text.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/note_words.h"
#include "core/words/outcome_words.h"
#include "core/words/safety_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <iostream>
#include <set>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

const char* ofDeed(Deed deed, const char* release, const char* revoke, const char* steal,
    const char* ask = nullptr)
{
    switch (deed) {
    case Deed::Revoke:
        return revoke;
    case Deed::Steal:
        return steal;
    case Deed::Ask:
        return ask != nullptr ? ask : release;
    case Deed::Release:
        break;
    }
    return release;
}

std::string nothingDone(Deed deed, const std::string& reason)
{
    return absl::Substitute(ofDeed(deed, tr("$0: nothing released"), tr("$0: nothing revoked"),
                                tr("$0: nothing stolen"), tr("$0: nobody asked")),
        reason);
}

/// The error is printed already.
struct Ended {
    int exitCode = kExitNotDone;
};

std::string tokenList(const std::set<Fingerprint>& tokens)
{
    std::string text;
    for (const Fingerprint& token : tokens)
        addToList(text, token.shortHex());
    return text;
}

tl::unexpected<Ended> tooFewAnswers(const ReleaseOptions& options,
    const release::LockSnapshot& look, const config::Deployment& deployment)
{
    const std::size_t count = deployment.masters.size();
    printError(nothingDone(options.deed,
        absl::Substitute(
            tr("$0 may be held: $1 of $2 masters answered, and none of them stores it"),
            nameText(options.resource), count - look.failures.size(), count)));
    return tl::make_unexpected(
        Ended{exitCodeForFailures(look.failures, count, deployment.quorum())});
}

std::set<Fingerprint> seenBy(const release::LockSnapshot& look, const ReleaseOptions& options)
{
    std::set<Fingerprint> seen;
    if (!look.entry)
        return seen;
    if (options.member.empty()) {
        for (const Fingerprint& token : look.entry->tokens())
            seen.insert(token);
    } else {
        for (const observe::Holder& holder : look.entry->members())
            seen.insert(*holder.member);
    }
    return seen;
}

// Prints why unless there is exactly one.
tl::expected<Fingerprint, Ended> findToken(const release::LockSnapshot& look,
    const ReleaseOptions& options, const config::Deployment& deployment)
{
    const std::string name = nameText(options.resource);
    const bool isMember = !options.member.empty();
    const std::string& given = isMember ? options.member : options.token;
    const std::set<Fingerprint> seen = seenBy(look, options);
    std::set<Fingerprint> meant;
    for (const Fingerprint& one : seen) {
        if (one.startsWith(given))
            meant.insert(one);
    }
    if (meant.size() == 1)
        return *meant.begin();
    if (meant.size() > 1) {
        std::string digits;
        for (const Fingerprint& token : meant)
            digits.append(digits.empty() ? "" : ", ").append(token.hex());
        printError(absl::Substitute(isMember
                ? tr("$0: several holders begin with $1: give more digits of $2")
                : tr("$0: several tokens begin with $1: give more digits of $2"),
            name, given, digits));
        return tl::make_unexpected(Ended{kExitUsage});
    }
    if (isMember && look.entry)
        printError(nothingDone(Deed::Release,
            seen.empty()
                ? absl::Substitute(tr("$0 has no holders that are freed one by one"), name)
                : absl::Substitute(
                    tr("$0 has no holder $1; lockctl show tells whom it has"), name, given)));
    else if (!seen.empty())
        printError(nothingDone(options.deed,
            absl::Substitute(
                tr("$0 has the token $1, not $2"), name, tokenList(seen), options.token)));
    else if (look.isOtherKey)
        printError(nothingDone(options.deed,
            absl::Substitute(
                tr("$0 is not a lock as far as known; lockctl show tells what it is"), name)));
    else if (look.isFree(deployment))
        printError(nothingDone(options.deed, freeText(options.resource, deployment)));
    else
        return tooFewAnswers(options, look, deployment);
    return tl::make_unexpected(Ended{kExitNotDone});
}

std::string tokenPlaces(const release::Plan& plan)
{
    std::string on;
    for (const observe::Vote& vote : plan.votes) {
        if (vote.token == plan.token)
            addToList(on,
                vote.ttl ? absl::Substitute(tr("$0 for $1", "a master stores it"),
                    vote.master.value(), words::durationText(*vote.ttl))
                         : absl::Substitute(
                             tr("$0 without TTL", "a master stores it"), vote.master.value()));
    }
    return absl::Substitute(tr("$0 on $1", "a token on masters"), plan.token.shortHex(), on);
}

std::string sentText(const Proposal& proposal, const release::PlannedMaster& master)
{
    const release::Plan& plan = proposal.plan;
    const std::string place = displaySafe(master.url);
    if (plan.node)
        return absl::Substitute(tr("$0 ($1): $2", "a request to a master"), master.id.value(),
            place, words::nodeDeedText(plan));
    if (plan.isForCount())
        return absl::Substitute(tr("$0 ($1): set it to $2 if it is still $3"), master.id.value(),
            place, plan.part->count, plan.token.shortHex());
    if (plan.isForHolder())
        return absl::Substitute(tr("$0 ($1): remove the member $2, and leave the others"),
            master.id.value(), place, plan.token.shortHex());
    return absl::Substitute(
        ofDeed(proposal.deed(), tr("$0 ($1): delete it if it is still $2"),
            tr("$0 ($1): replace it by a tombstone if it is still $2"),
            tr("$0 ($1): replace it by a tombstone if it is still $2, and that by our own token"),
            tr("$0 ($1): store the ask beside it if it is still $2")),
        master.id.value(), place, plan.token.shortHex());
}

std::string afterwardsText(const Proposal& proposal)
{
    const release::Plan& plan = proposal.plan;
    if (plan.isSteal)
        return words::stolenText(plan, proposal.forecast, proposal.safety.safety);
    if (proposal.isRevoke()) {
        const auto tombstone = release::tombstoneTime(proposal.forecast, plan.maxLease);
        const std::string time = words::durationText(tombstone.lasts);
        if (!tombstone.isCut)
            return absl::Substitute(tr("free in $0, when the old lease has surely ended"), time);
        if (!proposal.forecast.leftover)
            return absl::Substitute(
                tr("free in $0 (max_lease), though the old lease has no end: whoever gets the lock "
                   "then may not be alone"),
                time);
        return absl::Substitute(tr("free in $0 (max_lease), though the old lease lasts for $1: "
                                   "whoever gets the lock in "
                                   "between may not be alone"),
            time, words::durationText(*proposal.forecast.leftover));
    }
    return words::waitersText(plan);
}

std::string planText(const Proposal& proposal)
{
    const release::Plan& plan = proposal.plan;
    const auto line = [](const char* name, const std::string& value) {
        return padded(name, 11) + value + "\n";
    };
    const observe::DecodedLock lock = proposal.entry.unpackLock(plan.lockToken());
    std::string text = safetyText(proposal.safety) + "\n"
        + line(tr("resource"), nameText(plan.resource))
        + line(tr("verdict"), words::verdictText(proposal.entry, proposal.entry.countVotes()))
        + line(plan.isForHolder() ? tr("member") : tr("token"), tokenPlaces(plan))
        + line(tr("library"), words::libraryText(lock))
        + line(tr("certainty"), words::certaintyText(lock.certainty))
        + line(tr("holder"),
            plan.isForHolder() ? words::holderText(plan.holder) : words::holderText(lock));
    if (plan.isForCount())
        text += line(tr("new number"), std::to_string(plan.part->count));
    for (const observe::Evidence& evidence : plan.evidence)
        text += line(tr("evidence"), words::evidenceText(evidence, systemClock().now()));
    text += line(tr("reaches"), forecastText(proposal.forecast))
        + line(tr("then"), afterwardsText(proposal));
    if (!lock.caution.empty())
        text += line(tr("caution"), cautionText(lock));
    for (const release::PlannedMaster& master : plan.masters)
        text += line(tr("sent to"), sentText(proposal, master));
    return text;
}

std::string commandLine(const release::Plan& plan, const release::PlannedMaster& master)
{
    return release::shellLine(plan, master);
}

/// Quoted: interactive zsh has no comments and would see an open quote.
std::string commentLine(const std::string& text)
{
    return "# " + shellWord(text) + "\n";
}

std::string dryRunText(const Proposal& proposal)
{
    std::string text = commentLine(safetyText(proposal.safety));
    if (const auto lock = proposal.entry.unpackLock(proposal.plan.lockToken());
        !lock.caution.empty())
        text += commentLine(absl::Substitute(tr("caution: $0"), cautionText(lock)));
    if (proposal.isRevoke())
        text += commentLine(absl::Substitute(tr("then: $0"), afterwardsText(proposal)));
    std::string all;
    for (const release::PlannedMaster& master : proposal.plan.masters)
        addToList(all, master.id.value());
    if (const auto forAll = release::shellTextForAll(proposal.plan))
        return text + commentLine(all) + *forAll + "\n";
    for (const release::PlannedMaster& master : proposal.plan.masters)
        text += commentLine(master.id.value()) + commandLine(proposal.plan, master) + "\n";
    return text;
}

std::string jsonOf(const Proposal& proposal, const release::Report* report,
    const std::function<void(output::JsonWriter&)>& more)
{
    const release::Plan& plan = proposal.plan;
    return output::objectLine([&](output::JsonWriter& out) {
        output::writeResource(out, plan.resource);
        out.field("action", release::nameOfDeed(plan), "token", plan.lockToken());
        if (plan.isForHolder())
            out.field("member", plan.token);
        if (plan.isForCount())
            out.field("count", plan.part->count);
        writeSafety(out, proposal.safety);
        out.field("dry_run", report == nullptr);
        out.list("commands", plan.masters, [&](const release::PlannedMaster& master) {
            out.object("master", master.id, "command", commandLine(plan, master));
        });
        if (report == nullptr)
            return;
        out.list("outcomes", report->outcomes, [&](const release::MasterOutcome& one) {
            out.object("master", one.master, "result", one.result, "error",
                output::errorText(one.error, output::kAnswerLimit));
        });
        out.field("holder_changed", report->hasHolderChanged);
        out.field("quorum_freed", report->isQuorumFreed);
        if (more)
            more(out);
    });
}

bool isNameNeeded(const release::Plan& plan)
{
    return plan.certainty == observe::Certainty::Possible;
}

bool isConfirmedByPerson(const Proposal& proposal, bool isJson)
{
    const std::string question = planText(proposal) + tr("--dry-run shows the exact commands.\n");
    if (isJson)
        std::cerr << question;
    else if (!print(question))
        return false;
    const Resource& resource = proposal.plan.resource;
    const std::string name = nameText(resource);
    std::string answer;
    if (isNameNeeded(proposal.plan)) {
        std::cerr << absl::Substitute(
            ofDeed(proposal.deed(), tr("$0 is only possibly a lock. Type its name to release it: "),
                tr("$0 is only possibly a lock. Type its name to revoke it: "),
                tr("$0 is only possibly a lock. Type its name to steal it: ")),
            name) << std::flush;
        std::getline(std::cin, answer);
        return !answer.empty() && (answer == resource.value() || answer == name);
    }
    if (proposal.plan.isForHolder())
        std::cerr << absl::Substitute(
            tr("Free the member $0 of $1? [y/N] "), proposal.plan.token.shortHex(), name);
    else if (proposal.plan.isForCount())
        std::cerr << absl::Substitute(tr("Set $0 to $1? [y/N] "), name, proposal.plan.part->count);
    else
        std::cerr << absl::Substitute(ofDeed(proposal.deed(), tr("Release $0? [y/N] "),
                                          tr("Revoke $0? [y/N] "), tr("Steal $0? [y/N] ")),
            name);
    std::cerr << std::flush;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

std::string setAnewText(const Resource& resource)
{
    return absl::Substitute(
        tr("$0: the holder changed, or its TTL was set anew: nothing was done; look again"),
        nameText(resource));
}

void explainNothingDone(const Proposal& proposal, const release::Report& report)
{
    const std::string name = nameText(proposal.plan.resource);
    const std::size_t unknown = report.count(release::MasterResult::Unknown);
    if (report.hasHolderChanged)
        printError(setAnewText(proposal.plan.resource));
    else if (unknown > 0)
        printError(absl::Substitute(tr("$0: $1"), name, words::reportText(report)));
    else
        printError(nothingDone(proposal.deed(), name));
}

Result<release::Plan> planDeed(const config::Deployment& deployment, const ReleaseOptions& options,
    const observe::LockEntry& entry, const Fingerprint& token)
{
    const std::string by = release::osUser();
    const WallTime at = systemClock().wallNow();
    switch (options.deed) {
    case Deed::Steal:
        return release::planSteal(deployment, entry, token,
            {.by = by, .at = at, .reason = options.reason}, *options.taking);
    case Deed::Revoke:
        return release::planRevoke(
            deployment, entry, token, {.by = by, .at = at, .reason = options.reason});
    case Deed::Ask:
        return release::planAsk(
            deployment, entry, token, {.by = by, .at = at, .reason = options.reason});
    case Deed::Release:
        break;
    }
    return !options.member.empty() ? release::planHolder(deployment, entry, token)
        : options.count            ? release::planCount(deployment, entry, token, *options.count)
                                   : release::planRelease(deployment, entry, token);
}

tl::expected<release::Plan, Ended> planForWaiter(const config::Deployment& deployment,
    const ReleaseOptions& options, const release::LockSnapshot& look)
{
    const std::vector<observe::Waiter>& waiters = look.waits->waiters();
    const auto found = std::ranges::find_if(look.waits->waitersFor(options.resource),
        [&](std::size_t index) { return waiters[index].announced.id == options.waiter; });
    if (!look.entry || found == look.waits->waitersFor(options.resource).end()) {
        printError(nothingDone(Deed::Release,
            absl::Substitute(tr("$0 has no waiter $1; lockctl waiters --json tells whom it has"),
                nameText(options.resource), displaySafe(options.waiter))));
        return tl::make_unexpected(Ended{});
    }
    auto plan = release::planWaiter(deployment, *look.entry, *look.waits, waiters[*found]);
    if (!plan)
        return tl::make_unexpected(Ended{printErrorAndExitCode(plan.error())});
    return std::move(*plan);
}

tl::expected<release::Plan, Ended> planFor(const config::Deployment& deployment,
    const ReleaseOptions& options, const release::LockSnapshot& look)
{
    if (!options.waiter.empty())
        return planForWaiter(deployment, options, look);
    const bool isForHolder = options.deed == Deed::Ask && options.token.empty();
    const auto leading = isForHolder && look.entry ? leadingToken(look.entry->votes) : std::nullopt;
    const auto token = leading ? tl::expected<Fingerprint, Ended>(*leading)
                               : findToken(look, options, deployment);
    if (!token)
        return tl::make_unexpected(token.error());
    auto plan = planDeed(deployment, options, *look.entry, *token);
    if (!plan)
        return tl::make_unexpected(Ended{printErrorAndExitCode(plan.error())});
    return std::move(*plan);
}

/// Looks again, into `look`: the next holder may store the same value.
tl::expected<release::Plan, Ended> planAfterSecondLook(const config::Deployment& deployment,
    const ReleaseOptions& options, release::LockSnapshot& look, const release::Plan& first)
{
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    auto sight = release::lookAgain(deployment, first, look, clock, processes);
    if (!sight)
        return tl::make_unexpected(Ended{printErrorAndExitCode(sight.error())});
    look = std::move(sight->look);
    auto plan = planFor(deployment, options, look);
    if (!plan)
        return plan;
    if (sight->seenFor < release::kSightNeeded) {
        printError(setAnewText(options.resource));
        return tl::make_unexpected(Ended{});
    }
    plan->seenFor = sight->seenFor;
    for (std::size_t i = 0; i < plan->masters.size(); ++i)
        plan->masters[i].expiry = look.expiries[i];
    return plan;
}

int decide(const GlobalOptions& globals, const ReleaseOptions& options, const Target& target,
    const Proposal& proposal, const CarryOut& carryOut)
{
    if (options.isDryRun) {
        print(globals.isJson ? jsonOf(proposal, nullptr, {}) : dryRunText(proposal));
        return kExitDone;
    }
    const bool isAsking = !options.isConfirmed;
    if (!isAsking && isNameNeeded(proposal.plan)) {
        printError(absl::Substitute(
            ofDeed(options.deed,
                tr("$0 is only possibly a lock: nothing released; release it without --yes, on a "
                   "terminal, or name such locks by --match"),
                tr("$0 is only possibly a lock: nothing revoked; revoke it without --yes, on a "
                   "terminal, or name such locks by --match"),
                tr("$0 is only possibly a lock: nothing stolen; steal it without --yes, on a "
                   "terminal, or name such locks by --match")),
            nameText(options.resource)));
        return kExitUsage;
    }
    if (isAsking && !isConfirmedByPerson(proposal, globals.isJson)) {
        printError(nothingDone(options.deed, tr("not confirmed")));
        return kExitNotDone;
    }
    if (!isAsking && proposal.plan.isValueShared)
        printError(absl::Substitute(tr("warning: $0: $1"), nameText(options.resource),
            cautionText(proposal.entry.unpackLock(proposal.plan.lockToken()))));
    return carryOut(target, proposal);
}

class ReleaseCommand final : public Command {
public:
    explicit ReleaseCommand(Deed deed)
        : m_options{.deed = deed}
    { }
    void addOptions(CLI::App& command) override
    {
        addResource(command, m_typed);
        CLI::Option* const plan = addPlan(command, m_plan);
        CLI::Option* const token = addDeciding(command, m_options)->excludes(plan);
        command.get_option("--dry-run")->excludes(plan);
        command.get_option("--yes")->excludes(plan);
        if (m_options.isRevoke())
            return;
        command
            .add_option("--member", m_options.member,
                tr("Free one holder of a shared lock: the fingerprint that `show` shows"))
            ->type_name("FINGERPRINT")
            ->excludes(plan)
            ->excludes(token);
        command
            .add_option("--waiter", m_options.waiter,
                tr("Drop one who waits, of ZooKeeper: the id that `waiters --json` shows"))
            ->type_name("ID")
            ->excludes(plan)
            ->excludes(token);
        command
            .add_option("--set-count", m_options.count,
                tr("Set the number that all holders share, such as that of free permits"))
            ->type_name("N")
            ->needs(token)
            ->excludes(plan);
    }
    void check(const GlobalOptions& globals) override;
    int run(const GlobalOptions& globals) override;

private:
    ReleaseOptions m_options;
    TypedResource m_typed;
    PlanOptions m_plan;
};

void checkFingerprint(const std::string& digits, const char* option, const char* what)
{
    const bool isOne
        = isLowerHex(toAsciiLower(digits)) && digits.size() >= 8 && digits.size() <= 40;
    if (!digits.empty() && !isOne)
        throw CLI::ValidationError(option, what);
}

void ReleaseCommand::check(const GlobalOptions& globals)
{
    if (!m_plan.file.empty()) {
        checkReason(m_options.reason);
        if (m_typed.resource)
            throw CLI::ValidationError("RESOURCE", tr("can't be given with --plan"));
        return ctl::checkPlan(m_plan, globals);
    }
    m_options.resource = checkResource(m_typed, EmptyName::Encoded);
    if (m_options.token.empty() && m_options.member.empty() && m_options.waiter.empty())
        throw CLI::RequiredError("--token");
    checkFingerprint(m_options.member, "--member",
        tr("is a fingerprint as `lockctl show` shows it: 8 to 40 hex digits"));
    checkDeciding(m_options);
}

int ReleaseCommand::run(const GlobalOptions& globals)
{
    if (!m_plan.file.empty())
        return makePlan(globals, m_plan,
            m_options.isRevoke() ? release::Action::Revoke : release::Action::Release,
            m_options.reason);
    return decideAndDo(globals, m_options, [&](const Target& target, const Proposal& proposal) {
        const auto report = journalled(globals, [&](release::Journal& journal, const Clock& clock) {
            return release::execute(
                target.deployment, proposal.plan, m_options.reason, journal, clock);
        });
        if (!report)
            return printErrorAndExitCode(report.error());
        print(globals.isJson ? reportJson(proposal, &*report) : reportLines(*report));
        return exitCodeOfReport(proposal, *report);
    });
}

const CommandEntry<ReleaseCommand> kReleaseEntry(
    180, "release", trNoop("Free somebody else's lock at once"), Deed::Release);
const CommandEntry<ReleaseCommand> kRevokeEntry(190, "revoke",
    trNoop("Take a lock from its holder: nobody gets it before its TTL has passed"), Deed::Revoke);

} // namespace

CLI::Option* addDeciding(CLI::App& command, ReleaseOptions& options)
{
    CLI::Option* const token
        = command.add_option("--token", options.token, tr("The fingerprint that `list` shows"))
              ->type_name("FINGERPRINT");
    command
        .add_option("--reason", options.reason,
            options.isRevoke() ? tr("Why; goes to the journal, and into the lock's value")
                : options.deed == Deed::Ask ? tr("Why; goes to the journal, and to the holder")
                                            : tr("Why; goes to the journal"))
        ->type_name("TEXT");
    command.add_flag("--dry-run", options.isDryRun, tr("Show what would be sent, send nothing"));
    command.add_flag("--yes", options.isConfirmed, tr("Do not ask"));
    return token;
}

void checkDeciding(const ReleaseOptions& options)
{
    checkReason(options.reason);
    checkFingerprint(options.token, "--token",
        tr("is a fingerprint as `lockctl list` shows it: 8 to 40 hex digits"));
    if (options.deed != Deed::Ask && !options.isDryRun
        && options.reason.find_first_not_of(" \t\n") == std::string::npos)
        throw CLI::ValidationError("--reason", tr("is required: it goes to the journal"));
}

std::string reportJson(const Proposal& proposal, const release::Report* report,
    const std::function<void(output::JsonWriter&)>& more)
{
    return jsonOf(proposal, report, more);
}

std::string reportLines(const release::Report& report)
{
    std::string text;
    for (const release::MasterOutcome& outcome : report.outcomes) {
        text += absl::Substitute(
            tr("$0: $1\n"), outcome.master.value(), words::outcomeText(outcome));
    }
    return text;
}

int exitCodeOfDeed(const release::Report& report)
{
    using release::MasterResult;
    if (report.isAsked())
        return kExitDone; // one master is enough to reach the holder
    if (report.count(MasterResult::Released) + report.count(MasterResult::Revoked) > 0)
        return report.isQuorumFreed ? kExitDone : kExitNoQuorum;
    std::vector<Error> failures;
    for (const release::MasterOutcome& one : report.outcomes) {
        if (one.result == MasterResult::Unknown || one.result == MasterResult::Unreachable
            || one.result == MasterResult::Refused)
            failures.push_back(one.error.value_or(Error{}));
    }
    const std::size_t masters = report.outcomes.size();
    return report.hasHolderChanged || report.isQuorumFreed
        ? kExitNotDone
        : exitCodeOfUndone(failures, masters, quorumOf(masters));
}

int exitCodeOfReport(const Proposal& proposal, const release::Report& report)
{
    const std::string name = nameText(proposal.plan.resource);
    const std::size_t done = report.count(release::MasterResult::Released)
        + report.count(release::MasterResult::Revoked);
    int code = exitCodeOfDeed(report);
    if (done > 0 && code != kExitDone)
        printError(absl::Substitute(tr("$0: $1"), name, words::reportText(report)));
    else if (code != kExitDone)
        explainNothingDone(proposal, report);
    if (report.journalError) {
        printError(absl::Substitute(
            ofDeed(proposal.deed(), tr("$0 (it is released, the result is not written down)"),
                tr("$0 (it is revoked, the result is not written down)"),
                tr("$0 (it is stolen, the result is not written down)"),
                tr("$0 (the holder is asked, the result is not written down)")),
            displaySafe(trData(report.journalError->text), 4096)));
        code = code == kExitDone ? kExitNotDone : code;
    }
    return code;
}

Result<release::Report> journalled(const GlobalOptions& globals,
    const std::function<Result<release::Report>(release::Journal&, const Clock&)>& execute)
{
    const SystemClock clock;
    auto journal = release::Journal::open(journalFileOf(globals), clock);
    if (!journal)
        return tl::make_unexpected(std::move(journal.error()));
    auto report = execute(*journal, clock);
    // A broken journal must not stop an emergency.
    if (!journal->breakBefore().empty())
        printError(absl::Substitute(
            tr("warning: journal $0 was not whole before: $1; see lockctl journal verify"),
            displaySafe(journal->file().string(), 4096), trData(journal->breakBefore())));
    return report;
}

int decideAndDo(const GlobalOptions& globals, ReleaseOptions options, const CarryOut& carryOut)
{
    const bool isAsking = !options.isConfirmed && !options.isDryRun;
    const bool isForRedis = options.deed == Deed::Revoke || options.deed == Deed::Steal;
    const auto target = openTarget(globals,
        options.isDryRun ? (isForRedis ? TargetUse::Look : TargetUse::Watch)
                         : (isForRedis ? TargetUse::ActInRedis : TargetUse::Act));
    if (!target)
        return printErrorAndExitCode(target.error());
    options.resource = resourceIn(target->deployment, options.resource);
    if (isAsking && !isTerminal(STDIN_FILENO)) {
        printError(ofDeed(options.deed,
            tr("there is no terminal to ask on: add --yes to release without being asked"),
            tr("there is no terminal to ask on: add --yes to revoke without being asked"),
            tr("there is no terminal to ask on: add --yes to steal without being asked")));
        return kExitUsage;
    }
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    auto look = release::readLock(target->deployment, options.resource, clock, processes,
        {.asksForExpiry = true, .asksForNote = true});
    if (!look)
        return printErrorAndExitCode(look.error());
    if (release::isOthersNote(look->note))
        printError(absl::Substitute(tr("warning: $0: $1"), nameText(options.resource),
            words::noteText(look->note, clock.wallNow())));
    for (const Error& failure : look->failures)
        complainAbout(failure, target->deployment);
    const std::size_t masters = target->deployment.masters.size();
    if (look->failures.size() == masters)
        return exitCodeForFailures(look->failures, masters, target->deployment.quorum());
    auto plan = planFor(target->deployment, options, *look);
    if (plan && plan->isValueShared)
        plan = planAfterSecondLook(target->deployment, options, *look, *plan);
    if (!plan)
        return plan.error().exitCode;
    release::LivenessSource others(target->deployment, clock);
    const auto safety = plan->node && plan->node->isWaiting
        ? release::SafetyVerdict{.safety = release::Safety::SafeToFree, .isWaiter = true}
        : plan->isForHolder()
        ? release::assessHolder(
            *look->entry, plan->lockToken(), plan->token, processes, others, clock)
        : release::assessSafety(*look->entry, plan->token, processes, others, clock);
    plan->shown = words::shownSafety(safety, words::Seen::Once);
    const auto forecast = release::forecast(plan->votes, plan->token, clock.now());
    const Proposal proposal{std::move(*plan), *look->entry, safety, forecast};
    return decide(globals, options, *target, proposal, carryOut);
}

} // namespace lockkeeper::ctl
