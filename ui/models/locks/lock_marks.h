// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_rows.h"

#include <deque>

namespace lockkeeper::ui {

/// Latest changes of rows, in the order in which they happened. To end them costs nothing for rows
/// that did not change. Not thread-safe.
class LockMarks {
public:
    /// Remembers the row's latest change.
    void add(int slot, const LockRow& row) { m_marks.push_back({slot, row.id, row.changedAt}); }

    /// The changes up to `time` are due.
    void setDue(SteadyTime time) { m_due = time; }
    [[nodiscard]] bool isAnyDue() const { return !m_marks.empty() && m_marks.front().at <= m_due; }

    /// Removes the changes that are due, the first `most` of them. Returns the slots of the rows
    /// that have not changed since. A slot may occur twice.
    std::vector<int> takeDue(std::size_t most, const LockRows& rows)
    {
        std::vector<int> slots;
        for (; isAnyDue() && most > 0; --most, m_marks.pop_front()) {
            const Mark& mark = m_marks.front();
            // The slot may have another row now.
            const LockRow& row = rows[mark.slot];
            if (row.id == mark.id && row.changedAt == mark.at)
                slots.push_back(mark.slot);
        }
        return slots;
    }

private:
    struct Mark {
        int slot;
        std::uint64_t id; ///< of the row
        SteadyTime at;
    };

    std::deque<Mark> m_marks;
    SteadyTime m_due{};
};

/// Counts of the locks that are not gone.
struct LockCounts {
    int locks = 0;
    int stale = 0; ///< with evidence of being stale
    int deadlocked = 0; ///< part of a deadlock
    int neverExpires = 0;
    int split = 0;
    int unknown = 0; ///< too few masters answer to judge them

    /// Counts a row `number` times; -1: no more.
    void add(const LockRow& row, int number)
    {
        locks += number;
        stale += row.isStale() ? number : 0;
        deadlocked += row.isDeadlocked() ? number : 0;
        neverExpires += row.neverExpires() ? number : 0;
        split += row.judgement.verdict == observe::Verdict::Split ? number : 0;
        unknown += row.judgement.verdict == observe::Verdict::Unknown ? number : 0;
    }
    friend bool operator==(const LockCounts&, const LockCounts&) = default;
};

} // namespace lockkeeper::ui
