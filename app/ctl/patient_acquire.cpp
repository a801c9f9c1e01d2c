// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/patient_acquire.h"

#include "app/ctl/console.h"
#include "app/ctl/exit_codes.h"
#include "core/text/display_safe.h"

#include <algorithm>

namespace lockkeeper::ctl {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSlice{500};

// Children that end are no reason to stop waiting.
std::optional<SignalEvent> takeInterrupt(SignalPipe& signals)
{
    auto event = signals.take();
    while (event && event->number == SIGCHLD)
        event = signals.take();
    return event;
}

int explainNoQuorum(
    const lock::NoQuorum& outcome, const Resource& resource, const config::Deployment& deployment)
{
    std::vector<Error> failures;
    for (const lock::MasterVote& vote : outcome.votes) {
        if (vote.state != lock::MasterVote::State::Failed || !vote.error)
            continue;
        failures.push_back(*vote.error);
        failures.back().master = vote.master;
        complainAbout(failures.back(), deployment);
    }
    if (outcome.reason == lock::NoQuorum::Reason::TooLate) {
        complain(displaySafe(resource.value())
            + ": not acquired, the masters answered too late for this TTL; use a longer one");
        return kExitNotDone;
    }
    const int code = exitCodeForFailures(failures, deployment.masters.size(), deployment.quorum());
    complain(displaySafe(resource.value()) + ": not acquired, too few of "
        + std::to_string(deployment.masters.size()) + " masters could say yes");
    return code == kExitDone ? kExitNoQuorum : code;
}

} // namespace

Result<PatientOutcome> acquirePatiently(lock::LockClient& client, const Resource& resource,
    lock::AcquireOptions options, SignalPipe& signals)
{
    const SteadyTime giveUp = BootClock::now() + options.wait;
    while (true) {
        const auto left = std::chrono::duration_cast<milliseconds>(giveUp - BootClock::now());
        options.wait = std::clamp(left, milliseconds(0), kSlice);
        auto outcome = client.acquire(resource, options);
        if (!outcome)
            return tl::make_unexpected(outcome.error());
        // A signal that came while it was being taken: the lease releases itself.
        if (const auto signal = takeInterrupt(signals))
            return Interrupted{signal->number};
        if (auto* lease = std::get_if<lock::Lease>(&*outcome))
            return std::move(*lease);
        if (auto* noQuorum = std::get_if<lock::NoQuorum>(&*outcome))
            return std::move(*noQuorum);
        if (left <= kSlice)
            return std::get<lock::Contended>(std::move(*outcome));
    }
}

int explainFailure(
    const PatientOutcome& outcome, const Resource& resource, const config::Deployment& deployment)
{
    if (const auto* noQuorum = std::get_if<lock::NoQuorum>(&outcome))
        return explainNoQuorum(*noQuorum, resource, deployment);
    if (const auto* interrupted = std::get_if<Interrupted>(&outcome)) {
        complain(displaySafe(resource.value()) + ": interrupted, not acquired");
        return kExitSignalBase + interrupted->signal;
    }
    complain(displaySafe(resource.value())
        + ": another holds it; wait longer with --wait, or look at it with `lockctl list`");
    return kExitNotDone;
}

} // namespace lockkeeper::ctl
