// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/revocable.h"

#include "core/observe/formats/tombstone.h"
#include "core/text/display_safe.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockkeeper::release {
namespace {

// Left out, though they can be released: setnx-expire, RQ, celery-once, celery-singleton,
// activejob-uniqueness and asynq (they extend or delete without comparing, or hold no lease at
// all), setnx-timestamp, celery-once and celery-singleton (others read the value),
// DistributedLock.NET-writer (readers look for its suffix), rueidislock (one of its three keys is
// not enough), Cloudtasker and resque-lonely_job (not known to compare), what no library in
// particular has written, and formats of the user.
constexpr std::array<std::string_view, 26> kRevocable{"lk1", "redisson", "ShedLock",
    "DistributedLock.NET", "resque-scheduler", "phpredis", "BullMQ", "Bull", "simple-redis-mutex",
    "node-redis-warlock", "redis-semaphore-mutex", "RedLock.net", "GitLab", "Laravel",
    "python-redis-lock", "redis-py", "node-redlock", "redsync", "redlock-cpp", "redis-plus-plus",
    "redlock-rb", "pottery", "aioredlock", "Spring", "bsm/redislock", "rslock"};

bool isKnownToCompare(std::string_view format)
{
    return std::ranges::find(kRevocable, format) != kRevocable.end();
}

} // namespace

Result<void> checkRevocable(const observe::DecodedLock& lock)
{
    if (observe::isTombstone(lock.format))
        return fail(ErrorClass::Unsupported,
            "It is revoked already: it is free when its TTL has passed, or when it is released.");
    const bool doAllCompare
        = isKnownToCompare(lock.format) && std::ranges::all_of(lock.alternatives, isKnownToCompare);
    if (doAllCompare)
        return {};
    const bool isUnknown = lock.format == observe::kUnknownFormat;
    return fail(ErrorClass::Unsupported,
        "Locks of " + (isUnknown ? "an unknown library" : displaySafe(lock.format))
            + " can't be revoked: their library is not known to compare the value before it "
              "extends or deletes it.");
}

} // namespace lockkeeper::release
