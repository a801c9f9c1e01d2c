// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/pending_changes.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

/// How long a new lock waits for the votes of masters being swept, and how often they are checked.
constexpr milliseconds kConfirmPatience{2000};
constexpr milliseconds kReleaseInterval{100};
/// Number of locks that may be published before all their votes are known: enough for a view, and
/// few enough that the copies of their entries need little memory.
constexpr std::size_t kPublishedEarly = 20'000;

} // namespace

LockEntry& PendingChanges::edit(BoardRecord& record)
{
    if (!record.isDirty)
        m_changes.push_back({&record, record.isPublished ? record.entry : nullptr});
    record.isDirty = true;
    if (record.isPublished)
        record.entry = std::make_shared<LockEntry>(*record.entry);
    record.isPublished = false;
    return *record.entry;
}

void PendingChanges::addNew(BoardRecord& record)
{
    record.isDirty = true;
    m_new.push_back(&record);
}

void PendingChanges::release(const SweepCoverage& coverage, const Clock& clock, std::size_t records)
{
    const SteadyTime now = clock.now();
    const bool isSweeping = coverage.isSweeping();
    const bool areManyPublished = records - m_new.size() > kPublishedEarly;
    if (m_new.empty() || (isSweeping && now < m_nextRelease))
        return;
    std::erase_if(m_new, [&](BoardRecord* record) {
        const LockEntry& entry = *record->entry;
        const bool isEarly = areManyPublished || now - entry.firstSeen < kConfirmPatience;
        if (isSweeping && isEarly && coverage.isAwaited(entry.votes))
            return false;
        m_changes.push_back({record, nullptr});
        return true;
    });
    // With a million records this takes long: limit it to a tenth of the sweep's time.
    const SteadyTime end = clock.now();
    m_nextRelease = end + std::max<SteadyTime::duration>(kReleaseInterval, 9 * (end - now));
    if (m_new.empty())
        m_new.shrink_to_fit();
}

} // namespace lockkeeper::observe
