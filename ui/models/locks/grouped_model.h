// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_groups.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

/// A value for each id, negative or not; `none` for ids that have none.
template <class Value> class ById {
public:
    explicit ById(Value none)
        : m_none(none)
    { }

    [[nodiscard]] Value of(int id) const
    {
        const std::vector<Value>& side = id < 0 ? m_negative : m_positive;
        const std::size_t at = place(id);
        return at < side.size() ? side[at] : m_none;
    }
    void set(int id, Value value)
    {
        std::vector<Value>& side = id < 0 ? m_negative : m_positive;
        const std::size_t at = place(id);
        if (at >= side.size())
            side.resize(at + 1, m_none);
        side[at] = value;
    }

private:
    static std::size_t place(int id) { return static_cast<std::size_t>(id < 0 ? -1 - id : id); }

    Value m_none;
    std::vector<Value> m_positive;
    std::vector<Value> m_negative;
};

/// A table that shows rows with ids in a given order. Persistent indexes follow their ids, so that
/// selection and current row survive. GUI thread only.
///
/// Cost: another order costs some passes over numbers of four bytes. The views get at most one
/// insertion and one removal, both at the end, and two layoutChanged().
class ArrangedModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;

Q_SIGNALS:
    /// Rows were shown, hidden or moved. Emitted once for each batch, when all are in their places.
    void rowsArranged();

protected:
    [[nodiscard]] int numRows() const final { return static_cast<int>(m_shown.size()); }
    /// The ids of the rows, in order.
    [[nodiscard]] const std::vector<int>& shown() const noexcept { return m_shown; }
    [[nodiscard]] int idAt(int row) const { return m_shown[static_cast<std::size_t>(row)]; }
    /// The row of an id; -1: not shown.
    [[nodiscard]] int placeOf(int id) const { return m_places.of(id); }
    /// Shows these ids, each of them once, in this order, and no others. Must not be called by
    /// those whom it notifies.
    void show(const std::vector<int>& wanted);
    /// True while show() notifies.
    [[nodiscard]] bool isShowing() const noexcept { return m_isShowing; }

private:
    void hideOthers(const std::vector<int>& wanted);
    void showMissing(const std::vector<int>& wanted);
    void reorder(const std::vector<int>& ids);

    std::vector<int> m_shown;
    ById<int> m_places{-1};
    bool m_isShowing = false;
};

/// A table that shows slots of locks, and while they are grouped, a header above each group. A
/// header has no lock and can't be selected. GUI thread only.
class GroupedModel : public ArrangedModel {
    Q_OBJECT
public:
    using ArrangedModel::ArrangedModel;

    /// True if the row heads a group.
    [[nodiscard]] bool isHeader(int row) const { return idAt(row) < 0; }
    /// Number of such rows among these.
    [[nodiscard]] int headerCount(int firstRow, int lastRow) const;
    /// The header of the group that the row is in; invalid without groups.
    [[nodiscard]] QModelIndex headerOf(const QModelIndex& index) const;
    /// Number of locks that are shown, also in collapsed groups.
    [[nodiscard]] int lockCount() const;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const final;

protected:
    [[nodiscard]] LockGroups& groups() noexcept { return m_groups; }
    [[nodiscard]] const LockGroups& groups() const noexcept { return m_groups; }
    /// Groups the rows otherwise from the next showGroups() on. Until then no headers are shown.
    void useGroups(LockGroups groups);
    /// Shows these slots, group by group.
    void showGroups(const std::vector<int>& slots, bool isReversed);
    /// Moves nothing: removes the slots for which `isGone`, and shows others below, under a header
    /// of their own.
    template <class IsGone> void append(const std::vector<int>& slots, IsGone isGone);
    /// Moves nothing: hides the rows of a header, or shows these of `slots` that are its own.
    void setRowsShown(int header, bool isShown, std::vector<int> slots);
    /// Notifies the views of rows whose cells changed.
    void emitChanged(const std::vector<int>& slots);

    [[nodiscard]] QVariant cell(int row, int column, int role) const final;
    [[nodiscard]] virtual QVariant lockCell(int slot, int column, int role) const = 0;

private:
    [[nodiscard]] QVariant headerCell(int row, int column, int role) const;

    LockGroups m_groups;
};

template <class IsGone> void GroupedModel::append(const std::vector<int>& slots, IsGone isGone)
{
    std::vector<int> wanted = shown();
    std::erase_if(wanted, [&isGone](int id) { return id >= 0 && isGone(id); });
    bool isHeaded = !m_groups.isOn() || placeOf(LockGroups::kNewHeader) >= 0;
    for (const int slot : slots) {
        if (placeOf(slot) >= 0 || m_groups.isHidden(slot))
            continue;
        if (!std::exchange(isHeaded, true))
            wanted.push_back(LockGroups::kNewHeader);
        wanted.push_back(slot);
    }
    show(wanted);
}

} // namespace lockkeeper::ui
