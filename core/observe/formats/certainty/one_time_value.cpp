// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/certainty/one_time_value.h"

#include "core/observe/formats/certainty/random_text.h"
#include "core/observe/formats/certainty/written_time.h"
#include "core/observe/formats/matchers.h"
#include "core/text/ascii.h"

#include <algorithm>
#include <bitset>
#include <string>

namespace lockkeeper::observe {
namespace {

bool isOfLastYear(std::optional<WallTime> time, WallTime now)
{
    return time && *time > now - std::chrono::days(366) && *time < now + std::chrono::days(366);
}

/// Longer than the id of a container that is its host's name (12), or the random part of a pod's.
constexpr std::size_t kRandomLength = 16;

/// True for letters and digits that are no words, and no number.
bool isRandomWord(std::string_view word)
{
    const std::size_t changes = kindChanges(word);
    return word.size() >= kRandomLength
        && (2 * changes >= word.size() || (hasDigitsTwice(word) && 4 * changes >= word.size()));
}

/// `0abcd1234ef567890` behind `i-`: what clouds call their machines.
bool isMachineId(std::string_view before, std::string_view word)
{
    constexpr std::size_t kIdLength = 17;
    return word.size() == kIdLength && before.ends_with('-') && isLowerHex(word);
}

/// `<id of a process>-47`, `<id>:12`: the threads of a pool come again.
bool endsInThread(std::string_view value)
{
    constexpr std::size_t kMostDigits = 6;
    const auto last = value.find_last_not_of("0123456789");
    return last != std::string_view::npos && last + 1 < value.size()
        && value.size() - last - 1 <= kMostDigits
        && std::string_view("-:_|#@").find(value[last]) != std::string_view::npos;
}

/// Random bytes, as they are. Serialised values contain words, and the same bytes again and again.
bool isRandomBytes(std::string_view value)
{
    constexpr std::size_t kExamined = 64;
    const std::size_t examined = std::min(value.size(), kExamined);
    constexpr std::ptrdiff_t kLongestWord = 5;
    std::bitset<256> seen;
    std::ptrdiff_t word = 0;
    std::ptrdiff_t longestWord = 0;
    bool isText = true;
    for (const char c : value.substr(0, examined)) {
        const auto byte = static_cast<unsigned char>(c);
        seen.set(byte);
        isText = isText && byte >= 0x20 && byte < 0x7f;
        word = isAsciiAlphanumeric(c) ? word + 1 : 0;
        longestWord = std::max(longestWord, word);
    }
    return !isText && value.size() >= kRandomLength && 10 * seen.count() >= 8 * examined
        && longestWord <= kLongestWord;
}

/// True if one of the parts that `isPartOf` separates is such a part. It gets what is before, too.
template <class IsOfPart, class Predicate>
bool hasPart(std::string_view text, IsOfPart isOfPart, Predicate isSuch)
{
    for (std::size_t at = 0; at < text.size();) {
        const auto rest = text.substr(at);
        const auto size
            = static_cast<std::size_t>(std::ranges::find_if_not(rest, isOfPart) - rest.begin());
        if (size > 0 && isSuch(text.substr(0, at), rest.substr(0, size)))
            return true;
        at += size + 1;
    }
    return false;
}

/// True for a time of the last year that is not the lock's name.
bool holdsTime(std::string_view value, std::string_view key, WallTime now)
{
    std::string_view rest = value;
    if (isOfLastYear(takeWrittenTime(rest), now))
        return true;
    return hasPart(
        value, isAsciiAlphanumeric, [&](std::string_view /*before*/, std::string_view word) {
            constexpr std::size_t kMilliseconds = 13; // longer numbers are times in smaller units
            return key.find(word) == std::string_view::npos
                && std::ranges::all_of(word, isAsciiDigit)
                && isOfLastYear(
                    unixTime(word.substr(0, kMilliseconds), now + std::chrono::days(366)), now);
        });
}

/// True for a UUID or a long random text that is not in the lock's name.
bool isRandom(std::string_view value, std::string_view key)
{
    if (isRandomBytes(value))
        return true;
    if (endsInThread(value))
        return false;
    const auto isOfKey
        = [key](std::string_view part) { return key.find(part) != std::string_view::npos; };
    const auto isWordTelling = [&](std::string_view before, std::string_view word) {
        return !isOfKey(word) && !isMachineId(before, word) && isRandomWord(word);
    };
    if (hasPart(value, isAsciiAlphanumeric, isWordTelling))
        return true;
    const auto isHexOrHyphen = [](char c) { return isAsciiHexDigit(c) || c == '-'; };
    const auto isUuidTelling = [&](std::string_view /*before*/, std::string_view part) {
        return !isOfKey(part) && isUuid(toAsciiLower(part));
    };
    if (hasPart(value, isHexOrHyphen, isUuidTelling))
        return true;
    constexpr std::size_t kShortestBase64 = 20;
    const auto isBase64Character = [](char c) { return isToken68(c) && c != '.' && c != '~'; };
    return hasPart(
        value, isBase64Character, [&](std::string_view /*before*/, std::string_view part) {
            std::string letters(part);
            std::erase_if(letters, [](char c) { return !isAsciiAlphanumeric(c); });
            return !isOfKey(part) && hasBothCases(letters) && part.size() >= kShortestBase64
                && isRandomWord(letters);
        });
}

} // namespace

bool isOneTimeValue(std::string_view value, std::string_view key, bool hasTtl, WallTime now)
{
    if (value.empty() || key.find(value) != std::string_view::npos)
        return false;
    // Libraries set a TTL beside a random token. Without one, it may be the id of an instance.
    return holdsTime(value, key, now) || (hasTtl && isRandom(value, key));
}

} // namespace lockkeeper::observe
