// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/known_keys.h"

#include "core/observe/board/entry_votes.h"

namespace lockkeeper::observe {

BoardRecord* BoardRecords::find(std::string_view name) const
{
    const auto found = m_table.find(Named{name, hashOf(name)});
    return found == m_table.end() ? nullptr : *found;
}

BoardRecord& BoardRecords::add(std::shared_ptr<LockEntry> entry)
{
    const std::uint32_t hash = hashOf(entry->resource.value());
    if (m_unused.empty())
        m_unused.push_back(&m_memory.emplace_back());
    BoardRecord& record = *m_unused.back();
    m_unused.pop_back();
    record.entry = std::move(entry);
    record.hash = hash;
    m_table.insert(&record);
    return record;
}

void BoardRecords::remove(BoardRecord& record)
{
    m_table.erase(m_table.find(Named{record.entry->resource.value(), record.hash}));
    record = {};
    m_unused.push_back(&record);
    if (m_table.empty()) {
        m_unused = {};
        m_memory = {};
    }
}

OtherKeys::Key& OtherKeys::findOrAdd(const std::string& key)
{
    return m_keys.try_emplace(hashOf(key), Key{.seen = m_marks.unmarked()}).first->second;
}

void OtherKeys::set(Key& key, std::uint64_t stored, std::uint64_t unread) noexcept
{
    m_unread -= key.isUnread() ? 1 : 0;
    key.stored = stored;
    key.unread = unread & stored;
    m_unread += key.isUnread() ? 1 : 0;
}

OtherKeys::Keys::iterator OtherKeys::erase(Keys::iterator key)
{
    set(key->second, 0, 0);
    m_marks.forget(key->second.seen);
    return m_keys.erase(key);
}

void OtherKeys::add(const std::string& key, std::size_t master)
{
    Key& other = findOrAdd(key);
    set(other, other.stored | masterBit(master), other.unread & ~masterBit(master));
    m_marks.mark(other.seen, master);
}

void OtherKeys::addUnread(const std::string& key, std::size_t master)
{
    Key& other = findOrAdd(key);
    set(other, other.stored | masterBit(master), other.unread | masterBit(master));
    m_marks.mark(other.seen, master);
}

void OtherKeys::replace(const std::string& key, std::uint64_t stored, SweepMarks::Word marks)
{
    Key& other = findOrAdd(key);
    m_marks.forget(other.seen);
    set(other, stored, 0);
    other.seen = marks;
}

void OtherKeys::remove(const std::string& key, std::size_t master)
{
    const auto found = m_keys.find(hashOf(key));
    if (found == m_keys.end())
        return;
    set(found->second, found->second.stored & ~masterBit(master), found->second.unread);
    if (found->second.stored == 0)
        erase(found);
}

std::uint64_t OtherKeys::take(const std::string& key)
{
    const auto found = m_keys.find(hashOf(key));
    if (found == m_keys.end())
        return 0;
    const std::uint64_t stored = found->second.stored;
    erase(found);
    return stored;
}

bool OtherKeys::isStored(const std::string& key, std::size_t master) const
{
    if (m_keys.empty())
        return false;
    const auto found = m_keys.find(hashOf(key));
    return found != m_keys.end() && (found->second.stored & masterBit(master)) != 0;
}

bool OtherKeys::markSeen(const std::string& key, std::size_t master)
{
    const auto found = m_keys.find(hashOf(key));
    if (found == m_keys.end())
        return false;
    m_marks.mark(found->second.seen, master);
    return (found->second.stored & masterBit(master)) != 0;
}

void OtherKeys::markAll(std::size_t master)
{
    for (auto& [hash, key] : m_keys)
        m_marks.mark(key.seen, master);
}

void OtherKeys::removeUnmarked(std::size_t master)
{
    for (auto found = m_keys.begin(); found != m_keys.end();) {
        Key& key = found->second;
        if (!m_marks.isMarked(key.seen, master))
            set(key, key.stored & ~masterBit(master), key.unread);
        m_marks.mark(key.seen, master);
        if (key.stored != 0)
            ++found;
        else
            found = erase(found);
    }
}

namespace {

std::size_t commandsFor(ValueType type)
{
    constexpr std::size_t kOfString = 2;
    constexpr std::size_t kOfOthers = 5;
    return type == ValueType::String ? kOfString : kOfOthers;
}

} // namespace

KnownKeys::Added KnownKeys::addLock(std::shared_ptr<LockEntry> entry)
{
    const std::uint64_t others = m_others.take(entry->resource.value());
    m_waitable.add(entry->resource, entry->packedLock);
    BoardRecord& record = m_locks.add(std::move(entry));
    record.seen = m_marks.unmarked();
    return {record, others};
}

void KnownKeys::removeLock(BoardRecord& record, std::uint64_t stored)
{
    if (stored != 0)
        m_others.replace(record.entry->resource.value(), stored, record.seen);
    else
        m_marks.forget(record.seen);
    m_waitable.remove(record.entry->resource, record.entry->packedLock);
    m_locks.remove(record);
}

void KnownKeys::setLock(LockEntry& entry, PackedLock lock)
{
    m_waitable.remove(entry.resource, entry.packedLock);
    entry.packedLock = std::move(lock);
    m_waitable.add(entry.resource, entry.packedLock);
}

std::uint64_t KnownKeys::findShort(std::size_t master, std::span<const std::string> keys) const
{
    std::uint64_t found = 0;
    m_locks.visitNamed(keys, [&](std::size_t index, const LockEntry& entry) {
        if (entry.type == ValueType::String && !storesSomethingElse(entry.votes, master))
            found |= std::uint64_t{1} << index;
    });
    return found;
}

std::optional<KnownKeys::LastRead> KnownKeys::lastRead(
    std::size_t master, const std::string& key) const
{
    const BoardRecord* const record = find(key);
    if (record == nullptr || record->entry->votes.cell(master).state != VoteState::Held)
        return std::nullopt;
    return LastRead{record->entry->votes.cell(master).readAt, commandsFor(record->entry->type)};
}

std::size_t KnownKeys::commandsToRead(const std::string& key) const
{
    const BoardRecord* const record = find(key);
    return commandsFor(record == nullptr ? ValueType::String : record->entry->type);
}

void KnownKeys::noteOther(std::size_t master, const std::string& key, bool isThere)
{
    if (isThere)
        m_others.add(key, master);
    else
        m_others.remove(key, master);
}

void KnownKeys::beginSweep(std::size_t master)
{
    if (!isAllSeen(master)) {
        for (BoardRecord& record : m_locks)
            m_marks.mark(record.seen, master);
        m_others.markAll(master);
    }
    m_marks.turn(master);
}

bool KnownKeys::markSeen(std::size_t master, const std::string& key)
{
    if (BoardRecord* const record = m_locks.find(key)) {
        m_marks.mark(record->seen, master);
        return record->entry->votes.cell(master).state == VoteState::Held;
    }
    return m_others.markSeen(key, master);
}

} // namespace lockkeeper::observe
