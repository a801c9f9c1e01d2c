// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

namespace {

constexpr std::size_t kOwnerLength = 16;
/// Entries of its scheduler: `true`, serialised.
constexpr std::string_view kSchedule = "framework/schedule-";
constexpr std::string_view kCommand = "framework/command-";
constexpr std::string_view kUniqueJob = "laravel_unique_job:";
constexpr std::string_view kOverlap = "laravel-queue-overlap:";

bool holds(std::string_view key, std::string_view part)
{
    return key.find(part) != std::string_view::npos;
}

std::optional<std::string_view> unserialized(std::string_view value)
{
    constexpr std::string_view kBegin = "s:16:\"";
    constexpr std::string_view kEnd = "\";";
    if (value.size() != kBegin.size() + kOwnerLength + kEnd.size() || !value.starts_with(kBegin)
        || !value.ends_with(kEnd))
        return std::nullopt;
    return value.substr(kBegin.size(), kOwnerLength);
}

/// Also with hyphens; older versions: a colon before the name.
bool isCacheKey(std::string_view key)
{
    if (holds(key, "_cache_:") || holds(key, "_cache:"))
        return true;
    for (const std::string_view database : {"_database_", "-database-"}) {
        const auto end = key.find(database);
        if (end == 0 || end == std::string_view::npos)
            continue;
        const std::string_view app = key.substr(0, end);
        std::string_view rest = key.substr(end + database.size());
        if (!rest.starts_with(app))
            continue;
        rest.remove_prefix(app.size());
        if (rest.starts_with(database.front()) && rest.substr(1).starts_with("cache"))
            return true;
    }
    return false;
}

std::optional<DecodedLock> tellLaravel(const KeyReading& reading, WallTime /*now*/)
{
    const auto value = stringValue(reading);
    if (!value)
        return std::nullopt;
    const auto owner = value->size() == kOwnerLength ? value : unserialized(*value);
    if (!owner || !isAlphanumeric(*owner) || !hasBothCases(*owner))
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition};
    // go-zero's RedisLock stores the same, under any name. Source: core/stores/redis/redislock.go.
    if (owner == value && !holds(reading.key, kOverlap) && !isCacheKey(reading.key))
        lock.alternatives.emplace_back("go-zero");
    return lock;
}

std::optional<DecodedLock> tellLaravelJob(const KeyReading& reading, WallTime now)
{
    if (stringValue(reading) == "b:1;" && holds(reading.key, kSchedule))
        return DecodedLock{.scope = ValueScope::Shared};
    auto lock = tellLaravel(reading, now);
    if (lock)
        lock->alternatives.clear(); // the name tells
    return lock;
}

MaybeCertain certaintyOfLaravelJob(const KeyReading& reading, NameHint /*name*/)
{
    return certainIf(holds(reading.key, kUniqueJob) || holds(reading.key, kSchedule)
        || holds(reading.key, kCommand));
}

MaybeCertain certaintyOfLaravel(const KeyReading& reading, NameHint name)
{
    if (holds(reading.key, kOverlap))
        return certain(reading, name);
    const bool isLikely = name == NameHint::Lock
        || (reading.value.size() == kOwnerLength && isCacheKey(reading.key)
            && !isOfValue(reading.key));
    return isLikely ? std::optional(likelyByValue(name)) : std::nullopt;
}

} // namespace

/// Not revocable: deleted without comparing. Source: Illuminate/Bus/UniqueLock.php,
/// Console/Scheduling/CacheEventMutex.php, Console/CacheCommandMutex.php.
Format laravelJobFormat()
{
    return {.name = "Laravel-jobs",
        .shape = {.shortest = 4, .longest = 24},
        .recognise = tellLaravelJob,
        .certainty = certaintyOfLaravelJob};
}

/// Source: Illuminate/Cache/RedisLock.php, Queue/Middleware/WithoutOverlapping.php.
Format laravelFormat()
{
    return {.name = "Laravel",
        .shape = {.shortest = 16, .longest = 24},
        .recognise = tellLaravel,
        .certainty = certaintyOfLaravel,
        .isRevocable = true};
}

/// Source: core/stores/redis/redislock.go.
Format goZeroFormat()
{
    return {.name = "go-zero",
        .shape = {.shortest = kOwnerLength, .longest = kOwnerLength},
        .recognise = tokenThat(isAlphanumeric),
        .isRevocable = true};
}

} // namespace lockkeeper::observe
