// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/never_destroyed.h"
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/formats/plain_value.h"
#include "core/observe/formats/value_scope.h"
#include "core/text/ascii.h"
#include "core/text/hex.h"
#include "core/text/tr_noop.h"

#include <absl/strings/escaping.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <span>

namespace lockkeeper::observe {

namespace {

constexpr const char* kSharedCaution = trNoop(
    "the next holder may store the same value: only the time at which the key expires, to a "
    "tenth of a second, tells them apart, and without a TTL nothing does",
    "data");

constexpr const char* kDeletesNextCaution
    = trNoop("if its holder lives, it may delete the lock of the next one when it is done", "data");

constexpr const char* kUniqueJobsCaution
    = trNoop("the job may be queued once more while it still waits or runs", "data");

auto telling(std::string_view constant)
{
    return [constant](const KeyReading& reading, WallTime /*now*/) {
        return stringValue(reading) == constant
            ? std::optional(DecodedLock{.scope = ValueScope::Shared})
            : std::nullopt;
    };
}

bool isAnything(std::string_view /*text*/)
{
    return true;
}

/// Shared: in containers, the next process often has the same host and pid; all requests of a PHP
/// process do.
auto hostAndPidBy(char separator)
{
    return [separator](const KeyReading& reading, WallTime /*now*/) -> std::optional<DecodedLock> {
        const auto value = stringValue(reading);
        auto holder = value ? parseHostAndPid(*value, separator) : std::nullopt;
        if (!holder)
            return std::nullopt;
        return DecodedLock{.scope = ValueScope::Shared, .holder = std::move(*holder)};
    };
}

std::optional<DecodedLock> tellRq(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::size_t kNameLength = 32;
    const auto value = stringValue(reading);
    if (!value)
        return std::nullopt;
    if (value->size() == kNameLength && isLowerHex(*value))
        return DecodedLock{.scope = ValueScope::Shared};
    const auto pid = positiveNumber(*value);
    if (!pid)
        return std::nullopt;
    return DecodedLock{.scope = ValueScope::Shared, .holder = {.pid = pid}};
}

std::optional<DecodedLock> tellGocraft(const KeyReading& reading, WallTime /*now*/)
{
    const auto value = stringValue(reading);
    const auto count = value ? positiveNumber(*value) : std::nullopt;
    if (!count)
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Shared};
    lock.mode = LockMode::Semaphore;
    lock.holder.detail = absl::Substitute(
        *count == 1 ? trNoop("$0 job", "holder") : trNoop("$0 jobs", "holder"), *count);
    return lock;
}

MaybeCertain certaintyOfGocraft(const KeyReading& reading, NameHint /*name*/)
{
    return certainIf(!reading.ttl && reading.key.find(":jobs:") != std::string::npos);
}

bool isFraction(std::string_view text)
{
    return text.find_first_not_of("0123456789.e-") == std::string_view::npos;
}

std::optional<DecodedLock> tellWarlock(const KeyReading& reading, WallTime now)
{
    constexpr std::size_t kBytes = 16;
    const auto value = stringValue(reading);
    std::string bytes;
    if (!value || !value->ends_with("==")
        || !absl::Base64Unescape({value->data(), value->size()}, &bytes) || bytes.size() != kBytes)
        return std::nullopt;
    return decodeUuid1(hex(bytes), now);
}

std::optional<DecodedLock> tellCeleryOnce(const KeyReading& reading, WallTime now)
{
    const auto value = stringValue(reading);
    const auto seconds = value ? positiveNumber(*value) : std::nullopt;
    if (!seconds)
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Shared}; // within a second
    lock.expiresAt = plausibleTime(std::chrono::seconds(*seconds), now + std::chrono::years(10));
    return lock.expiresAt ? std::optional(std::move(lock)) : std::nullopt;
}

MaybeCertain certaintyOfAsynq(const KeyReading& reading, NameHint /*name*/)
{
    return certainIf(reading.key.find("}:unique:") != std::string::npos);
}

constexpr std::string_view kLonelyJob = "lonely_job:";

