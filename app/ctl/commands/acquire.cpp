// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/child_command.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/patient_acquire.h"
#include "app/ctl/base/target.h"
#include "app/ctl/base/wake_event.h"
#include "app/ctl/commands/commands.h"
#include "app/ctl/output/json_output.h"
#include "core/lock/process_identity.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
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

void printAcquired(const lock::Lease& lease, bool isJson)
{
    const milliseconds left = remainingOf(lease);
    if (!isJson) {
        print(absl::Substitute(tr("$0 acquired, token $1, $2 left\n"),
            displaySafe(lease.resource().value()), lease.fingerprint().shortHex(),
            words::durationText(left)));
        return;
    }
    Json object = Json::object();
    addResource(object, lease.resource());
    object["acquired"] = true;
    object["token"] = lease.fingerprint().shortHex();
    object["remaining_ms"] = left.count();
    object["votes"] = Json::array();
    object["deadlock"] = nullptr;
    print(asLine(object));
}

// The locks of the circle; null: it was no deadlock.
Json deadlockJson(const InterruptibleOutcome& outcome)
{
    const auto* deadlocked = std::get_if<lock::Deadlocked>(&outcome);
    if (deadlocked == nullptr)
        return nullptr;
    Json circle = Json::array();
    for (const lock::Deadlocked::Link& link : deadlocked->circle) {
        Json& object = circle.emplace_back(Json::object());
        addResource(object, link.resource);
        object["token"] = link.token.shortHex();
        object["waiter"] = {{"host", textJson(link.holder.host)}, {"pid", link.holder.pid},
            {"app", textJson(link.holder.app)}, {"since_unix_ms", sinceEpoch(link.since).count()}};
    }
    return circle;
}

void printNotAcquired(const InterruptibleOutcome& outcome, const Resource& resource)
{
    Json object = Json::object();
    addResource(object, resource);
    object["acquired"] = false;
    object["token"] = nullptr;
    object["remaining_ms"] = nullptr;
    object["votes"] = Json::array();
    if (const auto* contended = std::get_if<lock::Contended>(&outcome))
        object["votes"] = votesJson(contended->votes);
    else if (const auto* noQuorum = std::get_if<lock::NoQuorum>(&outcome))
        object["votes"] = votesJson(noQuorum->votes);
    else if (const auto* deadlocked = std::get_if<lock::Deadlocked>(&outcome))
        object["votes"] = votesJson(deadlocked->votes);
    object["deadlock"] = deadlockJson(outcome);
    print(asLine(object));
}

// A lock that outlives this process belongs to the process that called it: the shell or script.
// Others than the process that the token names may work under the lock.
lock::Owner ownerFor(const AcquireCommandOptions& options)
{
    lock::Owner owner = lock::Owner::thisProcess("lockctl");
    owner.mayOutliveProcess = true;
    if (!options.isHeld) {
        owner.pid = ::getppid();
        owner.process = lock::processIdentity(owner.pid);
    }
    return owner;
}

// Holds the lease until a signal comes or the lease is lost. Returns the exit code.
int hold(
    lock::Lease& lease, lock::Ttl ttl, SignalPipe& signals, const config::Deployment& deployment)
{
    WakeEvent lost;
    const std::stop_callback onLost(lease.lost(), [&lost] { lost.raise(); });
    while (true) {
        const auto ready = waitFor({signals.descriptor(), lost.descriptor()});
        const bool isAsked = !ready[1] && signals.take();
        if (ready[1] || (isAsked && wasLost(lease, ttl))) {
            printError(absl::Substitute(tr("$0: the lease was lost: another may hold the lock now"),
                displaySafe(lease.resource().value())));
            explainLoss(lease, deployment);
            return kExitNotDone;
        }
        if (isAsked)
            return releaseAndExplain(lease, deployment);
    }
}

} // namespace

int runCommand(const GlobalOptions& globals, const AcquireCommandOptions& options)
{
    const auto target = openTarget(globals, TargetUse::Act);
    if (!target)
        return printErrorAndExitCode(target.error());
    const auto ttl = lock::Ttl::from(options.ttl);
    if (!ttl)
        return printErrorAndExitCode(ttl.error());
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP};
    const Clock& clock = systemClock();
    lock::LockClient client(target->deployment, ownerFor(options), clock);
    auto outcome = acquireInterruptibly(client, options.resource,
        {.ttl = *ttl,
            .wait = options.wait,
            .isRenewed = options.isHeld && options.isRenewed,
            .maxHold = std::chrono::milliseconds::max(),
            .holding = heldByCaller(),
            .isHoldingCertain = options.onDeadlock == lock::OnDeadlock::Fail,
            .onDeadlock = options.onDeadlock},
        signals);
    if (!outcome)
        return printErrorAndExitCode(outcome.error());
    auto* lease = std::get_if<lock::Lease>(&*outcome);
    if (lease == nullptr) {
        if (globals.isJson)
            printNotAcquired(*outcome, options.resource);
        return explainFailure(*outcome, options.resource, *target);
    }
    printAcquired(*lease, globals.isJson);
    if (options.isHeld)
        return hold(*lease, *ttl, signals, target->deployment);
    // A script that reads an error would lock itself out.
    if (const int code = exitCodeAfterPrinting(kExitDone); code != kExitDone) {
        lease->release();
        return code;
    }
    lease->leaveToExpire();
    return kExitDone;
}

} // namespace lockkeeper::ctl
