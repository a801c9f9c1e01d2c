// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/observe/reading/key_reading.h"
#include "core/redis/reply.h"
#include "core/text/seeded_hash.h"

#include <absl/container/flat_hash_set.h>
#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockkeeper::observe {

/// At most 64 masters: config::kMostMasters.
constexpr std::uint64_t masterBit(std::size_t master) noexcept
{
    return std::uint64_t{1} << (master % 64U);
}

/// Items that each master's sweep has seen, a bit per master. turn() unmarks all at once: it
/// inverts the bit's meaning.
class SweepMarks {
public:
    using Word = std::uint64_t;

    explicit SweepMarks(std::size_t masters)
        : m_counts(masters)
    { }

    [[nodiscard]] Word unmarked() const noexcept { return ~m_meaning; }
    [[nodiscard]] bool isMarked(Word word, std::size_t master) const noexcept
    {
        return ((word ^ m_meaning) & masterBit(master)) == 0;
    }
    void mark(Word& word, std::size_t master) noexcept
    {
        if (isMarked(word, master))
            return;
        word ^= masterBit(master);
        ++m_counts[master];
    }
    void forget(Word word) noexcept
    {
        for (std::size_t i = 0; i < m_counts.size(); ++i)
            m_counts[i] -= isMarked(word, i) ? 1 : 0;
    }
    [[nodiscard]] std::size_t count(std::size_t master) const noexcept { return m_counts[master]; }
    /// All must be marked.
    void turn(std::size_t master) noexcept
    {
        m_meaning ^= masterBit(master);
        m_counts[master] = 0;
    }

private:
    Word m_meaning = ~Word{0};
    std::vector<std::size_t> m_counts;
};

struct ExpirySlot {
    static constexpr std::uint32_t kNone = UINT32_MAX;
    std::uint32_t bucket = kNone;
    std::uint32_t place = 0;
};

/// One resource. There may be a million: leave no gaps between members.
struct BoardRecord {
    std::shared_ptr<LockEntry> entry;
    SweepMarks::Word seen = 0;
    ExpirySlot expirySlot{};
    std::uint32_t hash = 0;
    std::optional<CertaintyReason> proof{};
    bool isPublished : 1 = false; ///< the entry may be shared: copy before a change
    bool isDirty : 1 = false;
    bool isReleased : 1 = false; ///< deleted before its TTL had passed
    bool wasSplit : 1 = false; ///< for longer than a change of hands
    bool isDoubted : 1 = false; ///< also while it is being confirmed

    [[nodiscard]] bool isDecodable() const
    {
        return !entry->isDecoded && leadingToken(entry->votes).has_value();
    }
};

/// Records by name, at stable addresses.
class BoardRecords {
    struct Named {
        std::string_view name;
        std::uint32_t hash;
    };
    struct AnyOf {
        std::uint32_t hash;
    };
    using Pointer = BoardRecord*;
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(const BoardRecord* record) const noexcept { return record->hash; }
        std::size_t operator()(const Named& key) const noexcept { return key.hash; }
        std::size_t operator()(const AnyOf& key) const noexcept { return key.hash; }
    };
    struct Equal {
        using is_transparent = void;
        bool operator()(const BoardRecord* a, const BoardRecord* b) const noexcept
        {
            return a == b;
        }
        bool operator()(const BoardRecord* record, const Named& key) const noexcept
        {
            return record->entry->resource.value() == key.name;
        }
        bool operator()(const BoardRecord*, const AnyOf&) const noexcept { return true; }
    };
    using Table = absl::flat_hash_set<Pointer, Hash, Equal>;

