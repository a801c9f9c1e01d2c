// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/sql.h"
#include "core/text/hex.h"
#include "core/text/number.h"
#include "core/text/translate.h"

#include <absl/strings/str_replace.h>
#include <array>
#include <charconv>
#include <condition_variable>
#include <libpq-fe.h>
#include <map>
#include <mutex>
#include <pqxx/pqxx>
#include <stop_token>
#include <sys/socket.h>
#include <thread>
#include <vector>

namespace lockkeeper::history {
namespace {

using namespace std::chrono_literals;

/// A leader silent for so long may be replaced.
constexpr auto kLead = 10s;
constexpr auto kReportInterval = 3s;
constexpr auto kPatience = 60s;
constexpr const char* kConnectSeconds = "10";
/// Rows read at a time, to bound memory.
constexpr int kFetched = 20'000;
constexpr std::size_t kMostPending = 1U << 20U;

/// Where PostgreSQL differs from SQLite.
const std::array<std::pair<absl::string_view, absl::string_view>, 3> kDialect{{
    {" INDEXED BY intervals_in_time", ""},
    {" INDEXED BY hold_times", ""},
    {kTombstones,
        R"('\x6c6b312d7265766f6b6564'::bytea, '\x6c6b312d7265766f6b65642d68617368'::bytea)"},
}};

// As SQLite's version 6. `lead_until`, `epoch`: who records. `batch`: counts transactions.
constexpr const char* kPostgresVersion1 = R"(
CREATE FUNCTION max(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  'SELECT CASE WHEN a >= b THEN a WHEN a < b THEN b END';
CREATE FUNCTION min(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  'SELECT CASE WHEN a <= b THEN a WHEN a > b THEN b END';
CREATE TABLE resources (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name BYTEA NOT NULL);
CREATE UNIQUE INDEX resources_by_name ON resources (name);
CREATE TABLE intervals (
  id BIGINT PRIMARY KEY,
  resource_id BIGINT NOT NULL,
  token BYTEA NOT NULL,
  format BYTEA, app BYTEA, host BYTEA, pid BIGINT, thread BYTEA, detail BYTEA,
  since BIGINT,
  first_seen BIGINT NOT NULL,
  last_seen BIGINT NOT NULL,
  ended_at BIGINT,
  ending BIGINT,
  held BIGINT,
  is_start_seen BOOLEAN NOT NULL,
  is_hand_over BOOLEAN NOT NULL,
  earlier_renewals BIGINT NOT NULL DEFAULT 0,
  renewals BIGINT NOT NULL DEFAULT 0,
  renewal_interval BIGINT,
  last_renewed BIGINT,
  certainty BIGINT,
  lease_until BIGINT);
CREATE INDEX intervals_in_time ON intervals (resource_id, first_seen)
  INCLUDE (ended_at, ending, is_start_seen, is_hand_over, lease_until, id);
CREATE INDEX intervals_by_start ON intervals (first_seen);
CREATE INDEX hold_times ON intervals (resource_id, held) WHERE held IS NOT NULL;
CREATE INDEX open_intervals ON intervals (id) WHERE ended_at IS NULL;
CREATE INDEX tombstones ON intervals (resource_id, first_seen)
  WHERE format IN ('\x6c6b312d7265766f6b6564'::bytea,
    '\x6c6b312d7265766f6b65642d68617368'::bytea);
CREATE TABLE verdict_changes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, resource_id BIGINT NOT NULL,
  from_verdict BIGINT, to_verdict BIGINT NOT NULL, at BIGINT NOT NULL);
CREATE INDEX verdicts_of_resource ON verdict_changes (resource_id, at);
CREATE TABLE master_changes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, master BYTEA NOT NULL, state BYTEA NOT NULL,
  error BYTEA NOT NULL, at BIGINT NOT NULL);
CREATE TABLE waits (
  id BIGINT PRIMARY KEY,
  resource_id BIGINT NOT NULL,
  wait_id BYTEA NOT NULL,
  app BYTEA, host BYTEA, pid BIGINT,
  started_at BIGINT NOT NULL,
  last_seen BIGINT NOT NULL,
  ended_at BIGINT,
  is_open BOOLEAN NOT NULL);
CREATE INDEX waits_of_resource ON waits (resource_id, started_at);
CREATE INDEX waits_in_time ON waits (started_at);
CREATE INDEX open_waits ON waits (id) WHERE is_open;
CREATE TABLE stale_counts (at BIGINT PRIMARY KEY, stale BIGINT NOT NULL);
CREATE TABLE recording (
  id BIGINT PRIMARY KEY CHECK (id = 1), seen_at BIGINT NOT NULL,
  epoch BIGINT NOT NULL, lead_until BIGINT NOT NULL, batch BIGINT NOT NULL);
INSERT INTO recording VALUES (1, 0, 0, 0, 0);
CREATE TABLE lockkeeper_history (version BIGINT NOT NULL);
INSERT INTO lockkeeper_history VALUES (0);
)";

/// One per version. Only append.
constexpr std::array kPostgresSteps{kPostgresVersion1};
constexpr auto kPostgresVersion = static_cast<std::int64_t>(kPostgresSteps.size());

constexpr const char* kNow = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

std::string leadUntil()
{
    return std::string(kNow) + " + "
        + std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(kLead).count());
}

