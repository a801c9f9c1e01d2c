// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/sql.h"
#include "core/text/translate.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <array>
#include <sqlite3.h>
#include <sys/stat.h>
#include <utility>

namespace lockkeeper::history {
namespace {

constexpr int kBusyMilliseconds = 5000;
/// "LKhi"
constexpr int kApplicationId = 0x4c4b6869;

// `token`: SHA-1 of the value. `ending`: End. `verdict`: observe::Verdict, null if unknown.
constexpr const char* kVersion1 = R"(
CREATE TABLE resources (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
CREATE TABLE intervals (
  id INTEGER PRIMARY KEY,
  resource_id INTEGER NOT NULL,
  token BLOB NOT NULL,
  format BLOB, app BLOB, host BLOB, pid INTEGER, thread BLOB, detail BLOB,
  since INTEGER,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  ended_at INTEGER,
  ending INTEGER,
  held INTEGER,
  is_start_seen INTEGER NOT NULL,
  is_hand_over INTEGER NOT NULL,
  earlier_renewals INTEGER NOT NULL DEFAULT 0,
  renewals INTEGER NOT NULL DEFAULT 0,
  renewal_interval INTEGER,
  last_renewed INTEGER);
CREATE INDEX intervals_of_resource ON intervals (resource_id, first_seen);
CREATE INDEX hold_times ON intervals (resource_id, held) WHERE held IS NOT NULL;
CREATE INDEX open_intervals ON intervals (id) WHERE ended_at IS NULL;
CREATE TABLE verdict_changes (
  id INTEGER PRIMARY KEY, resource_id INTEGER NOT NULL, from_verdict INTEGER,
  to_verdict INTEGER NOT NULL, at INTEGER NOT NULL);
CREATE INDEX verdicts_of_resource ON verdict_changes (resource_id, at);
CREATE TABLE master_changes (
  id INTEGER PRIMARY KEY, master BLOB NOT NULL, state BLOB NOT NULL, error BLOB NOT NULL,
  at INTEGER NOT NULL);
CREATE TABLE recording (id INTEGER PRIMARY KEY CHECK (id = 1), seen_at INTEGER NOT NULL);
INSERT INTO recording VALUES (1, 0);
)";

constexpr const char* kVersion2 = "ALTER TABLE intervals ADD COLUMN certainty INTEGER;";

// The index covers pictures: ten times as fast as the table. A wait neither open nor with
// `ended_at` ended unseen.
constexpr const char* kVersion3 = R"(
DROP INDEX intervals_of_resource;
CREATE INDEX intervals_in_time ON intervals (
  resource_id, first_seen, ended_at, ending, is_start_seen, is_hand_over);
CREATE TABLE waits (
  id INTEGER PRIMARY KEY,
  resource_id INTEGER NOT NULL,
  wait_id BLOB NOT NULL,
  app BLOB, host BLOB, pid INTEGER,
  started_at INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  ended_at INTEGER,
  is_open INTEGER NOT NULL);
CREATE INDEX waits_of_resource ON waits (resource_id, started_at);
CREATE INDEX waits_in_time ON waits (started_at);
CREATE INDEX open_waits ON waits (id) WHERE is_open;
)";

// `stale` holds until the next row, at most StaleTally::kLongest. Negative: not recorded until
// then.
constexpr const char* kVersion4
    = "CREATE TABLE stale_counts (at INTEGER PRIMARY KEY, stale INTEGER NOT NULL);";

// When a lost lease would have ended: others may overlap it.
constexpr const char* kVersion5 = R"(
ALTER TABLE intervals ADD COLUMN lease_until INTEGER;
DROP INDEX intervals_in_time;
CREATE INDEX intervals_in_time ON intervals (
  resource_id, first_seen, ended_at, ending, is_start_seen, is_hand_over, lease_until);
)";

