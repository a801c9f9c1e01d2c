// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_record.h"
#include "core/observe/board/sweep_coverage.h"

#include <utility>
#include <vector>

namespace lockkeeper::observe {

/// The records of a board that changed since the last update, and the new records that wait for
/// more votes before they are published. Entries are edited in place until they are published;
/// later edits replace them, because readers on other threads may share them.
///
/// Refers to records: a record may be removed only while it is neither changed nor waiting. Not
/// thread-safe.
class PendingChanges {
public:
    /// Returns the entry of `record` for editing and notes the change. Replaces a published entry
    /// by a copy.
    LockEntry& edit(BoardRecord& record);
    /// Adds a record that was never published. It waits for release(); edits do not publish it.
    void addNew(BoardRecord& record);
    /// Moves the new records that need not wait any longer to the changes: those on which all
    /// masters being swept have voted, and those that have waited for two seconds while only few
    /// locks were published. `records`: number of records on the board. Limits the time that it
    /// takes to a tenth: it may do nothing.
    void release(const SweepCoverage& coverage, const Clock& clock, std::size_t records);

    [[nodiscard]] bool empty() const noexcept { return m_changes.empty(); }
    /// Calls `each(record, before)` for each change and forgets all. `before` is the entry that was
    /// published last; null if there is none. `each` may remove the record.
    template <class Each> void take(Each each)
    {
        for (const Change& change : std::exchange(m_changes, {})) {
            change.record->isDirty = false;
            each(*change.record, change.before);
        }
    }
    /// Returns the entry of `record` to be published: it is never edited from now on.
    static LockEntryPtr publish(BoardRecord& record)
    {
        record.isPublished = true;
        return record.entry;
    }

private:
    struct Change {
        BoardRecord* record;
        LockEntryPtr before;
    };

    std::vector<Change> m_changes;
    std::vector<BoardRecord*> m_new;
    SteadyTime m_nextRelease{};
};

} // namespace lockkeeper::observe
