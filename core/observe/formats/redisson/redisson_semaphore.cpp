// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellPermits(const KeyReading& reading, WallTime now)
{
    constexpr std::size_t kIdLength = 32;
    if (reading.fields.empty())
        return std::nullopt;
    std::vector<Holder> holders;
    std::vector<WallTime> ends;
    for (const auto& [permit, expiry] : reading.fields) {
        const auto end = timeOfScore(expiry, now);
        if (permit.size() != kIdLength || !isLowerHex(permit) || !end)
            return std::nullopt;
        holders.emplace_back();
        ends.push_back(*end);
    }
    DecodedLock lock{.scope = ValueScope::Acquisition};
    lock.mode = LockMode::Semaphore;
    setHolders(lock, std::move(holders), trNoop("$0 permits", "holder"));
    noteExpired(lock, ends, now);
    if (!lock.expiresAt)
        lock.expiresAt = std::ranges::max(ends);
    return lock;
}

/// Checks the part of `{name}:timeout` before its end.
MaybeCertain certaintyOfPermits(const KeyReading& reading, NameHint /*name*/)
{
    const std::string_view key = reading.key;
    const auto open = key.find('{');
    return certainIf(
        open != std::string_view::npos && key.find('}', open) != std::string_view::npos);
}

/// A remaining number, with the format that tells its meaning.
std::optional<DecodedLock> decodeCount(const KeyReading& reading, const char* format)
{
    const auto value = stringValue(reading);
    if (!value || (*value != "0" && !positiveNumber(*value)))
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Shared};
    lock.holder.detail = absl::Substitute(format, std::string(*value));
    return lock;
}

} // namespace

/// Redisson's PermitExpirableSemaphore: a sorted set `{name}:timeout` of acquired permits and their
/// expiry. Source: RedissonPermitExpirableSemaphore.java.
Format redissonPermitsFormat()
{
    return {.name = "redisson-permits",
        .shape = {.type = ValueType::SortedSet, .keyEnds = ":timeout"},
        .recognise = tellPermits,
        .certainty = certaintyOfPermits,
        .isReleasable = false};
}

/// Redisson's Semaphore: the number of free permits. It looks like any counter, so it needs a hint.
/// Source: RedissonSemaphore.java.
Format redissonSemaphoreFormat()
{
    return {.name = "redisson-semaphore",
        .shape = {.shortest = 1, .longest = 19},
        .recognise =
            [](const KeyReading& reading, WallTime) {
                auto lock = decodeCount(reading, trNoop("$0 permits free", "holder"));
                if (lock)
                    lock->mode = LockMode::Semaphore;
                return lock;
            },
        .isReleasable = false};
}

/// Redisson's CountDownLatch: the remaining count. It needs a hint. Source:
/// RedissonCountDownLatch.java.
Format redissonLatchFormat()
{
    return {.name = "redisson-latch",
        .shape = {.shortest = 1, .longest = 19},
        .recognise = [](const KeyReading& reading,
                         WallTime) { return decodeCount(reading, trNoop("$0 awaited", "holder")); },
        .isReleasable = false};
}

} // namespace lockkeeper::observe
