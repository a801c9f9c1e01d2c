// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/grouped_model.h"
#include "ui/models/locks/lock_order.h"
#include "ui/models/locks/lock_sorter.h"
#include "ui/models/locks/lock_store.h"

#include <QObject>
#include <utility>
#include <vector>

namespace lockkeeper::ui {

/// Slots of a table that changed while all its rows were sorted or filtered on another thread.
/// Sorting in many of them takes too long for the GUI thread: the job is repeated, some times,
/// until fewer change meanwhile, and then they are handed out some at a time. That happens while
/// locks are loaded, and when a master comes back. GUI thread only.
class TouchedSlots final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void add(const std::vector<int>& slots);
    void clear() { m_slots.clear(); }
    /// True if the job that has ended should be repeated.
    [[nodiscard]] bool needsRepeat();
    /// All slots, if they are few. Else none, and due() follows.
    [[nodiscard]] std::vector<int> take();

Q_SIGNALS:
    /// Look at these slots now.
    void due(const std::vector<int>& slots);

private:
    void handOut(std::vector<int> slots);

    std::vector<int> m_slots;
    int m_repeats = 0; ///< of the present job
};

/// A flag for each slot of a table; false at first.
class SlotFlags {
public:
    void resize(int slots) { m_flags.resize(static_cast<std::size_t>(slots)); }
    /// Sets all to false. Returns true if that is a change.
    bool clear()
    {
        m_flags.assign(m_flags.size(), false);
        return std::exchange(m_count, 0) > 0;
    }
    /// How many are true.
    [[nodiscard]] int count() const noexcept { return m_count; }
    [[nodiscard]] bool operator[](int slot) const { return m_flags[at(slot)]; }
    /// Returns true if that is a change.
    bool set(int slot, bool isOn)
    {
        const bool wasOn = m_flags[at(slot)];
        m_flags[at(slot)] = isOn;
        m_count += (isOn ? 1 : 0) - (wasOn ? 1 : 0);
        return wasOn != isOn;
    }

private:
    static std::size_t at(int slot) { return static_cast<std::size_t>(slot); }
    std::vector<bool> m_flags;
    int m_count = 0;
};

/// The locks of a LockStore as a table: filtered, sorted and grouped. It can hold their order, so
/// that nothing moves under the pointer. GUI thread only.
///
/// Cost: a batch of changes costs a binary search for each row whose place changed, and what
/// ArrangedModel says. Another column, filter or grouping is computed by a LockSorter; until the
/// result arrives, the rows stay as they are. Passing time moves nothing, see LockSortKey; but a
/// filter that compares times (`held>1h`) is computed again every second.
class LockTable final : public GroupedModel {
    Q_OBJECT
public:
    using Column = LockCells::Column;
    using enum LockCells::Column;
    static constexpr int kColumnCount = LockCells::kColumnCount;

    /// `locks` must outlive the table.
    explicit LockTable(LockStore& locks, QObject* parent = nullptr);

    [[nodiscard]] LockStore& locks() const noexcept { return m_locks; }
    [[nodiscard]] bool isOrderHeld() const noexcept { return m_isOrderHeld; }
    /// What was set by the latest setFilter().
    [[nodiscard]] const LockFilter& wantedFilter() const noexcept { return m_wantedFilter; }
    /// What was set by the latest sort().
    [[nodiscard]] int sortColumn() const noexcept { return m_column; }
    [[nodiscard]] Qt::SortOrder sortOrder() const noexcept { return m_direction; }
    /// What was set by the latest setGrouping().
    [[nodiscard]] Grouping grouping() const noexcept { return m_grouping; }
    /// True while another column, filter or grouping is being computed.
    [[nodiscard]] bool isBusy() const noexcept { return m_sorter.isBusy(); }

    /// Number of rows that would move, come or go if the order were not held.
    [[nodiscard]] int waitingCount() const noexcept { return m_waiting.count(); }
    struct HiddenCounts {
        int locks = 0;
        int stale = 0;
    };
    /// What the filter hides. Takes a pass over all rows.
    [[nodiscard]] HiddenCounts hiddenCounts() const;

