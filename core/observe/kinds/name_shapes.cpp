// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/name_shapes.h"

#include "core/text/ascii.h"
#include "core/text/number.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <optional>
#include <string>

namespace lockkeeper::observe {
namespace {

bool isAlphanumericAt(std::string_view text, std::size_t at) noexcept
{
    return at < text.size() && (isAsciiAlphanumeric(text[at]));
}

template <class Predicate>
std::size_t runLength(std::string_view text, std::size_t at, Predicate isWanted)
{
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(std::min(at, text.size()));
    return static_cast<std::size_t>(std::find_if_not(begin, text.end(), isWanted) - begin);
}

bool isBetween(std::optional<int> number, int least, int most) noexcept
{
    return number && *number >= least && *number <= most;
}

/// `T10:15:00.123Z`, `T1015`.
std::size_t timeLength(std::string_view text, std::size_t at) noexcept
{
    if (at >= text.size() || (text[at] != 'T' && text[at] != ' ' && text[at] != '_'))
        return 0;
    if (!isBetween(digitsAt(text, at + 1, 2), 0, 23))
        return 0;
    std::size_t end = at + 3;
    for (int part = 0; part < 2; ++part) {
        const std::size_t digits = end < text.size() && text[end] == ':' ? end + 1 : end;
        if (!isBetween(digitsAt(text, digits, 2), 0, 59))
            break;
        end = digits + 2;
    }
    if (end < text.size() && text[end] == '.') {
        const std::size_t fraction = runLength(text, end + 1, isAsciiDigit);
        end += fraction == 0 ? 0 : fraction + 1;
    }
    if (end < text.size() && text[end] == 'Z')
        ++end;
    else if (end < text.size() && text[end] == '+' && digitsAt(text, end + 1, 2))
        end += digitsAt(text, end + 4, 2) && text[end + 3] == ':' ? 6 : 3;
    return end - at;
}

} // namespace

std::size_t uuidLength(std::string_view text) noexcept
{
    if (text.size() < kUuidLength || isAlphanumericAt(text, kUuidLength))
        return 0;
    for (std::size_t i = 0; i < kUuidLength; ++i) {
        const bool isDash = i == 8 || i == 13 || i == 18 || i == 23;
        if (isDash ? text[i] != '-' : !isAsciiHexDigit(text[i]))
            return 0;
    }
    return kUuidLength;
}

std::size_t emailLength(std::string_view text) noexcept
{
    constexpr std::string_view kMarks = "._%+-";
    const auto isLocal = [&](char c) {
        return isAsciiAlphanumeric(c) || kMarks.find(c) != std::string_view::npos;
    };
    const auto isHost = [](char c) { return isAsciiAlphanumeric(c) || c == '.' || c == '-'; };
    const std::size_t at = runLength(text, 0, isLocal);
    if (at == 0 || at >= text.size() || text[at] != '@')
        return 0;
    std::string_view host = text.substr(at + 1, runLength(text, at + 1, isHost));
    while (!host.empty() && !isAlphanumericAt(host, host.size() - 1))
        host.remove_suffix(1);
    const std::size_t dot = host.rfind('.');
    const bool hasDomain = dot != std::string_view::npos && dot > 0 && isAsciiLetter(host[dot + 1]);
    return hasDomain ? at + 1 + host.size() : 0;
}

std::size_t ipLength(std::string_view text) noexcept
{
    constexpr std::size_t kLongest = 45;
    const auto isAddress = [](char c) { return isAsciiHexDigit(c) || c == ':' || c == '.'; };
    std::string run(text.substr(0, std::min(runLength(text, 0, isAddress), kLongest + 1)));
    std::array<unsigned char, 16> address{};
    const auto isOf = [&](int family) { return ::inet_pton(family, run.c_str(), &address) == 1; };
    // After IPv4, the name may go on with a colon or point.
    std::string four = run.substr(0, run.find(':'));
    while (!four.empty() && four.back() == '.')
        four.pop_back();
    if (::inet_pton(AF_INET, four.c_str(), &address) == 1)
        return isAlphanumericAt(text, four.size()) ? 0 : four.size();
    const auto colons = std::ranges::count(run, ':');
    const bool isFull = colons == 7 || (colons >= 3 && run.find("::") != std::string::npos);
    const bool isSix = isFull && isOf(AF_INET6) && !isAlphanumericAt(text, run.size());
    return isSix ? run.size() : 0;
}

std::size_t dateLength(std::string_view text) noexcept
{
    const auto isMonth = [&](std::size_t at) { return isBetween(digitsAt(text, at, 2), 1, 12); };
    const auto isDay = [&](std::size_t at) { return isBetween(digitsAt(text, at, 2), 1, 31); };
    if (!isBetween(digitsAt(text, 0, 4), 1990, 2099))
        return 0;
    std::size_t end = 0;
    if (isMonth(4) && isDay(6)) {
        end = 8;
        // 14 digits: with the time
        if (runLength(text, 0, isAsciiDigit) == 14)
            end = 14;
    } else if (text.size() > 4 && (text[4] == '-' || text[4] == '/' || text[4] == '_')
        && isMonth(5)) {
        end = text.size() > 7 && text[7] == text[4] && isDay(8) ? 10 : 7;
    }
    if (end == 8 || end == 10)
        end += timeLength(text, end);
    return isAlphanumericAt(text, end) ? 0 : end;
}

std::size_t dashedIdLength(std::string_view text) noexcept
{
    constexpr std::size_t kShortest = 16;
    constexpr std::size_t kLongest = 128;
    constexpr std::size_t kShortestWord = 3;
    const auto isDash = [](char c) { return c == '-' || c == '_'; };
    const std::size_t length
        = runLength(text, 0, [&](char c) { return isAsciiAlphanumeric(c) || isDash(c); });
    if (length < kShortest || length > kLongest)
        return 0;
    std::string letters;
    for (std::size_t at = 0; at < length;) {
        const std::size_t size
            = runLength(text.substr(0, length), at, [&](char c) { return !isDash(c); });
        const std::string_view piece = text.substr(at, size);
        const std::string_view tail = piece.substr(piece.empty() ? 0 : 1);
        if (size >= kShortestWord
            && (std::ranges::all_of(tail, isAsciiLower)
                || std::ranges::all_of(piece, isAsciiUpper)))
            return 0;
        if (digestLength(piece) > 0)
            return 0;
        letters += piece;
        at += size + 1;
    }
    return letters.size() < length && isRandomWord(letters) ? length : 0;
}

std::size_t digestLength(std::string_view word) noexcept
{
    constexpr std::size_t kShortest = 32;
    constexpr std::size_t kGroup = 8; // letters of the word before it may be hex digits
    const std::size_t before = word.find_last_not_of("0123456789abcdefABCDEF") + 1;
    const std::size_t length = (word.size() - before) / kGroup * kGroup;
    return before > 0 && length >= kShortest ? length : 0;
}

bool isRandomWord(std::string_view word) noexcept
{
    constexpr std::size_t kShortest = 8;
    constexpr std::size_t kCharactersPerChange = 4;
    constexpr std::size_t kFewestChanges = 3;
    if (word.size() < kShortest)
        return false;
    // Perhaps a version or number.
    while (!word.empty() && isAsciiDigit(word.back()))
        word.remove_suffix(1);
    std::size_t changes = 0;
    for (std::size_t i = 1; i < word.size(); ++i) {
        const bool isDigitChange = isAsciiDigit(word[i - 1]) != isAsciiDigit(word[i]);
        const bool isCaseChange = isAsciiLower(word[i - 1]) && isAsciiUpper(word[i]);
        changes += isDigitChange || isCaseChange ? 1 : 0;
    }
    const bool hasDigit = std::ranges::any_of(word, isAsciiDigit);
    const std::size_t least = word.size() / kCharactersPerChange + (hasDigit ? 0 : 1);
    return changes >= std::max(least, kFewestChanges);
}

} // namespace lockkeeper::observe