MaybeCertain certaintyOfCacheops(const KeyReading& reading, NameHint /*name*/)
{
    constexpr std::size_t kDigest = 32;
    const std::string_view key = reading.key;
    if (!reading.ttl || key.size() < kDigest || !isLowerHex(key.substr(key.size() - kDigest)))
        return std::nullopt;
    const auto kind = key.substr(0, key.size() - kDigest);
    return certainIf(std::ranges::any_of(std::array{"as:", "c:", "q:"}, [kind](const char* end) {
        const bool isEnd = kind.ends_with(end);
        const auto prefix = kind.substr(0, isEnd ? kind.rfind(end) : 0);
        return isEnd && (prefix.empty() || !isAsciiAlphanumeric(prefix.back()));
    }));
}

std::optional<DecodedLock> tellFifoLock(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::size_t kOwner = 32;
    const auto value = stringValue(reading);
    if (!value || !isLowerHex(value->substr(0, kOwner)) || (*value)[kOwner] != ':')
        return std::nullopt;
    const auto fence = positiveNumber(value->substr(kOwner + 1));
    if (!fence)
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition};
    lock.holder.detail = absl::Substitute(trNoop("fencing number $0", "holder"), *fence);
    return lock;
}

MaybeCertain certaintyOfFifoLock(const KeyReading& reading, NameHint /*name*/)
{
    return certainIf(reading.ttl && reading.key.starts_with('{'));
}

MaybeCertain certaintyOfLonelyJob(const KeyReading& reading, NameHint /*name*/)
{
    return certainIf(reading.key.find(kLonelyJob) != std::string::npos);
}

constexpr std::string_view kRueidisPrefix = "rueidislock:";

MaybeCertain certaintyOfRueidislock(const KeyReading& reading, NameHint /*name*/)
{
    const auto number = std::string_view(reading.key).substr(kRueidisPrefix.size());
    const auto end = number.find_first_not_of("0123456789");
    return certainIf(end != 0 && end != std::string_view::npos && number[end] == ':');
}

bool isBase64OfBothCases(std::string_view text)
{
    return isBase64(text) && hasBothCases(text);
}

std::string besideLock(std::string_view key, std::string_view lockPrefix, std::string_view prefix)
{
    return std::string(prefix).append(key.substr(lockPrefix.size()));
}

bool isBinary(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) { return c < ' ' || c > '~'; });
}

std::optional<DecodedLock> tellRedisPy(const KeyReading& reading, WallTime now)
{
    const auto value = stringValue(reading);
    auto lock = value ? decodeUuid1(*value, now) : std::nullopt;
    if (lock)
        lock->holder.since.reset();
    return lock;
}

MaybeCertain certaintyOfRedisPy(const KeyReading& reading, NameHint name)
{
    // celery-once names locks after tasks and arguments, dogpile.cache after what it caches.
    if (reading.key.starts_with("qo_") || reading.key.starts_with("_lock"))
        return likelyByValue(NameHint::Nothing);
    if (name == NameHint::Other || (name == NameHint::Nothing && isOfValue(reading.key)))
        return ReasonedCertainty{Certainty::Possible, CertaintyReason::ValueUnderOtherName};
    return likelyByValue(name);
}

std::optional<DecodedLock> tellRedilock(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::string_view kBegin = "_LOCK:";
    constexpr std::size_t kRandom = 32;
    const auto value = stringValue(reading);
    if (!value || value->size() != kBegin.size() + reading.key.size() + 1 + kRandom
        || !value->starts_with(kBegin) || !value->substr(kBegin.size()).starts_with(reading.key))
        return std::nullopt;
    const auto rest = value->substr(kBegin.size() + reading.key.size());
    return rest.starts_with(':') && isLowerHex(rest.substr(1))
        ? std::optional(DecodedLock{.scope = ValueScope::Acquisition})
        : std::nullopt;
}