    /// The locks that are shown, also those in collapsed groups, in their order.
    [[nodiscard]] std::vector<observe::LockEntryPtr> entries() const;

    /// The entry of a row; null for an invalid index, and for a group's header.
    [[nodiscard]] observe::LockEntryPtr entryAt(const QModelIndex& index) const;
    /// The index of a resource; invalid if the resource has no row, is filtered out, or is
    /// in a collapsed group.
    [[nodiscard]] QModelIndex indexOf(const Resource& resource, int column = 0) const;

    /// Sorts by a column of the model; -1: in the order in which the rows were added. Rows with
    /// equal values are ordered by resource, so that their order does not depend on when they
    /// arrived. Sorts also while the order is held: the user asked for it.
    void sort(int column, Qt::SortOrder direction = Qt::AscendingOrder) override;
    /// Groups the rows, also while the order is held. Groups are ordered by name.
    void setGrouping(Grouping grouping);
    /// Expands the group of a lock, so that it has a row.
    void reveal(const Resource& resource);

public Q_SLOTS:
    /// Hides or shows the rows of a header's group, also while the order is held: the other rows
    /// keep their order. Ignores other rows.
    void setCollapsed(const QModelIndex& header, bool isCollapsed);
    void setAllCollapsed(bool isCollapsed);
    /// Shows only rows that match, see FilterParser. An empty text shows all rows.
    void setFilter(const QString& text);
    /// Prepares for setFilter() while a filter is likely to be typed, so that each keystroke shows
    /// its rows at once; emits wordsSeen(). Frees that memory when it is not, unless one is set.
    void setFilterExpected(bool isExpected);
    /// While the order is held, rows neither move nor vanish, unless the user sorts or filters.
    /// Their values still change in place, and new rows are appended. setOrderHeld(false) sorts and
    /// filters all rows again.
    void setOrderHeld(bool isHeld);
    /// While the order is held: moves, shows and removes the rows that are waiting for it.
    void applyWaiting();

Q_SIGNALS:
    /// waitingCount() changed.
    void waitingChanged();
    /// Another filter was set.
    void filterChanged();
    /// What a filter may be completed with.
    void wordsSeen(const QStringList& words);

protected:
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant lockCell(int slot, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override { return LockCells::columns(); }

private:
    void update(const std::vector<int>& slots);
    /// Puts these rows into their groups. Returns the slots whose group changed.
    std::vector<int> group(const std::vector<int>& slots);
    void countAll();
    [[nodiscard]] std::vector<int> matchingSlots() const;
    /// Decides anew which of these rows match. Returns the slots for which that changed.
    std::vector<int> filter(const std::vector<int>& slots);
    /// Counts rows that wait until the order is no longer held.
    void addWaiting(const std::vector<int>& slots);
    void compute();
    void followTime();
    void use(LockSorter::Job& job);
    /// Shows the rows that match in order.
    void arrange();
    void emitLooksChanged(int firstColumn, int lastColumn, bool isTimeOnly);

    LockStore& m_locks;
    LockOrder m_order;
    LockSorter m_sorter;
    int m_column = kUnsorted; ///< wanted; m_order has the one that is shown
    Qt::SortOrder m_direction = Qt::AscendingOrder;
    LockFilter m_wantedFilter;
    LockFilter m_filter; ///< that the shown rows were filtered by
    SteadyTime m_filteredAt{}; ///< when all rows were
    Grouping m_grouping = Grouping::None; ///< wanted; groups() has the one that is shown
    bool m_isOrderHeld = false;
    SlotFlags m_isMatch; ///< by slot: whether it matches m_filter
    TouchedSlots m_touched; ///< while m_sorter was busy
    SlotFlags m_waiting; ///< see waitingCount()
};

} // namespace lockkeeper::ui
