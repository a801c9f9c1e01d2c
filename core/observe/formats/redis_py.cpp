// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellRedisPy(const KeyReading& reading, WallTime now)
{
    const auto value = stringValue(reading);
    auto lock = value ? decodeUuid1(*value, now) : std::nullopt;
    // It makes the token before it waits for the lock.
    if (lock)
        lock->holder.since.reset();
    return lock;
}

/// Hardly anybody else writes a uuid1 without dashes. Its locks have no TTL by default.
/// Python programs make other ids of such UUIDs, too, and keep them.
MaybeCertain certaintyOfRedisPy(const KeyReading& reading, NameHint name)
{
    constexpr std::chrono::days kLongestLease{1};
    const bool isNameSilent = name == NameHint::Nothing;
    if (name == NameHint::Other || (isNameSilent && isOfValue(reading.key)))
        return ReasonedCertainty{Certainty::Possible, CertaintyReason::ValueUnderOtherName};
    if (isNameSilent && reading.ttl && *reading.ttl > kLongestLease)
        return ReasonedCertainty{Certainty::Possible, CertaintyReason::LongTtl};
    return likelyByValue(name);
}

} // namespace

/// redis-py's Lock and libraries built on it (django-redis, redbeat, celery-once): `uuid1().hex`,
/// which contains the node, and the time at which it was asked for the lock. One in 64 random
/// values of node-redlock has the form of a uuid1, but hardly ever with a plausible time. Source:
/// redis/lock.py.
Format redisPyFormat()
{
    return {.name = "redis-py",
        .shape = {.shortest = 32, .longest = 32},
        .recognise = tellRedisPy,
        .certainty = certaintyOfRedisPy,
        .isRevocable = true};
}

} // namespace lockkeeper::observe
