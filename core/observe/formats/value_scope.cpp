// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/value_scope.h"

#include "core/observe/formats/matchers.h"
#include "core/observe/formats/random_text.h"
#include "core/text/ascii.h"

#include <absl/strings/escaping.h>
#include <algorithm>
#include <string>

namespace lockkeeper::observe {
namespace {

/// Longer than container ids in host names (12), or a pod's random part.
constexpr std::size_t kRandomLength = 16;

/// Letters and digits, but no words and no number.
bool isRandomWord(std::string_view word)
{
    const std::size_t changes = kindChanges(word);
    return word.size() >= kRandomLength
        && (2 * changes >= word.size() || (hasDigitsTwice(word) && 4 * changes >= word.size()));
}

/// `i-0abcd1234ef567890`: a cloud machine.
bool isMachineId(std::string_view before, std::string_view word)
{
    constexpr std::size_t kIdLength = 17;
    return word.size() == kIdLength && before.ends_with('-') && isLowerHex(word);
}

/// `<process id>-47`: a pool reuses thread numbers.
bool endsInThread(std::string_view value)
{
    constexpr std::size_t kMostDigits = 6;
    const auto last = value.find_last_not_of("0123456789");
    return last != std::string_view::npos && last + 1 < value.size()
        && value.size() - last - 1 <= kMostDigits
        && std::string_view("-:_|#@").find(value[last]) != std::string_view::npos;
}

/// `isSuch` also gets the text before the part.
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

bool isBase64Character(char c)
{
    return isToken68(c) && c != '.' && c != '~';
}

bool isRandomBase64(std::string_view text)
{
    constexpr std::size_t kShortest = 20;
    std::string letters(text);
    std::erase_if(letters, [](char c) { return !isAsciiAlphanumeric(c); });
    return text.size() >= kShortest && hasBothCases(letters) && isRandomWord(letters);
}

/// Encoded words look like words.
bool isEncodedText(std::string_view value)
{
    std::string plain;
    return absl::Base64Unescape({value.data(), value.size()}, &plain) && !plain.empty()
        && std::ranges::all_of(plain, [](char c) { return c >= ' ' && c <= '~'; });
}

/// A UUID or long random text, not of the key.
bool holdsRandom(std::string_view value, std::string_view key)
{
    const auto isOfKey
        = [key](std::string_view part) { return key.find(part) != std::string_view::npos; };
    const auto isWordTelling = [&](std::string_view before, std::string_view word) {
        return !isOfKey(word) && !isMachineId(before, word) && isRandomWord(word);
    };
    const auto isHexOrHyphen = [](char c) { return isAsciiHexDigit(c) || c == '-'; };
    const auto isUuidTelling = [&](std::string_view /*before*/, std::string_view part) {
        return !isOfKey(part) && isUuid(toAsciiLower(part));
    };
    const auto isBase64Telling = [&](std::string_view /*before*/, std::string_view part) {
        return !isOfKey(part) && isRandomBase64(part);
    };
    return hasPart(value, isAsciiAlphanumeric, isWordTelling)
        || hasPart(value, isHexOrHyphen, isUuidTelling)
        || hasPart(value, isBase64Character, isBase64Telling);
}

} // namespace

ValueScope scopeOfValue(const KeyReading& reading)
{
    const std::string_view value = reading.value;
    const std::string_view key = reading.key;
    const bool isOfName = key.find(value) != std::string_view::npos;
    const bool isText = std::ranges::all_of(value, [](char c) { return c >= ' ' && c <= '~'; });
    const bool isRandom = !isOfName && isText && !endsInThread(value) && !isEncodedText(value)
        && holdsRandom(value, key);
    return isRandom ? ValueScope::Unclear : ValueScope::Shared;
}

} // namespace lockkeeper::observe
