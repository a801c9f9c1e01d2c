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

std::string padded(std::int64_t number)
{
    return (number < 10 ? "0" : "") + std::to_string(number);
}

} // namespace

std::string durationText(std::chrono::milliseconds duration)
{
    const std::int64_t milliseconds = std::max<std::int64_t>(0, duration.count());
    const std::int64_t seconds = milliseconds / 1000;
    // Votes store no longer TTL, see Votes::Packed.
    constexpr std::int64_t kMostYears = 34;
    constexpr std::int64_t kSecondsOfAYear = 365LL * 86400 + 86400 / 4;
    if (seconds > kMostYears * kSecondsOfAYear)
        return absl::Substitute(tr("over $0 years"), kMostYears);
    if (seconds < 10)
        return absl::Substitute(tr("$0.$1 s"), seconds, milliseconds % 1000 / 100);
    if (seconds < 60)
        return absl::Substitute(tr("$0 s"), seconds);
    if (seconds < 3600)
        return absl::Substitute(tr("$0 m $1 s"), seconds / 60, padded(seconds % 60));
    if (seconds < 86400)
        return absl::Substitute(tr("$0 h $1 m"), seconds / 3600, padded(seconds % 3600 / 60));
    return absl::Substitute(tr("$0 d $1 h"), seconds / 86400, padded(seconds % 86400 / 3600));
}

std::string agoText(std::chrono::milliseconds age)
{
    return absl::Substitute(tr("$0 ago"), durationText(age));
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