public:
    static constexpr std::size_t kMostExpected = 64;

    class Iterator {
    public:
        explicit Iterator(Table::const_iterator at)
            : m_at(at)
        { }
        BoardRecord& operator*() const { return **m_at; }
        Iterator& operator++()
        {
            ++m_at;
            return *this;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.m_at == b.m_at; }

    private:
        Table::const_iterator m_at;
    };

    BoardRecords() = default;
    BoardRecords(const BoardRecords&) = delete;
    BoardRecords& operator=(const BoardRecords&) = delete;
    ~BoardRecords() = default;

    [[nodiscard]] BoardRecord* find(std::string_view name) const;
    BoardRecord& add(std::shared_ptr<LockEntry> entry);
    void remove(BoardRecord& record);

    /// Prefetches the next kMostExpected records.
    template <class T> void expect(std::span<const T> next, const std::string T::*name) const;
    /// Calls `each(index, entry)` for known names, at most kMostExpected.
    template <class Each> void visitNamed(std::span<const std::string> names, Each each) const;

    /// Calls `each(record)` for the next `most` records, fewer at a round's end; it must not add or
    /// remove any.
    template <class Each> void visitNext(std::size_t most, Each each);

    [[nodiscard]] std::size_t size() const noexcept { return m_table.size(); }
    [[nodiscard]] Iterator begin() const { return Iterator(m_table.begin()); }
    [[nodiscard]] Iterator end() const { return Iterator(m_table.end()); }

private:
    static std::uint32_t hashOf(std::string_view name) noexcept
    {
        return static_cast<std::uint32_t>(seededHash(name));
    }
    static void fetchAll(const LockEntry& entry) noexcept
    {
        constexpr std::size_t kCacheLine = 64;
        const auto* const bytes = reinterpret_cast<const char*>(&entry);
        for (std::size_t byte = 0; byte < sizeof(LockEntry); byte += kCacheLine)
            __builtin_prefetch(bytes + byte);
    }
    template <class NameOf, class FetchEntry>
    void fetch(
        const BoardRecord** records, std::size_t count, NameOf nameOf, FetchEntry fetchEntry) const;
    [[nodiscard]] const BoardRecord* anyOf(std::uint32_t hash) const
    {
        const auto found = m_table.find(AnyOf{hash});
        return found == m_table.end() ? nullptr : *found;
    }

    std::deque<BoardRecord> m_memory;
    std::vector<BoardRecord*> m_unused;
    Table m_table;
    std::size_t m_visited = 0;
};

template <class NameOf, class FetchEntry>
void BoardRecords::fetch(
    const BoardRecord** records, std::size_t count, NameOf nameOf, FetchEntry fetchEntry) const
{
    // A lookup waits for memory four times: in steps, these waits overlap.
    std::uint32_t hashes[kMostExpected];
    for (std::size_t i = 0; i < count; ++i) {
        hashes[i] = hashOf(nameOf(i));
        m_table.prefetch(AnyOf{hashes[i]});
    }
    for (std::size_t i = 0; i < count; ++i) {
        records[i] = anyOf(hashes[i]);
        __builtin_prefetch(records[i]);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (records[i] != nullptr)
            fetchEntry(*records[i]->entry);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (records[i] != nullptr)
            __builtin_prefetch(records[i]->entry->resource.value().data());
    }
}

template <class T>
void BoardRecords::expect(std::span<const T> next, const std::string T::*name) const
{
    const BoardRecord* records[kMostExpected];
    fetch(
        records, std::min(next.size(), kMostExpected),
        [&](std::size_t i) -> const std::string& { return next[i].*name; }, fetchAll);
}

template <class Each>
void BoardRecords::visitNamed(std::span<const std::string> names, Each each) const
{
    const BoardRecord* records[kMostExpected];
    const std::size_t count = std::min(names.size(), kMostExpected);
    fetch(
        records, count, [&](std::size_t i) -> const std::string& { return names[i]; },
        [](const LockEntry& entry) {
            __builtin_prefetch(&entry.resource);
            __builtin_prefetch(&entry.votes);
            __builtin_prefetch(&entry.type);
        });
    for (std::size_t i = 0; i < count; ++i) {
        if (records[i] != nullptr && records[i]->entry->resource.value() == names[i])
            each(i, *records[i]->entry);
    }
}

