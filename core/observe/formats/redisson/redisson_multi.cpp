// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/formats/redisson/redisson_names.h"
#include "core/text/tr_noop.h"

#include <algorithm>

namespace lockkeeper::observe {

namespace {

/// A value's 16-byte hash in base64, without padding.
constexpr std::size_t kHashLength = 22;

bool isSideField(std::string_view field, std::string_view ending)
{
    if (!field.ends_with(ending) || field.size() <= kHashLength + ending.size()
        || field[kHashLength] != ':' || !isBase64(field.substr(0, kHashLength)))
        return false;
    const auto owner = field.substr(kHashLength + 1);
    return parseRedissonOwner(owner.substr(0, owner.size() - ending.size())).has_value();
}

struct Parts {
    std::vector<Holder> holders; ///< one per value
    std::int64_t lastExpiry = 0; ///< in ms
};

bool takeField(Parts& parts, std::string_view field, std::string_view value)
{
    if (field.size() == kHashLength && isBase64(field)) {
        const auto owner = parseRedissonOwner(value);
        if (!owner)
            return false;
        parts.holders.push_back(owner->holder());
        parts.holders.back().member = fingerprintOfPart(field, value);
        return true;
    }
    const auto number = positiveNumber(value);
    if (number && isSideField(field, ":expire_time")) {
        parts.lastExpiry = std::max(parts.lastExpiry, *number);
        return true;
    }
    return number && isSideField(field, ":lock_count");
}

std::optional<DecodedLock> tellRedissonMulti(const KeyReading& reading, WallTime now)
{
    if (reading.fields.size() < 2)
        return std::nullopt;
    Parts parts;
    for (const auto& [field, value] : reading.fields) {
        if (!takeField(parts, field, value))
            return std::nullopt;
    }
    if (parts.holders.empty() || parts.lastExpiry == 0)
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition};
    lock.expiresAt
        = plausibleTime(std::chrono::milliseconds(parts.lastExpiry), now + std::chrono::years(10));
    setHolders(lock, std::move(parts.holders), trNoop("$0 holders of different parts", "holder"));
    return lock;
}

} // namespace

/// Source: RedissonFasterMultiLock.java, forceUnlockAsync().
Format redissonMultiFormat()
{
    return {.name = "redisson-multi",
        .shape = {.type = ValueType::Hash},
        .recognise = tellRedissonMulti,
        .isReleasable = false,
        .part =
            [](std::string_view key, const DecodedLock&) {
                // 1 wakes all; 0 wakes one, perhaps of another value.
                return PartRelease{.kind = PartKind::RedissonMulti,
                    .wakeUp = redissonWakeUp(besideRedisson("redisson_lock__channel:", key), "1")};
            },
        .waits = redissonSigns("redisson_lock__channel:")};
}

} // namespace lockkeeper::observe
