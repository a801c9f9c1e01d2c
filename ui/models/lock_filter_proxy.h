// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/lock_table_model.h"

#include <QSortFilterProxyModel>

namespace lockkeeper::ui {

/// Filters and sorts the locks, and can hold the order so that nothing moves under the pointer.
/// The counts for the toggles' badges come from locks().
class LockFilterProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// `locks` must outlive the proxy.
    explicit LockFilterProxy(LockTableModel& locks, QObject* parent = nullptr);

    [[nodiscard]] LockTableModel& locks() const noexcept { return m_locks; }
    [[nodiscard]] bool isOrderHeld() const noexcept { return m_isOrderHeld; }
    [[nodiscard]] bool hasFilter() const noexcept;

    /// The entry behind a row of this proxy; null for an invalid index.
    [[nodiscard]] observe::LockEntryPtr entryAt(const QModelIndex& index) const;
    /// The proxy's index of a resource; invalid if it is not there or filtered out.
    [[nodiscard]] QModelIndex indexOf(const Resource& resource, int column = 0) const;

public Q_SLOTS:
    /// Shows rows whose resource, holder or library contains `text`, or matches it as a whole if it
    /// is a glob (`orders:*`). Empty: all rows.
    void setText(const QString& text);
    void setStaleOnly(bool isOn);
    void setNeverExpiresOnly(bool isOn);
    void setSplitOnly(bool isOn);
    /// While held, rows neither move nor vanish; values go on changing in place and new rows are
    /// appended. Afterwards order and filter are applied anew.
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
