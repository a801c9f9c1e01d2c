// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/database.h"

#include "core/text/translate.h"

#include <absl/strings/str_join.h>
#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace lockkeeper::history {
namespace {

// With the state: updating it later would move the row in each index.
constexpr const char* kStart
    = "INSERT INTO intervals (id, resource_id, token, format, app, host, pid,"
      " thread, detail, since, first_seen, is_start_seen, is_hand_over, certainty,"
      " last_seen, ended_at, ending, lease_until, held, renewals, renewal_interval, last_renewed)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
constexpr const char* kState
    // The clock may have been set back.
    = "UPDATE intervals SET last_seen = max(first_seen, ?), ended_at = max(first_seen, ?),"
      " ending = ?, lease_until = ?, held = ?,"
      " renewals = earlier_renewals + ?, renewal_interval = coalesce(?, renewal_interval),"
      " last_renewed = coalesce(?, last_renewed) WHERE id = ?";
constexpr const char* kRedate = "UPDATE intervals SET first_seen = min(first_seen, ?) WHERE id = ?";
constexpr const char* kResume
    = "UPDATE intervals SET id = ?, ended_at = NULL, ending = NULL, lease_until = NULL, held = "
      "NULL,"
      " earlier_renewals = renewals WHERE id ="
      " (SELECT id FROM intervals WHERE resource_id = ? ORDER BY first_seen DESC, id DESC LIMIT 1)"
      " AND token = ? AND ending = ? AND ended_at >= ?";
constexpr const char* kVerdict
    = "INSERT INTO verdict_changes (resource_id, from_verdict, to_verdict, at)"
      " VALUES (?, ?, ?, ?)";

constexpr const char* kWait
    = "INSERT INTO waits (id, resource_id, wait_id, app, host, pid, started_at, last_seen, is_open)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, TRUE)";
constexpr const char* kResumeWait
    = "UPDATE waits SET id = ?1, is_open = TRUE WHERE id = (SELECT max(id) FROM waits"
      " WHERE resource_id = ?2 AND wait_id = ?3 AND NOT is_open AND ended_at IS NULL)";
constexpr const char* kWaitEnd
    = "UPDATE waits SET last_seen = max(last_seen, ?), ended_at = max(started_at, ?),"
      " is_open = FALSE WHERE id = ?";

/// SQLite allows 32 766 parameters.
constexpr std::size_t kNamesAtOnce = 500;

std::string listOf(const char* mark, std::size_t count)
{
    return absl::StrJoin(std::vector<const char*>(count, mark), ", ");
}

std::string rawToken(const Fingerprint& token)
{
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    const std::string hex = token.hex();
    std::string raw;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        raw += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
    return raw;
}

std::int64_t idAfter(std::int64_t last)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
    if (last > kMost)
        throw SqlError(SqlError::Kind::Damaged, trNoop("a number in it is none", "data"));
    return last + 1;
}

std::optional<int> numberOf(std::optional<End> end)
{
    return end ? std::optional(static_cast<int>(*end)) : std::nullopt;
}

} // namespace

struct Database::Statements {
    explicit Statements(Sql& sql)
        : start(sql, kStart)
        , resume(sql, kResume)
        , state(sql, kState)
        , redate(sql, kRedate)
        , verdict(sql, kVerdict)
        , master(sql, "INSERT INTO master_changes (master, state, error, at) VALUES (?, ?, ?, ?)")
        , wait(sql, kWait)
        , resumeWait(sql, kResumeWait)
        , waitEnd(sql, kWaitEnd)
        , stale(sql,
              "INSERT INTO stale_counts (at, stale) VALUES (?, ?)"
              " ON CONFLICT (at) DO UPDATE SET stale = excluded.stale")
        , seenAt(sql, "UPDATE recording SET seen_at = ?")
    { }

    Statement start;
    Statement resume;
    Statement state;
    Statement redate;
    Statement verdict;
    Statement master;
    Statement wait;
    Statement resumeWait;
    Statement waitEnd;
    Statement stale;
    Statement seenAt;
};

Database::Database(Place place, std::unique_ptr<Sql> sql)
    : m_place(std::move(place))
    , m_sql(std::move(sql))
{ }

Database::~Database() = default;

