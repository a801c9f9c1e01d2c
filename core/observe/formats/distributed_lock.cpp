// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

namespace lockkeeper::observe {

namespace {

std::optional<Holder> parseLockId(std::string_view id)
{
    constexpr std::size_t kGuidLength = 32;
    if (id.size() < kGuidLength + 4)
        return std::nullopt;
    const auto guidAt = id.size() - kGuidLength;
    if (id[guidAt - 1] != '_' || !isLowerHex(id.substr(guidAt)))
        return std::nullopt;
    return parseHostAndPid(id.substr(0, guidAt - 1), '_');
}

std::optional<DecodedLock> tellDistributedMutex(const KeyReading& reading, WallTime /*now*/)
{
    const auto value = stringValue(reading);
    auto holder = value ? parseLockId(*value) : std::nullopt;
    if (!holder)
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition};
    lock.holder = std::move(*holder);
    return lock;
}

std::optional<DecodedLock> tellWriter(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::string_view kWaiting = "_WRITERWAITING";
    auto value = stringValue(reading);
    if (!value)
        return std::nullopt;
    const bool isWaiting = value->ends_with(kWaiting);
    if (isWaiting)
        value->remove_suffix(kWaiting.size());
    auto holder = parseLockId(*value);
    if (!holder)
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition};
    lock.mode = LockMode::Write;
    lock.holder = std::move(*holder);
    if (isWaiting)
        lock.holder.detail = trNoop("waits for the readers to leave", "holder");
    return lock;
}

std::vector<Holder> parseLockIds(const KeyReading& reading)
{
    std::vector<Holder> holders;
    for (const auto& [member, score] : reading.fields) {
        auto holder = parseLockId(member);
        if (!holder)
            return {};
        holder->member = fingerprintOfPart(member);
        holders.push_back(std::move(*holder));
    }
    return holders;
}

std::optional<DecodedLock> tellReaders(const KeyReading& reading, WallTime /*now*/)
{
    return lockOf(parseLockIds(reading), ValueScope::Acquisition, LockMode::Read,
        trNoop("$0 readers", "holder"));
}

std::optional<DecodedLock> tellDistributedSemaphore(const KeyReading& reading, WallTime now)
{
    std::vector<WallTime> ends;
    for (const auto& [member, score] : reading.fields) {
        const auto end = timeOfScore(score, now);
        if (!end)
            return std::nullopt;
        ends.push_back(*end);
    }
    auto lock = lockOf(parseLockIds(reading), ValueScope::Acquisition, LockMode::Semaphore,
        trNoop("$0 permits", "holder"));
    if (lock)
        noteExpired(*lock, ends, now);
    return lock;
}

/// Such values are rare elsewhere.
MaybeCertain certaintyOfMutex(const KeyReading& reading, NameHint name)
{
    const bool isLikely = name == NameHint::Lock || (name != NameHint::Other && reading.ttl);
    return isLikely ? std::optional(likelyByValue(name)) : std::nullopt;
}

} // namespace

/// Source: DistributedLock.Redis, RedLockHelper.cs.
Format distributedLockFormat()
{
    return {.name = "DistributedLock.NET",
        .shape = {.shortest = 36},
        .recognise = tellDistributedMutex,
        .certainty = certaintyOfMutex,
        .isRevocable = true};
}

/// Source: RedisReaderWriterLockPrimitives.cs.
Format distributedLockWriterFormat()
{
    // Not revocable: readers look for the suffix.
    return {.name = "DistributedLock.NET-writer",
        .shape = {.shortest = 36, .keyEnds = ".writer"},
        .recognise = tellWriter};
}

/// Source: RedisReaderWriterLockPrimitives.cs.
Format distributedLockReadersFormat()
{
    return {.name = "DistributedLock.NET-readers",
        .shape = {.type = ValueType::Set, .keyEnds = ".readers"},
        .recognise = tellReaders,
        .isReleasable = false,
        .part = partOfSet};
}

/// Times are the server's; renewals change them. Source: RedisSemaphorePrimitive.cs.
Format distributedLockSemaphoreFormat()
{
    return {.name = "DistributedLock.NET-semaphore",
        .shape = {.type = ValueType::SortedSet},
        .recognise = tellDistributedSemaphore,
        .isReleasable = false,
        .part = partOfSet};
}

} // namespace lockkeeper::observe
