// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/workload/library_holders.h"

#include "core/lock/lock_client.h"

#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>

namespace lockkeeper::sandbox {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

struct Range {
    milliseconds from;
    milliseconds to;

    [[nodiscard]] milliseconds pick(std::mt19937& random) const
    {
        return milliseconds(std::uniform_int_distribution(from.count(), to.count())(random));
    }
};

/// The timing of a holder.
struct Rhythm {
    milliseconds ttl;
    milliseconds wait;
    Range hold;
    Range pause;
};

/// Works until the time has passed or the lease is lost.
void work(const lock::Lease& lease, milliseconds duration)
{
    std::mutex mutex;
    std::condition_variable_any wakeUp;
    std::unique_lock guard(mutex);
    wakeUp.wait_for(guard, lease.lost(), duration, [] { return false; });
}

int holdAgainAndAgain(
    const Actor& actor, const config::Deployment& deployment, const Rhythm& rhythm)
{
    const auto ttl = lock::Ttl::from(rhythm.ttl);
    if (!ttl)
        return 1;
    const SystemClock clock;
    lock::LockClient client(deployment, lock::Owner::thisProcess(std::string(actor.name)), clock);
    std::mt19937 random(std::random_device{}());
    for (;;) {
        auto outcome = client.acquire(
            Resource(std::string(actor.resource)), {.ttl = *ttl, .wait = rhythm.wait});
        if (outcome) {
            if (auto* lease = std::get_if<lock::Lease>(&*outcome)) {
                work(*lease, rhythm.hold.pick(random));
                lease->release();
            }
        }
        std::this_thread::sleep_for(rhythm.pause.pick(random));
    }
}

} // namespace

int runHealthyHolder(const Actor& actor, const config::Deployment& deployment)
{
    return holdAgainAndAgain(
        actor, deployment, {.ttl = 15s, .wait = 5s, .hold = {6s, 20s}, .pause = {500ms, 1500ms}});
}

int runContender(const Actor& actor, const config::Deployment& deployment)
{
    return holdAgainAndAgain(
        actor, deployment, {.ttl = 10s, .wait = 20s, .hold = {2s, 4s}, .pause = {200ms, 800ms}});
}

} // namespace lockkeeper::sandbox
