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

/// Changes of rows, oldest first. Not thread-safe.
class LockMarks {
public:
    explicit LockMarks(SteadyTime LockRow::*at)
        : m_at(at)
    { }

    void add(int slot, const LockRow& row) { m_marks.push_back({slot, row.id, row.*m_at}); }

    void setDue(SteadyTime time) { m_due = time; }
    [[nodiscard]] bool isAnyDue() const { return !m_marks.empty() && m_marks.front().at <= m_due; }

    /// Removes up to `most` due changes. Returns slots of rows unchanged since; one may occur
    /// twice.
    std::vector<int> takeDue(std::size_t most, const LockRows& rows)
    {
        std::vector<int> slots;
        for (; isAnyDue() && most > 0; --most, m_marks.pop_front()) {
            const Mark& mark = m_marks.front();
            const LockRow& row = rows[mark.slot];
            if (row.id == mark.id && row.*m_at == mark.at)
                slots.push_back(mark.slot);
        }
        return slots;
    }

private:
    struct Mark {
        int slot;
        std::uint64_t id;
        SteadyTime at;
    };

    SteadyTime LockRow::*m_at;
    std::deque<Mark> m_marks;
    SteadyTime m_due{};
};

struct LockCounts {
    int locks = 0;
    int stale = 0;
    int deadlocked = 0;
    int neverExpires = 0;
    int split = 0;
    int unknown = 0;

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

/// Changes to apply, oldest first: a resource's newest entry wins. Keeps updates alive. Not
/// thread-safe.
class LockChangeQueue {
public:
    /// Valid until the queue's next call.
    struct Change {
        const observe::LockEntryPtr* entry;
        const Resource& resource;
        bool isLoading;
    };

    /// `isLoading`: during the first sweep.
    void add(std::shared_ptr<const observe::BoardUpdate> update, bool isLoading);
    [[nodiscard]] bool isEmpty() const noexcept { return m_count == 0; }
    [[nodiscard]] std::size_t count() const noexcept { return m_count; }
    [[nodiscard]] Change take();
    void clear();

private:
    struct Waiting {
        std::shared_ptr<const observe::BoardUpdate> update;
        bool isLoading;
    };

    [[nodiscard]] static std::size_t countOf(const observe::BoardUpdate& update);

    std::deque<Waiting> m_waiting;
    std::size_t m_next = 0; ///< in the first update: changed ones, then gone ones
    std::size_t m_count = 0;
};

/// A deployment's locks, each in a fixed slot. Rows of gone locks stay, marked, for
/// Options::lingerFor. Unchanged rows cost nothing; a large update is applied in slices of about
/// Options::sliceFor.
class LockStore final : public QObject {
    Q_OBJECT
public:
    struct Options {
        std::chrono::milliseconds markFor{3000};
        std::chrono::milliseconds lingerFor{5000};
        std::chrono::milliseconds settleFor{2000}; ///< a shorter problem moves no rows
        std::chrono::milliseconds sliceFor{5}; ///< longest time without a pause
        std::size_t sliceSize = 1000; ///< most changes without a pause
    };

    LockStore(const Clock& clock, Options options, QObject* parent = nullptr);
    explicit LockStore(const Clock& clock, QObject* parent = nullptr);

    /// Applies a slice now, the rest soon. The first sweep's locks are not marked as new.
    void apply(std::shared_ptr<const observe::BoardUpdate> update);
    void apply(const observe::BoardUpdate& update);
    [[nodiscard]] bool isBehind() const noexcept { return !m_queue.isEmpty(); }
    /// Refreshes times, ends marks, removes gone rows, in slices.
    void tick();
    /// Keeps up to 20 000 gone rows.
    void setRemovalHeld(bool isHeld);
    void setOwnFingerprints(std::set<std::string> fingerprints);

    /// Also of a gone lock; null: none.
    [[nodiscard]] const LockRow* find(const Resource& resource) const;
    [[nodiscard]] observe::LockEntryPtr presentEntry(const Resource& resource) const;
    /// Removed rows are readable until slotsChanged() returns.
    [[nodiscard]] const LockRows& rows() const noexcept { return m_rows; }
    [[nodiscard]] const LockCells& cells() const noexcept { return m_cells; }
    /// Until all masters were read once.
    [[nodiscard]] bool isLoading() const noexcept { return m_isLoading || isBehind(); }
    [[nodiscard]] SteadyTime now() const { return m_clock.now(); }
    [[nodiscard]] const std::vector<observe::Freshness>& freshness() const
    {
        return m_cells.freshness();
    }

    [[nodiscard]] int lockCount() const noexcept { return m_counts.locks; }
    [[nodiscard]] int staleCount() const noexcept { return m_counts.stale; }
    [[nodiscard]] int deadlockedCount() const noexcept { return m_counts.deadlocked; }
    [[nodiscard]] int neverExpiresCount() const noexcept { return m_counts.neverExpires; }
    [[nodiscard]] int splitCount() const noexcept { return m_counts.split; }
    [[nodiscard]] int unknownCount() const noexcept { return m_counts.unknown; }

Q_SIGNALS:
    void countsChanged();
    /// Rows were added, changed or removed. Once per batch; a slot may occur twice.
    void slotsChanged(const std::vector<int>& slots);
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
    void finish(const Slots& changed);
    void emitLooksChanged(int firstColumn, int lastColumn, bool isTimeOnly = false);

    void endSlice();
    void endMarks(Slots& slots);
    void settleLater(int slot);
    void settle(Slots& slots);
    void removeLingering(Slots& slots);
    [[nodiscard]] bool updateFreshMasters();
    void publishCounts();

    const Clock& m_clock;
    Options m_options;
    LockCells m_cells;
    LockRows m_rows;
    LockChangeQueue m_queue;
    QTimer m_slicer;
    QTimer m_ender;
    LockMarks m_marks{&LockRow::changedAt};
    LockMarks m_lingering{&LockRow::changedAt};
    LockMarks m_settling{&LockRow::urgencyAt};
    std::set<std::string> m_ownFingerprints;
    LockCounts m_counts;
    LockCounts m_publishedCounts;
    std::vector<std::pair<bool, SteadyTime>> m_freshMasters;
    bool m_isLoading = true;
    bool m_isStarting = true; ///< until each master was swept, or found silent
    bool m_isRemovalHeld = false;
};

} // namespace lockkeeper::ui