std::optional<DecodedLock> tellIoredfour(const KeyReading& reading, WallTime /*now*/)
{
    if (reading.fields.size() != 1 || reading.fields.front().first != "index"
        || !positiveNumber(reading.fields.front().second))
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition};
    lock.holder.detail
        = absl::Substitute(trNoop("fencing number $0", "holder"), reading.fields.front().second);
    return lock;
}

MaybeCertain certaintyOfIoredfour(const KeyReading& reading, NameHint name)
{
    if (!reading.ttl)
        return std::nullopt; // it always sets one
    if (reading.key.find(":{ior4_") != std::string::npos)
        return ReasonedCertainty{};
    // Elsewhere, a hash may hold any index.
    return name == NameHint::Lock || name == NameHint::Resembles ? certainByName(reading, name)
                                                                 : std::nullopt;
}

WakeUp wakeUpOfIoredfour(std::string_view key)
{
    constexpr std::string_view kRelease = "-release";
    const auto tag = key.find(":{ior4_");
    const auto end = tag == std::string_view::npos ? key.find(':') : key.find('}', tag) + 1;
    return {
        .channel = std::string(key.substr(0, end)).append(kRelease), .message = std::string(key)};
}

std::optional<Holder> rwGrant(std::string_view grant, bool& isWriter)
{
    if (!grant.starts_with("R:") && !grant.starts_with("W:"))
        return std::nullopt;
    isWriter = isWriter || grant.front() == 'W';
    return parseHostAndPid(grant.substr(2), '/');
}

std::optional<DecodedLock> tellRwGrants(const KeyReading& reading, WallTime /*now*/)
{
    std::vector<Holder> holders;
    bool isWriter = false;
    for (const auto& [grant, none] : reading.fields) {
        auto holder = rwGrant(grant, isWriter);
        if (!holder)
            return std::nullopt;
        holder->member = fingerprintOfPart(grant);
        holders.push_back(std::move(*holder));
    }
    // Shared: its process stores the same again.
    return lockOf(std::move(holders), ValueScope::Shared,
        isWriter ? LockMode::Write : LockMode::Read, trNoop("$0 readers", "holder"));
}

constexpr const char* kRwViewOnly
    = trNoop("View only: a grant is three keys, and the lock stays held while one of them is left. "
             "The library's own gc() removes what a dead process holds.",
        "data");

std::optional<DecodedLock> tellRwGrant(const KeyReading& reading, WallTime now)
{
    const auto value = stringValue(reading);
    const auto slash = reading.key.rfind('/');
    const auto colon = slash == std::string::npos ? slash : reading.key.rfind(':', slash);
    if (!value || colon == std::string::npos || colon < 2)
        return std::nullopt;
    bool isWriter = false;
    auto holder = rwGrant(std::string_view(reading.key).substr(colon - 1), isWriter);
    const auto point = value->find('.');
    const auto separator = value->find(':');
    if (!holder || reading.key[colon - 2] != ':' || separator == std::string_view::npos
        || point == std::string_view::npos || point < separator
        || !positiveNumber(value->substr(0, separator)))
        return std::nullopt;
    holder->since = unixTime(value->substr(separator + 1, point - separator - 1), now);
    if (!holder->since)
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition, .holder = std::move(*holder)};
    lock.mode = isWriter ? LockMode::Write : LockMode::Read;
    return lock;
}

std::optional<DecodedLock> tellNodeRedlock(const KeyReading& reading, WallTime now)
{
    constexpr std::size_t kLength = 32;
    const auto value = stringValue(reading);
    if (!value || value->size() != kLength || !isLowerHex(*value))
        return std::nullopt;
    const auto uuid = parseUuid1(*value);
    if (uuid && plausibleUuid1Time(*uuid, now))
        return std::nullopt;
    // A program's own id looks like a UUID.
    DecodedLock lock{.scope = isPlainUuid(*value) ? ValueScope::Unclear : ValueScope::Acquisition};
    if (uuid)
        lock.alternatives.emplace_back("redis-py");
    return lock;
}

