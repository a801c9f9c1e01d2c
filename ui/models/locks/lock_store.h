// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"
#include "ui/models/locks/lock_change_queue.h"
#include "ui/models/locks/lock_marks.h"
#include "ui/models/locks/lock_table_cells.h"

#include <QObject>
#include <QTimer>
#include <set>

namespace lockkeeper::ui {

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
    /// The present time, by the model's clock.
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
    LockMarks m_marks; ///< changes that are marked
    LockMarks m_lingering; ///< rows that are gone
    std::set<std::string> m_ownFingerprints;
    LockCounts m_counts;
    LockCounts m_publishedCounts;
    std::vector<std::pair<bool, SteadyTime>> m_freshMasters; ///< at the latest look
    bool m_isLoading = true;
    bool m_isStarting = true; ///< not each master has been swept, or found silent
    bool m_isRemovalHeld = false;
};

} // namespace lockkeeper::ui
