// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellNodeRedlock(const KeyReading& reading, WallTime now)
{
    constexpr std::size_t kLength = 32;
    const auto value = stringValue(reading);
    if (!value || value->size() != kLength || !isLowerHex(*value))
        return std::nullopt;
    const auto uuid = parseUuid1(*value);
    if (uuid && plausibleUuid1Time(*uuid, now))
        return std::nullopt;
    // A program's name for itself looks like a UUID.
    DecodedLock lock{.scope = isPlainUuid(*value) ? ValueScope::Unclear : ValueScope::Acquisition};
    if (uuid)
        lock.alternatives.emplace_back("redis-py");
    return lock;
}

} // namespace

/// node-redlock: 16 random bytes as 32 hex digits, always with a TTL; without one, the value is
/// probably a digest, unless the name says otherwise. If the digits have the form of a uuid1
/// without a plausible time, redis-py on a host with a wrong clock is possible, too. Source:
/// node-redlock, src/index.ts, `_random`.
Format nodeRedlockFormat()
{
    return {.name = "node-redlock",
        .shape = {.shortest = 32, .longest = 32},
        .recognise = tellNodeRedlock,
        .certainty = certainByName,
        .isRevocable = true};
}

} // namespace lockkeeper::observe
