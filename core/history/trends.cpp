// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/trends.h"

#include "core/history/schema.h"

#include <algorithm>
#include <limits>
#include <map>

namespace lockkeeper::history {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kHour = milliseconds(std::chrono::hours(1)).count();
constexpr std::int64_t kMinute = milliseconds(std::chrono::minutes(1)).count();
constexpr std::int64_t kHoursOfDay = 24;
constexpr std::int64_t kMostHours = 31 * kHoursOfDay;
constexpr std::size_t kLongestWaits = 10;

/// A number for each hour since the Unix epoch.
using ByHour = std::map<std::int64_t, std::int64_t>;

/// In milliseconds since the Unix epoch.
struct Times {
    std::int64_t from;
    std::int64_t to;
};

std::int64_t valueAt(const ByHour& numbers, std::int64_t hour)
{
    const auto found = numbers.find(hour);
    return found == numbers.end() ? 0 : found->second;
}

/// The rows of a query that has an hour and a number in each.
ByHour byHour(const SQLite::Database& database, const char* sql, Times times)
{
    SQLite::Statement query(database, sql);
    query.bind(1, times.from);
    query.bind(2, times.to);
    ByHour numbers;
    while (query.executeStep())
        numbers.emplace(query.getColumn(0).getInt64(), query.getColumn(1).getInt64());
    return numbers;
}

/// From when until when there is a history.
std::optional<Times> recordedTimes(const SQLite::Database& database)
{
    SQLite::Statement query(database,
        "SELECT min(start), (SELECT seen_at FROM recording) FROM (SELECT min(first_seen) AS start"
        " FROM intervals UNION ALL SELECT min(started_at) FROM waits)");
    query.executeStep();
    if (query.getColumn(0).isNull())
        return std::nullopt;
    const std::int64_t from = query.getColumn(0).getInt64();
    return Times{from, std::max(from, query.getColumn(1).getInt64()) + 1};
}

/// The average of the same hour of other days.
std::optional<double> usualAt(const ByHour& numbers, std::int64_t hour, Times recorded)
{
    std::int64_t sum = 0;
    int days = 0;
    const std::int64_t first = recorded.from / kHour;
    const std::int64_t last = (recorded.to - 1) / kHour;
    for (std::int64_t other = hour - (hour - first) / kHoursOfDay * kHoursOfDay; other <= last;
         other += kHoursOfDay) {
        // Of its first and last hour, a history has only a part.
        if (other == hour || other == first || other == last)
            continue;
        sum += valueAt(numbers, other);
        ++days;
    }
    return days == 0 ? std::nullopt : std::optional(static_cast<double>(sum) / days);
}

std::vector<HourTrend> hoursOf(const SQLite::Database& database, Times recorded, Times window)
{
    const Times times{std::max(window.from, recorded.from), std::min(window.to, recorded.to)};
    if (times.from >= times.to)
        return {};
    const auto acquired = byHour(database,
        "SELECT first_seen / 3600000, count(*) FROM intervals WHERE is_start_seen"
        " AND first_seen >= ?1 AND first_seen < ?2 GROUP BY 1",
        recorded);
    const auto expired = byHour(database,
        "SELECT ended_at / 3600000, count(*) FROM intervals WHERE ending = 1"
        " AND ended_at >= ?1 AND ended_at < ?2 GROUP BY 1",
        times);
    const auto waits = byHour(database,
        "SELECT started_at / 3600000, count(*) FROM waits"
        " WHERE started_at >= ?1 AND started_at < ?2 GROUP BY 1",
        times);
    const auto longest = byHour(database,
        "SELECT started_at / 3600000, max(coalesce(ended_at, CASE WHEN is_open THEN max(last_seen,"
        " (SELECT seen_at FROM recording)) ELSE last_seen END) - started_at) FROM waits"
        " WHERE started_at >= ?1 AND started_at < ?2 GROUP BY 1",
        times);
    std::vector<HourTrend> hours;
    const std::int64_t last = (times.to - 1) / kHour;
    for (std::int64_t hour = std::max(times.from / kHour, last - kMostHours + 1); hour <= last;
         ++hour) {
        HourTrend& trend = hours.emplace_back();
        trend.hour = WallTime(milliseconds(hour * kHour));
        const std::int64_t count = valueAt(acquired, hour);
        trend.acquisitions = static_cast<std::size_t>(count);
        const std::int64_t known
            = std::min((hour + 1) * kHour, recorded.to) - std::max(hour * kHour, recorded.from);
        // A short recording means little: do not extrapolate it to thousands per minute.
        trend.acquisitionsPerMinute
            = static_cast<double>(count * kMinute) / static_cast<double>(std::max(known, kMinute));
        trend.usualAcquisitions = usualAt(acquired, hour, recorded);
        trend.expired = static_cast<std::size_t>(valueAt(expired, hour));
        trend.waits = static_cast<std::size_t>(valueAt(waits, hour));
        if (trend.waits > 0)
            trend.longestWait = milliseconds(valueAt(longest, hour));
    }
    return hours;
}

std::optional<HandOverTimes> handOversOf(const SQLite::Database& database, Times window)
{
    // In the order of the index that has all of it.
    SQLite::Statement query(database,
        "SELECT first_seen - before FROM (SELECT first_seen, is_hand_over, lag(ended_at) OVER"
        " (PARTITION BY resource_id ORDER BY first_seen) AS before FROM intervals)"
        " WHERE is_hand_over AND before IS NOT NULL AND first_seen >= ?1 AND first_seen < ?2");
    query.bind(1, window.from);
    query.bind(2, window.to);
    std::vector<std::int64_t> gaps;
    while (query.executeStep())
        gaps.push_back(std::max<std::int64_t>(query.getColumn(0).getInt64(), 0));
    return handOverTimesOf(std::move(gaps));
}

std::int64_t storedTime(WallTime time)
{
    return time == WallTime::max() ? std::numeric_limits<std::int64_t>::max()
                                   : sinceEpoch(time).count();
}

} // namespace

Result<Trends> readTrends(const std::filesystem::path& file, Window window)
{
    const auto reader = HistoryReader::open(file);
    if (!reader)
        return tl::make_unexpected(reader.error());
    auto waits = reader->longestWaits(window, kLongestWaits);
    if (!waits)
        return tl::make_unexpected(waits.error());
    const auto read = guarded(file, [&] {
        Trends trends{.longestWaits = std::move(*waits)};
        const SQLite::Database database(file.string(), SQLite::OPEN_READONLY, kBusyMilliseconds);
        const Times times{storedTime(window.from), storedTime(window.to)};
        if (const auto recorded = recordedTimes(database))
            trends.hours = hoursOf(database, *recorded, times);
        trends.handOvers = handOversOf(database, times);
        return trends;
    });
    if (!read)
        return tl::make_unexpected(read.error().error);
    return *read;
}

} // namespace lockkeeper::history
