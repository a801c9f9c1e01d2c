// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/schema.h"

#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <limits>
#include <sqlite3.h>
#include <sys/stat.h>

namespace lockkeeper::history {
namespace {

/// "LKhi" in the file's header.
constexpr int kApplicationId = 0x4c4b6869;

// Times in milliseconds since the Unix epoch. `token`: SHA-1 of the value. `ending`: End.
// `verdict`: observe::Verdict, null if unknown.
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

// The index covers what pictures need: ten times as fast as the table. A wait without `ended_at`
// has no seen end, unless open.
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

// `stale` holds until the next row, or StaleTally::kLongest. Negative: not recorded until the next
// row.
constexpr const char* kVersion4
    = "CREATE TABLE stale_counts (at INTEGER PRIMARY KEY, stale INTEGER NOT NULL);";

// When a lost lease would have ended: another one may overlap it.
constexpr const char* kVersion5 = R"(
ALTER TABLE intervals ADD COLUMN lease_until INTEGER;
DROP INDEX intervals_in_time;
CREATE INDEX intervals_in_time ON intervals (
  resource_id, first_seen, ended_at, ending, is_start_seen, is_hand_over, lease_until);
)";

// Tombstones (`lk1-revoked`, `lk1-revoked-hash`): nobody holds a lock by them.
constexpr const char* kVersion6 = R"(
CREATE INDEX tombstones ON intervals (resource_id, first_seen)
  WHERE format IN (x'6c6b312d7265766f6b6564',
    x'6c6b312d7265766f6b65642d68617368');
)";

/// One step per version. Only ever extended.
constexpr std::array kSteps{kVersion1, kVersion2, kVersion3, kVersion4, kVersion5, kVersion6};
constexpr int kVersion = static_cast<int>(kSteps.size());

} // namespace

std::optional<FileIdentity> fileIdentity(const std::filesystem::path& file) noexcept
{
    struct ::stat info { };
    if (::stat(file.c_str(), &info) != 0)
        return std::nullopt;
    return FileIdentity{info.st_dev, info.st_ino};
}

std::int64_t unixMs(WallTime time) noexcept
{
    return time == WallTime::max() ? std::numeric_limits<std::int64_t>::max()
                                   : sinceEpoch(time).count();
}

std::int64_t plausibleMs(std::int64_t read) noexcept
{
    constexpr std::int64_t kLast = 9'000'000'000'000; // in 2255; WallTime ends in 2262
    return std::clamp<std::int64_t>(read, 0, kLast);
}

std::int64_t pragma(const SQLite::Database& database, const char* name)
{
    SQLite::Statement query(database, std::string("PRAGMA ").append(name));
    return query.executeStep() ? query.getColumn(0).getInt64() : 0;
}

DatabaseError databaseError(const std::filesystem::path& file, const SQLite::Exception& exception)
{
    const int code = exception.getErrorCode() & 0xff;
    return {.isDamaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB,
        // The text may quote a damaged file.
        .error = refusal(file, ErrorClass::System, displaySafe(exception.what())).error};
}

DatabaseError refusal(const std::filesystem::path& file, ErrorClass kind, const std::string& reason)
{
    return {.error = Error{kind,
                absl::Substitute(
                    trNoop("history $0: $1", "data"), displaySafe(file.string(), 4096), reason)}};
}

SchemaState schemaState(const SQLite::Database& database)
{
    const std::int64_t application = pragma(database, "application_id");
    const std::int64_t version = pragma(database, "user_version");
    if (application == kApplicationId && version > 0) {
        if (version == kVersion)
            return SchemaState::Current;
        return version > kVersion ? SchemaState::Newer : SchemaState::Old;
    }
    SQLite::Statement tables(database, "SELECT 1 FROM sqlite_master LIMIT 1");
    const bool isEmpty = application == 0 && version == 0 && !tables.executeStep();
    return isEmpty ? SchemaState::Empty : SchemaState::Foreign;
}

void migrate(SQLite::Database& database)
{
    for (std::int64_t version = pragma(database, "user_version"); version < kVersion; ++version) {
        SQLite::Transaction transaction(database);
        database.exec(kSteps[static_cast<std::size_t>(version)]);
        database.exec("PRAGMA application_id=" + std::to_string(kApplicationId));
        database.exec("PRAGMA user_version=" + std::to_string(version + 1));
        transaction.commit();
    }
}

} // namespace lockkeeper::history
