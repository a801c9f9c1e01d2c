// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_groups.h"

#include <QObject>

class QMenu;
class QSettings;

namespace lockkeeper::ui {

class GroupedTableView;
class LockFilterBar;
class LockTable;

class LockGrouping final : public QObject {
    Q_OBJECT
public:
    /// `table` owns it.
    LockGrouping(GroupedTableView& table, LockTable& locks, LockFilterBar& bar);

    void setMenu(QMenu& menu);

    [[nodiscard]] Grouping grouping() const;
    void saveState(QSettings& settings) const;
    void restoreState(const QSettings& settings);

public Q_SLOTS:
    void set(lockkeeper::ui::Grouping grouping);
    void collapseAll();
    void expandAll();

Q_SIGNALS:
    void changed(lockkeeper::ui::Grouping grouping);

private:
    LockTable& m_locks;
    LockFilterBar& m_bar;
};

} // namespace lockkeeper::ui
