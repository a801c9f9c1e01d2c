// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/workload/abandoned_locks.h"

#include "core/lock/lock_client.h"
#include "core/sandbox/workload/raw_masters.h"

#include <csignal>
#include <thread>

namespace lockkeeper::sandbox {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kLongTtl = 10min;
constexpr int kDone = 0;
constexpr int kFailed = 1;

int crash()
{
    std::raise(SIGKILL);
    return kFailed;
}

} // namespace

int runKilledHolder(const Actor& actor, const config::Deployment& deployment)
{
    RawMasters masters(deployment);
    if (masters.countHolding(actor.resource) > 0)
        return kDone;
    const auto ttl = lock::Ttl::from(kLongTtl);
    if (!ttl)
        return kFailed;
    const SystemClock clock;
    lock::LockClient client(deployment, lock::Owner::thisProcess(std::string(actor.name)), clock);
    auto outcome = client.acquire(
        Resource(std::string(actor.resource)), {.ttl = *ttl, .wait = 5s, .isRenewed = false});
    if (!outcome || !std::holds_alternative<lock::Lease>(*outcome))
        return kFailed;
    // A quorum has the lock; wait for all masters, because the crash is meant to happen later.
    for (int tries = 0; tries < 100 && masters.countHolding(actor.resource) < masters.size();
         ++tries)
        std::this_thread::sleep_for(20ms);
    return crash();
}

int runKilledInAcquire(const Actor& actor, const config::Deployment& deployment)
{
    RawMasters masters(deployment);
    const std::size_t reached = steadyMasters(actor, masters.size());
    if (reached == 0 || masters.countHolding(actor.resource) > 0)
        return kDone;
    const SystemClock clock;
    const auto token
        = lock::makeToken(lock::Owner::thisProcess(std::string(actor.name)), clock.wallNow());
    if (!token)
        return kFailed;
    const redis::Command set{
        "SET", actor.resource, token->value(), "NX", "PX", std::to_string(kLongTtl.count())};
    for (std::size_t i = 0; i < reached; ++i) {
        if (!masters.call(i, set))
            return kFailed;
    }
    return crash();
}

int runKilledBeforeExpire(const Actor& actor, const config::Deployment& deployment)
{
    RawMasters masters(deployment);
    if (masters.countHolding(actor.resource) > 0)
        return kDone;
    masters.callAll({"SETNX", actor.resource, "1"});
    return crash();
}

int runKilledTimestampHolder(const Actor& actor, const config::Deployment& deployment)
{
    RawMasters masters(deployment);
    if (masters.countHolding(actor.resource) > 0)
        return kDone;
    const auto expiry = std::chrono::duration_cast<std::chrono::seconds>(
        sinceEpoch(SystemClock().wallNow() - 15min));
    masters.callAll({"SETNX", actor.resource, std::to_string(expiry.count())});
    return crash();
}

} // namespace lockkeeper::sandbox
