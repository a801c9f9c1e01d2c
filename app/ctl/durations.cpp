// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/durations.h"

#include "core/display_safe.h"

#include <array>
#include <charconv>
#include <ctime>

namespace lockkeeper::ctl {

Result<std::chrono::milliseconds> parseDuration(std::string_view text)
{
    struct Unit {
        std::string_view name;
        std::int64_t milliseconds;
    };
    static constexpr std::array<Unit, 5> kUnits{
        {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}}};
    constexpr std::int64_t kMost = 365LL * 86'400'000 * 100;

    const auto wrong = [&](const std::string& reason) {
        return fail(ErrorClass::InvalidArgument, "'" + displaySafe(text) + "' " + reason);
    };
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0)
        return wrong("is no time: write 500ms, 30s, 5m or 2h");
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    if (unit.empty())
        return wrong(
            "has no unit: write " + std::string(text) + "s or " + std::string(text) + "ms");
    for (const Unit& known : kUnits) {
        if (unit != known.name)
            continue;
        if (number > kMost / known.milliseconds)
            return wrong("is more than a hundred years");
        return std::chrono::milliseconds(number * known.milliseconds);
    }
    return wrong("has an unknown unit: write 500ms, 30s, 5m or 2h");
}

Result<WallTime> parseMoment(std::string_view text, WallTime now)
{
    if (text.find('-') == std::string_view::npos) {
        const auto duration = parseDuration(text);
        if (!duration)
            return tl::make_unexpected(duration.error());
        return now - *duration;
    }
    const auto wrong = [&](const char* reason) {
        return fail(ErrorClass::InvalidArgument,
            std::string("'").append(displaySafe(text)).append("' ").append(reason));
    };
    std::string plain(text);
    if (plain.ends_with('Z'))
        plain.pop_back();
    for (const char* form : {"%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"}) {
        std::tm parts{};
        const char* const end = ::strptime(plain.c_str(), form, &parts);
        if (end == nullptr || *end != '\0')
            continue;
        const std::time_t seconds = ::timegm(&parts);
        if (seconds < 0 || seconds > std::chrono::system_clock::to_time_t(now))
            return wrong("is not in the past, or before 1970");
        return std::chrono::system_clock::from_time_t(seconds);
    }
    return wrong("is no time: write 24h, 2026-11-21 or 2026-11-21T03:14 (UTC)");
}

} // namespace lockkeeper::ctl
