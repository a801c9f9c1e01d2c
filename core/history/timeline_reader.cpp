// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/timeline_reader.h"

#include "core/history/sql.h"
#include "core/history/stale_tally.h"

#include <algorithm>

namespace lockkeeper::history {
namespace {

using std::chrono::milliseconds;

constexpr int kMostMasterChanges = 20'000;
constexpr int kMostWaits = 5000;
/// Ownerships overlap only after the clock was set back.
constexpr int kMostOverlapping = 16;

/// Recorders write at least so often; news sooner.
constexpr auto kWrittenWithin = std::chrono::seconds(35);
constexpr auto kNewsWithin = std::chrono::seconds(1);

constexpr const char* kOwnership = "SELECT id, first_seen, ended_at, ending, is_start_seen, "
                                   "is_hand_over, lease_until FROM intervals"
                                   " INDEXED BY intervals_in_time WHERE resource_id = ?1";

End endOf(const Statement& row, int column)
{
    const std::int64_t end = row.number(column);
    return end < 0 || end > static_cast<std::int64_t>(End::Lost) ? End::Unknown
                                                                 : static_cast<End>(end);
}

/// `seenAt`: the end of open ones.
Ownership ownershipOf(const Statement& row, std::int64_t seenAt)
{
    const std::int64_t from = row.number(1);
    const bool isOpen = row.isNull(2);
    return {.id = row.number(0),
        .from = plausibleTime(from),
        .to = plausibleTime(std::max(from, isOpen ? seenAt : row.number(2))),
        .end = isOpen ? std::nullopt : std::optional(endOf(row, 3)),
        .isStartSeen = row.number(4) != 0,
        .isHandOver = row.number(5) != 0,
        .leaseUntil = row.isNull(6) ? std::nullopt : std::optional(plausibleTime(row.number(6)))};
}

} // namespace

struct TimelineReader::Private {
    Private(const Place& where, HistoryReader reader)
        : place(where)
        , history(std::move(reader))
        , sql(openSql(where, SqlAccess::Read))
    { }

    [[nodiscard]] std::int64_t seenAt() const
    {
        if (!isSnapshot)
            return readSeenAt();
        if (!seen)
            seen = readSeenAt();
        return *seen;
    }
    [[nodiscard]] std::int64_t readSeenAt() const
    {
        const std::int64_t written
            = Statement(*sql, "SELECT seen_at FROM recording").firstNumber().value_or(0);
        if (!recordedAt || unixMs(*recordedAt - kWrittenWithin) > written)
            return written;
        return std::max(written, unixMs(*recordedAt - kNewsWithin));
    }
    /// Begun before `before`; they or their lease go on at `at`. Oldest first.
    [[nodiscard]] std::vector<Ownership> goingOn(
        std::int64_t row, WallTime before, WallTime at) const
    {
        const std::int64_t until = seenAt();
        Statement rows(*sql,
            std::string(kOwnership)
                .append(" AND first_seen < ?2 ORDER BY first_seen DESC LIMIT ")
                .append(std::to_string(kMostOverlapping)));
        rows.with(row, before);
        std::vector<Ownership> found;
        while (rows.next()) {
            const Ownership one = ownershipOf(rows, until);
            if (std::max(one.to, one.leaseUntil.value_or(one.to)) > at
                || (!one.end && one.to >= at))
                found.push_back(one);
        }
        std::reverse(found.begin(), found.end());
        return found;
    }