/// Breaks a silent server's connection: libpq would wait for ever.
class Watchdog {
public:
    Watchdog()
        : m_thread([this](const std::stop_token& stop) { run(stop); })
    { }
    void watch(int socket)
    {
        const std::lock_guard guard(m_mutex);
        m_socket = socket;
        m_until = BootClock::now() + kPatience;
        m_wake.notify_one();
    }
    void calm()
    {
        const std::lock_guard guard(m_mutex);
        m_socket = -1;
    }

private:
    void run(const std::stop_token& stop)
    {
        std::unique_lock guard(m_mutex);
        while (!stop.stop_requested()) {
            if (m_socket < 0)
                m_wake.wait(guard, stop, [this] { return m_socket >= 0; });
            else if (BootClock::now() >= m_until)
                (void)::shutdown(std::exchange(m_socket, -1), SHUT_RDWR);
            else
                m_wake.wait_for(guard, stop, m_until - BootClock::now(), [] { return false; });
        }
    }

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    int m_socket = -1;
    SteadyTime m_until{};
    std::jthread m_thread;
};

/// In libpq's form. Errors never quote values.
std::string connectionText(const config::HistoryServer& server)
{
    std::map<std::string, std::string> values{{"connect_timeout", kConnectSeconds},
        {"application_name", "lockkeeper"}, {"tcp_user_timeout", "30000"}};
    const std::unique_ptr<::PQconninfoOption, decltype(&::PQconninfoFree)> parsed(
        ::PQconninfoParse(server.url.c_str(), nullptr), &::PQconninfoFree);
    if (!parsed)
        throw SqlError(SqlError::Kind::Other, trNoop("this is no URL of PostgreSQL's", "data"));
    for (const ::PQconninfoOption* option = parsed.get(); option->keyword != nullptr; ++option) {
        if (option->val != nullptr)
            values[option->keyword] = option->val;
    }
    if (!server.password.isEmpty())
        values["password"] = server.password.reveal();
    std::string text;
    for (const auto& [key, value] : values)
        text.append(key)
            .append("='")
            .append(absl::StrReplaceAll(value, {{"\\", "\\\\"}, {"'", "\\'"}}))
            .append("' ");
    return text;
}

/// Statements sent together. Rows of one table become one statement, read twice as fast.
class Pending {
public:
    [[nodiscard]] std::size_t size() const noexcept { return m_text.size(); }
    void add(std::string_view statement)
    {
        constexpr std::string_view kValues = " VALUES ";
        const std::size_t values = statement.find(kValues);
        const bool isRow = values != std::string_view::npos && statement.ends_with(')');
        const std::string_view head = statement.substr(0, isRow ? values : 0);
        if (isRow && head == m_head) {
            m_text.append(",").append(statement.substr(values + kValues.size()));
        } else {
            m_text.append(m_text.empty() ? "" : ";").append(statement);
            m_head = head;
        }
    }
    [[nodiscard]] std::string take()
    {
        m_head.clear();
        return std::exchange(m_text, {});
    }

private:
    std::string m_text;
    std::string m_head; ///< of the last statement, if of rows
};

std::string firstLine(std::string_view text)
{
    return std::string(text.substr(0, text.find('\n')));
}

/// Older versions of libpqxx reconnect on their own, as another session; newer ones deprecate the
/// call.
template <class Connection> void stayBroken(Connection& connection)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    if constexpr (requires { connection.inhibit_reactivation(true); })
        connection.inhibit_reactivation(true);
#pragma GCC diagnostic pop
}

class Postgres;

class PostgresStatement final : public SqlStatement {
public:
    PostgresStatement(Postgres& sql, const std::string& text);
    PostgresStatement(const PostgresStatement&) = delete;
    PostgresStatement& operator=(const PostgresStatement&) = delete;
    ~PostgresStatement() override { reset(); }