bool is16BytesInBase64(std::string_view text)
{
    constexpr std::size_t kDigits = 22;
    // Four bits of the last digit are unused.
    constexpr std::string_view kLastDigits = "AQgw";
    return text.size() == kDigits + 2 && text.ends_with("==") && isBase64(text.substr(0, kDigits))
        && kLastDigits.find(text[kDigits - 1]) != std::string_view::npos;
}

bool isUpperHex(std::string_view text)
{
    return text.find_first_not_of("0123456789ABCDEF") == std::string_view::npos;
}

bool isAlphanumericOfBothCases(std::string_view text)
{
    return isAlphanumeric(text) && hasBothCases(text);
}

std::optional<DecodedLock> tellTimestamp(const KeyReading& reading, WallTime now)
{
    const auto value = stringValue(reading);
    const auto expiresAt = value ? unixTime(*value, now + std::chrono::years(10)) : std::nullopt;
    if (!expiresAt)
        return std::nullopt;
    // Within a second, the next holder stores the same.
    constexpr std::size_t kDigitsOfSeconds = 10;
    DecodedLock lock{
        .scope = value->size() > kDigitsOfSeconds ? ValueScope::Acquisition : ValueScope::Shared};
    // Beside a TTL, a past time is the acquisition's, unless long ago.
    constexpr std::chrono::days kLongestHeld{30};
    if (reading.ttl && *expiresAt <= now - kLongestHeld)
        return std::nullopt;
    if (reading.ttl && *expiresAt <= now)
        lock.holder.since = expiresAt;
    else
        lock.expiresAt = expiresAt;
    return lock;
}

std::optional<DecodedLock> tellBsmRedislock(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::size_t kDigits = 22;
    const auto value = stringValue(reading);
    const auto isDigit
        = [](char c) { return isAlphanumeric(std::string_view(&c, 1)) || c == '-' || c == '_'; };
    if (!value || value->size() < kDigits
        || !std::ranges::all_of(value->substr(0, kDigits), isDigit))
        return std::nullopt;
    // Programs may use their own tokens.
    DecodedLock lock{.scope = scopeOfValue(reading)};
    if (const auto metadata = value->substr(kDigits); !metadata.empty())
        lock.holder.detail = std::string(metadata);
    return lock;
}

using MakeFormat = Format (*)();

