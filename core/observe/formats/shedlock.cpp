// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

namespace lockkeeper::observe {

namespace {

using std::chrono::milliseconds;

bool takeNumber(std::string_view& text, std::size_t digits, int& number)
{
    if (text.size() < digits)
        return false;
    number = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        number = number * 10 + (text[i] - '0');
    }
    text.remove_prefix(digits);
    return true;
}

bool takeChar(std::string_view& text, char c)
{
    if (!text.starts_with(c))
        return false;
    text.remove_prefix(1);
    return true;
}

milliseconds takeFraction(std::string_view& text)
{
    int thousandths = 0;
    int worth = 100;
    if (!takeChar(text, '.'))
        return milliseconds(0);
    for (int digit = 0; takeNumber(text, 1, digit); worth /= 10)
        thousandths += digit * worth;
    return milliseconds(thousandths);
}

/// UTC, with or without Z.
std::optional<milliseconds> parseIsoTime(std::string_view text)
{
    int year = 0;
    int month = 0;
    int day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
    const bool isDate = takeNumber(text, 4, year) && takeChar(text, '-')
        && takeNumber(text, 2, month) && takeChar(text, '-') && takeNumber(text, 2, day);
    const bool isTime = isDate && takeChar(text, 'T') && takeNumber(text, 2, hour)
        && takeChar(text, ':') && takeNumber(text, 2, minute)
        && (!takeChar(text, ':') || takeNumber(text, 2, second));
    const milliseconds fraction = takeFraction(text);
    takeChar(text, 'Z');
    const std::chrono::year_month_day date(std::chrono::year(year),
        std::chrono::month(static_cast<unsigned>(month)),
        std::chrono::day(static_cast<unsigned>(day)));
    if (!isTime || !text.empty() || !date.ok() || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    return std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(hour)
        + std::chrono::minutes(minute) + std::chrono::seconds(second) + fraction;
}

/// Of an unknown host.
constexpr std::string_view kNoHost = "unknown";

std::optional<DecodedLock> tellShedLock(const KeyReading& reading, WallTime now)
{
    constexpr std::string_view kPrefix = "ADDED:";
    const auto value = stringValue(reading);
    if (!value || !value->starts_with(kPrefix))
        return std::nullopt;
    const auto text = value->substr(kPrefix.size());
    const auto timeEnd = text.find('@');
    if (timeEnd == std::string_view::npos)
        return std::nullopt;
    const auto added = parseIsoTime(text.substr(0, timeEnd));
    if (!added)
        return std::nullopt;
    auto host = text.substr(timeEnd + 1);
    if (host.size() > kUuidLength && host[host.size() - kUuidLength - 1] == ':'
        && isUuid(host.substr(host.size() - kUuidLength)))
        host.remove_suffix(kUuidLength + 1);
    if (host.empty())
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition};
    if (host != kNoHost)
        lock.holder.host = std::string(host);
    lock.holder.since = plausibleTime(*added, now + std::chrono::days(1));
    return lock;
}

} // namespace

/// Source: InternalRedisLockProvider.java.
Format shedLockFormat()
{
    // Not revocable: unless the optional safe updates are on, it extends and deletes any value.
    return {.name = "ShedLock",
        .shape = {.shortest = 24},
        .recognise = tellShedLock,
        .caution
        = trNoop("it also stays until lockAtLeastFor after its job has ended; the job may start "
                 "again at once, and when this run ends, that deletes the lock of the next one, "
                 "unless its provider has safeUpdate on",
            "data")};
}

} // namespace lockkeeper::observe
