// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/workload/actor.h"

#include "app/sandbox/workload/foreign_tokens.h"
#include "app/sandbox/workload/raw_masters.h"
#include "core/clock.h"
#include "core/config/quorum.h"
#include "core/lock/lock_client.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <random>
#include <thread>

namespace lockkeeper::sandbox {

// Live holders like other libraries' clients: each renews on all masters, and retakes a lost lock.

namespace {

using namespace std::chrono_literals;
using redis::Command;
using redis::Reply;

constexpr std::chrono::milliseconds kRetryDelay = 1s;

struct Protocol {
    Command acquire;
    bool (*isAcquired)(const Reply& reply);
    Command renew; ///< returns 1 if ours
    Command release; ///< undoes a partial acquire
};

template <class Predicate>
bool quorumSays(RawMasters& masters, const Command& command, Predicate yes)
{
    const auto replies = masters.callAll(command);
    const auto votes
        = std::ranges::count_if(replies, [&](const auto& reply) { return reply && yes(*reply); });
    return static_cast<std::size_t>(votes) >= quorumOf(masters.size());
}

template <class MakeProtocol>
int keepHolding(const config::Deployment& deployment, std::chrono::milliseconds renewInterval,
    MakeProtocol makeProtocol)
{
    RawMasters masters(deployment);
    for (;; std::this_thread::sleep_for(kRetryDelay)) {
        const Protocol protocol = makeProtocol();
        if (!quorumSays(masters, protocol.acquire, protocol.isAcquired)) {
            masters.callAll(protocol.release);
            continue;
        }
        do
            std::this_thread::sleep_for(renewInterval);
        while (quorumSays(
            masters, protocol.renew, [](const Reply& reply) { return reply.integer == 1; }));
    }
}

constexpr const char* kExtendIfEqual = R"lua(
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
)lua";

constexpr const char* kDeleteIfEqual = R"lua(
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
)lua";

Protocol stringLock(
    std::string_view resource, const std::string& token, std::chrono::milliseconds ttl)
{
    const std::string lifetime = std::to_string(ttl.count());
    return {.acquire = {"SET", resource, token, "PX", lifetime, "NX"},
        .isAcquired = [](const Reply& reply) { return reply.isOk(); },
        .renew = {"EVAL", kExtendIfEqual, "1", resource, token, lifetime},
        .release = {"EVAL", kDeleteIfEqual, "1", resource, token}};
}

constexpr const char* kRedissonAcquire = R"lua(
local isFree = redis.call('EXISTS', KEYS[1]) == 0
if isFree or redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then
  redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return nil
end
return redis.call('PTTL', KEYS[1])
)lua";

constexpr const char* kRedissonRenew = R"lua(
if redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then
  return 0
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
)lua";

constexpr const char* kRedissonRelease = R"lua(
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return nil
end
if redis.call('HINCRBY', KEYS[1], ARGV[1], -1) > 0 then
  return 0
end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', KEYS[2], '0')
return 1
)lua";

Protocol redissonLock(std::string_view resource, const std::string& owner)
{
    constexpr std::string_view kTtl = "30000";
    const std::string channel = "redisson_lock__channel:{" + std::string(resource) + "}";
    return {.acquire = {"EVAL", kRedissonAcquire, "1", resource, kTtl, owner},
        .isAcquired = [](const Reply& reply) { return reply.isNil(); },
        .renew = {"EVAL", kRedissonRenew, "1", resource, kTtl, owner},
        .release = {"EVAL", kRedissonRelease, "2", resource, channel, owner}};
}

/// redis-py: `SET name <uuid1 hex> NX PX`, renewed as by Lock.reacquire().
int runRedisPyHolder(const Actor& actor, const config::Deployment& deployment)
{
    return keepHolding(deployment, 30s,
        [&] { return stringLock(actor.resource, uuid1Hex(SystemClock().wallNow()), 10min); });
}