DatabaseResult<std::unique_ptr<Database>> Database::open(const Place& place, bool resumes)
{
    using Opened = std::unique_ptr<Database>;
    SchemaState state = SchemaState::Empty;
    auto opened = guarded(place, [&] {
        Opened database(new Database(place, openSql(place, SqlAccess::Record)));
        database->m_resumes = resumes;
        state = database->m_sql->schemaState();
        if (state == SchemaState::Newer || state == SchemaState::Foreign)
            return database;
        database->m_sql->prepareToWrite();
        database->m_statements = std::make_unique<Statements>(*database->m_sql);
        Transaction transaction(*database->m_sql);
        database->noteEndOfRecording();
        database->endOpenIntervals();
        database->endOpenWaits();
        transaction.commit();
        return database;
    });
    if (opened && state == SchemaState::Newer)
        return tl::make_unexpected(refusal(place, ErrorClass::Unsupported,
            trNoop("was written by a newer version of Lockkeeper; it is left alone", "data")));
    if (opened && state == SchemaState::Foreign)
        return tl::make_unexpected(refusal(place, ErrorClass::Unsupported,
            trNoop("is a database of another program; it is left alone", "data")));
    return opened;
}

bool Database::isStillThere() const noexcept
{
    return m_sql->isStillThere();
}

/// Without it, the gap after the last recording would look recorded.
void Database::noteEndOfRecording()
{
    m_sql->exec("INSERT INTO stale_counts (at, stale) SELECT seen_at, "
        + std::to_string(kNotRecorded)
        + " FROM recording WHERE seen_at > (SELECT max(at) FROM stale_counts)"
          " ON CONFLICT (at) DO NOTHING");
}

void Database::endOpenIntervals()
{
    Statement(*m_sql,
        "UPDATE intervals SET ended_at = max(last_seen, (SELECT seen_at FROM recording)),"
        " last_seen = max(last_seen, (SELECT seen_at FROM recording)), ending = ?"
        " WHERE ended_at IS NULL")
        .with(static_cast<int>(End::Unknown))
        .run();
    m_watchedUntil
        = Statement(*m_sql, "SELECT seen_at FROM recording").firstNumber().value_or(m_watchedUntil);
    const auto last = Statement(*m_sql, "SELECT max(id) FROM intervals").firstNumber();
    m_nextIntervalId = idAfter(last.value_or(0));
}

void Database::endOpenWaits()
{
    m_sql->exec("UPDATE waits SET is_open = FALSE,"
                " last_seen = max(last_seen, (SELECT seen_at FROM recording)) WHERE is_open");
    m_nextWaitId
        = idAfter(Statement(*m_sql, "SELECT max(id) FROM waits").firstNumber().value_or(0));
}

DatabaseResult<void> Database::write(const Changes& changes, std::optional<WallTime> seenAt)
{
    return guarded(m_place, [&] {
        m_isUnsure = false;
        Transaction transaction(*m_sql);
        findResources(changes);
        std::vector<std::int64_t> inserted; // sorted, as ids only grow
        for (const IntervalStart& start : changes.starts) {
            const auto state = changes.states.find(start.id);
            const bool isInserted = writeStart(start,
                state != changes.states.end() ? state->second
                                              : IntervalState{.lastSeen = start.firstSeen});
            if (isInserted)
                inserted.push_back(start.id);
        }
        for (const auto& [id, state] : changes.states) {
            if (!std::ranges::binary_search(inserted, id))
                writeState(id, state);
        }
        for (const VerdictChange& change : changes.verdicts)
            writeVerdict(change);
        for (const MasterChange& change : changes.masters)
            writeMaster(change);
        for (const WaitStart& start : changes.waitStarts)
            writeWaitStart(start);
        for (const WaitEnd& end : changes.waitEnds)
            writeWaitEnd(end);
        for (const StaleCount& count : changes.stale)
            writeStale(count);
        if (seenAt)
            m_statements->seenAt.with(*seenAt).run();
        m_isUnsure = true;
        transaction.commit();
        m_isUnsure = false;
    });
}

DatabaseResult<bool> Database::restore()
{
    return guarded(m_place, [&] {
        const bool isCommitted = m_sql->restore();
        return std::exchange(m_isUnsure, false) && isCommitted;
    });
}

DatabaseResult<void> Database::keepLead()
{
    return guarded(m_place, [&] { m_sql->keepLead(); });
}

