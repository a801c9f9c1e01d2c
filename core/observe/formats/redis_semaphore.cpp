// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/formats/written_time.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellRedisSemaphoreMutex(const KeyReading& reading, WallTime /*now*/)
{
    const auto value = stringValue(reading);
    if (!value || !isUuid(value->substr(0, kUuidLength)))
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition};
    auto suffix = value->substr(kUuidLength);
    if (suffix.empty())
        return lock;
    if (suffix.front() != '-' || suffix.size() == 1)
        return std::nullopt;
    suffix.remove_prefix(1);
    if (!positiveNumber(suffix)) // a counter names nobody
        lock.holder.detail = std::string(suffix);
    return lock;
}

std::string_view identifierOf(std::string_view member)
{
    const auto end = member.rfind('_');
    const bool isNumbered = end != std::string_view::npos && end + 1 < member.size()
        && member.find_first_not_of("0123456789", end + 1) == std::string_view::npos;
    return isNumbered ? member.substr(0, end) : member;
}

std::optional<DecodedLock> tellRedisSemaphore(const KeyReading& reading, WallTime now)
{
    std::vector<Holder> holders;
    std::vector<WallTime> refreshed;
    for (const auto& [member, score] : reading.fields) {
        const auto identifier = identifierOf(member);
        const auto time = timeOfScore(score, now);
        if (!time || !isUuid(identifier.substr(0, kUuidLength)))
            return std::nullopt;
        Holder holder;
        if (identifier.size() > kUuidLength + 1 && identifier[kUuidLength] == '-')
            holder.detail = std::string(identifier.substr(kUuidLength + 1));
        else if (identifier.size() != kUuidLength)
            return std::nullopt;
        holder.member = fingerprintOfPart(identifier);
        holders.push_back(std::move(holder));
        refreshed.push_back(*time);
    }
    auto lock = lockOf(std::move(holders), ValueScope::Acquisition, LockMode::Semaphore,
        trNoop("$0 permits", "holder"));
    // A permit lasts as long as the key after its refresh.
    if (lock && reading.ttl)
        noteExpired(*lock, refreshed, std::ranges::max(refreshed) - *reading.ttl);
    return lock;
}

std::optional<DecodedLock> tellGrabbedPermits(const KeyReading& reading, WallTime now)
{
    std::vector<Holder> holders;
    for (const auto& [permit, time] : reading.fields) {
        Holder holder;
        holder.since = unixTimeIn(time, now);
        if (!holder.since || (permit != "0" && !positiveNumber(permit)))
            return std::nullopt;
        holder.detail = absl::Substitute(trNoop("permit $0", "holder"), permit);
        holder.member = fingerprintOfPart(permit, time);
        holders.push_back(std::move(holder));
    }
    return lockOf(std::move(holders), ValueScope::Acquisition, LockMode::Semaphore,
        trNoop("$0 permits", "holder"));
}

} // namespace

/// Source: redis-semaphore of Python, redis_semaphore/__init__.py; of Ruby,
/// lib/redis/semaphore.rb.
Format redisSemaphoreHashFormat()
{
    return {.name = "redis-semaphore-hash",
        .shape = {.type = ValueType::Hash, .keyEnds = ":GRABBED"},
        .recognise = tellGrabbedPermits,
        .isReleasable = false,
        .viewOnly = trNoop("View only: a permit that is taken from its holder must also return to "
                           "the list of those left, which its library does for old ones.",
            "data"),
        .needsTtl = false};
}

/// Source: redis-semaphore, src/RedisMutex.ts, src/Lock.ts.
Format redisSemaphoreMutexFormat()
{
    return {.name = "redis-semaphore-mutex",
        .shape = {.shortest = 36, .keyBegins = "mutex:"},
        .recognise = tellRedisSemaphoreMutex,
        .certainty = certainByName,
        .isRevocable = true};
}

/// Times are refreshes by the client's clock, not acquisitions. One acquisition's permits are freed
/// together, as its refresh restores all while the first exists. Source: redis-semaphore,
/// src/semaphore, src/multiSemaphore.
Format redisSemaphoreFormat()
{
    return {.name = "redis-semaphore",
        .shape = {.type = ValueType::SortedSet, .keyBegins = "semaphore:"},
        .recognise = tellRedisSemaphore,
        .isReleasable = false,
        .part = [](std::string_view, const DecodedLock&) {
            return PartRelease{.kind = PartKind::RedisSemaphore};
        }};
}

} // namespace lockkeeper::observe
