// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands/acquire.h"

#include "app/ctl/base/child_command.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/patient_acquire.h"
#include "app/ctl/base/target.h"
#include "app/ctl/base/wake_event.h"
#include "app/ctl/command.h"
#include "app/ctl/output/name_words.h"
#include "core/lock/process_identity.h"
#include "core/output/board_json.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/outcome_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

using std::chrono::milliseconds;

milliseconds remainingOf(const lock::Lease& lease)
{
    const auto left = lease.deadline() - BootClock::now();
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(left));
}

void writeDeadlock(output::JsonWriter& out, const lock::Deadlocked& deadlocked)
{
    out.list("deadlock", deadlocked.circle, [&](const lock::Deadlocked::Link& link) {
        out.openObject();
        output::writeResource(out, link.resource);
        out.field("token", link.token);
        out.key("waiter").object("host", link.holder.host, "pid", link.holder.pid, "app",
            link.holder.app, "since_unix_ms", link.since);
        out.closeObject();
    });
}

std::string jsonOf(const InterruptibleOutcome& outcome, const Resource& resource)
{
    const auto* lease = std::get_if<lock::Lease>(&outcome);
    const auto* deadlocked = std::get_if<lock::Deadlocked>(&outcome);
    std::vector<lock::MasterVote> votes;
    if (const auto* contended = std::get_if<lock::Contended>(&outcome))
        votes = contended->votes;
    else if (const auto* noQuorum = std::get_if<lock::NoQuorum>(&outcome))
        votes = noQuorum->votes;
    else if (deadlocked != nullptr)
        votes = deadlocked->votes;
    return output::objectLine([&](output::JsonWriter& out) {
        output::writeResource(out, resource);
        writeAcquired(out, lease);
        out.list("votes", votes, [&](const lock::MasterVote& vote) {
            out.object("master", vote.master, "state", vote.state, "error",
                output::errorText(vote.error, output::kAnswerLimit));
        });
        deadlocked ? writeDeadlock(out, *deadlocked) : out.field("deadlock", nullptr);
    });
}

int hold(
    lock::Lease& lease, lock::Ttl ttl, SignalPipe& signals, const config::Deployment& deployment)
{
    WakeEvent lost;
    WakeEvent asked;
    const std::stop_callback onLost(lease.lost(), [&lost] { lost.raise(); });
    const std::stop_callback onAsked(lease.asked(), [&asked] { asked.raise(); });
    while (true) {
        const auto ready = waitFor({signals.descriptor(), lost.descriptor(), asked.descriptor()});
        if (ready[2]) {
            asked.clear();
            tellAsk(lease);
        }
        const bool isAsked = !ready[1] && signals.take();
        if (ready[1] || (isAsked && wasLost(lease, ttl)))
            return explainLost(lease, deployment);
        if (isAsked)
            return releaseAndExplain(lease, deployment);
    }
}

/// Nothing keeps the session once we have ended.
void warnOfShortSession(lock::Lease& lease, lock::Ttl ttl, const config::Deployment& deployment)
{
    const auto fit = deployment.otherStore() != nullptr ? lease.extend(ttl) : Result<void>();
    if (!fit && fit.error().kind == ErrorClass::Unsupported)
        printError(absl::Substitute(
            tr("warning: $0: $1"), nameText(lease.resource()), words::errorText(fit.error())));
}

class AcquireCommand final : public Command {
public:
    void addOptions(CLI::App& acquire) override
    {
        addTaking(acquire, m_taking,
            tr("How long the lock lives unless renewed: 500ms, 30s, 5m, 2h"),
            tr("Keep trying this long while another owner holds it (default 0s)"));
        acquire.get_option("--ttl")->required();
        CLI::Option* const hold = acquire.add_flag("--hold", m_isHeld,
            tr("Hold and renew it until interrupted, then release it; else it is left to its TTL"));
        acquire.add_flag("--no-renew", m_isUnrenewed, tr("Hold it for one TTL only"))->needs(hold);
    }
    void check(const GlobalOptions& /*globals*/) override
    {
        checkTaking(m_taking);
        m_taking.isRenewed = !m_isUnrenewed;
    }
    int run(const GlobalOptions& globals) override;

private:
    TakingOptions m_taking;
    bool m_isHeld = false;
    bool m_isUnrenewed = false;
};