/// In the order of docs/formats.md.
constexpr MakeFormat kBuiltin[] = {
    lk1Format,
    tombstoneFormat,
    tombstoneHashFormat,
    redissonFormat,
    redissonQueueFormat,
    redissonReadWriteFormat,
    redissonMultiFormat,
    redissonPermitsFormat,
    juiceFsFormat,
    hueyFormat,
    cmSessionFormat,
    // Source: ioredfour, lib/scripts.js.
    []() -> Format {
        // Not revocable: the end of a tombstone wakes Redisson's waiters.
        return {.name = "ioredfour",
            .shape = {.type = ValueType::Hash},
            .recognise = tellIoredfour,
            .certainty = certaintyOfIoredfour,
            .wakeUp = wakeUpOfIoredfour};
    },
    // Source: redisrwlock, redisrwlock.py.
    []() -> Format {
        return {.name = "redisrwlock",
            .shape = {.type = ValueType::Set, .keyBegins = "rsrc:"},
            .recognise = tellRwGrants,
            .isReleasable = false,
            .viewOnly = kRwViewOnly,
            .needsTtl = false};
    },
    sidekiqFormat,
    distributedLockReadersFormat,
    distributedLockSemaphoreFormat,
    redisSemaphoreFormat,
    redisSemaphoreHashFormat,
    symfonyFormat,
    symfonySemaphoreFormat,
    shedLockFormat,
    jetCacheFormat,
    // Source: python-redilock, redilock/base.py.
    []() -> Format {
        return {.name = "python-redilock",
            .shape = {.shortest = 40},
            .recognise = tellRedilock,
            .isRevocable = true};
    },
    // Source: redisrwlock, redisrwlock.py.
    []() -> Format {
        return {.name = "redisrwlock-grant",
            .shape = {.shortest = 14, .longest = 40, .keyBegins = "lock:"},
            .recognise = tellRwGrant,
            .isReleasable = false,
            .viewOnly = kRwViewOnly,
            .needsTtl = false};
    },
    distributedLockWriterFormat,
    distributedLockFormat,
    // Source: resque-scheduler, lib/resque/scheduler/lock/base.rb, locking.rb.
    []() -> Format {
        return {.name = "resque-scheduler",
            .shape = {.shortest = 3, .longest = 266, .keyEnds = "resque_scheduler_master_lock"},
            .recognise = hostAndPidBy(':'),
            .isRevocable = true};
    },
    // Source: node-resque, src/core/queue.ts, scheduler.ts.
    []() -> Format {
        return {.name = "node-resque",
            .shape = {.shortest = 3, .longest = 266, .keyEnds = "resque_scheduler_leader_lock"},
            .recognise = hostAndPidBy(':'),
            .isRevocable = true};
    },
    // Source: phpredis, redis_session.c.
    []() -> Format {
        return {.name = "phpredis",
            .shape = {.shortest = 3, .longest = 266, .keyEnds = "_LOCK"},
            .recognise = hostAndPidBy('|'),
            .isRevocable = true};
    },
    nextcloudFormat,
    bullMqFormat,
    bullFormat,
    // Source: rq/scheduler.py, scripts.py.
    []() -> Format {
        // Not revocable: RQ 1 extends any value.
        return {.name = "RQ",
            .shape = {.shortest = 1, .longest = 32, .keyBegins = "rq:scheduler-lock:"},
            .recognise = tellRq,
            .caution
            = trNoop("its scheduler does not notice: it goes on extending whatever is stored "
                     "there, or (RQ 3) takes the lock again at once if nobody else has it",
                "data")};
    },
    // Source: rq/queue.py, acquire_maintenance_lock.
    []() -> Format {
        // Not revocable: deleted without comparing.
        return {.name = "RQ-cleaning",
            .shape = {.shortest = 1, .longest = 1, .keyBegins = "rq:clean_registries:"},
            .recognise = telling("1")};
    },
    // Source: arq/worker.py, arq/constants.py.
    []() -> Format {
        // Not revocable: deleted without comparing.
        return {.name = "arq",
            .shape = {.shortest = 1, .longest = 1, .keyBegins = "arq:in-progress:"},
            .recognise = telling("1"),
            .caution = kUniqueJobsCaution};
    },
    // Source: work/redis.go, redisKeyJobsLock.
    []() -> Format {
        return {.name = "gocraft/work",
            .shape = {.shortest = 1, .longest = 9, .keyEnds = ":lock"},
            .recognise = tellGocraft,
            .certainty = certaintyOfGocraft,
            .isReleasable = false,
            .viewOnly = trNoop(
                "View only: how many jobs each pool of workers has is stored beside it, and its "
                "reaper takes off those of a pool that has died.",
                "data")};
    },
    // Source: simple-redis-mutex, src/index.js.
    []() -> Format {
        return {.name = "simple-redis-mutex",
            .shape = {.shortest = 3, .longest = 32, .keyBegins = "@simple-redis-mutex:lock-"},
            .recognise = tokenThat(isFraction),
            .isRevocable = true,
            .caution = trNoop("waiters are not woken: they try again every ten seconds", "data")};
    },
    // Source: node-redis-warlock, lib/warlock.js.
    []() -> Format {
        return {.name = "node-redis-warlock",
            .shape = {.shortest = 24, .longest = 24, .keyEnds = ":lock"},
            .recognise = tellWarlock,
            .isRevocable = true};
    },
    // Source: asynq, internal/base/base.go, UniqueKey.
    []() -> Format {
        // Not revocable: nobody extends or compares it.
        return {.name = "asynq",
            .shape = {.shortest = 36, .longest = 36, .keyBegins = "asynq:{"},
            .recognise = tokenThat(isUuid),
            .certainty = certaintyOfAsynq,
            .caution = kUniqueJobsCaution};
    },
    // Locks by redlock-rb. Source: activejob-uniqueness, lock_key.rb.
    []() -> Format {
        // Not revocable: deleted without comparing.
        return {.name = "activejob-uniqueness",
            .shape = {.shortest = 36, .longest = 36, .keyBegins = "activejob_uniqueness:"},
            .recognise = tokenThat(isUuid),
            .caution = kUniqueJobsCaution};
    },
    // Source: celery_singleton/backends/redis.py.
    []() -> Format {
        // Not revocable: others read the value, and it is deleted without comparing.
        return {.name = "celery-singleton",
            .shape = {.shortest = 36, .longest = 36, .keyBegins = "SINGLETONLOCK_"},
            .recognise = tokenThat(isUuid),
            .caution = kUniqueJobsCaution};
    },
    // Source: celery_once/backends/redis.py, before version 3.
    []() -> Format {
        // Not revocable: others read the value, and it is deleted without comparing.
        return {.name = "celery-once",
            .shape = {.shortest = 10, .longest = 10, .keyBegins = "qo_"},
            .recognise = tellCeleryOnce,
            .caution = kUniqueJobsCaution};
    },
    // Source: cloudtasker/unique_job/job.rb.
    []() -> Format {
        return {.name = "Cloudtasker",
            .shape = {.shortest = 36, .longest = 36, .keyBegins = "cloudtasker/unique_job/"},
            .recognise = tokenThat(isUuid),
            .caution = kUniqueJobsCaution};
    },
    // Source: lib/resque-lonely_job.rb.
    []() -> Format {
        return {.name = "resque-lonely_job",
            .shape = {.shortest = 9, .longest = 9},
            .recognise = telling("anystring"),
            .certainty = certaintyOfLonelyJob,
            .caution = trNoop("two workers may then work on the same queue", "data")};
    },
    // Not revocable: a cached value of another form can't be read. Source: django-cacheops,
    // cacheops/getset.py.
    []() -> Format {
        return {.name = "cacheops",
            .shape = {.shortest = 4, .longest = 4},
            .recognise = telling("LOCK"),
            .certainty = certaintyOfCacheops,
            .wakeUp =
                [](std::string_view key) {
                    return WakeUp{.list = std::string(key).append(":signal"),
                        .message = "1",
                        .listLasts = std::chrono::milliseconds(1000)};
                },
            .waits = {.areBlocked = true},
            .caution = kDeletesNextCaution};
    },
    // Source: redis_fifo_lock/scripts.py.
    []() -> Format {
        return {.name = "redis-fifo-lock",
            .shape = {.shortest = 34, .longest = 52, .keyEnds = "}:h"},
            .recognise = tellFifoLock,
            .certainty = certaintyOfFifoLock,
            .isRevocable = true,
            .caution = trNoop("waiters are not woken: they try again every 30 seconds", "data")};
    },
    redisSemaphoreMutexFormat,
    // Source: RedLockConnectionProvider.cs.
    []() -> Format {
        return {.name = "RedLock.net",
            .shape = {.shortest = 36, .longest = 36, .keyBegins = "redlock:"},
            .recognise = tokenThat(isUuid),
            .certainty = certainByName,
            .alternatives = {"pottery"},
            .isRevocable = true,
            .caution
            = trNoop("if it is RedLock.net's, its keepalive takes the lock again within half its "
                     "expiry while its holder lives: look again afterwards",
                "data")};
    },
    // Source: gitlab, lib/gitlab/exclusive_lease.rb.
    []() -> Format {
        return {.name = "GitLab",
            .shape = {.shortest = 36, .longest = 36, .keyBegins = "gitlab:exclusive_lease:"},
            .recognise = tokenThat(isUuid),
            .isRevocable = true};
    },
    // Source: rueidislock/lock.go, internal/util/rand.
    []() -> Format {
        // Not revocable: one key of three is not enough.
        return {.name = "rueidislock",
            .shape = {.shortest = 24, .longest = 24, .keyBegins = std::string(kRueidisPrefix)},
            .recognise = tokenThat(isAnything),
            .certainty = certaintyOfRueidislock,
            .caution
            = trNoop("the lock is three keys, and is held while two of them are: release two; its "
                     "holder is told at once",
                "data")};
    },
    laravelJobFormat,
    laravelFormat,
    // Not revocable: waiters may block for ever when the tombstone ends. Source:
    // src/redis_lock/__init__.py, RESET_SCRIPT.
    []() -> Format {
        return {.name = "python-redis-lock",
            .shape = {.shortest = 24, .longest = 24, .keyBegins = "lock:"},
            .recognise = tokenThat(isBase64OfBothCases),
            .certainty = certainByName,
            .wakeUp =
                [](std::string_view key) {
                    return WakeUp{.list = besideLock(key, "lock:", "lock-signal:"),
                        .message = "1",
                        .listLasts = std::chrono::milliseconds(1000)};
                },
            .waits = {.areBlocked = true}};
    },
    // Blocked waiters look again after a second, or after its TTL. Source: walrus/lock.py,
    // scripts/lock_release.lua.
    []() -> Format {
        return {.name = "walrus",
            .shape = {.shortest = 32, .longest = 32, .keyBegins = "lock:"},
            .recognise = tokenThat(isBinary, ValueScope::Unclear),
            .certainty = certainByName,
            .isRevocable = true,
            .wakeUp =
                [](std::string_view key) {
                    return WakeUp{.list = besideLock(key, "lock:", "lock.event:"), .message = "1"};
                },
            .waits = {.areBlocked = true}};
    },
    // Source: redis/lock.py.
    []() -> Format {
        return {.name = "redis-py",
            .shape = {.shortest = 32, .longest = 32},
            .recognise = tellRedisPy,
            .certainty = certaintyOfRedisPy,
            .isRevocable = true};
    },
    // A uuid1 without a plausible time may be redis-py's, by a wrong clock. Source: node-redlock,
    // src/index.ts, `_random`.
    []() -> Format {
        return {.name = "node-redlock",
            .shape = {.shortest = 32, .longest = 32},
            .recognise = tellNodeRedlock,
            .certainty = certainByName,
            .isRevocable = true};
    },
    // Source: redsync, mutex.go, `genValue`.
    []() -> Format {
        return {.name = "redsync",
            .shape = {.shortest = 24, .longest = 24},
            .recognise = tokenThat(is16BytesInBase64),
            .certainty = certainByName,
            .isRevocable = true,
            .caution = trNoop(
                "a holder that uses WithSetNXOnExtend takes the lock again at its next extension",
                "data")};
    },
    symfonyStringFormat,
    // Source: redlock-cpp/redlock.cpp.
    []() -> Format {
        return {.name = "redlock-cpp",
            .shape = {.shortest = 40, .longest = 40},
            .recognise = tokenThat(isUpperHex),
            .certainty = certainByName,
            .isRevocable = true};
    },
    // Source: sw/redis++/patterns/redlock.cpp, `lock_id`.
    []() -> Format {
        return {.name = "redis-plus-plus",
            .shape = {.shortest = 20, .longest = 20},
            .recognise = tokenThat(isAlphanumericOfBothCases),
            .certainty = certainByName,
            .isRevocable = true};
    },
    // Source: redlock-rb, lib/redlock/client.rb.
    []() -> Format {
        return {.name = "redlock-rb",
            .shape = {.shortest = 36, .longest = 36},
            .recognise = tokenThat(isUuid, ValueScope::Unclear), // it may be Spring's
            .certainty = certainByName,
            .alternatives = {"aioredlock", "Spring"},
            .isRevocable = true,
            .caution = trNoop(
                "if it is Spring's, waiters that subscribe are not woken: a format hint for its "
                "keys sees to that",
                "data")};
    },
    // Source: redis.io, SETNX, "Design pattern: Locking with SETNX".
    []() -> Format {
        // Not revocable: others read the time.
        return {.name = "setnx-timestamp",
            .shape = {.shortest = 10, .longest = 13},
            .recognise = tellTimestamp,
            .certainty = certainByNameOnly,
            .caution = kDeletesNextCaution};
    },
    []() -> Format {
        // Not revocable: deleted without comparing.
        return {.name = "setnx-expire",
            .shape = {.shortest = 1, .longest = 1},
            .recognise = telling("1"),
            .certainty = certainByNameOnly,
            .caution = kDeletesNextCaution};
    },
    unknownFormat,
    unknownHashFormat,
    unknownSortedSetFormat,
};

