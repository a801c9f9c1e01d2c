// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

#include <algorithm>

namespace lockkeeper::observe {

namespace {

constexpr std::string_view kWriter = "__write__";
constexpr std::string_view kTimes = ":time"; ///< after the name of a semaphore

bool isSymfonyToken(std::string_view member)
{
    constexpr std::size_t kDigits = 43;
    return member.size() == kDigits + 1 && member.ends_with('=')
        && isBase64(member.substr(0, kDigits));
}

std::optional<DecodedLock> tellSymfony(const KeyReading& reading, WallTime now)
{
    bool isShared = true;
    std::vector<Holder> holders;
    std::vector<WallTime> ends;
    for (const auto& [member, score] : reading.fields) {
        const auto end = timeOfScore(score, now);
        if (!end || (member != kWriter && !isSymfonyToken(member)))
            return std::nullopt;
        if (member == kWriter) {
            isShared = false;
            continue;
        }
        holders.emplace_back();
        holders.back().member = fingerprintOfPart(member);
        ends.push_back(*end);
    }
    if (!isShared && holders.size() > 1)
        return std::nullopt;
    auto lock = lockOf(std::move(holders), ValueScope::Acquisition,
        isShared ? LockMode::Read : LockMode::Exclusive, trNoop("$0 readers", "holder"));
    if (lock)
        noteExpired(*lock, ends, now);
    return lock;
}

std::optional<WallTime> expiryOf(std::string_view score, WallTime now)
{
    constexpr std::int64_t kMostSeconds = 100'000'000'000;
    const auto seconds = positiveNumber(score);
    if (!seconds || *seconds > kMostSeconds)
        return std::nullopt;
    return plausibleTime(std::chrono::seconds(*seconds), now + std::chrono::years(10));
}

bool isSymfonyString(std::string_view text)
{
    return isSymfonyToken(text) && hasBothCases(text);
}

std::optional<DecodedLock> tellSymfonySemaphore(const KeyReading& reading, WallTime now)
{
    std::vector<Holder> holders;
    std::vector<WallTime> ends;
    for (const auto& [member, score] : reading.fields) {
        const auto end = expiryOf(score, now);
        if (!end || !isSymfonyToken(member))
            return std::nullopt;
        holders.emplace_back();
        holders.back().member = fingerprintOfPart(member);
        ends.push_back(*end);
    }
    auto lock = lockOf(std::move(holders), ValueScope::Acquisition, LockMode::Semaphore,
        trNoop("$0 permits", "holder"));
    if (lock)
        noteExpired(*lock, ends, now);
    return lock;
}

} // namespace

/// Source: Symfony/Component/Lock/Store/RedisStore.php before 5.2.
Format symfonyStringFormat()
{
    return {.name = "Symfony-string",
        .shape = {.shortest = 44, .longest = 44},
        .recognise = tokenThat(isSymfonyString, ValueScope::Unclear),
        .certainty = certainByName,
        .isRevocable = true};
}

/// A second sorted set has the weights. Source: Symfony/Component/Semaphore/Store/RedisStore.php.
Format symfonySemaphoreFormat()
{
    return {.name = "Symfony-semaphore",
        .shape = {.type = ValueType::SortedSet, .keyEnds = std::string("}").append(kTimes)},
        .recognise = tellSymfonySemaphore,
        .isReleasable = false,
        .part = [](std::string_view key, const DecodedLock&) {
            key.remove_suffix(std::min(kTimes.size(), key.size()));
            return PartRelease{
                .kind = PartKind::Member, .keys = {std::string(key).append(":weight")}};
        }};
}

/// Refreshes change the times. Source: Symfony/Component/Lock/Store/RedisStore.php.
Format symfonyFormat()
{
    return {.name = "Symfony",
        .shape = {.type = ValueType::SortedSet},
        .recognise = tellSymfony,
        .isReleasable = false,
        .part = [](std::string_view, const DecodedLock&) {
            return PartRelease{.kind = PartKind::Symfony};
        }};
}

} // namespace lockkeeper::observe
