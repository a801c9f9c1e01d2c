// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/history_reader.h"

#include "core/history/sql.h"
#include "core/text/hex.h"
#include "core/text/translate.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <algorithm>

namespace lockkeeper::history {
namespace {

using std::chrono::milliseconds;

constexpr const char* kColumns
    = "SELECT name, token, format, app, host, pid, thread, detail, since, first_seen,"
      " CASE WHEN ended_at IS NULL THEN max(last_seen, (SELECT seen_at FROM recording))"
      " ELSE last_seen END AS seen, ended_at, ending, held, is_start_seen, is_hand_over, renewals,"
      " renewal_interval, last_renewed, certainty, lease_until, intervals.id FROM intervals JOIN "
      "resources"
      " ON resources.id = intervals.resource_id";
constexpr int kIdColumn = 21;
constexpr const char* kLength
    = "coalesce(held, coalesce(ended_at, max(last_seen, (SELECT seen_at FROM recording)))"
      " - min(coalesce(since, first_seen), first_seen))";
constexpr const char* kOverlap
    = " first_seen < ?2 AND coalesce(ended_at, 9223372036854775807) >= ?1";

constexpr const char* kWaits
    = "SELECT name, app, host, pid, started_at,"
      " CASE WHEN is_open THEN max(last_seen, (SELECT seen_at FROM recording)) ELSE last_seen END,"
      " ended_at FROM waits JOIN resources ON resources.id = waits.resource_id"
      " WHERE started_at < ?2 AND (is_open OR coalesce(ended_at, last_seen) >= ?1)";
constexpr const char* kNewestWaits = " ORDER BY started_at DESC, waits.id DESC LIMIT ?3";

WallTime wallTime(const Statement& row, int column)
{
    return plausibleTime(row.number(column));
}

std::optional<std::int64_t> optionalNumber(const Statement& row, int column)
{
    return row.isNull(column) ? std::nullopt : std::optional(row.number(column));
}

std::optional<WallTime> optionalTime(const Statement& row, int column)
{
    return row.isNull(column) ? std::nullopt : std::optional(wallTime(row, column));
}

std::optional<milliseconds> optionalDuration(const Statement& row, int column)
{
    return row.isNull(column) ? std::nullopt : std::optional(milliseconds(row.number(column)));
}

std::optional<std::string> optionalText(const Statement& row, int column)
{
    return row.isNull(column) ? std::nullopt : std::optional(row.bytes(column));
}

Fingerprint fingerprintOf(const std::string& raw)
{
    const auto fingerprint = Fingerprint::fromHex(hex(raw));
    if (!fingerprint)
        throw SqlError(SqlError::Kind::Damaged, trNoop("a token in it is none", "data"));
    return *fingerprint;
}

/// `unknown`: from a newer version.
template <class Enum> Enum enumOf(const Statement& row, int column, Enum last, Enum unknown)
{
    const std::int64_t value = row.number(column);
    return value < 0 || value > static_cast<std::int64_t>(last) ? unknown
                                                                : static_cast<Enum>(value);
}

observe::Verdict verdictOf(const Statement& row, int column)
{
    return enumOf(row, column, observe::Verdict::Queued, observe::Verdict::Free);
}

Interval intervalOf(const Statement& row)
{
    Interval interval{.resource = Resource(row.bytes(0)),
        .token = fingerprintOf(row.bytes(1)),
        .format = row.bytes(2)};
    interval.holder = {.app = optionalText(row, 3),
        .host = optionalText(row, 4),
        .pid = optionalNumber(row, 5),
        .thread = optionalText(row, 6),
        .detail = optionalText(row, 7)};
    interval.since = optionalTime(row, 8);
    interval.firstSeen = wallTime(row, 9);
    interval.lastSeen = wallTime(row, 10);
    interval.endedAt = optionalTime(row, 11);
    if (!row.isNull(12))
        interval.end = enumOf(row, 12, End::Lost, End::Unknown);
    const auto held = optionalDuration(row, 13);
    const WallTime start
        = std::min(interval.since.value_or(interval.firstSeen), interval.firstSeen);
    interval.isHeldExact = held.has_value();
    interval.held = held.value_or(std::chrono::duration_cast<milliseconds>(
        interval.endedAt.value_or(interval.lastSeen) - start));
    interval.isStartSeen = row.number(14) != 0;
    interval.isHandOver = row.number(15) != 0;
    interval.renewals = static_cast<unsigned>(row.number(16));
    interval.renewalInterval = optionalDuration(row, 17);
    interval.lastRenewed = optionalTime(row, 18);
    if (!row.isNull(19))
        interval.certainty
            = enumOf(row, 19, observe::Certainty::Certain, observe::Certainty::Certain);
    interval.leaseUntil = optionalTime(row, 20);
    return interval;
}

VerdictChange verdictChangeOf(const Statement& row, const Resource& resource)
{
    VerdictChange change{.resource = resource};
    if (!row.isNull(0))
        change.from = verdictOf(row, 0);
    change.to = verdictOf(row, 1);
    change.at = wallTime(row, 2);
    return change;
}

MasterChange masterChangeOf(const Statement& row)
{
    return {.master = MasterId(row.bytes(0)),
        .state = row.bytes(1),
        .error = row.bytes(2),
        .at = wallTime(row, 3)};
}

WaitRecord waitOf(const Statement& row)
{
    WaitRecord wait{.resource = Resource(row.bytes(0))};
    wait.waiter = {
        .app = optionalText(row, 1), .host = optionalText(row, 2), .pid = optionalNumber(row, 3)};
    wait.from = wallTime(row, 4);
    wait.lastSeen = wallTime(row, 5);
    wait.endedAt = optionalTime(row, 6);
    return wait;
}

std::int64_t limit(std::size_t most)
{
    return static_cast<std::int64_t>(std::min<std::size_t>(most, 1U << 30U));
}

template <class T, class Make>
std::vector<T> oldestFirst(Statement& query, std::size_t most, bool& isCut, Make make)
{
    std::vector<T> rows;
    while (query.next()) {
        if (rows.size() == most) {
            isCut = true;
            break;
        }
        rows.push_back(make(query));
    }
    std::reverse(rows.begin(), rows.end());
    return rows;
}

milliseconds percentile(const std::vector<std::int64_t>& sorted, std::size_t percent)
{
    const std::size_t rank = (sorted.size() * percent + 99) / 100;
    return milliseconds(sorted[std::max<std::size_t>(rank, 1) - 1]);
}

UsualHold usualOf(const std::vector<std::int64_t>& sorted)
{
    return {sorted.size(), percentile(sorted, 50), percentile(sorted, 95), percentile(sorted, 99)};
}

} // namespace

std::optional<HandOverTimes> handOverTimesOf(std::vector<std::int64_t> gaps)
{
    if (gaps.empty())
        return std::nullopt;
    std::ranges::sort(gaps);
    return HandOverTimes{gaps.size(), percentile(gaps, 50), percentile(gaps, 99)};
}

struct HistoryReader::Private {
    explicit Private(const Place& where)
        : place(where)
        , sql(openSql(where, SqlAccess::Read))
    { }
    Place place;
    std::unique_ptr<Sql> sql;
};

HistoryReader::HistoryReader(std::unique_ptr<Private> d)
    : m_d(std::move(d))
{ }
HistoryReader::HistoryReader(HistoryReader&&) noexcept = default;
HistoryReader& HistoryReader::operator=(HistoryReader&&) noexcept = default;
HistoryReader::~HistoryReader() = default;

Result<HistoryReader> HistoryReader::open(const Place& place)
{
    std::error_code error;
    const auto refused = [&](ErrorClass kind, const char* reason) {
        return tl::make_unexpected(refusal(place, kind, reason).error);
    };
    if (!place.mayExist())
        return refused(ErrorClass::System, trNoop("nothing has been recorded yet", "data"));
    // SQLite would block on a FIFO.
    if (!place.isServer() && !std::filesystem::is_regular_file(place.file, error))
        return refused(ErrorClass::System, trNoop("is not a regular file", "data"));
    SchemaState state = SchemaState::Foreign;
    auto opened = guarded(place, [&] {
        auto d = std::make_unique<Private>(place);
        state = d->sql->schemaState();
        return d;
    });
    if (!opened)
        return tl::make_unexpected(opened.error().error);
    switch (state) {
    case SchemaState::Current:
        return HistoryReader(std::move(*opened));
    case SchemaState::Empty:
        return refused(ErrorClass::System, trNoop("nothing has been recorded yet", "data"));
    case SchemaState::Old:
        return refused(ErrorClass::System,
            trNoop("was written by an older version; recording once brings it up to date", "data"));
    case SchemaState::Newer:
        return refused(ErrorClass::Unsupported,
            trNoop("was written by a newer version of Lockkeeper", "data"));
    case SchemaState::Foreign:
        break;
    }
    return refused(ErrorClass::Unsupported, trNoop("is a database of another program", "data"));
}

Result<Timeline> HistoryReader::timeline(
    const Resource& resource, Window window, std::size_t most) const
{
    return unwrapped(guarded(m_d->place, [&] {
        Timeline timeline;
        const std::string& name = resource.value();
        Statement intervals(*m_d->sql,
            std::string(kColumns)
                .append(" WHERE name = ?4 AND")
                .append(kOverlap)
                .append(" ORDER BY first_seen DESC, intervals.id DESC LIMIT ?3"));
        intervals.with(window.from, window.to, limit(most + 1), name);
        timeline.intervals = oldestFirst<Interval>(intervals, most, timeline.isCut, intervalOf);
        Statement verdicts(*m_d->sql,
            "SELECT from_verdict, to_verdict, at FROM verdict_changes WHERE resource_id ="
            " (SELECT id FROM resources WHERE name = ?4) AND at >= ?1 AND at < ?2"
            " ORDER BY at DESC, id DESC LIMIT ?3");
        verdicts.with(window.from, window.to, limit(most + 1), name);
        timeline.verdicts = oldestFirst<VerdictChange>(verdicts, most, timeline.isCut,
            [&](const Statement& row) { return verdictChangeOf(row, resource); });
        Statement masters(*m_d->sql,
            "SELECT master, state, error, at FROM master_changes WHERE at >= ?1 AND at < ?2"
            " ORDER BY at DESC, id DESC LIMIT ?3");
        masters.with(window.from, window.to, limit(most + 1));
        timeline.masters = oldestFirst<MasterChange>(masters, most, timeline.isCut, masterChangeOf);
        Statement waits(
            *m_d->sql, std::string(kWaits).append(" AND name = ?4").append(kNewestWaits));
        waits.with(window.from, window.to, limit(most + 1), name);
        timeline.waits = oldestFirst<WaitRecord>(waits, most, timeline.isCut, waitOf);
        return timeline;
    }));
}

Result<std::vector<Interval>> HistoryReader::owners(
    const Resource& resource, std::size_t most) const
{
    return unwrapped(guarded(m_d->place, [&] {
        Statement query(*m_d->sql,
            std::string(kColumns).append(
                " WHERE resource_id = (SELECT id FROM resources WHERE name = ?1)"
                " ORDER BY first_seen DESC, intervals.id DESC LIMIT ?2"));
        query.with(resource.value(), limit(most));
        bool isCut = false;
        return oldestFirst<Interval>(query, most, isCut, intervalOf);
    }));
}

Result<std::vector<WaitRecord>> HistoryReader::waits(Window window, std::size_t most) const
{
    return unwrapped(guarded(m_d->place, [&] {
        Statement query(*m_d->sql, std::string(kWaits).append(kNewestWaits));
        query.with(window.from, window.to, limit(most));
        bool isCut = false;
        return oldestFirst<WaitRecord>(query, most, isCut, waitOf);
    }));
}

Result<std::vector<WaitRecord>> HistoryReader::longestWaits(Window window, std::size_t most) const
{
    return unwrapped(guarded(m_d->place, [&] {
        Statement query(*m_d->sql,
            std::string(kWaits).append(
                " ORDER BY coalesce(ended_at, CASE WHEN is_open THEN max(last_seen,"
                " (SELECT seen_at FROM recording)) ELSE last_seen END) - started_at DESC,"
                " name LIMIT ?3"));
        return query.with(window.from, window.to, limit(most)).all(waitOf);
    }));
}

Result<std::vector<Traffic>> HistoryReader::traffic(
    Window window, std::size_t most, const char* order) const
{
    return unwrapped(guarded(m_d->place, [&] {
        Statement recorded(*m_d->sql,
            "SELECT (SELECT min(first_seen) FROM intervals), (SELECT seen_at FROM recording)");
        (void)recorded.next();
        const auto time = [&](int column) { return plausibleMs(recorded.number(column)); };
        const std::int64_t from = std::max(unixMs(window.from), time(0));
        const std::int64_t to = std::min(unixMs(window.to), time(1));
        // No extrapolation from a short recording.
        const double minutes = std::max(static_cast<double>(to - from) / 60'000.0, 1.0);
        Statement query(*m_d->sql,
            std::string("SELECT name, acquired, handed FROM (SELECT resource_id, count(*) AS"
                        " acquired, count(CASE WHEN is_hand_over THEN 1 END) AS handed FROM"
                        " intervals"
                        " WHERE is_start_seen AND first_seen >= ?1 AND first_seen < ?2"
                        " GROUP BY resource_id) AS seen"
                        " JOIN resources ON resources.id = resource_id")
                .append(order)
                .append(", name LIMIT ?3"));
        query.with(window.from, window.to, limit(most));
        std::vector<Traffic> traffic;
        while (query.next()) {
            Traffic& one = traffic.emplace_back();
            one.resource = Resource(query.bytes(0));
            one.acquisitions = static_cast<std::size_t>(query.number(1));
            one.handOvers = static_cast<std::size_t>(query.number(2));
            one.handOversPerMinute = static_cast<double>(one.handOvers) / minutes;
        }
        return traffic;
    }));
}

Result<std::vector<Traffic>> HistoryReader::busiest(Window window, std::size_t most) const
{
    return traffic(window, most, " ORDER BY acquired DESC");
}

Result<std::vector<Traffic>> HistoryReader::mostContended(Window window, std::size_t most) const
{
    return traffic(window, most, " WHERE handed > 0 ORDER BY handed DESC");
}

Result<std::vector<Interval>> HistoryReader::longestHeld(Window window, std::size_t most) const
{
    return unwrapped(guarded(m_d->place, [&] {
        Statement query(*m_d->sql,
            std::string(kColumns)
                .append(" WHERE NOT coalesce(format IN (")
                .append(kTombstones)
                .append("), FALSE) AND")
                .append(kOverlap)
                .append(" ORDER BY ")
                .append(kLength)
                .append(" DESC, name LIMIT ?3"));
        return query.with(window.from, window.to, limit(most)).all(intervalOf);
    }));
}

Result<HistoryReader::Intervals> HistoryReader::intervals(
    const std::vector<std::int64_t>& ids) const
{
    return unwrapped(guarded(m_d->place, [&] {
        Intervals found;
        if (ids.empty())
            return found;
        Statement query(*m_d->sql,
            absl::StrCat(kColumns, " WHERE intervals.id IN (", absl::StrJoin(ids, ","), ")"));
        while (query.next())
            found.emplace(query.number(kIdColumn), intervalOf(query));
        return found;
    }));
}

Result<std::optional<UsualHold>> HistoryReader::usualHold(const Resource& resource) const
{
    return unwrapped(guarded(m_d->place, [&]() -> std::optional<UsualHold> {
        Statement query(*m_d->sql,
            "SELECT held FROM intervals WHERE held IS NOT NULL AND resource_id ="
            " (SELECT id FROM resources WHERE name = ?) ORDER BY held");
        const auto held
            = query.with(resource.value()).all([](const Statement& row) { return row.number(0); });
        if (held.empty())
            return std::nullopt;
        return usualOf(held);
    }));
}

Result<std::optional<HandOverTimes>> HistoryReader::handOvers(const Resource& resource) const
{
    return unwrapped(guarded(m_d->place, [&] {
        // In a covering index's order.
        Statement query(*m_d->sql,
            "SELECT first_seen - before FROM (SELECT first_seen, is_hand_over, lag(ended_at) OVER"
            " (ORDER BY first_seen) AS before FROM intervals WHERE resource_id ="
            " (SELECT id FROM resources WHERE name = ?1)) AS seen"
            " WHERE is_hand_over AND before IS NOT NULL");
        return handOverTimesOf(query.with(resource.value()).all([](const Statement& row) {
            return std::max<std::int64_t>(row.number(0), 0);
        }));
    }));
}

Result<std::optional<WallTime>> HistoryReader::recordedSince() const
{
    return unwrapped(guarded(m_d->place, [&]() -> std::optional<WallTime> {
        Statement query(*m_d->sql, "SELECT min(first_seen) FROM intervals");
        (void)query.next();
        return optionalTime(query, 0);
    }));
}

Result<UsualHolds> HistoryReader::usualHolds(std::size_t samples) const
{
    return unwrapped(guarded(m_d->place, [&] {
        UsualHolds usual;
        std::unordered_map<std::int64_t, UsualHold> byId;
        Statement query(*m_d->sql,
            "SELECT resource_id, held FROM intervals INDEXED BY hold_times"
            " WHERE held IS NOT NULL ORDER BY resource_id, held");
        std::vector<std::int64_t> held;
        std::int64_t current = 0;
        const auto finish = [&] {
            if (!held.empty() && held.size() >= samples)
                byId.emplace(current, usualOf(held));
            held.clear();
        };
        while (query.next()) {
            const std::int64_t id = query.number(0);
            if (id != current)
                finish();
            current = id;
            held.push_back(query.number(1));
        }
        finish();
        Statement names(*m_d->sql, "SELECT id, name FROM resources");
        while (names.next()) {
            const auto found = byId.find(names.number(0));
            if (found != byId.end())
                usual.emplace(Resource(names.bytes(1)), found->second);
        }
        return usual;
    }));
}

Result<LockPast> readLockPast(const Place& place, const Resource& resource, std::size_t most)
{
    const auto reader = HistoryReader::open(place);
    if (!reader)
        return tl::make_unexpected(reader.error());
    auto owners = reader->owners(resource, most);
    if (!owners)
        return tl::make_unexpected(owners.error());
    const auto usual = reader->usualHold(resource);
    if (!usual)
        return tl::make_unexpected(usual.error());
    const auto handOvers = reader->handOvers(resource);
    if (!handOvers)
        return tl::make_unexpected(handOvers.error());
    return LockPast{std::move(*owners), *usual, *handOvers};
}

} // namespace lockkeeper::history
