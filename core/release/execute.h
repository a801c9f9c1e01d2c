// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/journal.h"
#include "core/release/report.h"

#include <functional>
#include <stop_token>

namespace lockkeeper::release {

struct Links;

/// Executes a plan. Together with finish(), the only code in Lockkeeper that deletes or changes a
/// lock (or a key beside it) which this process does not hold. In this order: reads the resource
/// again on all masters; writes the intent to `journal`; stops (hasHolderChanged) if a master that
/// showed the plan's token now shows another; sends the plan's command to all masters at once;
/// writes the result.
///
/// In these cases nothing is sent: InvalidArgument for a read-only deployment, for a `reason` that
/// is empty or isReasonTooLong(), and for a plan of another deployment; the Journal error if the
/// intent can't be written; System if no thread can be started. Nothing is sent to replicas either,
/// because their answers prove nothing. Blocks at most for the connect timeout, a few times
/// deployment.timeout, and the disk. Safe to call from any thread.
[[nodiscard]] Result<Report> execute(const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock& clock);

/// The same over connections that stay open for the next plan. Connects `links` if they are not.
[[nodiscard]] Result<Report> execute(Links& links, const config::Deployment& deployment,
    const Plan& plan, const std::string& reason, Journal& journal, const Clock& clock);

/// Takes the lock that a steal has revoked, in the place of the plan's tombstone; see
/// stealOptions(). Must not throw.
using TakeOver = std::function<Taken(const Report&)>;

/// Executes the plan of planSteal(): as execute(), but if so many masters no longer store the token
/// that a quorum can be had, calls `take` before the result is written. One deed of the journal
/// tells of both.
[[nodiscard]] Result<Report> executeSteal(const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock& clock, const TakeOver& take);

/// Masters whose outcome is open: they were not connected, or did not answer.
[[nodiscard]] std::vector<MasterId> unansweredMasters(const Report& report);

/// Limits of finish().
struct FinishLimits {
    std::chrono::milliseconds time{std::chrono::hours(1)};
    std::stop_token stop{};
};

/// Sends the plan's command to the masters that did not answer execute(), as soon as each of them
/// answers. It is the same command, which compares: another token is left alone. A master that
/// answers, but is a replica, is loading, or can't write is asked again, too.
///
/// Ends when all have answered, or at a limit: masters without an answer stay Unreachable or
/// Unknown, and their error says that the time was up. Returns `report` with the new outcomes;
/// intent and result are journalled. Errors as execute(). Blocks until it ends. Safe to call from
/// any thread.
[[nodiscard]] Result<Report> finish(const config::Deployment& deployment, const Plan& plan,
    const Report& report, const std::string& reason, Journal& journal, const Clock& clock,
    const FinishLimits& limits = {});

} // namespace lockkeeper::release
