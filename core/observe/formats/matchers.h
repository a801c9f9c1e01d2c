// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/export.h"
#include "core/observe/formats/format.h"
#include "core/observe/reading/key_reading.h"
#include "core/text/ascii.h"
#include "core/text/hex.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockkeeper::observe {

// Hand-written: regular expressions are too slow for sweeps.

/// nullopt: no string, or too long.
[[nodiscard]] std::optional<std::string_view> stringValue(
    const KeyReading& reading LK_LIFETIME_BOUND);

/// `8-4-4-4-12` lower-case hex digits. Source: RFC 9562.
[[nodiscard]] bool isUuid(std::string_view text) noexcept;

/// 32 lower-case hex digits of version 4 or 7. One in 32 random hex texts fits.
[[nodiscard]] bool isPlainUuid(std::string_view text) noexcept;

[[nodiscard]] bool isAlphanumeric(std::string_view text) noexcept;

/// Nearly always true of random letters.
[[nodiscard]] bool hasBothCases(std::string_view text) noexcept;

[[nodiscard]] bool isBase64(std::string_view text) noexcept;

/// For Format::recognise: a string that `isToken`, without a holder.
[[nodiscard]] inline auto tokenThat(
    bool (*isToken)(std::string_view), ValueScope scope = ValueScope::Acquisition)
{
    return [=](const KeyReading& reading, WallTime /*now*/) {
        const auto value = stringValue(reading);
        return value && isToken(*value) ? std::optional(DecodedLock{.scope = scope}) : std::nullopt;
    };
}

/// `<host><separator><pid>`; the host may contain the separator.
[[nodiscard]] std::optional<Holder> parseHostAndPid(std::string_view text, char separator);

/// Identifies one holder within a value. No secret: people see it.
[[nodiscard]] Fingerprint fingerprintOfPart(std::string_view member);
/// If its value belongs to the holder, too.
[[nodiscard]] Fingerprint fingerprintOfPart(std::string_view field, std::string_view value);

/// Each is removed alone; nobody is notified.
[[nodiscard]] inline PartRelease partOfSet(std::string_view /*key*/, const DecodedLock& /*told*/)
{
    return {.kind = PartKind::Member};
}

/// Sets `holders`, and `holder` to their common fields. `several`: format of their number.
void setHolders(DecodedLock& lock, std::vector<Holder> holders, const char* several);

[[nodiscard]] std::optional<DecodedLock> lockOf(
    std::vector<Holder> holders, ValueScope scope, LockMode mode, const char* several);

/// After setHolders(). Marks holders that ended over a second ago. If all did, sets expiresAt to
/// the last end.
void noteExpired(DecodedLock& lock, const std::vector<WallTime>& ends, WallTime now);

/// Without sign or leading zeros.
[[nodiscard]] std::optional<std::int64_t> positiveNumber(std::string_view text) noexcept;

/// Between 2010 and `latest`: most random numbers lie outside.
[[nodiscard]] std::optional<WallTime> plausibleTime(
    std::chrono::milliseconds sinceEpoch, WallTime latest) noexcept;

/// Seconds (10 digits) or milliseconds (13 digits), if plausible.
[[nodiscard]] std::optional<WallTime> unixTime(std::string_view digits, WallTime latest) noexcept;

/// In ms, if plausible: up to ten years ahead.
[[nodiscard]] std::optional<WallTime> timeOfScore(std::string_view score, WallTime now) noexcept;

/// Creation time and node (12 hex digits).
struct Uuid1 {
    std::chrono::milliseconds sinceEpoch{};
    std::string node;
};

/// 32 lower-case hex digits of version 1. Source: RFC 9562, section 5.1.
[[nodiscard]] std::optional<Uuid1> parseUuid1(std::string_view hex);

[[nodiscard]] std::optional<WallTime> plausibleUuid1Time(const Uuid1& uuid, WallTime now) noexcept;

/// A uuid1 of a plausible time: time and node are the holder.
[[nodiscard]] std::optional<DecodedLock> decodeUuid1(std::string_view hex, WallTime now);

} // namespace lockkeeper::observe
