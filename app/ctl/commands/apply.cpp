// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/base/signal_pipe.h"
#include "app/ctl/base/target.h"
#include "app/ctl/command.h"
#include "app/ctl/commands/release.h"
#include "app/ctl/output/name_words.h"
#include "app/ctl/output/table_output.h"
#include "core/files/private_file.h"
#include "core/output/board_json.h"
#include "core/output/plan_file.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/note_words.h"
#include "core/words/outcome_words.h"
#include "core/words/safety_words.h"

#include <absl/strings/str_replace.h>
#include <absl/strings/substitute.h>
#include <array>
#include <iostream>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

using release::Fate;

constexpr std::array kFates{Fate::Freed, Fate::Gone, Fate::Changed, Fate::Refused, Fate::Noted,
    Fate::MayLive, Fate::NotReached, Fate::NotBegun};

constexpr std::size_t kMostComplaints = 100;

struct ApplyOptionsTyped {
    std::string file{};
    std::string reason{};
    bool skipsSurprises = false;
    bool isDespiteNotes = false;
    unsigned perSecond = release::ApplyOptions().perSecond;
    bool isDryRun = false;
    bool isConfirmed = false;
};

constexpr std::array kActions{release::Action::Release, release::Action::Revoke};

/// As of `release` for this lock alone.
int exitCodeOf(const release::AppliedLock& lock, const config::Deployment& deployment)
{
    if (lock.fate == Fate::Freed || lock.fate == Fate::Gone)
        return kExitDone;
    if (lock.deed)
        return exitCodeOfDeed(lock.deed->report);
    if (lock.fate == Fate::Refused && !lock.failures.empty())
        return exitCodeFor(lock.failures.front().kind);
    return exitCodeOfUndone(lock.failures, deployment.masters.size(), deployment.quorum());
}

/// The unfinished locks' common code, else kExitNotDone. NotBegun counts only alone.
int exitCodeOf(const release::Applied& applied, const config::Deployment& deployment)
{
    if (applied.journalError)
        return kExitNotDone;
    int code = kExitDone;
    for (const release::AppliedLock& lock : applied.locks) {
        const int one = exitCodeOf(lock, deployment);
        if (one != kExitDone && lock.fate != Fate::NotBegun)
            code = code == kExitDone || code == one ? one : kExitNotDone;
    }
    return code == kExitDone && applied.count(Fate::NotBegun) > 0 ? kExitNotDone : code;
}

/// nullopt if unusable; prints why.
std::optional<output::PlanFile> readPlan(const std::string& file)
{
    const std::string name = displaySafe(file, 4096);
    const auto bytes = readPrivateFile(file, output::kMostOfPlan, FileSecrecy::ReadableByOthers);
    if (!bytes || !*bytes) {
        printError(absl::Substitute(
            tr("$0: $1"), name, bytes ? tr("there is no such file") : trData(bytes.error().text)));
        return std::nullopt;
    }
    auto plan = output::parsePlan(**bytes);
    if (plan)
        return std::move(*plan);
    const auto& wrong = plan.error();
    for (std::size_t i = 0; i < std::min(wrong.size(), kMostComplaints); ++i)
        printError(absl::Substitute(tr("$0, $1"), name, trData(wrong[i])));
    printError(wrong.size() > kMostComplaints
            ? absl::Substitute(tr("and $0 like these: nothing was done"),
                words::countText(wrong.size() - kMostComplaints, "line"))
            : tr("nothing was done"));
    return std::nullopt;
}

bool isConfirmedByPerson(const output::PlanFile& plan, std::size_t count)
{
    const bool isRevoke = plan.count(release::Action::Release) == 0;
    const auto sentence = [&](bool isTranslated) {
        const char* const one = isRevoke ? trNoop("revoke 1 lock") : trNoop("free 1 lock");
        const char* const many = isRevoke ? trNoop("revoke $0 locks") : trNoop("free $0 locks");
        const char* const format = count == 1 ? one : many;
        return absl::Substitute(isTranslated ? tr(format) : format, count);
    };
    std::cerr << absl::Substitute(tr("deployment $0, planned by $1\n"),
        displaySafe(plan.deployment), displaySafe(plan.madeBy))
              << absl::Substitute(tr("Type: $0\n"), sentence(true)) << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == sentence(true) || answer == sentence(false);
}

std::size_t earlierOf(const release::Applied& applied)
{
    return static_cast<std::size_t>(
        std::ranges::count(applied.locks, true, &release::AppliedLock::isEarlier));
}

std::vector<std::string> freedRow(const output::PlanFile& plan, const release::Applied& applied,
    release::Action action, bool isDryRun)
{
    std::size_t freed = 0;
    std::size_t earlier = 0; // (dry run) not among those that would be freed
    for (std::size_t i = 0; i < plan.locks.size(); ++i) {
        const release::AppliedLock& lock = applied.locks[i];
        const bool isMeant = lock.fate == Fate::Freed && plan.locks[i].action == action;
        earlier += isMeant && lock.isEarlier ? 1 : 0;
        freed += isMeant && !(isDryRun && lock.isEarlier) ? 1 : 0;
    }
    return {std::to_string(freed), words::fateWord(Fate::Freed, action, isDryRun),
        earlier == 0   ? ""
            : isDryRun ? absl::Substitute(tr("$0 more are done, by an earlier run"), earlier)
                       : absl::Substitute(tr("$0 of them by an earlier run"), earlier)};
}

