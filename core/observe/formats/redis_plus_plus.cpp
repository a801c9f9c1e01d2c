// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellRedisPlusPlus(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::size_t kLength = 20;
    const auto value = stringValue(reading);
    if (!value || value->size() != kLength || !isAlphanumeric(*value) || !hasBothCases(*value))
        return std::nullopt;
    return DecodedLock{.scope = ValueScope::Acquisition};
}

} // namespace

/// redis-plus-plus: 20 random letters and digits, always with a TTL. Source:
/// sw/redis++/patterns/redlock.cpp, `lock_id`.
Format redisPlusPlusFormat()
{
    return {.name = "redis-plus-plus",
        .shape = {.shortest = 20, .longest = 20},
        .recognise = tellRedisPlusPlus,
        .certainty = certainByName,
        .isRevocable = true};
}

} // namespace lockkeeper::observe
