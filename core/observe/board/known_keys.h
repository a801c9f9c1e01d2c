// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_records.h"
#include "core/observe/board/packed_lock.h"
#include "core/observe/board/sweep_marks.h"
#include "core/observe/reading/key_reading.h"
#include "core/redis/reply.h"
#include "core/text/seeded_hash.h"
#include "core/types.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>

namespace lockkeeper::observe {

/// Which locks of a board are of a library that tells of their waiters, so that nobody is asked for
/// those of others. Not thread-safe.
class WaitableLocks {
public:
    void add(const Resource& resource, const PackedLock& lock)
    {
        if (!lock.format() || lock.format()->waits.isEmpty())
            return;
        const WaitSigns& signs = lock.format()->waits;
        if (signs.areBlocked)
            m_blocking.emplace(resource, lock.format()->name);
        else
            ++m_channels[signs.channelBegins];
    }
    /// Takes back add().
    void remove(const Resource& resource, const PackedLock& lock)
    {
        if (!lock.format() || lock.format()->waits.isEmpty())
            return;
        const WaitSigns& signs = lock.format()->waits;
        if (signs.areBlocked)
            m_blocking.erase(resource);
        else if (const auto found = m_channels.find(signs.channelBegins); --found->second == 0)
            m_channels.erase(found);
    }

    /// What the names of the channels of waiters begin with, and of how many locks.
    [[nodiscard]] const std::map<std::string, std::size_t>& channels() const noexcept
    {
        return m_channels;
    }
    /// The locks whose waiters block on a list, with their formats.
    [[nodiscard]] const std::map<Resource, std::string>& blocking() const noexcept
    {
        return m_blocking;
    }

private:
    std::map<std::string, std::size_t> m_channels;
    std::map<Resource, std::string> m_blocking;
};

/// Keys under the patterns that are not known to be locks, with the masters that store them. There
/// may be many, so only the hashes of their names are stored. Includes keys that can be read on no
/// master; readCount() leaves these out. `marks` must outlive this object.
class OtherKeys {
public:
    explicit OtherKeys(SweepMarks& marks)
        : m_marks(marks)
    { }

    /// Records that the master stores the key, as seen by a sweep.
    void add(const std::string& key, std::size_t master);
    /// Records that the master has the key but refuses to read it, so its type is unknown.
    void addUnread(const std::string& key, std::size_t master);
    /// Records that the masters in `stored` store the key. Replaces a record with these marks.
    void replace(const std::string& key, std::uint64_t stored, SweepMarks::Word marks);
    void remove(const std::string& key, std::size_t master);
    /// Removes the key. Returns a bit per master that stored it.
    std::uint64_t take(const std::string& key);

    [[nodiscard]] bool isStored(const std::string& key, std::size_t master) const;
    /// Records that the master has the key, as seen in a scan of names. Returns false if that was
    /// not known.
    [[nodiscard]] bool markSeen(const std::string& key, std::size_t master);
    void markAll(std::size_t master);
    /// Records that the master does not store the keys that are unmarked.
    void removeUnmarked(std::size_t master);

    [[nodiscard]] std::size_t size() const noexcept { return m_keys.size(); }
    /// Number of keys that could be read on some master.
    [[nodiscard]] std::size_t readCount() const noexcept { return m_keys.size() - m_unread; }

private:
    struct Key {
        std::uint64_t stored = 0; ///< a bit per master that stores the key
        std::uint64_t unread = 0; ///< of these, a bit per master that refuses to read it
        SweepMarks::Word seen = 0;

        [[nodiscard]] bool isUnread() const noexcept { return stored != 0 && stored == unread; }
    };
    using Keys = std::unordered_map<std::uint64_t, Key>; ///< by hash of the name
    static std::uint64_t hashOf(const std::string& key) { return seededHash(key); }
    Key& findOrAdd(const std::string& key);
    void set(Key& key, std::uint64_t stored, std::uint64_t unread) noexcept;
    Keys::iterator erase(Keys::iterator key);

    SweepMarks& m_marks;
    Keys m_keys;
    std::size_t m_unread = 0; ///< number of keys that can be read nowhere
};

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
