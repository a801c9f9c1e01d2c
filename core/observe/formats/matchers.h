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

// Helpers of the recognisers. Written by hand: regular expressions are too slow for a sweep of 100
// 000 keys. All pure.

/// The value of a string that was read completely; nullopt for any other reading.
[[nodiscard]] std::optional<std::string_view> stringValue(
    const KeyReading& reading LK_LIFETIME_BOUND);

/// True for `8-4-4-4-12` lower-case hex digits with the version and variant of an RFC 9562 UUID.
[[nodiscard]] bool isUuid(std::string_view text) noexcept;

/// True for a random UUID without its hyphens: 32 lower-case hex digits of version 4 or 7. One of
/// 32 random texts of hex digits looks like that, too.
[[nodiscard]] bool isPlainUuid(std::string_view text) noexcept;

/// True if `text` consists of ASCII letters and digits.
[[nodiscard]] bool isAlphanumeric(std::string_view text) noexcept;

/// True if `text` contains an upper-case and a lower-case letter. 16 or more random letters nearly
/// always do; words and numbers do not.
[[nodiscard]] bool hasBothCases(std::string_view text) noexcept;

/// True if `text` consists of characters of the base64 alphabet, without padding.
[[nodiscard]] bool isBase64(std::string_view text) noexcept;

/// Recognises a string that is a UUID and nothing else, made for one acquisition. The result has no
/// holder.
[[nodiscard]] std::optional<DecodedLock> decodeUuid(const KeyReading& reading, WallTime now);

/// The same for a UUID that may be the one of a process, for all locks that it takes.
[[nodiscard]] std::optional<DecodedLock> decodeProcessUuid(const KeyReading& reading, WallTime now);

/// Parses a holder from `<host><separator><pid>`; nullopt if `text` is something else. The host may
/// contain the separator.
[[nodiscard]] std::optional<Holder> parseHostAndPid(std::string_view text, char separator);

/// Fingerprint of the part of a value that one holder has: a member of a set, or what its members
/// have in common. Never a secret: people see it, and scripts look for it.
[[nodiscard]] Fingerprint fingerprintOfPart(std::string_view member);
/// The same of a field of a hash whose value belongs to the holder, too.
[[nodiscard]] Fingerprint fingerprintOfPart(std::string_view field, std::string_view value);

/// For a format whose holders are members of a set: each is removed alone, and nobody is woken.
[[nodiscard]] inline PartRelease partOfSet(std::string_view /*key*/, const DecodedLock& /*told*/)
{
    return {.kind = PartKind::Member};
}

/// Sets the holders of `lock`. `holder` gets their common fields and, if there are several, their
/// number in the format `several`.
void setHolders(DecodedLock& lock, std::vector<Holder> holders, const char* several);

/// Call after setHolders(). Notes the expiry of each holder whose end (in the same order) is more
/// than a second ago. If all have ended, the lock has expired with the last of them, and expiresAt
/// is set.
void noteExpired(DecodedLock& lock, const std::vector<WallTime>& ends, WallTime now);

/// Parses a decimal number above zero, without sign or leading zeros; nullopt for anything else.
[[nodiscard]] std::optional<std::int64_t> positiveNumber(std::string_view text) noexcept;

/// `sinceEpoch` as a time if it is between 2010 and `latest`; else nullopt. No existing lock is
/// older, and most random numbers are outside this range.
[[nodiscard]] std::optional<WallTime> plausibleTime(
    std::chrono::milliseconds sinceEpoch, WallTime latest) noexcept;

/// Parses a Unix time in seconds (10 digits) or milliseconds (13 digits); nullopt unless it is
/// plausible. For plausible times the two can't be confused.
[[nodiscard]] std::optional<WallTime> unixTime(std::string_view digits, WallTime latest) noexcept;

/// Parses the score of a sorted set as a time in ms; nullopt unless it is plausible: in the last
/// years or the next ten.
[[nodiscard]] std::optional<WallTime> timeOfScore(std::string_view score, WallTime now) noexcept;

/// When a uuid1 was created, and by which node (12 hex digits).
struct Uuid1 {
    std::chrono::milliseconds sinceEpoch{};
    std::string node;
};

/// Parses `uuid1().hex`; nullopt unless `hex` is 32 lower-case hex digits of version 1. Source: RFC
/// 9562, section 5.1.
[[nodiscard]] std::optional<Uuid1> parseUuid1(std::string_view hex);

/// The time of a uuid1, if it is plausible: between 2010 and tomorrow.
[[nodiscard]] std::optional<WallTime> plausibleUuid1Time(const Uuid1& uuid, WallTime now) noexcept;

/// Recognises a uuid1 of a plausible time, in hex digits without dashes. The result tells since
/// when it is held, and by which node.
[[nodiscard]] std::optional<DecodedLock> decodeUuid1(std::string_view hex, WallTime now);

} // namespace lockkeeper::observe