int AcquireCommand::run(const GlobalOptions& globals)
{
    const auto target = openTarget(globals, TargetUse::Act);
    if (!target)
        return printErrorAndExitCode(target.error());
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP};
    auto taken = takeLock(target->deployment, m_taking, ownerOfLease(m_isHeld),
        m_isHeld && m_taking.isRenewed, signals);
    if (!taken)
        return printErrorAndExitCode(taken.error());
    const Resource& resource = taken->resource;
    auto* lease = std::get_if<lock::Lease>(&taken->outcome);
    const std::string text = globals.isJson ? jsonOf(taken->outcome, resource)
        : lease != nullptr                  ? acquiredLine(*lease)
                                            : std::string();
    if (lease == nullptr) {
        (void)printUntil({signals.descriptor()}, text);
        return explainFailure(taken->outcome, resource, *target);
    }
    const bool isPrinted = printAcquired(*lease, signals, text);
    if (const auto event = isPrinted || m_isHeld ? std::nullopt : signals.take()) {
        lease->release();
        return explainFailure(Interrupted{event->number}, resource, *target);
    }
    if (!isPrinted && lease->lost().stop_requested())
        return explainLost(*lease, target->deployment);
    if (!m_isHeld)
        warnOfShortSession(*lease, taken->ttl, target->deployment);
    const auto note = keepNote(m_taking, target->deployment);
    const int code = keepLease(*lease, taken->ttl, m_isHeld, signals, target->deployment);
    if (note && !m_isHeld && code == kExitDone)
        note->leaveToExpire();
    return code;
}

const CommandEntry<AcquireCommand> kAcquireEntry(160, "acquire", trNoop("Take a lock"));

} // namespace

lock::Owner ownerOfLease(bool isHeld)
{
    lock::Owner owner = lock::Owner::thisProcess("lockctl");
    owner.mayOutliveProcess = true;
    if (!isHeld) {
        owner.pid = ::getppid();
        owner.process = lock::processIdentity(owner.pid);
    }
    return owner;
}

std::string acquiredLine(const lock::Lease& lease)
{
    const std::string line = absl::Substitute(tr("$0 acquired, token $1, $2 left\n"),
        displaySafe(lease.resource().value()), lease.fingerprint().shortHex(),
        words::durationText(remainingOf(lease)));
    const auto fence = lease.fencingToken();
    return fence ? line + absl::Substitute(tr("fencing token $0\n"), fence->value) : line;
}

bool printAcquired(const lock::Lease& lease, const SignalPipe& signals, std::string_view text)
{
    WakeEvent lost;
    const std::stop_callback onLost(lease.lost(), [&lost] { lost.raise(); });
    return printUntil({signals.descriptor(), lost.descriptor()}, text);
}

void writeAcquired(output::JsonWriter& out, const lock::Lease* lease, bool isUnknown)
{
    out.field("acquired", isUnknown ? std::nullopt : std::optional(lease != nullptr));
    out.field("token", lease ? std::optional(lease->fingerprint()) : std::nullopt);
    out.field("remaining_ms", lease ? std::optional(remainingOf(*lease)) : std::nullopt);
    if (const auto fence = lease ? lease->fencingToken() : std::nullopt)
        out.field("fence", fence->value);
}

int explainLost(const lock::Lease& lease, const config::Deployment& deployment)
{
    printError(absl::Substitute(tr("$0: the lease was lost: another may hold the lock now"),
        displaySafe(lease.resource().value())));
    explainLoss(lease, deployment);
    return kExitNotDone;
}

int keepLease(lock::Lease& lease, lock::Ttl ttl, bool isHeld, SignalPipe& signals,
    const config::Deployment& deployment)
{
    if (isHeld)
        return hold(lease, ttl, signals, deployment);
    // A script that sees an error must not leave the lock held.
    if (const int code = exitCodeAfterPrinting(kExitDone); code != kExitDone) {
        lease.release();
        return code;
    }
    lease.leaveToExpire();
    return kExitDone;
}

} // namespace lockkeeper::ctl
