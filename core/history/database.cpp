// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/database.h"

#include "core/text/translate.h"

#include <algorithm>
#include <limits>
#include <sqlite3.h>

namespace lockkeeper::history {
namespace {

// Has the state, too: a later update would move the row in each index.
constexpr const char* kStart
    = "INSERT INTO intervals (id, resource_id, token, format, app, host, pid,"
      " thread, detail, since, first_seen, is_start_seen, is_hand_over, certainty,"
      " last_seen, ended_at, ending, lease_until, held, renewals, renewal_interval, last_renewed)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
constexpr int kStateInStart = 15; ///< the first value of the state
constexpr const char* kState
    // Nothing ends before it began, even if the clock was set back.
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
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)";
constexpr const char* kResumeWait
    = "UPDATE waits SET id = ?1, is_open = 1 WHERE id = (SELECT max(id) FROM waits"
      " WHERE resource_id = ?2 AND wait_id = ?3 AND NOT is_open AND ended_at IS NULL)";
constexpr const char* kWaitEnd
    = "UPDATE waits SET last_seen = max(last_seen, ?), ended_at = max(started_at, ?),"
      " is_open = 0 WHERE id = ?";

void bindBytes(SQLite::Statement& statement, int index, const std::string& bytes)
{
    statement.bindNoCopy(index, bytes.data(), static_cast<int>(bytes.size()));
}

void bindBytes(SQLite::Statement& statement, int index, const std::optional<std::string>& bytes)
{
    if (bytes)
        bindBytes(statement, index, *bytes);
    else
        statement.bind(index);
}

void bindNumber(SQLite::Statement& statement, int index, std::optional<std::int64_t> number)
{
    if (number)
        statement.bind(index, *number);
    else
        statement.bind(index);
}

void bindTime(SQLite::Statement& statement, int index, std::optional<WallTime> time)
{
    bindNumber(statement, index, time ? std::optional(sinceEpoch(*time).count()) : std::nullopt);
}

void bindDuration(
    SQLite::Statement& statement, int index, std::optional<std::chrono::milliseconds> duration)
{
    bindNumber(
        statement, index, duration ? std::optional<std::int64_t>(duration->count()) : std::nullopt);
}

/// Twenty bytes instead of forty digits.
std::string rawToken(const Fingerprint& token)
{
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    const std::string hex = token.hex();
    std::string raw;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        raw += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
    return raw;
}

/// Only a damaged file gets there.
std::int64_t idAfter(std::int64_t last)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
    if (last > kMost)
        throw SQLite::Exception(trNoop("a number in it is none", "data"), SQLITE_CORRUPT);
    return last + 1;
}

/// Binds eight values from `first` on.
void bindState(SQLite::Statement& statement, int first, const IntervalState& state)
{
    bindTime(statement, first, state.lastSeen);
    bindTime(statement, first + 1, state.endedAt);
    bindNumber(statement, first + 2,
        state.end ? std::optional<std::int64_t>(static_cast<int>(*state.end)) : std::nullopt);
    bindTime(statement, first + 3, state.leaseUntil);
    bindDuration(statement, first + 4, state.held);
    statement.bind(first + 5, state.renewals);
    bindDuration(statement, first + 6, state.renewalInterval);
    bindTime(statement, first + 7, state.lastRenewed);
}

} // namespace

/// Each is reset before its next use.
struct Database::Statements {
    explicit Statements(const SQLite::Database& database)
        : findResource(database, "SELECT id FROM resources WHERE name = ?")
        , addResource(database, "INSERT INTO resources (name) VALUES (?)")
        , start(database, kStart)
        , resume(database, kResume)
        , state(database, kState)
        , redate(database, kRedate)
        , verdict(database, kVerdict)
        , master(
              database, "INSERT INTO master_changes (master, state, error, at) VALUES (?, ?, ?, ?)")
        , wait(database, kWait)
        , resumeWait(database, kResumeWait)
        , waitEnd(database, kWaitEnd)
        , stale(database, "INSERT OR REPLACE INTO stale_counts (at, stale) VALUES (?, ?)")
        , seenAt(database, "UPDATE recording SET seen_at = ?")
    { }

    SQLite::Statement findResource;
    SQLite::Statement addResource;
    SQLite::Statement start;
    SQLite::Statement resume;
    SQLite::Statement state;
    SQLite::Statement redate;
    SQLite::Statement verdict;
    SQLite::Statement master;
    SQLite::Statement wait;
    SQLite::Statement resumeWait;
    SQLite::Statement waitEnd;
    SQLite::Statement stale;
    SQLite::Statement seenAt;
};

Database::Database(const std::filesystem::path& file)
    : m_file(file)
    , m_database(file.string(), SQLite::OPEN_READWRITE, kBusyMilliseconds)
    , m_identity(fileIdentity(file))
{ }

