// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellTimestamp(const KeyReading& reading, WallTime now)
{
    const auto value = stringValue(reading);
    const auto expiresAt = value ? unixTime(*value, now + std::chrono::years(10)) : std::nullopt;
    if (!expiresAt)
        return std::nullopt;
    // Within a second, the next holder stores the same seconds.
    constexpr std::size_t kDigitsOfSeconds = 10;
    DecodedLock lock{
        .scope = value->size() > kDigitsOfSeconds ? ValueScope::Acquisition : ValueScope::Shared};
    // A lock with a TTL needs no other expiry: a time in the past is when it was taken. One of long
    // ago is no time.
    constexpr std::chrono::days kLongestHeld{30};
    if (reading.ttl && *expiresAt <= now - kLongestHeld)
        return std::nullopt;
    if (reading.ttl && *expiresAt <= now)
        lock.holder.since = expiresAt;
    else
        lock.expiresAt = expiresAt;
    return lock;
}

} // namespace

/// The SETNX scheme whose value is the expiry, a Unix time in seconds or milliseconds. A time in
/// the past beside a TTL is that of the acquisition. For plausible times the two can't be confused.
/// Times are common values, so the key's name must suggest a lock. Source: redis.io, SETNX, "Design
/// pattern: Locking with SETNX".
Format timestampFormat()
{
    // Not revocable: others read the time in the value.
    return {.name = "setnx-timestamp",
        .shape = {.shortest = 10, .longest = 13},
        .recognise = tellTimestamp,
        .certainty = certainByNameOnly};
}

} // namespace lockkeeper::observe
