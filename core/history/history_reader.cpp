// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/history_reader.h"

#include "core/history/schema.h"
#include "core/text/hex.h"
#include "core/text/translate.h"

#include <algorithm>
#include <sqlite3.h>

namespace lockkeeper::history {
namespace {

using std::chrono::milliseconds;

constexpr const char* kColumns
    = "SELECT name, token, format, app, host, pid, thread, detail, since, first_seen,"
      " CASE WHEN ended_at IS NULL THEN max(last_seen, (SELECT seen_at FROM recording))"
      " ELSE last_seen END AS seen, ended_at, ending, held, is_start_seen, is_hand_over, renewals,"
      " renewal_interval, last_renewed, certainty, lease_until FROM intervals JOIN resources"
      " ON resources.id = intervals.resource_id";
/// The least length, unless both ends were seen.
constexpr const char* kLength
    = "coalesce(held, coalesce(ended_at, max(last_seen, (SELECT seen_at FROM recording)))"
      " - min(coalesce(since, first_seen), first_seen))";
constexpr const char* kOverlap
    = " first_seen < ?2 AND coalesce(ended_at, 9223372036854775807) >= ?1";

constexpr const char* kWaits
    = "SELECT name, app, host, pid, started_at,"
      " CASE WHEN is_open THEN max(last_seen, (SELECT seen_at FROM recording)) ELSE last_seen END"
      " AS seen, ended_at FROM waits JOIN resources ON resources.id = waits.resource_id"
      " WHERE started_at < ?2 AND (is_open OR coalesce(ended_at, last_seen) >= ?1)";
constexpr const char* kNewestWaits = " ORDER BY started_at DESC, waits.id DESC LIMIT ?3";

WallTime wallTime(const SQLite::Column& column)
{
    return plausibleTime(column.getInt64());
}

std::optional<WallTime> optionalTime(const SQLite::Column& column)
{
    return column.isNull() ? std::nullopt : std::optional(wallTime(column));
}

std::optional<milliseconds> optionalDuration(const SQLite::Column& column)
{
    return column.isNull() ? std::nullopt : std::optional(milliseconds(column.getInt64()));
}

std::optional<std::string> optionalText(const SQLite::Column& column)
{
    return column.isNull() ? std::nullopt : std::optional(column.getString());
}

Fingerprint fingerprintOf(const std::string& raw)
{
    const auto fingerprint = Fingerprint::fromHex(hex(raw));
    if (!fingerprint)
        throw SQLite::Exception(trNoop("a token in it is none", "data"), SQLITE_CORRUPT);
    return *fingerprint;
}

/// `unknown`: from a newer version.
template <class Enum> Enum enumOf(const SQLite::Column& column, Enum last, Enum unknown)
{
    const int value = column.getInt();
    return value < 0 || value > static_cast<int>(last) ? unknown : static_cast<Enum>(value);
}

observe::Verdict verdictOf(const SQLite::Column& column)
{
    return enumOf(column, observe::Verdict::Queued, observe::Verdict::Free);
}

Interval intervalOf(SQLite::Statement& row)
{
    Interval interval{.resource = Resource(row.getColumn(0).getString()),
        .token = fingerprintOf(row.getColumn(1).getString()),
        .format = row.getColumn(2).getString()};
    interval.holder.app = optionalText(row.getColumn(3));
    interval.holder.host = optionalText(row.getColumn(4));
    if (!row.getColumn(5).isNull())
        interval.holder.pid = row.getColumn(5).getInt64();
    interval.holder.thread = optionalText(row.getColumn(6));
    interval.holder.detail = optionalText(row.getColumn(7));
    interval.since = optionalTime(row.getColumn(8));
    interval.firstSeen = wallTime(row.getColumn(9));
    interval.lastSeen = wallTime(row.getColumn(10));
    interval.endedAt = optionalTime(row.getColumn(11));
    if (!row.getColumn(12).isNull())
        interval.end = enumOf(row.getColumn(12), End::Lost, End::Unknown);
    const auto held = optionalDuration(row.getColumn(13));
    const WallTime start
        = std::min(interval.since.value_or(interval.firstSeen), interval.firstSeen);
    interval.isHeldExact = held.has_value();
    interval.held = held.value_or(std::chrono::duration_cast<milliseconds>(
        interval.endedAt.value_or(interval.lastSeen) - start));
    interval.isStartSeen = row.getColumn(14).getInt() != 0;
    interval.isHandOver = row.getColumn(15).getInt() != 0;
    interval.renewals = row.getColumn(16).getUInt();
    interval.renewalInterval = optionalDuration(row.getColumn(17));
    interval.lastRenewed = optionalTime(row.getColumn(18));
    if (!row.getColumn(19).isNull())
        interval.certainty
            = enumOf(row.getColumn(19), observe::Certainty::Certain, observe::Certainty::Certain);
    interval.leaseUntil = optionalTime(row.getColumn(20));
    return interval;
}

VerdictChange verdictChangeOf(SQLite::Statement& row, const Resource& resource)
{
    VerdictChange change{.resource = resource};
    if (!row.getColumn(0).isNull())
        change.from = verdictOf(row.getColumn(0));
    change.to = verdictOf(row.getColumn(1));
    change.at = wallTime(row.getColumn(2));
    return change;
}

MasterChange masterChangeOf(SQLite::Statement& row)
{
    return {.master = MasterId(row.getColumn(0).getString()),
        .state = row.getColumn(1).getString(),
        .error = row.getColumn(2).getString(),
        .at = wallTime(row.getColumn(3))};
}

WaitRecord waitOf(SQLite::Statement& row)
{
    WaitRecord wait{.resource = Resource(row.getColumn(0).getString())};
    wait.waiter.app = optionalText(row.getColumn(1));
    wait.waiter.host = optionalText(row.getColumn(2));
    if (!row.getColumn(3).isNull())
        wait.waiter.pid = row.getColumn(3).getInt64();
    wait.from = wallTime(row.getColumn(4));
    wait.lastSeen = wallTime(row.getColumn(5));
    wait.endedAt = optionalTime(row.getColumn(6));
    return wait;
}

void bindWindow(SQLite::Statement& query, Window window, std::size_t most)
{
    query.bind(1, unixMs(window.from));
    query.bind(2, unixMs(window.to));
    query.bind(3, static_cast<std::int64_t>(std::min<std::size_t>(most, 1U << 30U)));
}

/// Newest first; one more than `most` if there are more.
template <class T, class Make>
std::vector<T> oldestFirst(SQLite::Statement& query, std::size_t most, bool& isCut, Make make)
{
    std::vector<T> rows;
    while (query.executeStep()) {
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
    explicit Private(std::filesystem::path path)
        : file(std::move(path))
        , database(file.string(), SQLite::OPEN_READONLY, kBusyMilliseconds)
    { }
    std::filesystem::path file;
    SQLite::Database database;
};

HistoryReader::HistoryReader(std::unique_ptr<Private> d)
    : m_d(std::move(d))
{ }
HistoryReader::HistoryReader(HistoryReader&&) noexcept = default;
HistoryReader& HistoryReader::operator=(HistoryReader&&) noexcept = default;
HistoryReader::~HistoryReader() = default;

Result<HistoryReader> HistoryReader::open(const std::filesystem::path& file)
{
    std::error_code error;
    const auto refused = [&](ErrorClass kind, const char* reason) {
        return tl::make_unexpected(refusal(file, kind, reason).error);
    };
    if (!std::filesystem::exists(file, error))
        return refused(ErrorClass::System, trNoop("nothing has been recorded yet", "data"));
    // SQLite would block on a FIFO.
    if (!std::filesystem::is_regular_file(file, error))
        return refused(ErrorClass::System, trNoop("is not a regular file", "data"));
    SchemaState state = SchemaState::Foreign;
    auto opened = guarded(file, [&] {
        auto d = std::make_unique<Private>(file);
        state = schemaState(d->database);
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
    return unwrapped(guarded(m_d->file, [&] {
        Timeline timeline;
        const std::string& name = resource.value();
        const auto bindName = [&](SQLite::Statement& query) {
            bindWindow(query, window, most + 1);
            query.bind(4, name.data(), static_cast<int>(name.size()));
        };
        SQLite::Statement intervals(m_d->database,
            std::string(kColumns)
                .append(" WHERE name = ?4 AND")
                .append(kOverlap)
                .append(" ORDER BY first_seen DESC, intervals.id DESC LIMIT ?3"));
        bindName(intervals);
        timeline.intervals = oldestFirst<Interval>(intervals, most, timeline.isCut, intervalOf);
        SQLite::Statement verdicts(m_d->database,
            "SELECT from_verdict, to_verdict, at FROM verdict_changes WHERE resource_id ="
            " (SELECT id FROM resources WHERE name = ?4) AND at >= ?1 AND at < ?2"
            " ORDER BY at DESC, id DESC LIMIT ?3");
        bindName(verdicts);
        timeline.verdicts = oldestFirst<VerdictChange>(verdicts, most, timeline.isCut,
            [&](SQLite::Statement& row) { return verdictChangeOf(row, resource); });
        SQLite::Statement masters(m_d->database,
            "SELECT master, state, error, at FROM master_changes WHERE at >= ?1 AND at < ?2"
            " ORDER BY at DESC, id DESC LIMIT ?3");
        bindWindow(masters, window, most + 1);
        timeline.masters = oldestFirst<MasterChange>(masters, most, timeline.isCut, masterChangeOf);
        SQLite::Statement waits(
            m_d->database, std::string(kWaits).append(" AND name = ?4").append(kNewestWaits));
        bindName(waits);
        timeline.waits = oldestFirst<WaitRecord>(waits, most, timeline.isCut, waitOf);
        return timeline;
    }));
}

Result<std::vector<Interval>> HistoryReader::owners(
    const Resource& resource, std::size_t most) const
{
    return unwrapped(guarded(m_d->file, [&] {
        SQLite::Statement query(m_d->database,
            std::string(kColumns).append(
                " WHERE resource_id = (SELECT id FROM resources WHERE name = ?1)"
                " ORDER BY first_seen DESC, intervals.id DESC LIMIT ?2"));
        query.bind(1, resource.value().data(), static_cast<int>(resource.value().size()));
        query.bind(2, static_cast<std::int64_t>(most));
        bool isCut = false;
        return oldestFirst<Interval>(query, most, isCut, intervalOf);
    }));
}

Result<std::vector<WaitRecord>> HistoryReader::waits(Window window, std::size_t most) const
{
    return unwrapped(guarded(m_d->file, [&] {
        SQLite::Statement query(m_d->database, std::string(kWaits).append(kNewestWaits));
        bindWindow(query, window, most);
        bool isCut = false;
        return oldestFirst<WaitRecord>(query, most, isCut, waitOf);
    }));
}

Result<std::vector<WaitRecord>> HistoryReader::longestWaits(Window window, std::size_t most) const
{
    return unwrapped(guarded(m_d->file, [&] {
        SQLite::Statement query(m_d->database,
            std::string(kWaits).append(
                " ORDER BY coalesce(ended_at, seen) - started_at DESC, name LIMIT ?3"));
        bindWindow(query, window, most);
        std::vector<WaitRecord> waits;
        while (query.executeStep())
            waits.push_back(waitOf(query));
        return waits;
    }));
}

Result<std::vector<Traffic>> HistoryReader::traffic(
    Window window, std::size_t most, const char* order) const
{
    return unwrapped(guarded(m_d->file, [&] {
        SQLite::Statement recorded(m_d->database,
            "SELECT (SELECT min(first_seen) FROM intervals), (SELECT seen_at FROM recording)");
        recorded.executeStep();
        const auto time
            = [&](int column) { return plausibleMs(recorded.getColumn(column).getInt64()); };
        const std::int64_t from = std::max(unixMs(window.from), time(0));
        const std::int64_t to = std::min(unixMs(window.to), time(1));
        // Must not extrapolate from a short recording.
        const double minutes = std::max(static_cast<double>(to - from) / 60'000.0, 1.0);
        SQLite::Statement query(m_d->database,
            std::string("SELECT name, acquired, handed FROM (SELECT resource_id, count(*) AS"
                        " acquired, sum(is_hand_over) AS handed FROM intervals"
                        " WHERE is_start_seen AND first_seen >= ?1 AND first_seen < ?2"
                        " GROUP BY resource_id) JOIN resources ON resources.id = resource_id")
                .append(order)
                .append(", name LIMIT ?3"));
        bindWindow(query, window, most);
        std::vector<Traffic> traffic;
        while (query.executeStep()) {
            Traffic& one = traffic.emplace_back();
            one.resource = Resource(query.getColumn(0).getString());
            one.acquisitions = static_cast<std::size_t>(query.getColumn(1).getInt64());
            one.handOvers = static_cast<std::size_t>(query.getColumn(2).getInt64());
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
    return unwrapped(guarded(m_d->file, [&] {
        SQLite::Statement query(m_d->database,
            std::string(kColumns)
                .append(" WHERE ifnull(CAST(format AS TEXT), '') NOT LIKE 'lk1-revoked%' AND")
                .append(kOverlap)
                .append(" ORDER BY ")
                .append(kLength)
                .append(" DESC, name LIMIT ?3"));
        bindWindow(query, window, most);
        std::vector<Interval> intervals;
        while (query.executeStep())
            intervals.push_back(intervalOf(query));
        return intervals;
    }));
}

Result<std::optional<Interval>> HistoryReader::interval(std::int64_t id) const
{
    return unwrapped(guarded(m_d->file, [&]() -> std::optional<Interval> {
        SQLite::Statement query(
            m_d->database, std::string(kColumns).append(" WHERE intervals.id = ?1"));
        query.bind(1, id);
        return query.executeStep() ? std::optional(intervalOf(query)) : std::nullopt;
    }));
}

Result<std::optional<UsualHold>> HistoryReader::usualHold(const Resource& resource) const
{
    return unwrapped(guarded(m_d->file, [&]() -> std::optional<UsualHold> {
        SQLite::Statement query(m_d->database,
            "SELECT held FROM intervals WHERE held IS NOT NULL AND resource_id ="
            " (SELECT id FROM resources WHERE name = ?) ORDER BY held");
        query.bind(1, resource.value().data(), static_cast<int>(resource.value().size()));
        std::vector<std::int64_t> held;
        while (query.executeStep())
            held.push_back(query.getColumn(0).getInt64());
        if (held.empty())
            return std::nullopt;
        return usualOf(held);
    }));
}

Result<std::optional<HandOverTimes>> HistoryReader::handOvers(const Resource& resource) const
{
    return unwrapped(guarded(m_d->file, [&] {
        // In the order of a covering index.
        SQLite::Statement query(m_d->database,
            "SELECT first_seen - before FROM (SELECT first_seen, is_hand_over, lag(ended_at) OVER"
            " (ORDER BY first_seen) AS before FROM intervals WHERE resource_id ="
            " (SELECT id FROM resources WHERE name = ?1))"
            " WHERE is_hand_over AND before IS NOT NULL");
        query.bind(1, resource.value().data(), static_cast<int>(resource.value().size()));
        std::vector<std::int64_t> gaps;
        while (query.executeStep())
            gaps.push_back(std::max<std::int64_t>(query.getColumn(0).getInt64(), 0));
        return handOverTimesOf(std::move(gaps));
    }));
}

Result<std::optional<WallTime>> HistoryReader::recordedSince() const
{
    return unwrapped(guarded(m_d->file, [&]() -> std::optional<WallTime> {
        SQLite::Statement query(m_d->database, "SELECT min(first_seen) FROM intervals");
        query.executeStep();
        return optionalTime(query.getColumn(0));
    }));
}

Result<UsualHolds> HistoryReader::usualHolds(std::size_t samples) const
{
    return unwrapped(guarded(m_d->file, [&] {
        UsualHolds usual;
        std::unordered_map<std::int64_t, UsualHold> byId;
        // Reads in the index's order.
        SQLite::Statement query(m_d->database,
            "SELECT resource_id, held FROM intervals INDEXED BY hold_times"
            " WHERE held IS NOT NULL ORDER BY resource_id, held");
        std::vector<std::int64_t> held;
        std::int64_t current = 0;
        const auto finish = [&] {
            if (!held.empty() && held.size() >= samples)
                byId.emplace(current, usualOf(held));
            held.clear();
        };
        while (query.executeStep()) {
            const std::int64_t id = query.getColumn(0).getInt64();
            if (id != current)
                finish();
            current = id;
            held.push_back(query.getColumn(1).getInt64());
        }
        finish();
        SQLite::Statement names(m_d->database, "SELECT id, name FROM resources");
        while (names.executeStep()) {
            const auto found = byId.find(names.getColumn(0).getInt64());
            if (found != byId.end())
                usual.emplace(Resource(names.getColumn(1).getString()), found->second);
        }
        return usual;
    }));
}

Result<LockPast> readLockPast(
    const std::filesystem::path& file, const Resource& resource, std::size_t most)
{
    const auto reader = HistoryReader::open(file);
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