Database::~Database() = default;

DatabaseResult<std::unique_ptr<Database>> Database::open(
    const std::filesystem::path& file, bool resumes)
{
    using Opened = std::unique_ptr<Database>;
    SchemaState state = SchemaState::Empty;
    auto opened = guarded(file, [&] {
        Opened database(new Database(file));
        database->m_resumes = resumes;
        state = schemaState(database->m_database);
        if (state == SchemaState::Newer || state == SchemaState::Foreign)
            return database;
        // Checked first, so that a damaged file stays unchanged.
        SQLite::Statement check(database->m_database, "PRAGMA quick_check(1)");
        if (!check.executeStep() || check.getColumn(0).getString() != "ok")
            throw SQLite::Exception(trNoop("its pages are damaged", "data"), SQLITE_CORRUPT);
        check.reset();
        // It can't be changed later.
        if (state == SchemaState::Empty)
            database->m_database.exec("PRAGMA auto_vacuum=INCREMENTAL");
        database->m_database.exec("PRAGMA journal_mode=WAL");
        // Survives a power failure, for one fsync per transaction.
        database->m_database.exec("PRAGMA synchronous=FULL");
        database->m_database.exec("PRAGMA journal_size_limit=16777216");
        // Enough for one write; more is not faster.
        database->m_database.exec("PRAGMA cache_size=-4096");
        migrate(database->m_database);
        database->m_statements = std::make_unique<Statements>(database->m_database);
        database->noteEndOfRecording();
        database->endOpenIntervals();
        database->endOpenWaits();
        return database;
    });
    if (opened && state == SchemaState::Newer)
        return tl::make_unexpected(refusal(file, ErrorClass::Unsupported,
            trNoop("was written by a newer version of Lockkeeper; it is left alone", "data")));
    if (opened && state == SchemaState::Foreign)
        return tl::make_unexpected(refusal(file, ErrorClass::Unsupported,
            trNoop("is a database of another program; it is left alone", "data")));
    return opened;
}

bool Database::isStillThere() const noexcept
{
    return m_identity && m_identity == fileIdentity(m_file);
}

/// Marks the last recording's end in the stale counts, so that the gap after it does not look
/// recorded.
void Database::noteEndOfRecording()
{
    m_database.exec("INSERT OR IGNORE INTO stale_counts (at, stale)"
                    " SELECT seen_at, "
        + std::to_string(kNotRecorded)
        + " FROM recording"
          " WHERE seen_at > (SELECT max(at) FROM stale_counts)");
}

void Database::endOpenIntervals()
{
    SQLite::Statement end(m_database,
        "UPDATE intervals SET ended_at = max(last_seen, (SELECT seen_at FROM recording)),"
        " last_seen = max(last_seen, (SELECT seen_at FROM recording)), ending = ?"
        " WHERE ended_at IS NULL");
    end.bind(1, static_cast<int>(End::Unknown));
    end.exec();
    SQLite::Statement seen(m_database, "SELECT seen_at FROM recording");
    if (seen.executeStep())
        m_watchedUntil = seen.getColumn(0).getInt64();
    SQLite::Statement last(m_database, "SELECT coalesce(max(id), 0) FROM intervals");
    if (last.executeStep())
        m_nextIntervalId = idAfter(last.getColumn(0).getInt64());
}

void Database::endOpenWaits()
{
    m_database.exec("UPDATE waits SET is_open = 0,"
                    " last_seen = max(last_seen, (SELECT seen_at FROM recording)) WHERE is_open");
    SQLite::Statement last(m_database, "SELECT coalesce(max(id), 0) FROM waits");
    if (last.executeStep())
        m_nextWaitId = idAfter(last.getColumn(0).getInt64());
}

DatabaseResult<void> Database::write(const Changes& changes, std::optional<WallTime> seenAt)
{
    return guarded(m_file, [&] {
        SQLite::Transaction transaction(m_database, SQLite::TransactionBehavior::IMMEDIATE);
        std::vector<std::int64_t> inserted; // in order, as ids only grow
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
        if (seenAt) {
            m_statements->seenAt.reset();
            m_statements->seenAt.bind(1, sinceEpoch(*seenAt).count());
            m_statements->seenAt.exec();
        }
        transaction.commit();
    });
}

Database::ResourceId Database::resourceId(const Resource& resource)
{
    SQLite::Statement& find = m_statements->findResource;
    find.reset();
    bindBytes(find, 1, resource.value());
    if (find.executeStep()) {
        const std::int64_t id = find.getColumn(0).getInt64();
        find.reset();
        return {id, false};
    }
    find.reset();
    SQLite::Statement& add = m_statements->addResource;
    add.reset();
    bindBytes(add, 1, resource.value());
    add.exec();
    return {m_database.getLastInsertRowid(), true};
}

