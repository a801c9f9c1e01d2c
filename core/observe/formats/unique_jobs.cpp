// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

namespace lockkeeper::observe {
namespace {

constexpr const char* kUniqueJobsCaution
    = trNoop("the job may be queued once more while it still waits or runs", "data");

/// The expiry that celery-once stores, in seconds.
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

/// `asynq:{<queue>}:unique:<task>:<digest>`.
MaybeCertain certaintyOfAsynq(const KeyReading& reading, NameHint /*name*/)
{
    return certainIf(reading.key.find("}:unique:") != std::string::npos);
}

constexpr std::string_view kLonelyJob = "lonely_job:";

std::optional<DecodedLock> tellLonelyJob(const KeyReading& reading, WallTime /*now*/)
{
    return stringValue(reading) == "anystring"
        ? std::optional(DecodedLock{.scope = ValueScope::Shared})
        : std::nullopt;
}

MaybeCertain certaintyOfLonelyJob(const KeyReading& reading, NameHint /*name*/)
{
    return certainIf(reading.key.find(kLonelyJob) != std::string::npos);
}

} // namespace

// Locks that keep a job from being queued twice. Each has a prefix of its library.

/// asynq's unique tasks: the id of the task. Source: asynq, internal/base/base.go, UniqueKey.
Format asynqFormat()
{
    // Not revocable: there is no lease that anybody extends or compares.
    return {.name = "asynq",
        .shape = {.shortest = 36, .longest = 36, .keyBegins = "asynq:{"},
        .recognise = decodeUuid,
        .certainty = certaintyOfAsynq,
        .caution = kUniqueJobsCaution};
}

/// activejob-uniqueness, which locks by redlock-rb. Source: activejob-uniqueness, lock_key.rb.
Format activeJobUniquenessFormat()
{
    // Not revocable: it deletes without comparing.
    return {.name = "activejob-uniqueness",
        .shape = {.shortest = 36, .longest = 36, .keyBegins = "activejob_uniqueness:"},
        .recognise = decodeUuid,
        .caution = kUniqueJobsCaution};
}

/// celery-singleton: the id of the task. Source: celery_singleton/backends/redis.py.
Format celerySingletonFormat()
{
    // Not revocable: others read the value, and it deletes without comparing.
    return {.name = "celery-singleton",
        .shape = {.shortest = 36, .longest = 36, .keyBegins = "SINGLETONLOCK_"},
        .recognise = decodeUuid,
        .caution = kUniqueJobsCaution};
}

/// celery-once before its version 3: when the lock expires. Source: celery_once/backends/redis.py.
Format celeryOnceFormat()
{
    // Not revocable: others read the value, and it deletes without comparing.
    return {.name = "celery-once",
        .shape = {.shortest = 10, .longest = 10, .keyBegins = "qo_"},
        .recognise = tellCeleryOnce,
        .caution = kUniqueJobsCaution};
}

/// Cloudtasker's unique jobs: the id of the job. Source: cloudtasker/unique_job/job.rb.
Format cloudtaskerFormat()
{
    return {.name = "Cloudtasker",
        .shape = {.shortest = 36, .longest = 36, .keyBegins = "cloudtasker/unique_job/"},
        .recognise = decodeUuid,
        .caution = kUniqueJobsCaution};
}

/// resque-lonely_job: a constant. While the key exists, no worker works on that queue.
/// Source: lib/resque-lonely_job.rb.
Format lonelyJobFormat()
{
    return {.name = "resque-lonely_job",
        .shape = {.shortest = 9, .longest = 9},
        .recognise = tellLonelyJob,
        .certainty = certaintyOfLonelyJob,
        .caution = trNoop("two workers may then work on the same queue", "data")};
}

} // namespace lockkeeper::observe
