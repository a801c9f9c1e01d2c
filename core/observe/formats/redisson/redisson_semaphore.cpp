// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/formats/redisson/redisson_names.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::observe {

namespace {

constexpr std::string_view kPermitsEnd = ":timeout";
constexpr const char* kSemaphoreChannel = "redisson_sc:";

/// Score of a permit without a lease.
constexpr std::string_view kEndless = "922337203685477";

bool isPermit(std::string_view member)
{
    constexpr std::size_t kBytes = 16;
    return member.size() == kBytes || (member.size() == 2 * kBytes && isLowerHex(member));
}

std::optional<DecodedLock> tellPermits(const KeyReading& reading, WallTime now)
{
    std::vector<Holder> holders;
    std::vector<WallTime> ends;
    bool isEndless = false;
    for (const auto& [permit, expiry] : reading.fields) {
        const auto end = expiry == kEndless ? std::optional(now + std::chrono::years(10))
                                            : timeOfScore(expiry, now);
        if (!isPermit(permit) || !end)
            return std::nullopt;
        isEndless = isEndless || expiry == kEndless;
        holders.emplace_back();
        holders.back().member = fingerprintOfPart(permit);
        ends.push_back(*end);
    }
    auto lock = lockOf(std::move(holders), ValueScope::Acquisition, LockMode::Semaphore,
        trNoop("$0 permits", "holder"));
    if (!lock)
        return std::nullopt;
    noteExpired(*lock, ends, now);
    if (!lock->expiresAt && !isEndless)
        lock->expiresAt = std::ranges::max(ends);
    return lock;
}

PartRelease partOfPermits(std::string_view key, const DecodedLock& /*told*/)
{
    key.remove_suffix(std::min(kPermitsEnd.size(), key.size()));
    return {.kind = PartKind::RedissonPermit,
        .keys = namesBesideRedisson(key),
        .wakeUp = redissonWakeUp(besideRedisson(kSemaphoreChannel, key), "1")};
}

MaybeCertain certaintyOfPermits(const KeyReading& reading, NameHint /*name*/)
{
    const std::string_view key = reading.key;
    const auto open = key.find('{');
    return certainIf(
        open != std::string_view::npos && key.find('}', open) != std::string_view::npos);
}

WaitSigns signsOfPermits()
{
    return {.channel =
                [](std::string_view key) {
                    key.remove_suffix(std::min(key.size(), kPermitsEnd.size()));
                    return std::string(kSemaphoreChannel).append(key);
                },
        .channelBegins = kSemaphoreChannel};
}

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

/// Source: RedissonPermitExpirableSemaphore.java, tryReleaseAsync().
Format redissonPermitsFormat()
{
    return {.name = "redisson-permits",
        .shape = {.type = ValueType::SortedSet, .keyEnds = std::string(kPermitsEnd)},
        .recognise = tellPermits,
        .certainty = certaintyOfPermits,
        .isReleasable = false,
        .part = partOfPermits,
        .waits = signsOfPermits()};
}

/// Source: RedissonSemaphore.java, addPermitsAsync().
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
        .isReleasable = false,
        .part =
            [](std::string_view key, const DecodedLock&) {
                // The message is the new number.
                return PartRelease{.kind = PartKind::FreePermits,
                    .wakeUp = redissonWakeUp(besideRedisson(kSemaphoreChannel, key), "")};
            },
        .waits = redissonSigns(kSemaphoreChannel),
        .needsTtl = false};
}

/// Source: RedissonCountDownLatch.java, countDownAsync().
Format redissonLatchFormat()
{
    return {.name = "redisson-latch",
        .shape = {.shortest = 1, .longest = 19},
        .recognise = [](const KeyReading& reading,
                         WallTime) { return decodeCount(reading, trNoop("$0 awaited", "holder")); },
        .isReleasable = false,
        .part =
            [](std::string_view key, const DecodedLock&) {
                // In braces even if the name has some.
                return PartRelease{.kind = PartKind::Awaited,
                    .wakeUp = redissonWakeUp(
                        std::string("redisson_countdownlatch__channel__{").append(key) + "}", "0")};
            },
        .waits = redissonSigns("redisson_countdownlatch__channel__"),
        .needsTtl = false};
}

} // namespace lockkeeper::observe
