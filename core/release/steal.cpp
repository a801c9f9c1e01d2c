// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/steal.h"

#include "core/config/quorum.h"
#include "core/lock/scheme.h"
#include "core/release/forecast.h"
#include "core/text/display_safe.h"
#include "core/text/hex.h"
#include "core/text/random_bytes.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::release {
namespace {

using std::chrono::milliseconds;

constexpr const char* kRedisson = "redisson";

Result<void> checkTakable(
    const Plan& plan, const lock::AcquireOptions& options, milliseconds timeout)
{
    if (options.ttl.isFinite() && options.ttl.value() < timeout)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("the TTL must be at least the timeout of the masters, $0 ms: "
                                    "else the lock may be revoked and not taken",
                                 "data"),
                timeout.count()));
    if (plan.type == observe::ValueType::String)
        return {};
    if (plan.format != kRedisson)
        return fail(ErrorClass::Unsupported,
            absl::Substitute(
                trNoop("Locks of $0 can't be stolen: there is no scheme that takes them; release "
                       "or revoke it",
                    "data"),
                displaySafe(plan.format)));
    if (plan.masters.size() > 1)
        return fail(ErrorClass::Unsupported,
            trNoop("A lock of Redisson on several masters can't be stolen: it is taken on one "
                   "master only; release or revoke it",
                "data"));
    if (options.isFenced)
        return fail(ErrorClass::Unsupported,
            absl::Substitute(
                trNoop("the scheme $0 has no fencing tokens", "data"), std::string(kRedisson)));
    return {};
}

} // namespace

Result<Plan> planSteal(const config::Deployment& deployment, const observe::LockEntry& entry,
    const Fingerprint& token, observe::Tombstone tombstone, const lock::AcquireOptions& options)
{
    constexpr std::size_t kIdBytes = 8;
    auto id = randomBytes(kIdBytes);
    if (!id)
        return tl::make_unexpected(std::move(id.error()));
    tombstone.id = hex(*id);
    auto plan = planRevoke(deployment, entry, token, std::move(tombstone));
    if (!plan)
        return plan;
    if (auto takable = checkTakable(*plan, options, deployment.timeout); !takable)
        return tl::make_unexpected(std::move(takable.error()));
    auto beside = options.isFenced ? checkBeside(deployment, entry.resource) : Result<void>();
    if (!beside)
        return tl::make_unexpected(std::move(beside.error()));
    plan->isSteal = true;
    plan->isStealFenced = options.isFenced;
    return plan;
}

lock::SchemeRef schemeOf(const Plan& plan)
{
    return plan.type == observe::ValueType::Hash ? *lock::findScheme(kRedisson)
                                                 : lock::SchemeRef(lock::redlock());
}

lock::AcquireOptions stealOptions(
    const Plan& plan, const Report& revoked, lock::AcquireOptions options, SteadyTime now)
{
    const auto lasts = tombstoneTime(forecast(plan.votes, plan.token, now), plan.maxLease).lasts;
    lock::PlaceHolder place{observe::tombstoneText(plan.tombstone), now + lasts};
    for (const MasterOutcome& outcome : revoked.outcomes) {
        if (outcome.result == MasterResult::AlreadyGone)
            place.absentOn.push_back(outcome.master);
    }
    options.scheme = schemeOf(plan);
    options.inPlaceOf = std::move(place);
    return options;
}

AcquireResult resultOf(const lock::NoQuorum& outcome)
{
    using State = lock::MasterVote::State;
    const auto mayStoreIt = std::ranges::count_if(outcome.votes, [](const lock::MasterVote& vote) {
        return vote.state == State::Yes || vote.state == State::Pending
            || (vote.state == State::Failed && vote.error && !isDefinite(vote.error->kind)
                && vote.error->kind != ErrorClass::Quarantined);
    });
    const bool mayHoldIt = outcome.reason == lock::NoQuorum::Reason::TooFewAnswers
        && static_cast<std::size_t>(mayStoreIt) >= quorumOf(outcome.votes.size());
    return mayHoldIt ? AcquireResult::Unknown : AcquireResult::NoQuorum;
}

} // namespace lockkeeper::release
