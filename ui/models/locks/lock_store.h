// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"
#include "ui/models/locks/lock_rows.h"
#include "ui/models/locks/lock_table_cells.h"

#include <QObject>
#include <QTimer>
#include <deque>
#include <memory>
#include <set>

namespace lockkeeper::ui {

/// Latest changes of rows, in the order in which they happened. To end them costs nothing for rows
/// that did not change. Not thread-safe.
class LockMarks {
public:
    /// `at`: where a row tells when it changed.
    explicit LockMarks(SteadyTime LockRow::*at)
        : m_at(at)
    { }

    /// Remembers the row's latest change.
    void add(int slot, const LockRow& row) { m_marks.push_back({slot, row.id, row.*m_at}); }

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
            if (row.id == mark.id && row.*m_at == mark.at)
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

    SteadyTime LockRow::*m_at;
    std::deque<Mark> m_marks;
    SteadyTime m_due{};
};

/// Counts of the locks that are not gone.
struct LockCounts {
    int locks = 0;
    int stale = 0; ///< with evidence of being stale
    int deadlocked = 0; ///< part of a deadlock
    int neverExpires = 0; ///< and should
    int split = 0;
    int unknown = 0; ///< too few masters answer to judge them

    /// Counts a row `number` times; -1: no more.
    void add(const LockRow& row, int number)
    {
        locks += number;
        stale += row.isStale() ? number : 0;
        deadlocked += row.isDeadlocked() ? number : 0;
        neverExpires += row.entry->stale.has(observe::EvidenceKind::NeverExpires) ? number : 0;
        split += row.judgement.verdict == observe::Verdict::Split ? number : 0;
        unknown += row.judgement.verdict == observe::Verdict::Unknown ? number : 0;
    }
    friend bool operator==(const LockCounts&, const LockCounts&) = default;
};

/// The changes of updates that a LockStore has not applied yet, oldest first. Taking them in
/// that order makes the newest entry of a resource win. Keeps the updates alive; adding one takes
/// no time per change. Not thread-safe.
class LockChangeQueue {
public:
    /// Points into an update, until the next call of the queue.
    struct Change {
        const observe::LockEntryPtr* entry; ///< null: the resource is gone
        const Resource& resource;
        bool isLoading; ///< see add()
    };

    /// `isLoading`: the update was made while masters were swept for the first time.
    void add(std::shared_ptr<const observe::BoardUpdate> update, bool isLoading);
    [[nodiscard]] bool isEmpty() const noexcept { return m_count == 0; }
    [[nodiscard]] std::size_t count() const noexcept { return m_count; }
    /// Removes the oldest change. There must be one.
    [[nodiscard]] Change take();
    void clear();

private:
    struct Waiting {
        std::shared_ptr<const observe::BoardUpdate> update;
        bool isLoading;
    };

    [[nodiscard]] static std::size_t countOf(const observe::BoardUpdate& update);

    std::deque<Waiting> m_waiting;
    std::size_t m_next = 0; ///< of the first update's changes: first the changed, then the gone
    std::size_t m_count = 0;
};

/// All locks of a deployment, one row per resource, which keeps its slot (see LockRows). The row of
/// a lock that is gone stays for Options::lingerFor, marked as gone. A LockTable shows them.
///
/// Cost: no call takes time for rows that did not change. A large update is applied in slices
/// between which the event loop runs, so that no call takes longer than about Options::sliceFor.
///
/// `clock` must outlive the store. GUI thread only.
class LockStore final : public QObject {
    Q_OBJECT
public:
    struct Options {
        std::chrono::milliseconds markFor{3000}; ///< how long a change is marked
        std::chrono::milliseconds lingerFor{5000}; ///< how long the rows of gone locks stay
        std::chrono::milliseconds settleFor{2000}; ///< how long a problem lasts until it moves rows
        std::chrono::milliseconds sliceFor{5}; ///< the longest time for changes without a pause
        std::size_t sliceSize = 1000; ///< the largest number of changes without a pause
    };

    LockStore(const Clock& clock, Options options, QObject* parent = nullptr);
    explicit LockStore(const Clock& clock, QObject* parent = nullptr);

