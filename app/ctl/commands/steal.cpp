// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/steal.h"
#include "app/ctl/base/child_command.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/patient_acquire.h"
#include "app/ctl/base/resource_option.h"
#include "app/ctl/command.h"
#include "app/ctl/commands/acquire.h"
#include "app/ctl/commands/release.h"
#include "app/ctl/commands/run.h"
#include "app/ctl/output/name_words.h"
#include "core/release/execute.h"
#include "core/text/translate.h"
#include "core/words/outcome_words.h"

#include <absl/strings/substitute.h>
#include <optional>

namespace lockkeeper::ctl {
namespace {

using std::chrono::milliseconds;

release::Taken takenBy(const Result<InterruptibleOutcome>& outcome)
{
    using release::AcquireResult;
    if (!outcome)
        return {AcquireResult::Failed};
    if (const auto* const lease = std::get_if<lock::Lease>(&*outcome))
        return {AcquireResult::Acquired, lease->fingerprint()};
    if (const auto* const noQuorum = std::get_if<lock::NoQuorum>(&*outcome))
        return {release::resultOf(*noQuorum)};
    return {std::holds_alternative<lock::Contended>(*outcome) ? AcquireResult::Contended
                                                              : AcquireResult::Cancelled};
}

bool isUnknown(const release::Report& report)
{
    return report.taken && report.taken->result == release::AcquireResult::Unknown;
}

class StealCommand final : public Command {
public:
    void addOptions(CLI::App& steal) override;
    std::vector<std::string>* argumentsBehindDashes() override { return &m_command.words; }
    void check(const GlobalOptions& globals) override;
    int run(const GlobalOptions& globals) override;

private:
    int steal(const GlobalOptions& globals, const Target& target, const Proposal& proposal);
    [[nodiscard]] lock::AcquireOptions wish(lock::Ttl ttl) const;
    [[nodiscard]] int finish(const GlobalOptions& globals, const Target& target,
        const Proposal& proposal, const release::Report& report);
    [[nodiscard]] int explainNotTaken(
        const Target& target, const Proposal& proposal, const release::Report& report) const;
    [[nodiscard]] bool isHeld() const noexcept { return m_isHeld || !m_command.words.empty(); }

