// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/database.h"

#include <algorithm>
#include <set>

namespace lockkeeper::history {
namespace {

/// Per transaction, so that other programs get a turn.
constexpr int kRowsAtOnce = 2000;
/// Shrinks a tenth below the limit, or it would restart at once.
constexpr std::uint64_t kSlackParts = 10;

} // namespace

DatabaseResult<bool> Database::isTooLarge(const Retention& retention)
{
    return guarded(m_place, [&] { return m_sql->usedBytes() > retention.bytes; });
}

DatabaseResult<bool> Database::retain(const Retention& retention, WallTime now)
{
    return guarded(m_place, [&] {
        bool isMore = deleteOld(now - retention.age);
        const std::uint64_t enough = retention.bytes - retention.bytes / kSlackParts;
        m_isShrinking = m_sql->usedBytes() > (m_isShrinking ? enough : retention.bytes);
        if (m_isShrinking)
            isMore = deleteOldest() || isMore;
        return m_sql->shrink(!isMore) || isMore;
    });
}

bool Database::deleteOld(WallTime before)
{
    std::size_t most = 0;
    Transaction transaction(*m_sql);
    const auto deleteFrom = [&](const char* sql) {
        Statement statement(*m_sql, sql);
        statement.with(kRowsAtOnce, before);
        const std::size_t deleted = deleteWithNames(statement);
        most = std::max(most, deleted);
    };
    // Ids grow with time.
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

bool Database::deleteOldest()
{
    std::size_t deleted = 0;
    Transaction transaction(*m_sql);
    const auto deleteFrom = [&](const char* sql) {
        Statement statement(*m_sql, sql);
        statement.with(kRowsAtOnce);
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

/// `deletion` returns resource ids. Also deletes unreferenced names, uncounted.
std::size_t Database::deleteWithNames(Statement& deletion)
{
    std::size_t deleted = 0;
    std::set<std::int64_t> resources;
    for (; deletion.next(); ++deleted) {
        if (!deletion.isNull(0))
            resources.insert(deletion.number(0));
    }
    Statement name(*m_sql,
        "DELETE FROM resources WHERE id = ?1"
        " AND NOT EXISTS (SELECT 1 FROM intervals WHERE resource_id = ?1)"
        " AND NOT EXISTS (SELECT 1 FROM waits WHERE resource_id = ?1)"
        " AND NOT EXISTS (SELECT 1 FROM verdict_changes WHERE resource_id = ?1)");
    for (const std::int64_t resource : resources)
        name.with(resource).run();
    return deleted;
}

} // namespace lockkeeper::history