template <class Each> void BoardRecords::visitNext(std::size_t most, Each each)
{
    if (m_visited >= m_memory.size())
        m_visited = 0;
    const std::size_t end = std::min(m_visited + most, m_memory.size());
    BoardRecord* few[kMostExpected];
    while (m_visited < end) {
        std::size_t count = 0;
        for (; count < kMostExpected && m_visited < end; ++m_visited) {
            BoardRecord& record = m_memory[m_visited];
            if (!record.entry)
                continue;
            fetchAll(*record.entry);
            few[count++] = &record;
        }
        for (std::size_t i = 0; i < count; ++i)
            each(*few[i]);
    }
}

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

    /// Locks by the beginning of their waiters' channels.
    [[nodiscard]] const std::map<std::string, std::size_t>& channels() const noexcept
    {
        return m_channels;
    }
    /// Formats by lock, if waiters block on a list.
    [[nodiscard]] const std::map<Resource, std::string>& blocking() const noexcept
    {
        return m_blocking;
    }

private:
    std::map<std::string, std::size_t> m_channels;
    std::map<Resource, std::string> m_blocking;
};

/// Keys not known to be locks, by hash, with the masters that store them.
class OtherKeys {
public:
    explicit OtherKeys(SweepMarks& marks)
        : m_marks(marks)
    { }

    /// Also marks it seen.
    void add(const std::string& key, std::size_t master);
    void addUnread(const std::string& key, std::size_t master);
    void replace(const std::string& key, std::uint64_t stored, SweepMarks::Word marks);
    void remove(const std::string& key, std::size_t master);
    /// Returns a bit per master that stored it.
    std::uint64_t take(const std::string& key);

    [[nodiscard]] bool isStored(const std::string& key, std::size_t master) const;
    /// False: not known to be stored there.
    [[nodiscard]] bool markSeen(const std::string& key, std::size_t master);
    void markAll(std::size_t master);
    void removeUnmarked(std::size_t master);

    [[nodiscard]] std::size_t size() const noexcept { return m_keys.size(); }
    [[nodiscard]] std::size_t readCount() const noexcept { return m_keys.size() - m_unread; }

private:
    struct Key {
        std::uint64_t stored = 0; ///< a bit per master
        std::uint64_t unread = 0; ///< of `stored`: it can't be read
        SweepMarks::Word seen = 0;

        [[nodiscard]] bool isUnread() const noexcept { return stored != 0 && stored == unread; }
    };
    using Keys = std::unordered_map<std::uint64_t, Key>;
    static std::uint64_t hashOf(const std::string& key) { return seededHash(key); }
    Key& findOrAdd(const std::string& key);
    void set(Key& key, std::uint64_t stored, std::uint64_t unread) noexcept;
    Keys::iterator erase(Keys::iterator key);

    SweepMarks& m_marks;
    Keys m_keys;
    std::size_t m_unread = 0;
};

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
    [[nodiscard]] const WaitableLocks& waitable() const noexcept { return m_waitable; }
    static constexpr std::size_t kMostExpected = BoardRecords::kMostExpected;
    void expect(std::span<const KeyReading> next) const { m_locks.expect(next, &KeyReading::key); }
    void expect(std::span<const redis::Reply> names) const
    {
        m_locks.expect(names, &redis::Reply::text);
    }
    /// A bit per key, at most kMostExpected: known only as a string lock on this master.
    [[nodiscard]] std::uint64_t findShort(
        std::size_t master, std::span<const std::string> keys) const;
    [[nodiscard]] BoardRecord* find(std::string_view name) const { return m_locks.find(name); }
    struct LastRead {
        SteadyTime at;
        std::size_t commands;
    };
    [[nodiscard]] std::optional<LastRead> lastRead(
        std::size_t master, const std::string& key) const;
    [[nodiscard]] std::size_t commandsToRead(const std::string& key) const;

    struct Added {
        BoardRecord& record;
        std::uint64_t others;
    };
    Added addLock(std::shared_ptr<LockEntry> entry);
    void setLock(LockEntry& entry, PackedLock lock);
    /// On the masters in `stored` it becomes another key.
    void removeLock(BoardRecord& record, std::uint64_t stored);

    void noteOther(std::size_t master, const std::string& key, bool isThere);
    void noteUnread(std::size_t master, const std::string& key) { m_others.addUnread(key, master); }

    void beginSweep(std::size_t master);
    void markSeen(std::size_t master, BoardRecord& record) { m_marks.mark(record.seen, master); }
    [[nodiscard]] bool markSeen(std::size_t master, const std::string& key);
    template <class Each> void takeUnseen(std::size_t master, Each each);
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
