// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/leases_page.h"

#include "core/words/wait_words.h"
#include "ui/delegates/cell_delegates.h"
#include "ui/models/words/words.h"
#include "ui/pages/votes_section.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/spoken.h"
#include "ui/widgets/table_view.h"

#include <QMenu>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

LeasesPage::LeasesPage(
    OwnLeaseModel& leases, const LockStore& locks, const Clock& clock, QWidget* parent)
    : TablePage(tr("My leases"), parent)
    , m_leases(leases)
    , m_locks(locks)
    , m_below(new QWidget(this))
    , m_waiters(wrappingLabel({}, m_below))
    , m_votes(new VotesSection(clock, m_below))
    , m_show(new QPushButton(tr("Show the lock"), this))
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
    m_show->setObjectName(u"showLeaseButton"_s);
    for (auto* button : {m_show, m_extend, m_release, m_acquire})
        addButton(button);
    auto* below = boxLayout<QVBoxLayout>(m_below, {12, 8, 12, 12});
    below->addWidget(m_waiters);
    below->addWidget(m_votes, 1);
    addBelow(m_below);
    m_waiters->setObjectName(u"leaseWaitersLabel"_s);
    m_votes->table().setObjectName(u"leaseVotesTable"_s);
    m_votes->plot().setObjectName(u"leaseTtlPlot"_s);
    connect(m_show, &QPushButton::clicked, this, [this] {
        if (const auto own = selected())
            Q_EMIT lockRequested(own->lease.resource);
    });
    connect(m_acquire, &QPushButton::clicked, this, &LeasesPage::acquireRequested);
    connect(m_release, &QPushButton::clicked, this, &LeasesPage::releaseSelected);
    connect(m_extend, &QPushButton::clicked, this, &LeasesPage::extendSelected);
    connect(&table(), &TableView::currentRowChanged, this, &LeasesPage::showButtons);
    connect(&leases, &QAbstractItemModel::dataChanged, this, &LeasesPage::showButtons);
    showButtons();
}

std::optional<Resource> LeasesPage::subject() const
{
    const auto own = selected();
    return own ? std::optional(own->lease.resource) : std::nullopt;
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
    const QString name = own ? forButton(safeText(own->lease.resource), 24) : QString();
    m_show->setVisible(isHeld);
    m_extend->setVisible(isHeld && own->lease.isExtendable);
    m_release->setVisible(own.has_value());
    m_extend->setText(tr("Extend %1").arg(name));
    m_release->setText((isHeld ? tr("Release %1") : tr("Dismiss %1")).arg(name));
    showVotes();
    Q_EMIT selectionChanged();
}

/// Once the lease is lost, the stored lock is another.
void LeasesPage::showVotes()
{
    const auto own = selected();
    const bool isHeld = isSelectedHeld();
    m_below->setVisible(isHeld);
    if (!isHeld)
        return m_votes->setLock(nullptr, VotesSection::Age::Gone, {});
    const auto entry = m_locks.presentEntry(own->lease.resource);
    m_votes->setLock(
        entry, entry ? VotesSection::Age::Current : VotesSection::Age::Gone, m_locks.freshness());
    const QString waiters
        = m_update ? toQt(words::waitersText(*m_update->waits, own->lease.resource)) : QString();
    m_waiters->setText(waiters.isEmpty() ? tr("Nobody is known to wait for it.")
                                         : tr("Who waits for it: %1").arg(waiters));
}

void LeasesPage::showUpdate(const BoardUpdatePtr& update)
{
    m_update = update;
    showVotes();
}

void LeasesPage::tick()
{
    m_votes->tick();
    showVotes();
}

void LeasesPage::setReadOnly(bool isReadOnly, const QString& refusal)
{
    m_acquire->setEnabled(!isReadOnly);
    setTip(*m_acquire, isReadOnly ? readOnlyHint(refusal) : QString());
}

bool LeasesPage::isSelectedHeld() const
{
    const auto own = selected();
    return own && own->state == LeaseStatus::Held;
}

std::optional<LeaseInfo> LeasesPage::selectedLease() const
{
    const auto own = selected();
    return own ? std::optional(own->lease) : std::nullopt;
}

void LeasesPage::extendSelected()
{
    if (const auto own = selected())
        Q_EMIT extendRequested(own->lease.id);
}

void LeasesPage::addRowActions(QMenu& menu)
{
    for (QPushButton* const button : {m_show, m_extend, m_release}) {
        if (!button->isHidden())
            menu.addAction(button->text(), button, &QPushButton::click);
    }
    menu.addSeparator();
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