// Tombstones (`lk1-revoked`, `lk1-revoked-hash`) are no holds.
constexpr const char* kVersion6 = R"(
CREATE INDEX tombstones ON intervals (resource_id, first_seen)
  WHERE format IN (x'6c6b312d7265766f6b6564',
    x'6c6b312d7265766f6b65642d68617368');
)";

/// One per version. Only append.
constexpr std::array kSteps{kVersion1, kVersion2, kVersion3, kVersion4, kVersion5, kVersion6};
constexpr int kVersion = static_cast<int>(kSteps.size());

struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

std::optional<FileIdentity> fileIdentity(const std::filesystem::path& file) noexcept
{
    struct ::stat info { };
    if (::stat(file.c_str(), &info) != 0)
        return std::nullopt;
    return FileIdentity{info.st_dev, info.st_ino};
}

SqlError errorOf(const SQLite::Exception& exception)
{
    const int code = exception.getErrorCode() & 0xff;
    const bool isDamaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    return {isDamaged ? SqlError::Kind::Damaged : SqlError::Kind::Other, exception.what()};
}

template <class Work> auto translated(Work work) -> decltype(work())
{
    try {
        return work();
    } catch (const SQLite::Exception& exception) {
        throw errorOf(exception);
    }
}

/// Without SQLite::Column's reference counts, for millions of values.
class SqliteStatement final : public SqlStatement {
public:
    SqliteStatement(::sqlite3* database, const std::string& sql)
        : m_database(database)
    {
        check(::sqlite3_prepare_v2(database, sql.c_str(), -1, &m_statement, nullptr));
    }
    SqliteStatement(const SqliteStatement&) = delete;
    SqliteStatement& operator=(const SqliteStatement&) = delete;
    ~SqliteStatement() override { ::sqlite3_finalize(m_statement); }

    void reset() override { ::sqlite3_reset(m_statement); } // repeats the last step's error
    void bind(int index, std::int64_t value) override
    {
        check(::sqlite3_bind_int64(m_statement, index, value));
    }
    void bindFlag(int index, bool value) override { bind(index, value ? 1 : 0); }
    void bindBytes(int index, std::string_view bytes) override
    {
        // A null pointer binds null.
        check(::sqlite3_bind_blob(m_statement, index, bytes.empty() ? "" : bytes.data(),
            static_cast<int>(bytes.size()), SQLITE_TRANSIENT));
    }
    void bindNull(int index) override { check(::sqlite3_bind_null(m_statement, index)); }
    bool next() override
    {
        const int code = ::sqlite3_step(m_statement);
        if (code != SQLITE_ROW && code != SQLITE_DONE)
            check(code);
        return code == SQLITE_ROW;
    }
    std::int64_t exec() override
    {
        while (next()) { }
        const std::int64_t changed = ::sqlite3_changes(m_database);
        reset();
        return changed;
    }
    [[nodiscard]] bool isNull(int column) const override
    {
        return ::sqlite3_column_type(m_statement, column) == SQLITE_NULL;
    }
    [[nodiscard]] std::int64_t number(int column) const override
    {
        return ::sqlite3_column_int64(m_statement, column);
    }
    [[nodiscard]] std::string bytes(int column) const override
    {
        const void* data = ::sqlite3_column_blob(m_statement, column);
        const int size = ::sqlite3_column_bytes(m_statement, column);
        return size == 0
            ? std::string()
            : std::string(static_cast<const char*>(data), static_cast<std::size_t>(size));
    }

private:
    void check(int code) const
    {
        if (code != SQLITE_OK)
            throw errorOf(SQLite::Exception(m_database, code));
    }

    ::sqlite3* m_database;
    ::sqlite3_stmt* m_statement = nullptr;
};

class Sqlite final : public Sql {
public:
    Sqlite(const std::filesystem::path& file, SqlAccess access)
        : m_file(file)
        , m_database(file.string(),
              access == SqlAccess::Read ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE,
              kBusyMilliseconds)
        , m_identity(fileIdentity(file))
    { }

