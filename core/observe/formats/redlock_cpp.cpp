// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

#include <algorithm>

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellRedlockCpp(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::size_t kLength = 40;
    const auto value = stringValue(reading);
    const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); };
    if (!value || value->size() != kLength || !std::ranges::all_of(*value, isDigit))
        return std::nullopt;
    return DecodedLock{.scope = ValueScope::Acquisition};
}

} // namespace

/// redlock-cpp: 20 random bytes as 40 upper-case hex digits, always with a TTL; a SHA-1 looks the
/// same. Source: redlock-cpp/redlock.cpp.
Format redlockCppFormat()
{
    return {.name = "redlock-cpp",
        .shape = {.shortest = 40, .longest = 40},
        .recognise = tellRedlockCpp,
        .certainty = certainByName,
        .isRevocable = true};
}

} // namespace lockkeeper::observe