/// In few statements: each may take a round trip.
void Database::findResources(const Changes& changes)
{
    m_resources.clear();
    std::vector<std::string> names;
    const auto note = [&](const Resource& resource) {
        if (m_resources.try_emplace(resource.value()).second)
            names.push_back(resource.value());
    };
    for (const IntervalStart& start : changes.starts)
        note(start.resource);
    for (const VerdictChange& change : changes.verdicts)
        note(change.resource);
    for (const WaitStart& start : changes.waitStarts)
        note(start.resource);
    for (std::span rest(names); !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), kNamesAtOnce));
        rest = rest.subspan(some.size());
        const std::string marks = listOf("?", some.size());
        Statement known(*m_sql, "SELECT id, name FROM resources WHERE name IN (" + marks + ")");
        for (known.withAll(some); known.next();)
            m_resources[known.bytes(1)] = {known.number(0), false};
        std::vector<std::string> added;
        std::ranges::copy_if(some, std::back_inserter(added),
            [&](const std::string& name) { return m_resources[name].id == 0; });
        if (added.empty())
            continue;
        const std::string rows = listOf("(?)", added.size());
        Statement add(
            *m_sql, "INSERT INTO resources (name) VALUES " + rows + " RETURNING id, name");
        for (add.withAll(added); add.next();)
            m_resources[add.bytes(1)] = {add.number(0), true};
    }
}

/// False: it resumes an earlier one.
bool Database::writeStart(const IntervalStart& start, const IntervalState& state)
{
    ResourceId& found = m_resources[start.resource.value()];
    const std::int64_t resource = found.id;
    if (!std::exchange(found.isNew, false) && !start.isStartSeen && resume(start, resource))
        return false;
    const HolderRecord& holder = start.holder;
    m_statements->start
        .with(start.id, resource, rawToken(start.token), start.format, holder.app, holder.host,
            holder.pid, holder.thread, holder.detail, start.since, start.firstSeen,
            start.isStartSeen, start.isHandOver, static_cast<int>(start.certainty), state.lastSeen,
            state.endedAt, numberOf(state.end), state.leaseUntil, state.held, state.renewals,
            state.renewalInterval, state.lastRenewed)
        .run();
    return true;
}

/// Only if it was open when watching ended.
bool Database::resume(const IntervalStart& start, std::int64_t resource)
{
    return m_resumes
        && m_statements->resume
               .with(start.id, resource, rawToken(start.token), static_cast<int>(End::Unknown),
                   m_watchedUntil)
               .exec()
        > 0;
}

void Database::writeState(std::int64_t id, const IntervalState& state)
{
    if (state.firstSeen)
        m_statements->redate.with(*state.firstSeen, id).run();
    m_statements->state
        .with(state.lastSeen, state.endedAt, numberOf(state.end), state.leaseUntil, state.held,
            state.renewals, state.renewalInterval, state.lastRenewed, id)
        .run();
}

void Database::writeVerdict(const VerdictChange& change)
{
    const auto from = change.from ? std::optional(static_cast<int>(*change.from)) : std::nullopt;
    const std::int64_t resource = m_resources[change.resource.value()].id;
    m_statements->verdict.with(resource, from, static_cast<int>(change.to), change.at).run();
}

void Database::writeMaster(const MasterChange& change)
{
    m_statements->master.with(change.master.value(), change.state, change.error, change.at).run();
}

void Database::writeWaitStart(const WaitStart& start)
{
    const std::int64_t resource = m_resources[start.resource.value()].id;
    if (!start.isStartSeen && resume(start, resource))
        return;
    m_statements->wait
        .with(start.id, resource, start.waitId, start.waiter.app, start.waiter.host,
            start.waiter.pid, start.from, start.lastSeen)
        .run();
}

bool Database::resume(const WaitStart& start, std::int64_t resource)
{
    return m_resumes && m_statements->resumeWait.with(start.id, resource, start.waitId).exec() > 0;
}

void Database::writeWaitEnd(const WaitEnd& end)
{
    const auto endedAt = end.isSeen ? std::optional(end.lastSeen) : std::nullopt;
    m_statements->waitEnd.with(end.lastSeen, endedAt, end.id).run();
}

void Database::writeStale(const StaleCount& count)
{
    m_statements->stale.with(count.at, count.locks).run();
}

} // namespace lockkeeper::history
