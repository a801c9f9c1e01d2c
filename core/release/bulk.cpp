// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/bulk.h"

#include "core/release/execute.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::release {
namespace {

bool wasSilent(const Plan& plan, const MasterId& master)
{
    return std::ranges::any_of(plan.votes, [&master](const observe::Vote& vote) {
        return vote.master == master && vote.state == observe::VoteState::NoAnswer;
    });
}

bool isExpected(const Plan& plan, const MasterOutcome& outcome)
{
    switch (outcome.result) {
    case MasterResult::Released:
    case MasterResult::Revoked:
    case MasterResult::AlreadyGone:
        return true;
    case MasterResult::Unreachable:
        return wasSilent(plan, outcome.master);
    default:
        return false;
    }
}

} // namespace

bool isSurprise(const Plan& plan, const Result<Report>& result)
{
    if (!result || result->hasHolderChanged || !result->isQuorumFreed || result->journalError)
        return true;
    return !std::ranges::all_of(result->outcomes,
        [&plan](const MasterOutcome& outcome) { return isExpected(plan, outcome); });
}

Result<std::size_t> executeAll(const config::Deployment& deployment, const std::vector<Plan>& plans,
    const std::string& reason, Journal& journal, const Clock& clock, const BulkHandler& handler,
    const std::stop_token& stop)
{
    if (plans.size() > kMostAtOnce)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("at most $0 locks are freed at once", "data"), kMostAtOnce));
    std::size_t done = 0;
    for (const Plan& plan : plans) {
        if (stop.stop_requested())
            break;
        const auto result = execute(deployment, plan, reason, journal, clock);
        handler(done++, result);
        if (isSurprise(plan, result))
            break;
    }
    return done;
}

} // namespace lockkeeper::release
