// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/formats/format.h"
#include "core/observe/reading/key_reading.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockkeeper::observe {

// What the recognisers have in common. Written by hand: regular expressions are too slow for a
// sweep of 100 000 keys. All pure.

/// The value of a string that was read whole; nullopt for any other reading.
[[nodiscard]] std::optional<std::string_view> stringValue(const KeyReading& reading);

/// True if all of `text` is lower-case hex digits.
[[nodiscard]] bool isLowerHex(std::string_view text) noexcept;

/// True for `8-4-4-4-12` lower-case hex digits with the version and variant of an RFC 9562 UUID.
[[nodiscard]] bool isUuid(std::string_view text) noexcept;

/// True if all of `text` is letters and digits of ASCII.
[[nodiscard]] bool isAlphanumeric(std::string_view text) noexcept;

/// True if `text` holds a capital and a small letter, as 16 or more random ones nearly always do,
/// and words and numbers do not.
[[nodiscard]] bool hasBothCases(std::string_view text) noexcept;

/// True if all of `text` is of the base64 alphabet, without padding.
[[nodiscard]] bool isBase64(std::string_view text) noexcept;

/// The value of a string that is a UUID and nothing else, told of its holder: nothing.
[[nodiscard]] std::optional<Recognised> tellUuid(const KeyReading& reading, WallTime now);

/// A holder from `<host><separator><pid>`; nullopt if that is not what `text` is. The host may hold
/// the separator.
[[nodiscard]] std::optional<Holder> parseHostAndPid(std::string_view text, char separator);

/// `lock` with all its holders: `holder` is what they have in common, and if they are several, says
/// how many `plural` there are.
void setHolders(Recognised& lock, std::vector<Holder> holders, std::string_view plural);

/// To follow setHolders(): the holders whose end, in their order, has passed by over a second say
/// so. If all have, the lock has expired with the last of them, and states that.
void noteExpired(Recognised& lock, const std::vector<WallTime>& ends, WallTime now);

/// A decimal number above zero, without sign or leading zeros; nullopt for anything else.
[[nodiscard]] std::optional<std::int64_t> positiveNumber(std::string_view text) noexcept;

/// `sinceEpoch` as a time, if it lies between 2010 and `latest`; else nullopt. No lock that is
/// still there is older, and most random numbers are not in between.
[[nodiscard]] std::optional<WallTime> plausibleTime(
    std::chrono::milliseconds sinceEpoch, WallTime latest) noexcept;

/// The time in a score of a sorted set, in ms; nullopt unless it is a plausible one, of the last
/// years or the next ten.
[[nodiscard]] std::optional<WallTime> timeOfScore(std::string_view score, WallTime now) noexcept;

/// When the uuid1 in these 32 hex digits was made, and by which node (12 hex digits of it).
struct Uuid1 {
    std::chrono::milliseconds sinceEpoch{};
    std::string_view node;
};

/// Takes `uuid1().hex` apart; nullopt unless `hex` is 32 lower-case hex digits of version 1.
/// Source: RFC 9562, section 5.1.
[[nodiscard]] std::optional<Uuid1> parseUuid1(std::string_view hex) noexcept;

/// parseUuid1(), if the time in it is plausible: between 2010 and tomorrow.
[[nodiscard]] std::optional<WallTime> plausibleUuid1Time(const Uuid1& uuid, WallTime now) noexcept;

} // namespace lockkeeper::observe