    std::unique_ptr<SqlStatement> prepare(const std::string& text) override
    {
        return std::make_unique<SqliteStatement>(m_database.getHandle(), text);
    }
    void exec(const std::string& text) override
    {
        translated([&] { m_database.exec(text); });
    }
    void begin() override { exec("BEGIN IMMEDIATE"); }
    void commit() override { exec("COMMIT"); }
    void rollback() noexcept override { (void)m_database.tryExec("ROLLBACK"); }
    void beginReading() noexcept override { (void)m_database.tryExec("BEGIN"); }
    void endReading() noexcept override { (void)m_database.tryExec("COMMIT"); }

    SchemaState schemaState() override
    {
        const std::int64_t application = pragma("application_id");
        const std::int64_t version = pragma("user_version");
        if (application == kApplicationId && version > 0) {
            if (version == kVersion)
                return SchemaState::Current;
            return version > kVersion ? SchemaState::Newer : SchemaState::Old;
        }
        const bool isEmpty = application == 0 && version == 0
            && !prepare("SELECT 1 FROM sqlite_master LIMIT 1")->next();
        return isEmpty ? SchemaState::Empty : SchemaState::Foreign;
    }
    void prepareToWrite() override
    {
        // First: a damaged file stays unchanged.
        const auto check = prepare("PRAGMA quick_check(1)");
        if (!check->next() || check->bytes(0) != "ok")
            throw SqlError(SqlError::Kind::Damaged, trNoop("its pages are damaged", "data"));
        check->reset();
        // It can't be changed later.
        if (schemaState() == SchemaState::Empty)
            exec("PRAGMA auto_vacuum=INCREMENTAL");
        exec("PRAGMA journal_mode=WAL");
        // Survives a power failure, for one fsync per transaction.
        exec("PRAGMA synchronous=FULL");
        exec("PRAGMA journal_size_limit=16777216");
        // Enough for a write; more is not faster.
        exec("PRAGMA cache_size=-4096");
        for (std::int64_t version = pragma("user_version"); version < kVersion; ++version) {
            Transaction transaction(*this);
            exec(kSteps[static_cast<std::size_t>(version)]);
            exec("PRAGMA application_id=" + std::to_string(kApplicationId));
            exec("PRAGMA user_version=" + std::to_string(version + 1));
            transaction.commit();
        }
    }
    std::int64_t version() override { return pragma("data_version"); }
    std::uint64_t usedBytes() override
    {
        const std::int64_t pages = pragma("page_count") - pragma("freelist_count");
        return static_cast<std::uint64_t>(pages * pragma("page_size"));
    }
    bool shrink(bool isLast) override
    {
        bool isMore = false;
        if (pragma("freelist_count") > 0) {
            exec("PRAGMA incremental_vacuum(2000)");
            isMore = pragma("freelist_count") > 0;
            m_isShorter = true;
        }
        // Only this shortens the file. Fails while somebody reads.
        if (isLast && !isMore && std::exchange(m_isShorter, false))
            exec("PRAGMA wal_checkpoint(TRUNCATE)");
        return isMore;
    }
    [[nodiscard]] bool isStillThere() const noexcept override
    {
        return m_identity && m_identity == fileIdentity(m_file);
    }

private:
    std::int64_t pragma(const char* name)
    {
        const auto query = prepare(std::string("PRAGMA ").append(name));
        return query->next() ? query->number(0) : 0;
    }

    std::filesystem::path m_file;
    SQLite::Database m_database;
    const std::optional<FileIdentity> m_identity;
    bool m_isShorter = false; ///< in the log, not yet in the file
};

} // namespace

std::unique_ptr<Sql> openSqlite(const std::filesystem::path& file, SqlAccess access)
{
    return translated([&] { return std::make_unique<Sqlite>(file, access); });
}

} // namespace lockkeeper::history
