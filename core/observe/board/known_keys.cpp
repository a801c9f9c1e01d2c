// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/known_keys.h"

#include "core/observe/board/entry_votes.h"

namespace lockkeeper::observe {
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
    // Usually the previous sweep has seen everything; then no record has to be visited.
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
        return record->entry->votes.cell(master).state != VoteState::Free;
    }
    return m_others.markSeen(key, master);
}

} // namespace lockkeeper::observe
