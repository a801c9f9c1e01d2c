// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/notes/note_book.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

/// Two readings of one end: delays to the reader.
constexpr std::chrono::milliseconds kSameEnd{1000};

bool isSameButForDelay(const Note& a, const Note& b)
{
    const auto apart = a.until < b.until ? b.until - a.until : a.until - b.until;
    return a.saysSame(b) && (a.until == b.until || apart < kSameEnd);
}

} // namespace

void NoteBook::set(std::size_t master, const Resource& resource, const Note& note)
{
    auto record = m_records.find(resource);
    if (record == m_records.end() && note.isNone())
        return;
    if (record == m_records.end())
        record = m_records.emplace(resource, Record()).first;
    if (note.isNone())
        record->second.stored.erase(master);
    else
        record->second.stored.insert_or_assign(master, note);
    choose(record);
}

void NoteBook::setAll(std::size_t master, const NotesOfMaster& notes)
{
    for (auto record = m_records.begin(); record != m_records.end();) {
        const bool isGone
            = !notes.contains(record->first) && record->second.stored.erase(master) != 0;
        record = isGone ? choose(record) : std::next(record);
    }
    for (const auto& [resource, note] : notes)
        set(master, resource, note);
}

void NoteBook::dropEnded(SteadyTime now)
{
    for (auto record = m_records.begin(); record != m_records.end();) {
        const auto ended = std::erase_if(record->second.stored,
            [now](const auto& stored) { return stored.second.until <= now; });
        record = ended > 0 ? choose(record) : std::next(record);
    }
}

NoteBook::Records::iterator NoteBook::choose(Records::iterator record)
{
    const auto& stored = record->second.stored;
    const auto votesFor = [&stored](const Note& note) {
        return std::ranges::count_if(
            stored, [&note](const auto& one) { return one.second.saysSame(note); });
    };
    Note best;
    std::ptrdiff_t most = 0;
    for (const auto& [master, note] : stored) {
        const std::ptrdiff_t votes = votesFor(note);
        if (best.saysSame(note))
            best.until = std::max(best.until, note.until);
        else if (votes > most || (votes == most && note.since < best.since))
            best = note;
        most = std::max(most, votes);
    }
    if (!isSameButForDelay(best, record->second.shown)) {
        m_changed.insert(record->first);
        record->second.shown = std::move(best);
    }
    return stored.empty() ? m_records.erase(record) : std::next(record);
}

const Note& NoteBook::of(const Resource& resource) const
{
    static const Note none;
    const auto record = m_records.find(resource);
    return record == m_records.end() ? none : record->second.shown;
}

std::set<Resource> NoteBook::takeChanged()
{
    return std::exchange(m_changed, {});
}

} // namespace lockkeeper::observe
