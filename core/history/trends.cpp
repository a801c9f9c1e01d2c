// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/trends.h"

#include "core/history/sql.h"
#include "core/history/stale_tally.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace lockkeeper::history {

/// In Unix milliseconds.
struct StepGrid {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t step = 1; ///< steps begin at its multiples

    [[nodiscard]] std::int64_t first() const noexcept { return from / step; }
    [[nodiscard]] std::size_t size() const noexcept
    {
        return static_cast<std::size_t>((to - 1) / step - first() + 1);
    }
    [[nodiscard]] bool contains(std::int64_t time) const noexcept
    {
        return time >= from && time < to;
    }
    [[nodiscard]] std::size_t indexOf(std::int64_t time) const noexcept
    {
        return static_cast<std::size_t>(time / step - first());
    }
    [[nodiscard]] std::int64_t startOf(std::size_t index) const noexcept
    {
        return (first() + static_cast<std::int64_t>(index)) * step;
    }
    [[nodiscard]] std::int64_t lengthOf(std::size_t index) const noexcept;
};

/// Average number of spans per step; adding one is O(1).
class Occupancy {
public:
    explicit Occupancy(StepGrid grid)
        : m_grid(grid)
        , m_parts(grid.size())
        , m_wholes(grid.size() + 1)
    { }

    void add(std::int64_t from, std::int64_t to);
    [[nodiscard]] std::vector<double> averages() const;

private:
    StepGrid m_grid;
    std::vector<std::int64_t> m_parts; ///< milliseconds of partly covered steps
    std::vector<std::int64_t> m_wholes; ///< whole steps: difference to the step before
};

std::int64_t StepGrid::lengthOf(std::size_t index) const noexcept
{
    const std::int64_t start = startOf(index);
    return std::min(start + step, to) - std::max(start, from);
}

void Occupancy::add(std::int64_t from, std::int64_t to)
{
    from = std::max(from, m_grid.from);
    to = std::min(to, m_grid.to);
    if (from >= to)
        return;
    const std::size_t first = m_grid.indexOf(from);
    const std::size_t last = m_grid.indexOf(to - 1);
    if (first == last) {
        m_parts[first] += to - from;
        return;
    }
    m_parts[first] += m_grid.startOf(first + 1) - from;
    m_parts[last] += to - m_grid.startOf(last);
    ++m_wholes[first + 1];
    --m_wholes[last];
}

std::vector<double> Occupancy::averages() const
{
    std::vector<double> averages;
    averages.reserve(m_parts.size());
    std::int64_t covering = 0;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        covering += m_wholes[i];
        averages.push_back(static_cast<double>(covering)
            + static_cast<double>(m_parts[i]) / static_cast<double>(m_grid.lengthOf(i)));
    }
    return averages;
}

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kHour = milliseconds(std::chrono::hours(1)).count();
constexpr std::int64_t kMinute = milliseconds(std::chrono::minutes(1)).count();
constexpr std::int64_t kStaleFor = milliseconds(StaleTally::kLongest).count();
constexpr std::size_t kHoursOfDay = 24;
constexpr std::int64_t kMostSteps = 31L * 24;
constexpr std::size_t kLongestWaits = 10;

struct Times {
    std::int64_t from;
    std::int64_t to;
};

std::optional<Times> recordedTimes(Sql& sql)
{
    Statement query(sql,
        "SELECT coalesce((SELECT min(first_seen) FROM intervals),"
        " (SELECT min(started_at) FROM waits)), (SELECT seen_at FROM recording)");
    if (!query.next() || query.isNull(0))
        return std::nullopt;
    const std::int64_t from = plausibleMs(query.number(0));
    return Times{from, std::max(from, plausibleMs(query.number(1))) + 1};
}

