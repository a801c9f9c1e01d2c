// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_groups.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

/// Negative ids too; `none` if not set.
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

/// Table of ids in a given order. Selection and current row follow ids. Cost: a few passes over the
/// ids; views get at most an insertion and a removal at the end, and two layoutChanged().
class ArrangedModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;

Q_SIGNALS:
    void rowsArranged();

protected:
    [[nodiscard]] int numRows() const final { return static_cast<int>(m_shown.size()); }
    [[nodiscard]] const std::vector<int>& shown() const noexcept { return m_shown; }
    [[nodiscard]] int idAt(int row) const { return m_shown[static_cast<std::size_t>(row)]; }
    [[nodiscard]] int placeOf(int id) const { return m_places.of(id); }
    /// Shows these distinct ids, in order. Do not call it while isShowing().
    void show(const std::vector<int>& wanted);
    [[nodiscard]] bool isShowing() const noexcept { return m_isShowing; }

private:
    void hideOthers(const std::vector<int>& wanted);
    void showMissing(const std::vector<int>& wanted);
    void reorder(const std::vector<int>& ids);

    std::vector<int> m_shown;
    ById<int> m_places{-1};
    bool m_isShowing = false;
};

/// Locks by slot, with a header above each group.
class GroupedModel : public ArrangedModel {
    Q_OBJECT
public:
    using ArrangedModel::ArrangedModel;

    [[nodiscard]] bool isHeader(int row) const { return idAt(row) < 0; }
    [[nodiscard]] int headerCount(int firstRow, int lastRow) const;
    /// Invalid without groups.
    [[nodiscard]] QModelIndex headerOf(const QModelIndex& index) const;
    [[nodiscard]] int lockCount() const;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const final;

protected:
    [[nodiscard]] LockGroups& groups() noexcept { return m_groups; }
    [[nodiscard]] const LockGroups& groups() const noexcept { return m_groups; }
    /// Hides headers until showGroups().
    void useGroups(LockGroups groups);
    void showGroups(const std::vector<int>& slots, bool isReversed);
    /// Appends new slots under a *New* header and drops slots for which `isGone`; other rows keep
    /// their place.
    template <class IsGone> void append(const std::vector<int>& slots, IsGone isGone);
    /// Hides a header's rows, or shows `slots`; other rows keep their place.
    void setRowsShown(int header, bool isShown, std::vector<int> slots);
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