/// Redisson: a hash `<uuid>:<thread>` -> hold count, renewed every 10 s as by its watchdog.
int runRedissonHolder(const Actor& actor, const config::Deployment& deployment)
{
    // Java's first thread is 1.
    const std::string owner = uuid4() + ":1";
    return keepHolding(deployment, 10s, [&] { return redissonLock(actor.resource, owner); });
}

/// node-redlock: 16 random bytes in hex, extended as by `using()`.
int runNodeRedlockHolder(const Actor& actor, const config::Deployment& deployment)
{
    return keepHolding(
        deployment, 10s, [&] { return stringLock(actor.resource, randomHex(16), 30s); });
}

} // namespace

int runContender(const Actor& actor, const config::Deployment& deployment);

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

struct Rhythm {
    milliseconds ttl;
    milliseconds wait;
    Range hold;
    Range pause;
};

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

int runHealthyHolder(const Actor& actor, const config::Deployment& deployment)
{
    return holdAgainAndAgain(
        actor, deployment, {.ttl = 15s, .wait = 5s, .hold = {6s, 20s}, .pause = {500ms, 1500ms}});
}

} // namespace

int runContender(const Actor& actor, const config::Deployment& deployment)
{
    return holdAgainAndAgain(
        actor, deployment, {.ttl = 10s, .wait = 20s, .hold = {2s, 4s}, .pause = {200ms, 800ms}});
}

// These leave a lock behind: they take a free resource, and die by SIGKILL.

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
    for (int tries = 0; tries < 100 && masters.countHolding(actor.resource) < masters.size();
         ++tries)
        std::this_thread::sleep_for(20ms);
    return crash();
}

/// During an acquire: a minority has its token.
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

/// Between SETNX and EXPIRE: never expires.
int runKilledBeforeExpire(const Actor& actor, const config::Deployment& deployment)
{
    RawMasters masters(deployment);
    if (masters.countHolding(actor.resource) > 0)
        return kDone;
    masters.callAll({"SETNX", actor.resource, "1"});
    return crash();
}

/// The value is its expiry, in the past.
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

constexpr bool kOneShot = true;
constexpr bool kResident = false;

constexpr std::array<Actor, 13> kWorkload{{
    {"api", "orders:42", Presence::ComesAndGoes, kResident, runHealthyHolder},
    {"billing", "invoices:monthly", Presence::ComesAndGoes, kResident, runHealthyHolder},
    {"worker-2", "img:resize:7", Presence::ComesAndGoes, kResident, runHealthyHolder},
    {"deployer-1", "deploy:production", Presence::ComesAndGoes, kResident, runContender},
    {"deployer-2", "deploy:production", Presence::ComesAndGoes, kResident, runContender},
    {"deployer-3", "deploy:production", Presence::ComesAndGoes, kResident, runContender},
    {"cron", "cron:bill", Presence::OnAllMasters, kOneShot, runKilledHolder},
    {"importer", "import:customers", Presence::OnMinority, kOneShot, runKilledInAcquire},
    {"reporter", "report:nightly:lock", Presence::OnAllMasters, kOneShot, runKilledBeforeExpire},
    {"backup", "backup:lock", Presence::OnAllMasters, kOneShot, runKilledTimestampHolder},
    {"feeds", "feeds:refresh", Presence::OnAllMasters, kResident, runRedisPyHolder},
    {"payments", "payments:settle", Presence::OnAllMasters, kResident, runRedissonHolder},
    {"thumbnails", "img:thumbnails", Presence::OnAllMasters, kResident, runNodeRedlockHolder},
}};

} // namespace

std::span<const Actor> demoWorkload()
{
    return kWorkload;
}

const Actor* findActor(std::string_view name)
{
    const auto found = std::ranges::find(kWorkload, name, &Actor::name);
    return found == kWorkload.end() ? nullptr : &*found;
}

std::size_t steadyMasters(const Actor& actor, std::size_t masters) noexcept
{
    switch (actor.presence) {
    case Presence::ComesAndGoes:
        return 0;
    case Presence::OnAllMasters:
        return masters;
    case Presence::OnMinority:
        return (masters - 1) / 2;
    }
    return 0;
}

} // namespace lockkeeper::sandbox
