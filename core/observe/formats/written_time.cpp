// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/written_time.h"

#include "core/observe/formats/matchers.h"
#include "core/text/ascii.h"
#include "core/text/number.h"

#include <algorithm>

namespace lockkeeper::observe {

std::optional<WrittenTime> writtenTime(std::string_view text)
{
    constexpr std::size_t kDate = 10;
    constexpr std::size_t kLongest = 40;
    const auto year = digitsAt(text, 0, 4);
    const auto month = digitsAt(text, 5, 2);
    const auto day = digitsAt(text, 8, 2);
    if (!year || !month || !day || text[4] != '-' || text[7] != '-' || text.size() > kLongest)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(*year),
        std::chrono::month(static_cast<unsigned>(*month)),
        std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok())
        return std::nullopt;
    if (text.size() == kDate)
        return WrittenTime{.isDay = true};
    const auto hour = digitsAt(text, 11, 2);
    const auto minute = digitsAt(text, 14, 2);
    if ((text[kDate] != 'T' && text[kDate] != ' ') || !hour || !minute || text[13] != ':')
        return std::nullopt;
    std::string_view rest = text.substr(16);
    const auto second = rest.starts_with(':') ? digitsAt(rest, 1, 2) : std::nullopt;
    rest.remove_prefix(second ? 3 : 0);
    if (rest.starts_with('.') || rest.starts_with(','))
        rest.remove_prefix(std::min(rest.find_first_not_of("0123456789", 1), rest.size()));
    std::chrono::minutes zone{0};
    if (rest.starts_with('+') || rest.starts_with('-')) {
        const auto hours = digitsAt(rest, 1, 2);
        const auto minutes = digitsAt(rest, rest.size() == 6 ? 4 : 3, 2);
        if (!hours)
            return std::nullopt;
        zone = std::chrono::hours(*hours) + std::chrono::minutes(minutes.value_or(0));
        zone = rest.starts_with('-') ? -zone : zone;
    } else if (rest.empty()) {
        return WrittenTime();
    } else if (rest != "Z") {
        return std::nullopt;
    }
    return WrittenTime{.at = std::chrono::sys_days(date) + std::chrono::hours(*hour)
            + std::chrono::minutes(*minute) + std::chrono::seconds(second.value_or(0)) - zone};
}

std::optional<WallTime> unixTimeIn(std::string_view number, WallTime now)
{
    constexpr std::size_t kMilliseconds = 13;
    std::string_view digits = number.substr(0, number.find('.'));
    const bool isFiner = digits.size() == kMilliseconds + 3 || digits.size() == kMilliseconds + 6;
    if (isFiner && std::ranges::all_of(digits, isAsciiDigit))
        digits = digits.substr(0, kMilliseconds);
    return unixTime(digits, now + std::chrono::days(1));
}

std::optional<WallTime> anyTime(std::string_view text, WallTime now)
{
    constexpr std::chrono::years kAhead{10};
    const auto written = writtenTime(text);
    if (!written)
        return unixTimeIn(text, now + kAhead);
    return written->at && *written->at < now + kAhead ? written->at : std::nullopt;
}

std::optional<WrittenTime> takeWrittenTime(std::string_view& text)
{
    for (std::size_t begin = 0; begin < text.size();) {
        const auto time = writtenTime(text.substr(begin));
        if (time && !time->isDay) {
            text = text.substr(0, begin == 0 ? 0 : begin - 1);
            return time;
        }
        const auto next = text.find_first_of(" |@,;", begin);
        begin = next == std::string_view::npos ? text.size() : next + 1;
    }
    return std::nullopt;
}

} // namespace lockkeeper::observe
