// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/time_words.h"

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
    if (seconds < 10)
        return std::to_string(seconds) + "." + std::to_string(milliseconds % 1000 / 100) + " s";
    if (seconds < 60)
        return std::to_string(seconds) + " s";
    if (seconds < 3600)
        return std::to_string(seconds / 60) + " m " + padded(seconds % 60) + " s";
    if (seconds < 86400)
        return std::to_string(seconds / 3600) + " h " + padded(seconds % 3600 / 60) + " m";
    return std::to_string(seconds / 86400) + " d " + padded(seconds % 86400 / 3600) + " h";
}

std::string agoText(std::chrono::milliseconds age)
{
    return durationText(age) + " ago";
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
    const std::string start = "since " + utcText(since) + " by the holder's clock";
    if (since > now)
        return start + ", which is ahead of the clock here";
    return durationText(std::chrono::duration_cast<std::chrono::milliseconds>(now - since)) + ", "
        + start;
}

std::string heldAtLeastText(std::chrono::milliseconds seen)
{
    return "at least " + durationText(seen) + ", since it was first seen";
}

std::string renewalsText(std::size_t count, std::optional<std::chrono::milliseconds> interval,
    std::optional<std::chrono::milliseconds> lastAge)
{
    if (count == 0)
        return "none seen";
    std::string text = std::to_string(count) + " seen";
    if (interval)
        text.append(", one every ").append(durationText(*interval));
    if (lastAge)
        text.append(", the last ").append(agoText(*lastAge));
    return text;
}

} // namespace lockkeeper::words