    Place place;
    HistoryReader history;
    std::unique_ptr<Sql> sql;
    std::optional<WallTime> recordedAt;
    bool isSnapshot = false;
    mutable std::optional<std::int64_t> seen;
};

TimelineReader::Snapshot::Snapshot(const TimelineReader& reader)
    : m_d(*reader.m_d)
{
    m_d.sql->beginReading();
    m_d.isSnapshot = true;
    m_d.seen.reset();
}
TimelineReader::Snapshot::~Snapshot()
{
    m_d.isSnapshot = false;
    m_d.sql->endReading();
}

bool TimelineReader::isStillThere() const noexcept
{
    return m_d->sql->isStillThere();
}

void TimelineReader::setRecordedAt(std::optional<WallTime> now)
{
    m_d->recordedAt = now;
}

TimelineReader::TimelineReader(std::unique_ptr<Private> d)
    : m_d(std::move(d))
{ }
TimelineReader::TimelineReader(TimelineReader&&) noexcept = default;
TimelineReader& TimelineReader::operator=(TimelineReader&&) noexcept = default;
TimelineReader::~TimelineReader() = default;

Result<TimelineReader> TimelineReader::open(const Place& place)
{
    auto history = HistoryReader::open(place);
    if (!history)
        return tl::make_unexpected(history.error());
    return unwrapped(guarded(place,
        [&] { return TimelineReader(std::make_unique<Private>(place, std::move(*history))); }));
}

Result<std::optional<Window>> TimelineReader::extent() const
{
    return unwrapped(guarded(m_d->place, [&]() -> std::optional<Window> {
        // Ids grow with time.
        Statement first(*m_d->sql,
            "SELECT first_seen, (SELECT first_seen FROM intervals ORDER BY id DESC LIMIT 1)"
            " FROM intervals ORDER BY id LIMIT 1");
        if (!first.next())
            return std::nullopt;
        std::int64_t from = first.number(0);
        if (first.number(1) < from) { // the clock was set back
            Statement earliest(*m_d->sql, "SELECT min(first_seen) FROM intervals");
            from = earliest.firstNumber().value_or(from);
        }
        return Window{plausibleTime(from), plausibleTime(std::max(from, m_d->seenAt()))};
    }));
}

Result<std::int64_t> TimelineReader::version() const
{
    return unwrapped(guarded(m_d->place, [&] { return m_d->sql->version(); }));
}

Result<std::vector<ResourceRow>> TimelineReader::rows(const std::optional<Window>& ownedIn) const
{
    return unwrapped(guarded(m_d->place, [&] {
        const std::int64_t seen = m_d->seenAt();
        std::string sql = "SELECT id, name, (SELECT max(first_seen) FROM intervals"
                          " WHERE resource_id = resources.id) AS taken,"
                          // The last that began within the window.
                          " (SELECT coalesce(ended_at, ?2) FROM intervals WHERE resource_id ="
                          " resources.id AND first_seen < ?1 ORDER BY first_seen DESC LIMIT 1)"
                          " FROM resources ORDER BY name";
        Statement rows(*m_d->sql, sql);
        rows.with(ownedIn ? unixMs(ownedIn->to) : 0, seen);
        std::vector<ResourceRow> found;
        while (rows.next()) {
            const bool isOwned
                = !ownedIn || (!rows.isNull(3) && rows.number(3) >= unixMs(ownedIn->from));
            if (!rows.isNull(2) && isOwned)
                found.push_back(
                    {rows.number(0), Resource(rows.bytes(1)), plausibleTime(rows.number(2))});
        }
        return found;
    }));
}

Result<std::vector<Span>> TimelineReader::spans(
    std::int64_t row, Window window, milliseconds pixel) const
{
    return unwrapped(guarded(m_d->place, [&] {
        // Merged spans are cut there.
        const std::int64_t cell
            = std::max<std::int64_t>(pixel.count(), 1) * SpanMaker::kMergedPixels;
        const std::int64_t from = unixMs(window.from) / cell * cell;
        SpanMaker maker(pixel);
        for (const Ownership& ownership : m_d->goingOn(row, plausibleTime(from), window.from))
            maker.add(ownership);
        const std::int64_t seen = m_d->seenAt();
        Statement rows(*m_d->sql,
            std::string(kOwnership)
                .append(" AND first_seen >= ?2 AND first_seen < ?3 ORDER BY first_seen"));
        rows.with(row, from, window.to);
        while (rows.next())
            maker.add(ownershipOf(rows, seen));
        return maker.take();
    }));
}

Result<std::vector<WaitSpan>> TimelineReader::waits(
    std::int64_t row, Window window, milliseconds pixel) const
{
    return unwrapped(guarded(m_d->place, [&] {
        const std::int64_t seen = m_d->seenAt();
        Statement rows(*m_d->sql,
            "SELECT app, host, pid, started_at, until FROM (SELECT *, CASE WHEN is_open THEN"
            " max(last_seen, ?5) ELSE coalesce(ended_at, last_seen) END AS until FROM waits"
            " WHERE resource_id = ?1 AND started_at < ?3) AS seen WHERE until >= ?2"
            " ORDER BY started_at DESC LIMIT ?4");
        rows.with(row, window.from, window.to, kMostWaits, seen);
        const auto text = [&](int column) {
            return rows.isNull(column) ? std::nullopt : std::optional(rows.bytes(column));
        };
        std::vector<WaitRecord> waits;
        while (rows.next()) {
            WaitRecord& wait = waits.emplace_back();
            wait.waiter.app = text(0);
            wait.waiter.host = text(1);
            if (!rows.isNull(2))
                wait.waiter.pid = rows.number(2);
            wait.from = plausibleTime(rows.number(3));
            wait.lastSeen = plausibleTime(rows.number(4));
        }
        std::reverse(waits.begin(), waits.end());
        return waitSpans(waits, pixel);
    }));
}

Result<std::optional<Ownership>> TimelineReader::ownershipAt(std::int64_t row, WallTime time) const
{
    return unwrapped(guarded(m_d->place, [&]() -> std::optional<Ownership> {
        auto found = m_d->goingOn(row, time + milliseconds(1), time);
        std::erase_if(found, [&](const Ownership& one) { return one.end && one.to <= time; });
        return found.empty() ? std::nullopt : std::optional(found.back());
    }));
}

Result<std::optional<Ownership>> TimelineReader::neighbour(
    std::int64_t row, const Ownership& of, bool isLater) const
{
    return unwrapped(guarded(m_d->place, [&]() -> std::optional<Ownership> {
        Statement rows(*m_d->sql,
            std::string(kOwnership)
                .append(isLater ? " AND (first_seen, id) > (?2, ?3) ORDER BY first_seen, id LIMIT 1"
                                : " AND (first_seen, id) < (?2, ?3)"
                                  " ORDER BY first_seen DESC, id DESC LIMIT 1"));
        rows.with(row, of.from, of.id);
        return rows.next() ? std::optional(ownershipOf(rows, m_d->seenAt())) : std::nullopt;
    }));
}

Result<std::optional<Interval>> TimelineReader::interval(std::int64_t id) const
{
    auto found = m_d->history.intervals({id});
    if (!found)
        return tl::make_unexpected(found.error());
    const auto one = found->find(id);
    return one != found->end() ? std::optional(std::move(one->second)) : std::nullopt;
}

Result<HistoryReader::Intervals> TimelineReader::intervals(
    const std::vector<std::int64_t>& ids) const
{
    return m_d->history.intervals(ids);
}

Result<std::vector<Window>> TimelineReader::gaps(Window window) const
{
    // A recording writes this often, at most some seconds late.
    constexpr std::int64_t kCovered = milliseconds(StaleTally::kLongest).count();
    constexpr std::int64_t kLate = 30'000;
    return unwrapped(guarded(m_d->place, [&] {
        Statement rows(*m_d->sql,
            "SELECT ends, next FROM (SELECT CASE WHEN stale < 0 THEN at ELSE at + ?3 END AS ends,"
            " CASE WHEN stale < 0 THEN 0 ELSE ?4 END AS late,"
            " lead(at) OVER (ORDER BY at) AS next FROM stale_counts"
            " WHERE at >= coalesce((SELECT max(at) FROM stale_counts WHERE at < ?1), ?1)"
            " AND at <= coalesce((SELECT min(at) FROM stale_counts WHERE at >= ?2), ?2)) AS counts"
            " WHERE next > ends + late ORDER BY ends");
        return rows.with(window.from, window.to, kCovered, kLate).all([](const Statement& row) {
            return Window{plausibleTime(row.number(0)), plausibleTime(row.number(1))};
        });
    }));
}

Result<std::vector<Outage>> TimelineReader::outages(WallTime before) const
{
    return unwrapped(guarded(m_d->place, [&] {
        Statement rows(*m_d->sql,
            "SELECT master, state, error, at FROM master_changes WHERE at < ?1"
            " ORDER BY id DESC LIMIT ?2"); // the clock may have been set back
        rows.with(before, kMostMasterChanges);
        std::vector<MasterChange> changes;
        while (rows.next())
            changes.push_back({.master = MasterId(rows.bytes(0)),
                .state = rows.bytes(1),
                .error = rows.bytes(2),
                .at = plausibleTime(rows.number(3))});
        std::reverse(changes.begin(), changes.end());
        return outagesOf(changes);
    }));
}

} // namespace lockkeeper::history