struct Sums {
    explicit Sums(StepGrid steps)
        : grid(steps)
        , acquired(steps.size())
        , held(steps)
        , waiting(steps)
    { }
    StepGrid grid;
    std::vector<std::size_t> acquired;
    Occupancy held;
    Occupancy waiting;
};

void addUsual(Trends& trends, const Sums& hours)
{
    const std::vector<double> held = hours.held.averages();
    const std::vector<double> waiting = hours.waiting.averages();
    const std::size_t count = held.size();
    const double share = static_cast<double>(trends.step.count()) / static_cast<double>(kHour);
    for (TrendStep& step : trends.steps) {
        const std::size_t hour
            = hours.grid.indexOf(std::max(sinceEpoch(step.from).count(), hours.grid.from));
        UsualTrend usual;
        int days = 0;
        for (std::size_t other = hour % kHoursOfDay; other < count; other += kHoursOfDay) {
            if (other == hour || other == 0 || other + 1 == count)
                continue;
            usual.acquisitions += static_cast<double>(hours.acquired[other]);
            usual.held += held[other];
            usual.waiting += waiting[other];
            ++days;
        }
        if (days > 0)
            step.usual = UsualTrend{
                usual.acquisitions * share / days, usual.held / days, usual.waiting / days};
    }
}

using Starts = std::set<std::pair<std::int64_t, std::int64_t>>;

Starts tombstones(Sql& sql)
{
    Starts starts;
    Statement query(sql,
        std::string("SELECT resource_id, first_seen FROM intervals WHERE format IN (")
            .append(kTombstones)
            .append(")"));
    while (query.next())
        starts.emplace(query.number(0), query.number(1));
    return starts;
}

void countOwnerships(Sql& sql, Trends& trends, Sums& steps, Sums& hours)
{
    const Starts revoked = tombstones(sql);
    // By a covering index. Open ones count until now.
    Statement query(sql,
        "SELECT first_seen, coalesce(ended_at, ?1), is_start_seen, ending, resource_id"
        " FROM intervals INDEXED BY intervals_in_time WHERE first_seen < ?1");
    query.with(hours.grid.to);
    while (query.next()) {
        const std::int64_t from = query.number(0);
        if (!revoked.empty() && revoked.contains({query.number(4), from}))
            continue;
        const std::int64_t to = query.number(1);
        const bool isExpired = query.number(3) == static_cast<int>(End::Expired);
        for (Sums* const sums : {&steps, &hours}) {
            sums->held.add(from, to);
            if (query.number(2) != 0 && sums->grid.contains(from))
                ++sums->acquired[sums->grid.indexOf(from)];
        }
        if (!query.isNull(3) && isExpired && steps.grid.contains(to))
            ++trends.steps[steps.grid.indexOf(to)].expired;
    }
}

void countWaits(Sql& sql, Trends& trends, Sums& steps, Sums& hours)
{
    Statement query(sql,
        "SELECT started_at, coalesce(ended_at, CASE WHEN is_open THEN max(last_seen,"
        " (SELECT seen_at FROM recording)) ELSE last_seen END) FROM waits");
    while (query.next()) {
        const std::int64_t from = plausibleMs(query.number(0));
        const std::int64_t to = plausibleMs(query.number(1));
        steps.waiting.add(from, to);
        hours.waiting.add(from, to);
        if (!steps.grid.contains(from))
            continue;
        TrendStep& step = trends.steps[steps.grid.indexOf(from)];
        ++step.waits;
        step.longestWait
            = std::max(step.longestWait.value_or(milliseconds(0)), milliseconds(to - from));
    }
}

