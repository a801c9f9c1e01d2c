// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/lock_filter_proxy.h"

#include "ui/models/glob.h"

namespace lockkeeper::ui {

LockFilterProxy::LockFilterProxy(LockTableModel& locks, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_locks(locks)
{
    setSortRole(SortRole);
    setSourceModel(&locks);
}

bool LockFilterProxy::hasFilter() const noexcept
{
    return !m_text.isEmpty() || m_isStaleOnly || m_isNeverExpiresOnly || m_isSplitOnly;
}

observe::LockEntryPtr LockFilterProxy::entryAt(const QModelIndex& index) const
{
    return index.isValid() ? m_locks.entryAt(mapToSource(index).row()) : nullptr;
}

QModelIndex LockFilterProxy::indexOf(const Resource& resource, int column) const
{
    const int row = m_locks.rowOf(resource);
    return row < 0 ? QModelIndex() : mapFromSource(m_locks.index(row, column));
}

void LockFilterProxy::setText(const QString& text)
{
    const QString trimmed = text.trimmed();
    if (trimmed == m_text)
        return;
    m_text = trimmed;
    m_isGlob = isGlob(trimmed);
    invalidateFilter();
}

void LockFilterProxy::setStaleOnly(bool isOn)
{
    setToggle(m_isStaleOnly, isOn);
}

void LockFilterProxy::setNeverExpiresOnly(bool isOn)
{
    setToggle(m_isNeverExpiresOnly, isOn);
}

void LockFilterProxy::setSplitOnly(bool isOn)
{
    setToggle(m_isSplitOnly, isOn);
}

void LockFilterProxy::setToggle(bool& toggle, bool isOn)
{
    if (toggle == isOn)
        return;
    toggle = isOn;
    invalidateFilter();
}

void LockFilterProxy::setOrderHeld(bool isHeld)
{
    if (m_isOrderHeld == isHeld)
        return;
    m_isOrderHeld = isHeld;
    m_locks.setRemovalHeld(isHeld);
    setDynamicSortFilter(!isHeld);
    // Rows that changed while the order was held were neither sorted nor filtered. The line above
    // has sorted them; filter them here.
    if (!isHeld)
        invalidateFilter();
    Q_EMIT orderHeldChanged(isHeld);
}

bool LockFilterProxy::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (parent.isValid())
        return false;
    const LockRow& lock = m_locks.rowAt(row);
    if (m_isStaleOnly && !lock.isStale())
        return false;
    if (m_isNeverExpiresOnly && !lock.neverExpires())
        return false;
    if (m_isSplitOnly && lock.judgement.verdict != observe::Verdict::Split)
        return false;
    return m_text.isEmpty() || matchesText(lock);
}

bool LockFilterProxy::matchesText(const LockRow& row) const
{
    for (const QString& field : {row.resource, row.holder, row.library}) {
        const bool isMatch
            = m_isGlob ? matchesGlob(m_text, field) : field.contains(m_text, Qt::CaseInsensitive);
        if (isMatch)
            return true;
    }
    return false;
}

bool LockFilterProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const auto order = QVariant::compare(left.data(SortRole), right.data(SortRole));
    if (order != QPartialOrdering::Equivalent)
        return order == QPartialOrdering::Less;
    // Equal rows are ordered by resource, so that their order does not depend on when they arrived.
    return m_locks.entryAt(left.row())->resource < m_locks.entryAt(right.row())->resource;
}

} // namespace lockkeeper::ui
