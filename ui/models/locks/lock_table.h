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

/// Slots that changed during a sort or filter. Repeats the job a few times, then hands the rest out
/// in parts: inserting many would block the GUI thread.
class TouchedSlots final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void add(const std::vector<int>& slots);
    void clear() { m_slots.clear(); }
    [[nodiscard]] bool needsRepeat();
    /// All slots if few; else none, and due() follows.
    [[nodiscard]] std::vector<int> take();

Q_SIGNALS:
    void due(const std::vector<int>& slots);

private:
    void handOut(std::vector<int> slots);

    std::vector<int> m_slots;
    int m_repeats = 0;
};

class SlotFlags {
public:
    void resize(int slots) { m_flags.resize(static_cast<std::size_t>(slots)); }
    bool clear()
    {
        m_flags.assign(m_flags.size(), false);
        return std::exchange(m_count, 0) > 0;
    }
    [[nodiscard]] int count() const noexcept { return m_count; }
    [[nodiscard]] bool operator[](int slot) const { return m_flags[at(slot)]; }
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

/// A LockStore's locks: filtered, sorted, grouped. Holds the order on request: nothing moves under
/// the pointer.
/// - A batch costs a binary search per moved row, plus ArrangedModel's cost.
/// - A LockSorter computes new columns, filters and groupings; rows stay until then.
/// - Time moves no rows, but filters that compare times run every second.
class LockTable final : public GroupedModel {
    Q_OBJECT
public:
    using Column = LockCells::Column;
    using enum LockCells::Column;
    static constexpr int kColumnCount = LockCells::kColumnCount;

    explicit LockTable(LockStore& locks, QObject* parent = nullptr);

    [[nodiscard]] LockStore& locks() const noexcept { return m_locks; }
    [[nodiscard]] bool isOrderHeld() const noexcept { return m_isOrderHeld; }
    [[nodiscard]] const LockFilter& wantedFilter() const noexcept { return m_wantedFilter; }
    [[nodiscard]] int sortColumn() const noexcept { return m_column; }
    [[nodiscard]] Qt::SortOrder sortOrder() const noexcept { return m_direction; }
    [[nodiscard]] Grouping grouping() const noexcept { return m_grouping; }
    [[nodiscard]] bool isBusy() const noexcept { return m_sorter.isBusy(); }

    /// Rows that would move, come or go if the order were not held.
    [[nodiscard]] int waitingCount() const noexcept { return m_waiting.count(); }
    struct HiddenCounts {
        int locks = 0;
        int stale = 0;
    };
    [[nodiscard]] HiddenCounts hiddenCounts() const;

    /// Also in collapsed groups.
    [[nodiscard]] std::vector<observe::LockEntryPtr> entries() const;

    [[nodiscard]] observe::LockEntryPtr entryAt(const QModelIndex& index) const;
    /// Invalid: no row, filtered out, or collapsed.
    [[nodiscard]] QModelIndex indexOf(const Resource& resource, int column = 0) const;

    /// -1: order of arrival. Works while the order is held.
    void sort(int column, Qt::SortOrder direction = Qt::AscendingOrder) override;
    void setGrouping(Grouping grouping);
    void reveal(const Resource& resource);

public Q_SLOTS:
    /// Works while the order is held.
    void setCollapsed(const QModelIndex& header, bool isCollapsed);
    void setAllCollapsed(bool isCollapsed);
    void setFilter(const QString& text);
    /// Prepares search texts for fast typing, or frees them unless a filter is set.
    void setFilterExpected(bool isExpected);
    /// Rows neither move nor vanish, unless the user sorts or filters; values change, new rows are
    /// appended.
    void setOrderHeld(bool isHeld);
    void applyWaiting();

Q_SIGNALS:
    void waitingChanged();
    void filterChanged();
    void wordsSeen(const QStringList& words);

protected:
    [[nodiscard]] QVariant lockCell(int slot, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override { return LockCells::columns(); }

private:
    void update(const std::vector<int>& slots);
    std::vector<int> group(const std::vector<int>& slots);
    void countAll();
    [[nodiscard]] std::vector<int> matchingSlots() const;
    std::vector<int> filter(const std::vector<int>& slots);
    void addWaiting(const std::vector<int>& slots);
    void compute();
    void followTime();
    void use(LockSorter::Job& job);
    void arrange();
    void emitLooksChanged(int firstColumn, int lastColumn, bool isTimeOnly);

    LockStore& m_locks;
    LockOrder m_order;
    LockSorter m_sorter;
    int m_column = kUnsorted; ///< wanted; m_order has the shown one
    Qt::SortOrder m_direction = Qt::AscendingOrder;
    LockFilter m_wantedFilter;
    LockFilter m_filter;
    SteadyTime m_filteredAt{};
    Grouping m_grouping = Grouping::None; ///< wanted; groups() has the shown one
    bool m_isOrderHeld = false;
    SlotFlags m_isMatch; ///< by slot: matches m_filter
    TouchedSlots m_touched;
    SlotFlags m_waiting;
};

} // namespace lockkeeper::ui