/// False: it existed, and its state is not written.
bool Database::writeStart(const IntervalStart& start, const IntervalState& state)
{
    const auto [resource, isNew] = resourceId(start.resource);
    if (!isNew && !start.isStartSeen && resume(start, resource))
        return false;
    SQLite::Statement& insert = m_statements->start;
    insert.reset();
    const std::string token = rawToken(start.token);
    insert.bind(1, start.id);
    insert.bind(2, resource);
    bindBytes(insert, 3, token);
    bindBytes(insert, 4, start.format);
    bindBytes(insert, 5, start.holder.app);
    bindBytes(insert, 6, start.holder.host);
    bindNumber(insert, 7, start.holder.pid);
    bindBytes(insert, 8, start.holder.thread);
    bindBytes(insert, 9, start.holder.detail);
    bindTime(insert, 10, start.since);
    bindTime(insert, 11, start.firstSeen);
    insert.bind(12, start.isStartSeen ? 1 : 0);
    insert.bind(13, start.isHandOver ? 1 : 0);
    insert.bind(14, static_cast<int>(start.certainty));
    bindState(insert, kStateInStart, state);
    insert.exec();
    return true;
}

/// Only if it was open when watching ended: an earlier one had gone by then.
bool Database::resume(const IntervalStart& start, std::int64_t resource)
{
    if (!m_resumes)
        return false;
    SQLite::Statement& statement = m_statements->resume;
    statement.reset();
    const std::string token = rawToken(start.token);
    statement.bind(1, start.id);
    statement.bind(2, resource);
    bindBytes(statement, 3, token);
    statement.bind(4, static_cast<int>(End::Unknown));
    statement.bind(5, m_watchedUntil);
    return statement.exec() > 0;
}

void Database::writeState(std::int64_t id, const IntervalState& state)
{
    if (state.firstSeen) {
        SQLite::Statement& redate = m_statements->redate;
        redate.reset();
        bindTime(redate, 1, state.firstSeen);
        redate.bind(2, id);
        redate.exec();
    }
    SQLite::Statement& update = m_statements->state;
    update.reset();
    bindState(update, 1, state);
    update.bind(9, id);
    update.exec();
}

void Database::writeVerdict(const VerdictChange& change)
{
    SQLite::Statement& insert = m_statements->verdict;
    insert.reset();
    insert.bind(1, resourceId(change.resource).id);
    bindNumber(insert, 2,
        change.from ? std::optional<std::int64_t>(static_cast<int>(*change.from)) : std::nullopt);
    insert.bind(3, static_cast<int>(change.to));
    bindTime(insert, 4, change.at);
    insert.exec();
}

void Database::writeMaster(const MasterChange& change)
{
    SQLite::Statement& insert = m_statements->master;
    insert.reset();
    bindBytes(insert, 1, change.master.value());
    bindBytes(insert, 2, change.state);
    bindBytes(insert, 3, change.error);
    bindTime(insert, 4, change.at);
    insert.exec();
}

void Database::writeWaitStart(const WaitStart& start)
{
    const std::int64_t resource = resourceId(start.resource).id;
    if (!start.isStartSeen && resume(start, resource))
        return;
    SQLite::Statement& insert = m_statements->wait;
    insert.reset();
    insert.bind(1, start.id);
    insert.bind(2, resource);
    bindBytes(insert, 3, start.waitId);
    bindBytes(insert, 4, start.waiter.app);
    bindBytes(insert, 5, start.waiter.host);
    bindNumber(insert, 6, start.waiter.pid);
    bindTime(insert, 7, start.from);
    bindTime(insert, 8, start.lastSeen);
    insert.exec();
}

/// Only if it was open when watching ended.
bool Database::resume(const WaitStart& start, std::int64_t resource)
{
    if (!m_resumes)
        return false;
    SQLite::Statement& statement = m_statements->resumeWait;
    statement.reset();
    statement.bind(1, start.id);
    statement.bind(2, resource);
    bindBytes(statement, 3, start.waitId);
    return statement.exec() > 0;
}

void Database::writeWaitEnd(const WaitEnd& end)
{
    SQLite::Statement& update = m_statements->waitEnd;
    update.reset();
    bindTime(update, 1, end.lastSeen);
    bindTime(update, 2, end.isSeen ? std::optional(end.lastSeen) : std::nullopt);
    update.bind(3, end.id);
    update.exec();
}

void Database::writeStale(const StaleCount& count)
{
    SQLite::Statement& insert = m_statements->stale;
    insert.reset();
    bindTime(insert, 1, count.at);
    insert.bind(2, static_cast<std::int64_t>(count.locks));
    insert.exec();
}

} // namespace lockkeeper::history
