// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

namespace {

constexpr std::string_view kWriter = "__write__";

/// 32 random bytes in base64.
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
        ends.push_back(*end);
    }
    if (holders.empty() || (!isShared && holders.size() > 1))
        return std::nullopt;
    DecodedLock lock;
    lock.mode = isShared ? LockMode::Read : LockMode::Exclusive;
    setHolders(lock, std::move(holders), "readers");
    noteExpired(lock, ends, now);
    return lock;
}

} // namespace

/// Symfony's Lock: a sorted set of random tokens with their expiry, which each refresh changes.
/// With the member `__write__` the lock is exclusive. Source:
/// Symfony/Component/Lock/Store/RedisStore.php.
Format symfonyFormat()
{
    return {.name = "Symfony",
        .shape = {.type = ValueType::SortedSet},
        .recognise = tellSymfony,
        .isReleasable = false};
}

} // namespace lockkeeper::observe
