// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_records.h"
#include "core/observe/board/other_keys.h"
#include "core/observe/board/waitable_locks.h"
#include "core/observe/reading/key_reading.h"
#include "core/redis/reply.h"

#include <span>

namespace lockkeeper::observe {

/// All keys that a board knows: the locks, which have a record, and the other keys. Marks the keys
/// that the current sweep of each master has seen. Not thread-safe.
class KnownKeys {
public:
    explicit KnownKeys(std::size_t masters)
        : m_marks(masters)
        , m_others(m_marks)
    { }
    KnownKeys(const KnownKeys&) = delete;
    KnownKeys& operator=(const KnownKeys&) = delete;

    [[nodiscard]] const BoardRecords& locks() const noexcept { return m_locks; }
    [[nodiscard]] BoardRecords& locks() noexcept { return m_locks; }
    [[nodiscard]] const OtherKeys& others() const noexcept { return m_others; }
    [[nodiscard]] std::size_t size() const noexcept { return m_locks.size() + m_others.size(); }
    /// Which of the locks tell of their waiters.
    [[nodiscard]] const WaitableLocks& waitable() const noexcept { return m_waitable; }
    /// Prefetches the records of these keys or names into the CPU cache, at most kMostExpected.
    /// Call it just before they are read or noted. Changes nothing.
    static constexpr std::size_t kMostExpected = BoardRecords::kMostExpected;
    void expect(std::span<const KeyReading> next) const { m_locks.expect(next, &KeyReading::key); }
    void expect(std::span<const redis::Reply> names) const
    {
        m_locks.expect(names, &redis::Reply::text);
    }
    /// A bit for each of these keys (at most kMostExpected) that is a lock in a
    /// string, as far as known, and under which this master is not known to store anything else.
    [[nodiscard]] std::uint64_t findShort(
        std::size_t master, std::span<const std::string> keys) const;
    /// Returns null if the key is not known to be a lock.
    [[nodiscard]] BoardRecord* find(std::string_view name) const { return m_locks.find(name); }
    /// The latest reading of a lock on one master. nullopt: it is not known to store it.
    struct LastRead {
        SteadyTime at;
        std::size_t commands; ///< number of commands needed to read it
    };
    [[nodiscard]] std::optional<LastRead> lastRead(
        std::size_t master, const std::string& key) const;
    /// Number of commands needed to read this key, as far as known.
    [[nodiscard]] std::size_t commandsToRead(const std::string& key) const;

    struct Added {
        BoardRecord& record;
        std::uint64_t others; ///< a bit per master that was known to store another key there
    };
    /// Adds the record of a key that was not known to be a lock. No sweep has seen it.
    Added addLock(std::shared_ptr<LockEntry> entry);
    /// The value of a known lock was decoded: sets what it says.
    void setLock(LockEntry& entry, PackedLock lock);
    /// Removes the record. On the masters in `stored` the key is another key from now on.
    void removeLock(BoardRecord& record, std::uint64_t stored);

    /// Records that the master stores another key, or (`isThere` false) that it does not any more.
    void noteOther(std::size_t master, const std::string& key, bool isThere);
    /// Records that the master has another key but refuses to read it.
    void noteUnread(std::size_t master, const std::string& key) { m_others.addUnread(key, master); }

    /// Starts a sweep of the master: no key is seen.
    void beginSweep(std::size_t master);
    /// Records that the sweep has seen this lock.
    void markSeen(std::size_t master, BoardRecord& record) { m_marks.mark(record.seen, master); }
    /// Records that the sweep has seen the key's name. Returns false if the master is not known to
    /// store it.
    [[nodiscard]] bool markSeen(std::size_t master, const std::string& key);
    /// True if the sweep has seen no key.
    [[nodiscard]] bool isNothingSeen(std::size_t master) const noexcept
    {
        return m_marks.count(master) == 0;
    }
    /// Calls `each(record)` for each lock that the sweep has not seen, and marks it. Usually the
    /// sweep has seen all: then this visits no record.
    template <class Each> void takeUnseen(std::size_t master, Each each);
    /// Like takeUnseen(). In addition, other keys that the sweep has not seen are not stored there.
    template <class Each> void endSweep(std::size_t master, Each each);

private:
    [[nodiscard]] bool isAllSeen(std::size_t master) const noexcept
    {
        return m_marks.count(master) == size();
    }

    BoardRecords m_locks;
    SweepMarks m_marks;
    OtherKeys m_others;
    WaitableLocks m_waitable;
};

template <class Each> void KnownKeys::takeUnseen(std::size_t master, Each each)
{
    if (isAllSeen(master))
        return;
    for (BoardRecord& record : m_locks) {
        if (m_marks.isMarked(record.seen, master))
            continue;
        m_marks.mark(record.seen, master);
        each(record);
    }
}

template <class Each> void KnownKeys::endSweep(std::size_t master, Each each)
{
    if (isAllSeen(master))
        return;
    takeUnseen(master, each);
    m_others.removeUnmarked(master);
}

} // namespace lockkeeper::observe