std::string tableText(
    const output::PlanFile& plan, const release::Applied& applied, bool isDryRun = false)
{
    std::vector<std::vector<std::string>> rows;
    for (const release::Action action : kActions) {
        if (plan.count(action) > 0)
            rows.push_back(freedRow(plan, applied, action, isDryRun));
    }
    for (const Fate fate : kFates) {
        if (const std::size_t count = applied.count(fate); count > 0 && fate != Fate::Freed)
            rows.push_back({std::to_string(count), words::fateWord(fate), ""});
    }
    return joinedLines(alignedLines(rows));
}

std::string dryRunText(const output::PlanFile& plan, const release::Applied& applied)
{
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < plan.locks.size(); ++i) {
        const release::AppliedLock& lock = applied.locks[i];
        const std::string& text = lock.text.empty() ? lock.caution : lock.text;
        rows.push_back({nameText(plan.locks[i].resource),
            words::fateWord(lock.fate, plan.locks[i].action, !lock.isEarlier),
            lock.isEarlier ? tr("by an earlier run") : displaySafe(trData(text), 4096)});
    }
    return joinedLines(alignedLines(rows)) + tableText(plan, applied, true);
}

std::string appliedJson(
    const output::PlanFile& plan, const release::Applied& applied, bool isDryRun)
{
    output::JsonWriter out;
    out.openObject();
    out.field("plan", plan.id);
    out.field("action", plan.action());
    out.field("deployment", plan.deployment);
    out.field("dry_run", isDryRun);
    for (const Fate fate : kFates)
        out.field(absl::StrReplaceAll(nameOf(fate), {{"-", "_"}}), applied.count(fate));
    out.field("freed_earlier", earlierOf(applied));
    out.key("locks").openArray();
    for (std::size_t i = 0; i < plan.locks.size(); ++i) {
        const release::AppliedLock& lock = applied.locks[i];
        out.openObject();
        output::writeResource(out, plan.locks[i].resource);
        out.field("result", nameOf(lock.fate));
        out.field("text", output::unlessEmpty(lock.text));
        out.field("caution", output::unlessEmpty(lock.caution));
        out.closeObject();
    }
    out.closeArray();
    out.closeObject();
    return out.text() + '\n';
}

/// Freed although the holder may live, and values don't tell holders apart.
bool isToMind(const release::PlannedLock& lock)
{
    return lock.mayLive && !lock.expiries.empty();
}

bool hasNoTtl(const release::PlannedLock& lock)
{
    return std::ranges::any_of(
        lock.expiries, [](const release::PlannedExpiry& one) { return !one.expiry.at; });
}

void warnOfRepeatables(const output::PlanFile& plan)
{
    const auto count = std::ranges::count_if(plan.locks, isToMind);
    const auto endless = std::ranges::count_if(plan.locks,
        [](const release::PlannedLock& lock) { return isToMind(lock) && hasNoTtl(lock); });
    if (count > 0)
        printError(absl::Substitute(
            tr("warning: the next holder may store the same value ($0): freed only if it expires "
               "when the plan says, to a tenth of a second"),
            words::countText(static_cast<std::size_t>(count), "lock")));
    if (endless > 0)
        printError(absl::Substitute(
            tr("warning: without a TTL nothing tells the next holder from this one ($0)"),
            words::countText(static_cast<std::size_t>(endless), "lock")));
}

void explain(const output::PlanFile& plan, const release::Applied& applied)
{
    for (std::size_t i = 0; i < plan.locks.size(); ++i) {
        const release::AppliedLock& lock = applied.locks[i];
        const bool isToldByPlan = lock.fate == Fate::MayLive
            && plan.locks[i].shown.safety != release::Safety::SafeToFree;
        if (!lock.text.empty() && !isToldByPlan)
            printError(absl::Substitute(tr("$0: $1: $2"), nameText(plan.locks[i].resource),
                words::fateWord(lock.fate, plan.locks[i].action),
                displaySafe(trData(lock.text), 4096)));
    }
    if (applied.journalError)
        printError(displaySafe(trData(applied.journalError->text), 4096));
    if (applied.count(Fate::NotBegun) > 0)
        printError(tr("it ended before the end of the plan: the same command goes on from there"));
}

class ApplyCommand final : public Command {
public:
    void addOptions(CLI::App& command) override;
    void check(const GlobalOptions& globals) override;
    int run(const GlobalOptions& globals) override;

private:
    int apply(const GlobalOptions& globals, const output::PlanFile& plan,
        const config::Deployment& deployment);
    release::ApplyOptions optionsFor(const output::PlanFile& plan, SignalPipe& signals) const;