    void reset() override;
    void bind(int index, std::int64_t value) override
    {
        set(index, value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value));
    }
    void bindFlag(int index, bool value) override { set(index, value ? "TRUE" : "FALSE"); }
    void bindBytes(int index, std::string_view bytes) override
    {
        set(index, "'\\x" + hex(bytes) + "'::bytea");
    }
    void bindNull(int index) override { set(index, "NULL"); }
    bool next() override;
    std::int64_t exec() override;
    void run() override;
    [[nodiscard]] bool isNull(int column) const override { return field(column).is_null(); }
    [[nodiscard]] std::int64_t number(int column) const override;
    [[nodiscard]] std::string bytes(int column) const override;

private:
    void set(int index, std::string value)
    {
        m_values.resize(std::max(m_values.size(), static_cast<std::size_t>(index)));
        m_values[static_cast<std::size_t>(index) - 1] = std::move(value);
    }
    [[nodiscard]] std::string text() const;
    [[nodiscard]] pqxx::field field(int column) const
    {
        return m_rows[static_cast<pqxx::result::size_type>(m_row)][column];
    }

    Postgres& m_sql;
    std::vector<std::string> m_pieces;
    std::vector<std::size_t> m_parameters;
    std::vector<std::string> m_values;
    bool m_isSelect;
    std::string m_cursor;
    bool m_isExecuted = false;
    pqxx::result m_rows;
    std::int64_t m_row = -1;
};

/// `recording.epoch` is a fence: a recorder's transaction changes its row only while the epoch is
/// its own.
class Postgres final : public Sql {
public:
    Postgres(const Place& place, SqlAccess access)
        : m_place(place)
        , m_isRecorder(access == SqlAccess::Record)
    {
        connect();
    }
    Postgres(const Postgres&) = delete;
    Postgres& operator=(const Postgres&) = delete;
    ~Postgres() override;

    std::unique_ptr<SqlStatement> prepare(const std::string& text) override
    {
        return std::make_unique<PostgresStatement>(*this, text);
    }
    void exec(const std::string& text) override { (void)send(text); }
    void begin() override;
    void commit() override;
    void rollback() noexcept override;
    void beginReading() noexcept override { openTransaction(); }
    void endReading() noexcept override { closeTransaction(""); }

    SchemaState schemaState() override;
    void prepareToWrite() override;
    bool restore() override;
    void keepLead() override
    {
        if (BootClock::now() - m_reported < kReportInterval)
            return;
        Transaction transaction(*this);
        transaction.commit();
    }
    std::int64_t version() override { return numberOf("SELECT batch FROM recording"); }
    std::uint64_t usedBytes() override { return 0; } // its owner's concern
    bool shrink(bool /*isLast*/) override { return false; } // autovacuum does it
    [[nodiscard]] bool isStillThere() const noexcept override
    {
        return m_isRecorder || (m_connection && m_connection->is_open());
    }