    /// Applies an update: changes, adds and marks rows. What is more than one slice is applied
    /// soon, after all earlier updates. Locks that are found while masters are swept for the first
    /// time are not marked as new.
    void apply(std::shared_ptr<const observe::BoardUpdate> update);
    /// As above, for an update that is not shared. Copies it.
    void apply(const observe::BoardUpdate& update);
    /// True while changes of large updates are waiting. When that ends, caughtUp() is emitted.
    [[nodiscard]] bool isBehind() const noexcept { return !m_queue.isEmpty(); }
    /// Call it regularly. Tells of the columns with times, ends the marks of changes, and removes
    /// the rows of gone locks; what is more than one slice soon afterwards.
    void tick();
    /// While held, the rows of gone locks stay (marked), so that nothing moves under the pointer.
    /// 20 000 at most, for memory ends.
    void setRemovalHeld(bool isHeld);
    /// Sets the tokens (40 hex digits) of this window's leases. Their rows are shown as ours.
    void setOwnFingerprints(std::set<std::string> fingerprints);

    /// The row of a resource, which may be gone; null: there is none.
    [[nodiscard]] const LockRow* find(const Resource& resource) const;
    /// The entry of a lock; null: there is none, or it is gone.
    [[nodiscard]] observe::LockEntryPtr presentEntry(const Resource& resource) const;
    /// The rows by their slots. Those that were removed can be read until the slots of
    /// slotsChanged() return.
    [[nodiscard]] const LockRows& rows() const noexcept { return m_rows; }
    /// What a table shows of a row.
    [[nodiscard]] const LockCells& cells() const noexcept { return m_cells; }
    /// True while all masters are read for the first time.
    [[nodiscard]] bool isLoading() const noexcept { return m_isLoading || isBehind(); }
    /// The present time, by the store's clock.
    [[nodiscard]] SteadyTime now() const { return m_clock.now(); }
    /// How long the votes of each master stay fresh.
    [[nodiscard]] const std::vector<observe::Freshness>& freshness() const
    {
        return m_cells.freshness();
    }

    /// Counts of the locks that are not gone: all, those with evidence of being stale, those that
    /// never expire, and those that are split.
    [[nodiscard]] int lockCount() const noexcept { return m_counts.locks; }
    [[nodiscard]] int staleCount() const noexcept { return m_counts.stale; }
    [[nodiscard]] int deadlockedCount() const noexcept { return m_counts.deadlocked; }
    [[nodiscard]] int neverExpiresCount() const noexcept { return m_counts.neverExpires; }
    [[nodiscard]] int splitCount() const noexcept { return m_counts.split; }
    /// Of locks that can't be judged: too few masters answer.
    [[nodiscard]] int unknownCount() const noexcept { return m_counts.unknown; }

Q_SIGNALS:
    void countsChanged();
    /// The rows of these slots were added, changed or removed. Emitted once for each batch. A slot
    /// may occur twice.
    void slotsChanged(const std::vector<int>& slots);
    /// In all rows, the cells of these columns may look different now.
    /// `isTimeOnly`: nothing but time changed them.
    void looksChanged(int firstColumn, int lastColumn, bool isTimeOnly);
    void caughtUp();

private:
    using Slots = std::vector<int>;

    [[nodiscard]] bool isOurs(const LockRow& row) const;

    void applySlice();
    void applyChange(const LockChangeQueue::Change& change, Slots& slots);
    void applyEntry(int slot, const observe::LockEntryPtr& entry, Slots& slots);
    void addRow(const LockChangeQueue::Change& change, Slots& slots);
    void markGone(int slot, Slots& slots);
    /// Notifies of a batch, and frees its removed rows.
    void finish(const Slots& changed);
    void emitLooksChanged(int firstColumn, int lastColumn, bool isTimeOnly = false);

    void endSlice();
    void endMarks(Slots& slots);
    void settleLater(int slot);
    void settle(Slots& slots);
    void removeLingering(Slots& slots);
    /// True if masters began or ceased to answer: any row may be old or fresh now.
    [[nodiscard]] bool updateFreshMasters();
    void publishCounts();

    const Clock& m_clock;
    Options m_options;
    LockCells m_cells;
    LockRows m_rows;
    LockChangeQueue m_queue;
    QTimer m_slicer;
    QTimer m_ender; ///< goes on with what a tick() has found due
    LockMarks m_marks{&LockRow::changedAt}; ///< changes that are marked
    LockMarks m_lingering{&LockRow::changedAt}; ///< rows that are gone
    LockMarks m_settling{&LockRow::urgencyAt}; ///< problems that came or went
    std::set<std::string> m_ownFingerprints;
    LockCounts m_counts;
    LockCounts m_publishedCounts;
    std::vector<std::pair<bool, SteadyTime>> m_freshMasters; ///< at the latest look
    bool m_isLoading = true;
    bool m_isStarting = true; ///< not each master has been swept, or found silent
    bool m_isRemovalHeld = false;
};

} // namespace lockkeeper::ui