    std::string reasonFor(const output::PlanFile& plan) const
    {
        return m_options.reason.empty() ? plan.reason.value_or("") : m_options.reason;
    }

    ApplyOptionsTyped m_options;
};

void ApplyCommand::addOptions(CLI::App& command)
{
    command
        .add_option("FILE", m_options.file,
            tr("The plan, as `release --plan` or `revoke --plan` wrote it, and you cut it down"))
        ->required()
        ->type_name("");
    command
        .add_option("--reason", m_options.reason,
            tr("Why; goes to the journal; may be left out if the plan has one"))
        ->type_name("TEXT");
    command.add_flag("--skip-changed", m_options.skipsSurprises,
        tr("Go on after a lock that is not as the plan says"));
    command.add_flag("--despite-notes", m_options.isDespiteNotes,
        tr("Also free locks with somebody else's note"));
    command.add_option("--rate", m_options.perSecond, tr("So many locks a second at most"))
        ->type_name("N")
        ->check(range(1U, 100'000U, tr("INT in [$0 - $1]")));
    command.add_flag("--dry-run", m_options.isDryRun, tr("Look at the locks, send nothing"));
    command.add_flag("--yes", m_options.isConfirmed, tr("Do not ask"));
}

void ApplyCommand::check(const GlobalOptions& /*globals*/)
{
    checkReason(m_options.reason);
}

release::ApplyOptions ApplyCommand::optionsFor(
    const output::PlanFile& plan, SignalPipe& signals) const
{
    const auto noteText
        = [](const observe::Note& note) { return words::noteText(note, systemClock().wallNow()); };
    return {.planId = plan.id,
        .reason = reasonFor(plan),
        .skipsSurprises = m_options.skipsSurprises,
        .perSecond = m_options.perSecond,
        .shown =
            [](const release::PlannedLock&, const release::SafetyVerdict& now) {
                return words::shownSafety(now, words::Seen::Once);
            },
        .noteText = m_options.isDespiteNotes
            ? nullptr
            : std::function<std::string(const observe::Note&)>(noteText),
        .isStopped =
            [&signals, isStopped = false]() mutable {
                isStopped = isStopped || signals.take();
                return isStopped;
            }};
}

int ApplyCommand::apply(const GlobalOptions& globals, const output::PlanFile& plan,
    const config::Deployment& deployment)
{
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    const auto earlier = release::deedsOfPlan(journalFileOf(globals), plan.id);
    if (!earlier)
        return printErrorAndExitCode(earlier.error());
    const std::size_t count = release::countToFree(plan.locks, *earlier);
    warnOfRepeatables(plan);
    const bool isAsking = !m_options.isConfirmed && !m_options.isDryRun && count > 0;
    if (isAsking && !isConfirmedByPerson(plan, count)) {
        printError(tr("not confirmed: nothing was done"));
        return kExitNotDone;
    }
    auto journal = m_options.isDryRun
        ? std::optional<Result<release::Journal>>()
        : std::optional(release::Journal::open(journalFileOf(globals), clock));
    if (journal && !*journal)
        return printErrorAndExitCode(journal->error());
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP};
    const auto applied = release::apply(deployment, plan.locks, *earlier,
        journal ? &**journal : nullptr, clock, processes, optionsFor(plan, signals));
    if (!applied)
        return printErrorAndExitCode(applied.error());
    print(globals.isJson         ? appliedJson(plan, *applied, m_options.isDryRun)
            : m_options.isDryRun ? dryRunText(plan, *applied)
                                 : tableText(plan, *applied));
    if (!m_options.isDryRun)
        explain(plan, *applied);
    return exitCodeOf(*applied, deployment);
}

int ApplyCommand::run(const GlobalOptions& globals)
{
    if (!m_options.isConfirmed && !m_options.isDryRun && !isTerminal(STDIN_FILENO)) {
        printError(
            tr("there is no terminal to ask on: add --yes to apply the plan without being asked"));
        return kExitUsage;
    }
    const auto plan = readPlan(m_options.file);
    if (!plan)
        return kExitUsage;
    const std::string reason = reasonFor(*plan);
    if (!m_options.isDryRun && reason.find_first_not_of(" \t\n") == std::string::npos) {
        printError(tr("--reason is required: it goes to the journal, and the plan has none"));
        return kExitUsage;
    }
    if (!globals.patterns.empty() && globals.patterns != plan->patterns) {
        printError(tr("--match differs from that of the plan: leave it out"));
        return kExitUsage;
    }
    GlobalOptions planned = globals;
    planned.patterns = plan->patterns;
    const auto target = openTarget(planned, m_options.isDryRun ? TargetUse::Watch : TargetUse::Act);
    if (!target)
        return printErrorAndExitCode(target.error());
    if (const auto checked = output::checkMasters(*plan, target->deployment); !checked)
        return printErrorAndExitCode(checked.error());
    return apply(globals, *plan, target->deployment);
}

const CommandEntry<ApplyCommand> kApplyEntry(
    195, "apply", trNoop("Free many locks by a plan that somebody has read"));

} // namespace
} // namespace lockkeeper::ctl
