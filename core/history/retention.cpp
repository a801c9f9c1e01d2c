// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/database.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockkeeper::history {
namespace {

/// Per transaction, so that other programs get a turn.
constexpr int kRowsAtOnce = 2000;
/// Shrinks this part below the limit, so that it does not restart at once.
constexpr std::uint64_t kSlackParts = 10;

} // namespace

std::uint64_t Database::usedBytes()
{
    const std::int64_t pages
        = pragma(m_database, "page_count") - pragma(m_database, "freelist_count");
    return static_cast<std::uint64_t>(pages * pragma(m_database, "page_size"));
}

DatabaseResult<bool> Database::isTooLarge(const Retention& retention)
{
    return guarded(m_file, [&] { return usedBytes() > retention.bytes; });
}

DatabaseResult<bool> Database::retain(const Retention& retention, WallTime now)
{
    return guarded(m_file, [&] {
        bool isMore = deleteOld(now - retention.age);
        const std::uint64_t enough = retention.bytes - retention.bytes / kSlackParts;
        m_isShrinking = usedBytes() > (m_isShrinking ? enough : retention.bytes);
        if (m_isShrinking)
            isMore = deleteOldest() || isMore;
        if (pragma(m_database, "freelist_count") > 0) {
            m_database.exec("PRAGMA incremental_vacuum(2000)");
            isMore = isMore || pragma(m_database, "freelist_count") > 0;
            m_isShorter = true;
        }
        // Only this shortens the file; fails while somebody reads.
        if (!isMore && std::exchange(m_isShorter, false))
            m_database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        return isMore;
    });
}

bool Database::deleteOld(WallTime before)
{
    std::size_t most = 0;
    SQLite::Transaction transaction(m_database, SQLite::TransactionBehavior::IMMEDIATE);
    const auto deleteFrom = [&](const char* sql) {
        SQLite::Statement statement(m_database, sql);
        statement.bind(1, kRowsAtOnce);
        statement.bind(2, sinceEpoch(before).count());
        const std::size_t deleted = deleteWithNames(statement);
        most = std::max(most, deleted);
    };
    // Ids grow with time, so the oldest have the least.
    deleteFrom("DELETE FROM intervals WHERE id IN (SELECT id FROM intervals"
               " WHERE ended_at < ?2 ORDER BY id LIMIT ?1) RETURNING resource_id");
    deleteFrom("DELETE FROM waits WHERE id IN (SELECT id FROM waits"
               " WHERE NOT is_open AND coalesce(ended_at, last_seen) < ?2 ORDER BY id LIMIT ?1)"
               " RETURNING resource_id");
    deleteFrom("DELETE FROM verdict_changes WHERE id IN (SELECT id FROM verdict_changes"
               " WHERE at < ?2 ORDER BY id LIMIT ?1) RETURNING resource_id");
    deleteFrom("DELETE FROM master_changes WHERE id IN (SELECT id FROM master_changes"
               " WHERE at < ?2 ORDER BY id LIMIT ?1) RETURNING NULL");
    deleteFrom("DELETE FROM stale_counts WHERE at IN (SELECT at FROM stale_counts"
               " WHERE at < ?2 ORDER BY at LIMIT ?1) RETURNING NULL");
    transaction.commit();
    return most == kRowsAtOnce;
}

/// False: nothing is left to delete.
bool Database::deleteOldest()
{
    std::size_t deleted = 0;
    SQLite::Transaction transaction(m_database, SQLite::TransactionBehavior::IMMEDIATE);
    const auto deleteFrom = [&](const char* sql) {
        SQLite::Statement statement(m_database, sql);
        statement.bind(1, kRowsAtOnce);
        deleted += deleteWithNames(statement);
    };
    deleteFrom("DELETE FROM intervals WHERE id IN (SELECT id FROM intervals"
               " WHERE ended_at IS NOT NULL ORDER BY id LIMIT ?1) RETURNING resource_id");
    deleteFrom("DELETE FROM waits WHERE id IN (SELECT id FROM waits"
               " WHERE NOT is_open ORDER BY id LIMIT ?1) RETURNING resource_id");
    deleteFrom("DELETE FROM verdict_changes WHERE id IN (SELECT id FROM verdict_changes"
               " ORDER BY id LIMIT ?1) RETURNING resource_id");
    deleteFrom("DELETE FROM master_changes WHERE id IN (SELECT id FROM master_changes"
               " ORDER BY id LIMIT ?1) RETURNING NULL");
    deleteFrom("DELETE FROM stale_counts WHERE at IN (SELECT at FROM stale_counts"
               " ORDER BY at LIMIT ?1) RETURNING NULL");
    transaction.commit();
    return deleted > 0;
}

/// `deletion` returns resource ids. Also deletes unreferenced names, not counted.
std::size_t Database::deleteWithNames(SQLite::Statement& deletion)
{
    std::size_t deleted = 0;
    std::set<std::int64_t> resources;
    for (; deletion.executeStep(); ++deleted) {
        if (!deletion.isColumnNull(0))
            resources.insert(deletion.getColumn(0).getInt64());
    }
    SQLite::Statement name(m_database,
        "DELETE FROM resources WHERE id = ?1"
        " AND NOT EXISTS (SELECT 1 FROM intervals WHERE resource_id = ?1)"
        " AND NOT EXISTS (SELECT 1 FROM waits WHERE resource_id = ?1)"
        " AND NOT EXISTS (SELECT 1 FROM verdict_changes WHERE resource_id = ?1)");
    for (const std::int64_t resource : resources) {
        name.reset();
        name.bind(1, resource);
        name.exec();
    }
    return deleted;
}

} // namespace lockkeeper::history
