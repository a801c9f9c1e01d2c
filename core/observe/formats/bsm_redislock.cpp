// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/formats/value_scope.h"

#include <algorithm>

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellBsmRedislock(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::size_t kDigits = 22;
    const auto value = stringValue(reading);
    const auto isDigit
        = [](char c) { return isAlphanumeric(std::string_view(&c, 1)) || c == '-' || c == '_'; };
    if (!value || value->size() < kDigits
        || !std::ranges::all_of(value->substr(0, kDigits), isDigit))
        return std::nullopt;
    // Programs may give tokens of their own.
    DecodedLock lock{.scope = scopeOfValue(reading)};
    if (const auto metadata = value->substr(kDigits); !metadata.empty())
        lock.holder.detail = std::string(metadata);
    return lock;
}

} // namespace

/// bsm/redislock: 16 random bytes in URL-safe base64, directly followed by the program's metadata.
/// Nearly any longer text looks the same. Source: redislock.go.
Format bsmRedislockFormat()
{
    return {.name = "bsm/redislock",
        .shape = {.shortest = 22},
        .recognise = tellBsmRedislock,
        .isRevocable = true};
}

} // namespace lockkeeper::observe