constexpr MakeFormat kHintOnly[] = {
    // Source: pottery/redlock.py, pottery/base.py.
    []() -> Format {
        return {.name = "pottery",
            .shape = {.shortest = 36, .longest = 36},
            .recognise = tokenThat(isUuid),
            .isRevocable = true};
    },
    // Source: aioredlock/algorithm.py.
    []() -> Format {
        return {.name = "aioredlock",
            .shape = {.shortest = 36, .longest = 36},
            .recognise = tokenThat(isUuid),
            .isRevocable = true};
    },
    goZeroFormat,
    // One UUID per registry instance. Source: RedisLockRegistry.java.
    []() -> Format {
        return {.name = "Spring",
            .shape = {.shortest = 36, .longest = 36},
            .recognise =
                [](const KeyReading& reading, WallTime now) {
                    auto lock = tokenThat(isUuid, ValueScope::Shared)(reading, now);
                    if (lock)
                        lock->holder.detail
                            = absl::Substitute(trNoop("registry $0", "holder"), reading.value);
                    return lock;
                },
            .isRevocable = true,
            .wakeUp =
                [](std::string_view key) {
                    const auto registry = std::string(key.substr(0, key.find(':'))) + "-channel";
                    return WakeUp{.channel = registry + ":" + std::string(key),
                        .formerChannel = registry,
                        .message = std::string(key)};
                },
            .caution = trNoop("the holder's unlock() will throw. If its registry has taken the "
                              "lock anew, that can't be told from what you see",
                "data")};
    },
    // Source: redislock.go.
    []() -> Format {
        return {.name = "bsm/redislock",
            .shape = {.shortest = 22},
            .recognise = tellBsmRedislock,
            .isRevocable = true};
    },
    // Source: rslock, src/lock.rs.
    []() -> Format {
        return {.name = "rslock",
            .shape = {.shortest = 20, .longest = 20},
            .recognise = tokenThat(isAnything),
            .isRevocable = true};
    },
    redissonSemaphoreFormat,
    redissonLatchFormat,
};