    TypedResource m_typed;
    ReleaseOptions m_options{.deed = Deed::Steal};
    milliseconds m_ttl{30'000};
    bool m_isFenced = false;
    bool m_isHeld = false;
    LockedCommand m_command;
    std::optional<ChildCommand> m_child;
    std::optional<Result<InterruptibleOutcome>> m_outcome;
    std::optional<SignalPipe> m_signals;
};

void StealCommand::addOptions(CLI::App& steal)
{
    steal.footer(tr("A command may follow the options, which runs under the lock: lockctl steal "
                    "RESOURCE --token FINGERPRINT --reason TEXT -- COMMAND ..."));
    addResource(steal, m_typed);
    addDeciding(steal, m_options);
    addTtl(steal, m_ttl,
        tr("How long the lock lives unless renewed: 500ms, 30s, 5m, 2h (default 30s)"));
    steal.add_flag("--hold", m_isHeld,
        tr("Hold and renew it until interrupted, then release it; else it is left to its TTL"));
    steal.add_flag("--fenced", m_isFenced,
        tr("Take a fencing token, higher than the holder's; the command finds it in "
           "LOCKKEEPER_FENCE"));
    addLocked(steal, m_command);
}

void StealCommand::check(const GlobalOptions& globals)
{
    m_options.resource = checkResource(m_typed, EmptyName::Refused);
    if (m_options.token.empty())
        throw CLI::RequiredError("--token");
    checkDeciding(m_options);
    const auto ttl = lock::Ttl::from(m_ttl);
    if (!ttl)
        throw CLI::ValidationError("--ttl", ttl.error().text);
    m_options.taking = wish(*ttl);
    if (m_command.words.empty() && (m_command.onAsk != 0 || m_command.arePasswordsKept))
        throw CLI::ValidationError(m_command.onAsk != 0 ? "--on-ask" : "--keep-passwords",
            tr("needs a command behind --"));
    if (m_command.words.empty())
        return;
    if (m_isHeld)
        throw CLI::ValidationError("--hold", tr("can't be given with a command"));
    if (globals.isJson)
        throw CLI::ValidationError("--json", tr("can't be given with a command"));
}

int StealCommand::run(const GlobalOptions& globals)
{
    // Fork first: inherit no connections or threads' state.
    if (!m_command.words.empty() && !m_options.isDryRun) {
        if (const int code = programError(m_command.words.front()); code != 0)
            return explainNotRun(m_command.words.front(), code);
        auto child = ChildCommand::prepare(m_command.words);
        if (!child)
            return printErrorAndExitCode(child.error());
        m_child.emplace(std::move(*child));
    }
    return decideAndDo(globals, m_options, [&](const Target& target, const Proposal& proposal) {
        return steal(globals, target, proposal);
    });
}

lock::AcquireOptions StealCommand::wish(lock::Ttl ttl) const
{
    return {.ttl = ttl,
        .isRenewed = isHeld(),
        .maxHold = milliseconds::max(),
        .isFenced = m_isFenced,
        .holding = heldByCaller()};
}

int StealCommand::steal(
    const GlobalOptions& globals, const Target& target, const Proposal& proposal)
{
    const Clock& clock = systemClock();
    m_signals.emplace(std::initializer_list<int>{SIGINT, SIGTERM, SIGHUP, SIGCHLD});
    // Connect before anything is revoked.
    const auto taker = lock::makeTaker(target.deployment,
        m_child ? ownerOfCommand(*m_child) : ownerOfLease(m_isHeld), m_options.taking->ttl.value());
    const auto take = [&](const release::Report& revoked) {
        m_outcome = acquireInterruptibly(*taker, proposal.plan.resource,
            release::stealOptions(proposal.plan, revoked, *m_options.taking, clock.now()),
            *m_signals);
        const release::Taken taken = takenBy(*m_outcome);
        // A master whose connection broke may store our token: its undo needs a new one.
        if (taken.result == release::AcquireResult::Unknown)
            taker->settle(2 * target.deployment.timeout);
        return taken;
    };
    const auto report
        = journalled(globals, [&](release::Journal& journal, const Clock& journalClock) {
              return release::executeSteal(
                  target.deployment, proposal.plan, m_options.reason, journal, journalClock, take);
          });
    if (!report)
        return printErrorAndExitCode(report.error());
    return finish(globals, target, proposal, *report);
}

int StealCommand::finish(const GlobalOptions& globals, const Target& target,
    const Proposal& proposal, const release::Report& report)
{
    auto* const lease = m_outcome && *m_outcome ? std::get_if<lock::Lease>(&**m_outcome) : nullptr;
    std::string text;
    if (globals.isJson)
        text = reportJson(proposal, &report, [&](output::JsonWriter& out) {
            out.key("lease");
            out.openObject();
            writeAcquired(out, lease, isUnknown(report));
            out.closeObject();
        });
    else if (m_command.words.empty()) // standard output is the command's
        text = reportLines(report) + (lease != nullptr ? acquiredLine(*lease) : "");
    if (lease == nullptr) {
        print(text);
        return explainNotTaken(target, proposal, report);
    }
    // A journal error does not free the lock.
    const int journalled = report.journalError ? exitCodeOfReport(proposal, report) : kExitDone;
    if (m_child)
        return runUnderLease(
            *m_child, m_command, *lease, m_options.taking->ttl, *m_signals, target);
    if (!printAcquired(*lease, *m_signals, text) && lease->lost().stop_requested())
        return explainLost(*lease, target.deployment);
    const int code
        = keepLease(*lease, m_options.taking->ttl, m_isHeld, *m_signals, target.deployment);
    return code == kExitDone ? journalled : code;
}

int StealCommand::explainNotTaken(
    const Target& target, const Proposal& proposal, const release::Report& report) const
{
    const bool isRevoked = report.count(release::MasterResult::Revoked) > 0;
    if (!m_outcome) {
        const int code = exitCodeOfReport(proposal, report);
        if (isRevoked && report.isQuorumFreed)
            printError(absl::Substitute(
                tr("$0: revoked, but not taken: too many masters store another token"),
                nameText(proposal.plan.resource)));
        return code == kExitDone ? kExitNotDone : code;
    }
    const bool isContended = *m_outcome && std::holds_alternative<lock::Contended>(**m_outcome);
    if (isUnknown(report))
        printError(absl::Substitute(
            tr("$0: revoked; unknown whether it was taken: too few masters answered. Nobody works "
               "under it, and it ends with its TTL at the latest"),
            nameText(proposal.plan.resource)));
    else if (isRevoked && !isContended)
        printError(absl::Substitute(tr("$0: revoked, but not taken: the tombstone keeps others out "
                                       "until its TTL has passed"),
            nameText(proposal.plan.resource)));
    if (report.journalError)
        (void)exitCodeOfReport(proposal, report);
    return *m_outcome ? explainFailure(**m_outcome, proposal.plan.resource, target)
                      : printErrorAndExitCode((*m_outcome).error());
}

const CommandEntry<StealCommand> kStealEntry(
    192, "steal", trNoop("Take a lock from its holder and hold it: nobody gets it in between"));

} // namespace
} // namespace lockkeeper::ctl
