// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellRedsync(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::size_t kDigits = 22;
    // With 16 bytes, four bits of the last digit are unused.
    constexpr std::string_view kLastDigits = "AQgw";
    const auto value = stringValue(reading);
    if (!value || value->size() != kDigits + 2 || !value->ends_with("==")
        || kLastDigits.find((*value)[kDigits - 1]) == std::string_view::npos
        || !isBase64(value->substr(0, kDigits)))
        return std::nullopt;
    return DecodedLock{.scope = ValueScope::Acquisition};
}

} // namespace

/// redsync: 16 random bytes in base64, always with a TTL; an MD5 in base64 looks the same. Source:
/// redsync, mutex.go, `genValue`.
Format redsyncFormat()
{
    return {.name = "redsync",
        .shape = {.shortest = 24, .longest = 24},
        .recognise = tellRedsync,
        .certainty = certainByName,
        .isRevocable = true,
        .caution
        = trNoop("a holder that uses WithSetNXOnExtend takes the lock again at its next extension",
            "data")};
}

} // namespace lockkeeper::observe