Formats made(std::span<const MakeFormat> makers)
{
    Formats formats;
    for (const MakeFormat make : makers)
        formats.push_back(std::make_shared<const Format>(make()));
    return formats;
}

} // namespace

const Formats& builtinFormats()
{
    static const NeverDestroyed<Formats> formats(made(kBuiltin));
    return *formats;
}

const Formats& hintOnlyFormats()
{
    static const NeverDestroyed<Formats> formats(made(kHintOnly));
    return *formats;
}

FormatPtr builtinFormat(std::string_view name)
{
    for (const Formats* formats : {&builtinFormats(), &hintOnlyFormats()}) {
        const auto found = std::ranges::find(
            *formats, name, [](const FormatPtr& format) { return std::string_view(format->name); });
        if (found != formats->end())
            return *found;
    }
    return nullptr;
}

DecodedLock withFormatDetails(const Format& format, DecodedLock told, std::string_view key)
{
    told.format = format.name;
    told.isReleasable = format.isReleasable;
    told.caution = format.caution;
    if (told.isValueShared() && (format.isReleasable || format.part))
        told.caution = format.caution.empty()
            ? kSharedCaution
            : absl::Substitute(trNoop("$0. Besides, $1", "data"), format.caution, kSharedCaution);
    if (told.alternatives.empty())
        told.alternatives = format.alternatives;
    if (format.wakeUp)
        told.wakeUp = format.wakeUp(key);
    if (format.part)
        told.part = format.part(key, told);
    return told;
}

} // namespace lockkeeper::observe
