// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/arranged_model.h"
#include "ui/models/locks/lock_groups.h"

namespace lockkeeper::ui {

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
