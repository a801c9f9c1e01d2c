// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/leases_page.h"

#include "ui/delegates/remaining_delegate.h"
#include "ui/models/words/words.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

LeasesPage::LeasesPage(OwnLeaseModel& leases, QWidget* parent)
    : TablePage(tr("My leases"), parent)
    , m_leases(leases)
    , m_extend(new QPushButton(this))
    , m_release(new QPushButton(this))
    , m_acquire(new QPushButton(tr("Acquire\u2026"), this))
{
    table().setObjectName(u"leasesTable"_s);
    table().setAccessibleName(tr("My leases"));
    setModel(leases);
    table().setItemDelegateForColumn(OwnLeaseModel::Remaining, new RemainingDelegate(&table()));
    setNote(tr("Leases of this window. Those still held are released when it closes."));
    emptyState().setContent(tr("This window holds no lease"),
        tr("Acquire one with Ctrl+N. It is released when the window closes, at the latest."));
    m_extend->setObjectName(u"extendLeaseButton"_s);
    m_release->setObjectName(u"releaseLeaseButton"_s);
    m_acquire->setObjectName(u"acquireLeaseButton"_s);
    for (auto* button : {m_extend, m_release, m_acquire})
        addButton(button);
    connect(m_acquire, &QPushButton::clicked, this, &LeasesPage::acquireRequested);
    connect(m_release, &QPushButton::clicked, this, &LeasesPage::releaseSelected);
    connect(m_extend, &QPushButton::clicked, this, &LeasesPage::extendSelected);
    connect(&table(), &TableView::currentRowChanged, this, &LeasesPage::showButtons);
    connect(&leases, &QAbstractItemModel::dataChanged, this, &LeasesPage::showButtons);
    showButtons();
}

std::optional<OwnLeaseRow> LeasesPage::selected() const
{
    const int row = const_cast<LeasesPage*>(this)->table().currentIndex().row();
    if (row < 0)
        return std::nullopt;
    return m_leases.rows()[static_cast<std::size_t>(row)];
}

void LeasesPage::showButtons()
{
    const auto own = selected();
    const bool isHeld = isSelectedHeld();
    const QString name = own ? forButton(safeText(own->lease.resource.value()), 24) : QString();
    m_extend->setVisible(isHeld);
    m_release->setVisible(own.has_value());
    m_extend->setText(tr("Extend %1").arg(name));
    m_release->setText((isHeld ? tr("Release %1") : tr("Dismiss %1")).arg(name));
    Q_EMIT selectionChanged();
}

void LeasesPage::setReadOnly(bool isReadOnly, const QString& refusal)
{
    m_acquire->setEnabled(!isReadOnly);
    m_acquire->setToolTip(isReadOnly ? readOnlyHint(refusal) : QString());
    m_acquire->setAccessibleDescription(m_acquire->toolTip());
}

bool LeasesPage::isSelectedHeld() const
{
    const auto own = selected();
    return own && own->state == LeaseStatus::Held;
}

void LeasesPage::extendSelected()
{
    if (const auto own = selected())
        Q_EMIT extendRequested(own->lease.id);
}

void LeasesPage::releaseSelected()
{
    const auto own = selected();
    if (!own)
        return;
    if (own->state == LeaseStatus::Held)
        Q_EMIT releaseLeaseRequested(own->lease.id);
    else
        Q_EMIT dismissRequested(own->lease.id);
}

} // namespace lockkeeper::ui
