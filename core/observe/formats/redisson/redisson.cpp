// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/formats/redisson/redisson_names.h"
#include "core/text/tr_noop.h"

#include <algorithm>

namespace lockkeeper::observe {

namespace {

const char* const kNotTold = trNoop(
    "the holder is not told: its watchdog just ends, and its unlock() will throw. If its thread "
    "has taken the lock anew, that can't be told from what you see",
    "data");

std::optional<RedissonOwner> parseReaderOrWriter(std::string_view field)
{
    constexpr std::string_view kWriterSuffix = ":write";
    if (field.ends_with(kWriterSuffix))
        field.remove_suffix(kWriterSuffix.size());
    return parseRedissonOwner(field);
}

std::optional<DecodedLock> tellRedisson(const KeyReading& reading, WallTime /*now*/)
{
    if (reading.fields.size() != 1)
        return std::nullopt;
    const auto& [field, count] = reading.fields.front();
    const auto owner = parseRedissonOwner(field);
    if (!owner || !positiveNumber(count))
        return std::nullopt;
    // Its thread stores this again, as the same holder.
    return DecodedLock{.scope = ValueScope::Acquisition, .holder = owner->holder()};
}

std::optional<DecodedLock> tellRedissonQueue(const KeyReading& reading, WallTime now)
{
    const auto owner
        = reading.fields.empty() ? std::nullopt : parseRedissonOwner(reading.fields.front().first);
    if (!owner)
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition, .holder = owner->holder()};
    lock.expiresAt = timeOfScore(reading.fields.front().second, now);
    return lock;
}

std::optional<DecodedLock> tellRedissonReadWrite(const KeyReading& reading, WallTime /*now*/)
{
    if (reading.fields.size() < 2)
        return std::nullopt;
    std::optional<LockMode> mode;
    std::vector<RedissonOwner> owners;
    for (const auto& [field, value] : reading.fields) {
        if (field == "mode" && (value == "read" || value == "write")) {
            mode = value == "read" ? LockMode::Read : LockMode::Write;
            continue;
        }
        const auto owner = parseReaderOrWriter(field);
        if (!owner || !positiveNumber(value))
            return std::nullopt;
        // A writer that also reads has two fields.
        if (std::ranges::find(owners, *owner) == owners.end())
            owners.push_back(*owner);
    }
    if (!mode)
        return std::nullopt;
    std::vector<Holder> holders;
    for (const RedissonOwner& owner : owners) {
        holders.push_back(owner.holder());
        holders.back().member = fingerprintOfPart(owner.text());
    }
    return lockOf(
        std::move(holders), ValueScope::Acquisition, *mode, trNoop("$0 readers", "holder"));
}

/// A shopping basket looks the same: docs/formats.md, "Rules of single formats".
MaybeCertain certaintyOfLock(const KeyReading& reading, NameHint name)
{
    if (name == NameHint::Lock || (reading.queue && !reading.queue->elements.empty()))
        return certain(reading, name);
    if (name == NameHint::Other || isOfSetting(reading.key))
        return ReasonedCertainty{Certainty::Possible, CertaintyReason::ValueUnderOtherName};
    // Two ids and a number may relate anything.
    const bool isOfTwoIds = !reading.fields.empty()
        && reading.fields.front().first.size() > 2 * kUuidLength && name == NameHint::Nothing;
    if (!reading.ttl || isOfTwoIds)
        return ReasonedCertainty{Certainty::Possible, CertaintyReason::ValueOnly};
    return likelyByValue(name);
}

std::optional<QueuedWaiter> decodeQueued(std::string_view element)
{
    const auto owner = parseRedissonOwner(element);
    if (!owner)
        return std::nullopt;
    // As in each lock of this thread.
    return QueuedWaiter{owner->holder(), Fingerprint::ofHash({{std::string(element), "1"}})};
}

WaitQueue queueOf(std::string_view key)
{
    return {.list = besideRedisson("redisson_lock_queue:", key),
        .times = besideRedisson("redisson_lock_timeout:", key),
        .twin = twinOfRedisson(key)};
}

WakeUp wakeUpOf(std::string_view key)
{
    WakeUp wakeUp = redissonWakeUp(besideRedisson("redisson_lock__channel:", key), "0");
    wakeUp.queue = queueOf(key);
    return wakeUp;
}

/// A reader's message wakes one waiter, a writer's all.
PartRelease partOfReadWrite(std::string_view key, const DecodedLock& told)
{
    const bool isRead = told.mode == LockMode::Read;
    return {.kind = PartKind::RedissonReadWrite,
        .arguments = {nameOf(told.mode), besideRedisson({}, key)},
        .wakeUp = redissonWakeUp(besideRedisson("redisson_rwlock:", key), isRead ? "0" : "1")};
}

WaitSigns signsOfLock()
{
    WaitSigns signs = redissonSigns("redisson_lock__channel:");
    signs.queued = decodeQueued;
    signs.queue = queueOf;
    return signs;
}

} // namespace

/// Waiters for a fair lock have own channels. Source: RedissonLock.java, RedissonFairLock.java,
/// forceUnlockAsync().
Format redissonFormat()
{
    return {.name = "redisson",
        .shape = {.type = ValueType::Hash},
        .recognise = tellRedisson,
        .certainty = certaintyOfLock,
        .isRevocable = true,
        .wakeUp = wakeUpOf,
        .waits = signsOfLock(),
        .caution = kNotTold};
}

/// See KeyReading::takeQueue(). A gone first waiter keeps others out for five minutes. Source:
/// RedissonFairLock.java, tryLockInnerAsync().
Format redissonQueueFormat()
{
    return {.name = std::string(kQueueFormat),
        .shape = {.type = ValueType::Queue},
        .recognise = tellRedissonQueue,
        .wakeUp = wakeUpOf,
        .waits = signsOfLock()};
}

/// Each acquisition by a reader has its own key, by which the lock expires. Source:
/// RedissonReadLock.java, RedissonWriteLock.java, unlockInnerAsync(), forceUnlockAsync().
Format redissonReadWriteFormat()
{
    return {.name = "redisson-rw",
        .shape = {.type = ValueType::Hash},
        .recognise = tellRedissonReadWrite,
        .isReleasable = false,
        .part = partOfReadWrite,
        .waits = redissonSigns("redisson_rwlock:"),
        .caution = kNotTold};
}

} // namespace lockkeeper::observe
