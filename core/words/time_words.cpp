// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/time_words.h"

#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <ctime>

namespace lockkeeper::words {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kYear = 365 * kDay + kDay / 4;
/// Votes store no longer TTLs: see Votes::Packed.
constexpr std::int64_t kMostYears = 34;
constexpr std::int64_t kLongest = kMostYears * kYear + kSecond;

constexpr std::array kForms{
    DurationForm{10 * kSecond, kSecond, kSecond / 10, trNoop("$0.$1 s")},
    DurationForm{kMinute, kSecond, kSecond, trNoop("$0 s")},
    DurationForm{kHour, kMinute, kSecond, trNoop("$0 m $1 s")},
    DurationForm{kDay, kHour, kMinute, trNoop("$0 h $1 m")},
    DurationForm{kLongest, kDay, kHour, trNoop("$0 d $1 h")},
    DurationForm{kLongest, kYear, kYear, trNoop("over $0 years")},
};

} // namespace

std::span<const DurationForm> durationForms() noexcept
{
    return kForms;
}

std::string durationText(std::chrono::milliseconds duration)
{
    const std::int64_t length = std::clamp<std::int64_t>(duration.count(), 0, kLongest);
    const auto* const form = std::find_if(kForms.begin(), kForms.end() - 1,
        [length](const DurationForm& each) { return length < each.below; });
    const std::int64_t rest = length % form->unit / form->part;
    const bool isPadded = form->part >= kSecond && rest < 10;
    return absl::Substitute(
        tr(form->format), length / form->unit, (isPadded ? "0" : "") + std::to_string(rest));
}

std::string agoText(std::chrono::milliseconds age)
{
    constexpr std::chrono::milliseconds kNow{100};
    return age < kNow ? tr("just now") : absl::Substitute(tr("$0 ago"), durationText(age));
}

std::string utcText(WallTime time)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 40> text{};
    const auto length = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
    return std::string(text.data(), length);
}

std::string heldSinceText(WallTime since, WallTime now)
{
    if (since > now)
        return absl::Substitute(
            tr("since $0 by the holder's clock, which is ahead of the clock here"), utcText(since));
    return absl::Substitute(tr("$0, since $1 by the holder's clock"),
        durationText(std::chrono::duration_cast<std::chrono::milliseconds>(now - since)),
        utcText(since));
}

std::string heldAtLeastText(std::chrono::milliseconds seen)
{
    return absl::Substitute(tr("at least $0, since it was first seen"), durationText(seen));
}

std::string renewalsText(std::size_t count, std::optional<std::chrono::milliseconds> interval,
    std::optional<std::chrono::milliseconds> lastAge)
{
    if (count == 0)
        return tr("none seen", "renewals");
    std::string text = absl::Substitute(tr("$0 seen", "renewals"), count);
    if (interval)
        text += absl::Substitute(tr(", one every $0"), durationText(*interval));
    if (lastAge)
        text += absl::Substitute(tr(", the last $0"), agoText(*lastAge));
    return text;
}

} // namespace lockkeeper::words
