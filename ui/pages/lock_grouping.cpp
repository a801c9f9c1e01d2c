// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lock_grouping.h"

#include "ui/models/locks/lock_table.h"
#include "ui/pages/lock_filter_bar.h"
#include "ui/widgets/grouped_table_view.h"

#include <QSettings>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

const QString kKey = u"locks/grouping"_s;

QStringList names()
{
    return {u"none"_s, u"prefix"_s, u"holder"_s, u"library"_s};
}

} // namespace

LockGrouping::LockGrouping(GroupedTableView& table, LockTable& locks, LockFilterBar& bar)
    : QObject(&table)
    , m_locks(locks)
    , m_bar(bar)
{
    connect(&table, &GroupedTableView::collapseRequested, &locks, &LockTable::setCollapsed);
    // A match may be collapsed.
    connect(&bar, &LockFilterBar::filterEdited, this, &LockGrouping::expandAll);
}

void LockGrouping::setMenu(QMenu& menu)
{
    m_bar.setGroupMenu(menu);
}

Grouping LockGrouping::grouping() const
{
    return m_locks.grouping();
}

void LockGrouping::set(Grouping grouping)
{
    m_locks.setGrouping(grouping);
    Q_EMIT changed(grouping);
}

void LockGrouping::collapseAll()
{
    m_locks.setAllCollapsed(true);
}

void LockGrouping::expandAll()
{
    m_locks.setAllCollapsed(false);
}

void LockGrouping::saveState(QSettings& settings) const
{
    settings.setValue(kKey, names().at(static_cast<int>(grouping())));
}

void LockGrouping::restoreState(const QSettings& settings)
{
    const auto index = names().indexOf(settings.value(kKey).toString());
    set(static_cast<Grouping>(std::max<qsizetype>(index, 0)));
}

} // namespace lockkeeper::ui
