// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_record.h"
#include "core/text/seeded_hash.h"

#include <absl/container/flat_hash_set.h>
#include <algorithm>
#include <deque>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lockkeeper::observe {

/// A board's records by name. Records have stable addresses. Not thread-safe.
class BoardRecords {
    struct Named {
        std::string_view name;
        std::uint32_t hash;
    };
    /// Compares equal to any record that may have this hash.
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
    /// Most names that one expect() prefetches.
    static constexpr std::size_t kMostExpected = 64;

    /// Iterates over the records.
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

    /// Returns null if there is none.
    [[nodiscard]] BoardRecord* find(std::string_view name) const;
    /// There must be no record of that name.
    BoardRecord& add(std::shared_ptr<LockEntry> entry);
    void remove(BoardRecord& record);

    /// Prefetches the records of these names into the CPU cache, at most kMostExpected. Call it
    /// just before looking them up in this order. `name` is the member that holds the element's
    /// name.
    template <class T> void expect(std::span<const T> next, const std::string T::*name) const;
    /// Passes to `each(index, entry)` the entry of each of these names that has one, at most
    /// kMostExpected. Made for readers of a vote or of the type: nothing else is prefetched.
    template <class Each> void visitNamed(std::span<const std::string> names, Each each) const;

    /// Calls `each` for the records in the places `first` to `last` - 1. A record keeps its place,
    /// and that of a removed one may be empty.
    template <class Each> void visit(std::size_t first, std::size_t last, Each each);
    [[nodiscard]] std::size_t places() const noexcept { return m_memory.size(); }

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
    /// Prefetches the records of `count` names; null: there is none. `fetchEntry` prefetches what
    /// will be read of an entry.
    template <class NameOf, class FetchEntry>
    void fetch(
        const BoardRecord** records, std::size_t count, NameOf nameOf, FetchEntry fetchEntry) const;
    [[nodiscard]] const BoardRecord* anyOf(std::uint32_t hash) const
    {
        const auto found = m_table.find(AnyOf{hash});
        return found == m_table.end() ? nullptr : *found;
    }

    std::deque<BoardRecord> m_memory; ///< of all records, and of those that were removed
    std::vector<BoardRecord*> m_unused; ///< memory of removed ones
    Table m_table;
};

template <class NameOf, class FetchEntry>
void BoardRecords::fetch(
    const BoardRecord** records, std::size_t count, NameOf nameOf, FetchEntry fetchEntry) const
{
    // One lookup waits for memory four times in a row. Done step by step for many names, the waits
    // overlap.
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

template <class Each> void BoardRecords::visit(std::size_t first, std::size_t last, Each each)
{
    last = std::min(last, m_memory.size());
    BoardRecord* few[kMostExpected];
    while (first < last) {
        std::size_t count = 0;
        for (; count < kMostExpected && first < last; ++first) {
            BoardRecord& record = m_memory[first];
            if (!record.entry)
                continue;
            fetchAll(*record.entry);
            few[count++] = &record;
        }
        for (std::size_t i = 0; i < count; ++i)
            each(*few[i]);
    }
}

/// Visits all records of a board again and again, some at a time. A record that is added during a
/// round may be visited in the next one first. Not thread-safe.
class RecordRounds {
public:
    /// Calls `each(record)` for the records in the next `most` places, or for fewer at the end of a
    /// round. `each` must not add or remove records.
    template <class Each> void visitNext(BoardRecords& records, std::size_t most, Each each)
    {
        if (m_visited >= records.places())
            m_visited = 0;
        const std::size_t first = std::exchange(m_visited, m_visited + most);
        records.visit(first, m_visited, each);
    }

private:
    std::size_t m_visited = 0; ///< places in this round
};

} // namespace lockkeeper::observe