void countStale(Sql& sql, Trends& trends, const StepGrid& grid)
{
    Statement query(sql,
        "SELECT at, stale, lead(at) OVER (ORDER BY at) FROM stale_counts"
        " WHERE at >= ?1 AND at < ?2 ORDER BY at");
    query.with(grid.from - kStaleFor, grid.to);
    while (query.next()) {
        if (query.number(1) < 0)
            continue;
        const std::int64_t at = query.number(0);
        const auto locks = static_cast<std::size_t>(query.number(1));
        std::int64_t until = std::min(at + kStaleFor, grid.to);
        if (!query.isNull(2))
            until = std::min(until, query.number(2));
        const std::int64_t from = std::max(at, grid.from);
        if (from >= until)
            continue;
        for (std::size_t i = grid.indexOf(from); i <= grid.indexOf(until - 1); ++i)
            trends.steps[i].stale = std::max(trends.steps[i].stale.value_or(0), locks);
    }
}

void countHandOvers(Sql& sql, Trends& trends, const StepGrid& grid, Times window)
{
    Statement query(sql,
        "SELECT first_seen - before, first_seen FROM (SELECT first_seen, is_hand_over,"
        " lag(ended_at) OVER (PARTITION BY resource_id ORDER BY first_seen) AS before"
        " FROM intervals) AS seen"
        " WHERE is_hand_over AND before IS NOT NULL AND first_seen >= ?1 AND first_seen < ?2");
    query.with(window.from, window.to);
    std::vector<std::int64_t> all;
    std::vector<std::vector<std::int64_t>> ofStep(trends.steps.size());
    while (query.next()) {
        all.push_back(std::max<std::int64_t>(query.number(0), 0));
        const std::int64_t at = query.number(1);
        if (grid.contains(at))
            ofStep[grid.indexOf(at)].push_back(all.back());
    }
    trends.handOvers = handOverTimesOf(std::move(all));
    for (std::size_t i = 0; i < ofStep.size(); ++i)
        trends.steps[i].handOvers = handOverTimesOf(std::move(ofStep[i]));
}

void readSteps(Sql& sql, Times recorded, Times window, Trends& trends)
{
    const std::int64_t length = trends.step.count();
    StepGrid grid{std::max(window.from, recorded.from), std::min(window.to, recorded.to), length};
    grid.from = std::max(grid.from, ((grid.to - 1) / length - kMostSteps + 1) * length);
    Sums steps(grid);
    Sums hours({std::max(recorded.from, recorded.to - kMostSteps * kHour), recorded.to, kHour});
    trends.steps.resize(grid.size());
    countOwnerships(sql, trends, steps, hours);
    countWaits(sql, trends, steps, hours);
    countStale(sql, trends, grid);
    countHandOvers(sql, trends, grid, window);
    const std::vector<double> held = steps.held.averages();
    const std::vector<double> waiting = steps.waiting.averages();
    for (std::size_t i = 0; i < trends.steps.size(); ++i) {
        TrendStep& step = trends.steps[i];
        step.from = WallTime(milliseconds(grid.startOf(i)));
        step.acquisitions = steps.acquired[i];
        step.acquisitionsPerMinute = static_cast<double>(step.acquisitions) * kMinute
            / static_cast<double>(std::max(grid.lengthOf(i), kMinute));
        step.held = held[i];
        step.waiting = waiting[i];
    }
    addUsual(trends, hours);
}

} // namespace

Result<Trends> readTrends(const Place& place, Window window, std::chrono::milliseconds step)
{
    const auto reader = HistoryReader::open(place);
    if (!reader)
        return tl::make_unexpected(reader.error());
    auto waits = reader->longestWaits(window, kLongestWaits);
    if (!waits)
        return tl::make_unexpected(waits.error());
    return unwrapped(guarded(place, [&] {
        Trends trends{
            .step = std::max(step, milliseconds(kMinute)), .longestWaits = std::move(*waits)};
        const auto sql = openSql(place, SqlAccess::Read);
        const Times times{unixMs(window.from), unixMs(window.to)};
        const auto recorded = recordedTimes(*sql);
        if (recorded && times.from < recorded->to && times.to > recorded->from)
            readSteps(*sql, *recorded, times, trends);
        return trends;
    }));
}

} // namespace lockkeeper::history