    /// With deferred statements.
    pqxx::result send(const std::string& text);
    void sendLater(const std::string& text);
    /// Rows by FETCH, until closeCursor().
    pqxx::result openCursor(const std::string& name, const std::string& select);
    void closeCursor(const std::string& name) noexcept { closeTransaction("CLOSE " + name); }
    [[nodiscard]] bool isRecorder() const noexcept { return m_isRecorder; }
    [[nodiscard]] std::string cursorName() { return "c" + std::to_string(++m_cursorNumber); }

private:
    void connect();
    void openTransaction()
    {
        if (m_readings++ == 0)
            sendLater("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    }
    /// `last`: sent only if other readings go on; does not wait for the server.
    void closeTransaction(const std::string& last) noexcept;
    void migrate();
    [[noreturn]] void failSuperseded()
    {
        m_epoch = 0;
        throw SqlError(
            SqlError::Kind::Superseded, trNoop("another process records by now", "data"));
    }
    std::int64_t numberOf(const std::string& select)
    {
        const auto statement = prepare(select);
        return statement->next() ? statement->number(0) : 0;
    }
    [[nodiscard]] std::string quotedSchema() const { return "\"" + m_place.schema + "\""; }

    const Place m_place;
    const bool m_isRecorder;
    Watchdog m_watchdog;
    std::unique_ptr<pqxx::connection> m_connection;
    std::unique_ptr<pqxx::quiet_errorhandler> m_silence;
    std::unique_ptr<pqxx::nontransaction> m_session;
    Pending m_pending;
    int m_readings = 0; ///< in one transaction
    std::uint64_t m_cursorNumber = 0;
    std::int64_t m_epoch = 0; ///< 0: does not lead
    std::int64_t m_batch = 0;
    SteadyTime m_reported{};
};

PostgresStatement::PostgresStatement(Postgres& sql, const std::string& text)
    : m_sql(sql)
    , m_isSelect(text.starts_with("SELECT"))
{
    const std::string translated = absl::StrReplaceAll(text, kDialect);
    std::size_t from = 0;
    std::size_t count = 0;
    for (std::size_t at = 0; (at = translated.find('?', from)) != std::string::npos;) {
        m_pieces.push_back(translated.substr(from, at - from));
        std::size_t number = ++count;
        const char* const end = translated.data() + translated.size();
        const auto read = std::from_chars(translated.data() + at + 1, end, number);
        m_parameters.push_back(number);
        from = static_cast<std::size_t>(read.ptr - translated.data());
    }
    m_pieces.push_back(translated.substr(from));
}

std::string PostgresStatement::text() const
{
    std::string text;
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        text.append(m_pieces[i]).append(m_values.at(m_parameters[i] - 1));
    return text.append(m_pieces.back());
}

void PostgresStatement::reset()
{
    if (!m_cursor.empty())
        m_sql.closeCursor(std::exchange(m_cursor, {}));
    m_isExecuted = false;
    m_rows = {};
    m_row = -1;
}

bool PostgresStatement::next()
{
    if (!std::exchange(m_isExecuted, true)) {
        if (m_isSelect && !m_sql.isRecorder()) {
            m_cursor = m_sql.cursorName();
            m_rows = m_sql.openCursor(m_cursor, text());
        } else {
            m_rows = m_sql.send(text());
        }
    } else if (!m_cursor.empty() && m_row + 1 == kFetched) {
        m_rows = m_sql.send("FETCH " + std::to_string(kFetched) + " FROM " + m_cursor);
        m_row = -1;
    }
    const bool isThere = m_row + 1 < static_cast<std::int64_t>(m_rows.size());
    if (isThere)
        ++m_row;
    else if (!m_cursor.empty())
        m_sql.closeCursor(std::exchange(m_cursor, {}));
    return isThere;
}

std::int64_t PostgresStatement::exec()
{
    return static_cast<std::int64_t>(m_sql.send(text()).affected_rows());
}

void PostgresStatement::run()
{
    m_sql.sendLater(text());
}

std::int64_t PostgresStatement::number(int column) const
{
    const pqxx::field value = field(column);
    const std::string_view text(value.c_str(), value.size());
    if (text == "t")
        return 1;
    return numberIn<std::int64_t>(text).value_or(0);
}

std::string PostgresStatement::bytes(int column) const
{
    const pqxx::field value = field(column);
    const std::string_view text(value.c_str(), value.size());
    if (!text.starts_with("\\x"))
        return std::string(text);
    std::string bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t at = 2; at < text.size(); at += 2)
        bytes += hexByte(text.substr(at)).value_or('\0');
    return bytes;
}

Postgres::~Postgres()
{
    try {
        // The next recorder need not wait.
        if (m_epoch != 0 && m_session)
            (void)send(
                "UPDATE recording SET lead_until = 0 WHERE epoch = " + std::to_string(m_epoch));
    } catch (const std::exception&) { // then it waits
    }
}

void Postgres::connect()
{
    m_session.reset();
    m_silence.reset();
    m_connection.reset();
    m_pending = {};
    m_readings = 0;
    const std::string text = connectionText(m_place.server);
    try {
        m_connection = std::make_unique<pqxx::connection>(text);
        m_silence = std::make_unique<pqxx::quiet_errorhandler>(*m_connection);
        stayBroken(*m_connection);
        m_session = std::make_unique<pqxx::nontransaction>(*m_connection);
    } catch (const std::exception& failure) {
        throw SqlError(SqlError::Kind::Lost, firstLine(failure.what()));
    }
    // An acknowledged commit is on disk, whatever the user's default.
    (void)send("SET search_path TO " + quotedSchema()
        + "; SET standard_conforming_strings = on; SET bytea_output = hex;"
          " SET client_min_messages = warning; SET cursor_tuple_fraction = 1;"
          " SET idle_in_transaction_session_timeout = '10s';"
          " SELECT set_config('synchronous_commit', 'on', FALSE)"
          " WHERE current_setting('synchronous_commit') = 'off'");
}

pqxx::result Postgres::send(const std::string& text)
{
    std::string all = m_pending.take();
    all.append(all.empty() ? "" : ";").append(text);
    if (!m_session)
        throw SqlError(SqlError::Kind::Lost, trNoop("the connection is broken", "data"));
    try {
        m_watchdog.watch(m_connection->sock());
        pqxx::result result = m_session->exec(all);
        m_watchdog.calm();
        return result;
    } catch (const pqxx::sql_error& failure) {
        m_watchdog.calm();
        const std::string& state = failure.sqlstate();
        const bool isGone = state == "42P01" || state == "3F000"; // no such table, no such schema
        // 57P01 to 57P03: the server shuts down.
        const bool isLost = !m_connection->is_open() || state.starts_with("57P");
        throw SqlError(isLost ? SqlError::Kind::Lost
                : isGone      ? SqlError::Kind::Damaged
                              : SqlError::Kind::Other,
            firstLine(failure.what()));
    } catch (const std::exception& failure) {
        m_watchdog.calm();
        throw SqlError(SqlError::Kind::Lost, firstLine(failure.what()));
    }
}

void Postgres::sendLater(const std::string& text)
{
    m_pending.add(text);
    if (m_pending.size() > kMostPending)
        (void)send("SELECT 1");
}

pqxx::result Postgres::openCursor(const std::string& name, const std::string& select)
{
    openTransaction();
    return send("DECLARE " + name + " NO SCROLL CURSOR FOR " + select + ";FETCH "
        + std::to_string(kFetched) + " FROM " + name);
}

void Postgres::closeTransaction(const std::string& last) noexcept
{
    try {
        if (--m_readings == 0)
            (void)send("COMMIT");
        else if (!last.empty())
            sendLater(last);
    } catch (const std::exception&) { // the connection is broken, or the transaction aborted
    }
}

void Postgres::begin()
{
    const pqxx::result led = send("BEGIN; UPDATE recording SET batch = batch + 1, lead_until = "
        + leadUntil() + " WHERE epoch = " + std::to_string(m_epoch) + " RETURNING batch");
    if (led.empty()) {
        rollback();
        failSuperseded();
    }
    m_batch = led[0][0].as<std::int64_t>();
}

void Postgres::commit()
{
    (void)send("COMMIT");
    m_reported = BootClock::now();
}

void Postgres::rollback() noexcept
{
    m_pending = {};
    try {
        (void)send("ROLLBACK");
    } catch (const std::exception&) { // broken: the server rolls back
    }
}

SchemaState Postgres::schemaState()
{
    const pqxx::result found = send("SELECT to_regclass('" + quotedSchema()
        + ".lockkeeper_history') IS NOT NULL, EXISTS (SELECT 1 FROM pg_class JOIN pg_namespace ON"
          " pg_namespace.oid = relnamespace WHERE nspname = '"
        + m_place.schema + "')");
    if (!found[0][0].as<bool>())
        return found[0][1].as<bool>() ? SchemaState::Foreign : SchemaState::Empty;
    const auto version = send("SELECT version FROM lockkeeper_history")[0][0].as<std::int64_t>();
    if (version == kPostgresVersion)
        return SchemaState::Current;
    return version > kPostgresVersion ? SchemaState::Newer : SchemaState::Old;
}

void Postgres::migrate()
{
    (void)send(
        "BEGIN; SELECT pg_advisory_xact_lock(hashtext('lockkeeper " + m_place.schema + "'))");
    const bool isEmpty = schemaState() == SchemaState::Empty;
    if (isEmpty)
        (void)send("CREATE SCHEMA IF NOT EXISTS " + quotedSchema());
    const std::int64_t before
        = isEmpty ? 0 : send("SELECT version FROM lockkeeper_history")[0][0].as<std::int64_t>();
    for (std::int64_t version = before; version < kPostgresVersion; ++version) {
        (void)send(kPostgresSteps[static_cast<std::size_t>(version)]);
        (void)send("UPDATE lockkeeper_history SET version = " + std::to_string(version + 1));
    }
    (void)send("COMMIT");
}

void Postgres::prepareToWrite()
{
    if (schemaState() != SchemaState::Current)
        migrate();
    const pqxx::result taken = send("UPDATE recording SET epoch = epoch + 1, lead_until = "
        + leadUntil() + " WHERE lead_until < " + kNow + " RETURNING epoch");
    if (taken.empty())
        throw SqlError(SqlError::Kind::Superseded, trNoop("another process records", "data"));
    m_epoch = taken[0][0].as<std::int64_t>();
}

bool Postgres::restore()
{
    connect();
    // Waits for a transaction whose broken connection the server has not noticed.
    const pqxx::result now = send("SELECT epoch, batch FROM recording FOR UPDATE");
    if (now.empty() || now[0][0].as<std::int64_t>() != m_epoch)
        failSuperseded();
    return now[0][1].as<std::int64_t>() == m_batch;
}

} // namespace

std::unique_ptr<Sql> openPostgres(const Place& place, SqlAccess access)
{
    return std::make_unique<Postgres>(place, access);
}

} // namespace lockkeeper::history
