// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/lock_table_model.h"

#include <QSortFilterProxyModel>

namespace lockkeeper::ui {

/// Filters and sorts the rows of a LockTableModel. It can hold their order, so that nothing moves
/// under the pointer. GUI thread only.
///
/// All filters apply together. The counts on the filter buttons come from locks(), not from the
/// filtered rows.
class LockFilterProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// `locks` must outlive the proxy.
    explicit LockFilterProxy(LockTableModel& locks, QObject* parent = nullptr);

    [[nodiscard]] LockTableModel& locks() const noexcept { return m_locks; }
    [[nodiscard]] bool isOrderHeld() const noexcept { return m_isOrderHeld; }
    /// True if a text or an "only" filter is set.
    [[nodiscard]] bool hasFilter() const noexcept;

    /// The entry of a row of this proxy; null for an invalid index.
    [[nodiscard]] observe::LockEntryPtr entryAt(const QModelIndex& index) const;
    /// The proxy's index of a resource; invalid if the resource has no row or is filtered out.
    [[nodiscard]] QModelIndex indexOf(const Resource& resource, int column = 0) const;

public Q_SLOTS:
    /// Shows only rows whose resource, holder or library contains `text`. A glob (`orders:*`) must
    /// match the whole of one of them instead. Case and surrounding blanks are ignored. An empty
    /// text shows all rows.
    void setText(const QString& text);
    void setStaleOnly(bool isOn);
    void setNeverExpiresOnly(bool isOn);
    void setSplitOnly(bool isOn);
    /// While the order is held, rows neither move nor vanish. Their values still change in place,
    /// and new rows are appended. setOrderHeld(false) sorts and filters all rows again.
    void setOrderHeld(bool isHeld);

Q_SIGNALS:
    void orderHeldChanged(bool isHeld);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    void setToggle(bool& toggle, bool isOn);
    [[nodiscard]] bool matchesText(const LockRow& row) const;

    LockTableModel& m_locks;
    QString m_text;
    bool m_isGlob = false;
    bool m_isStaleOnly = false;
    bool m_isNeverExpiresOnly = false;
    bool m_isSplitOnly = false;
    bool m_isOrderHeld = false;
};

} // namespace lockkeeper::ui
