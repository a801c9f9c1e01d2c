// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/waits_page.h"

#include "ui/models/locks/lock_table_model.h"
#include "ui/models/words/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"

#include <QBoxLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

WaitsPage::WaitsPage(const LockTableModel& locks, const Clock& clock, QWidget* parent)
    : TablePage(tr("Who waits"), parent)
    , m_waits(clock,
          [&locks](const Resource& resource) {
              const int row = locks.rowOf(resource);
              return row < 0 ? QString()
                             : locks.index(row, LockTableModel::Holder).data().toString();
          })
    , m_banner(new Banner(tr("Show the lock"), this))
    , m_show(new QPushButton(tr("Show the lock"), this))
{
    table().setObjectName(u"waitsTable"_s);
    table().setAccessibleName(tr("Who waits"));
    setModel(m_waits);
    table().setColumnWidths({170, 236, 126, 92, 124, 170});
    table().setNarrowedColumns({WaitsModel::ResourceName, WaitsModel::Who, WaitsModel::HeldBy});
    table().setNumberColumns({WaitsModel::For});
    emptyState().setContent(tr("Nobody is known to wait"),
        tr("Waiters of Lockkeeper's library and of lockctl are listed here, a quarter of a second "
           "after they began, and those of whom Redisson or python-redis-lock tells. Other "
           "libraries do not tell."));
    m_banner->setObjectName(u"deadlockBanner"_s);
    static_cast<QBoxLayout*>(layout())->insertWidget(1, m_banner);
    m_show->setObjectName(u"showLockButton"_s);
    m_show->setAutoDefault(false);
    addButton(m_show);
    setTabOrder(m_show, &table());
    connect(m_banner, &Banner::buttonClicked, this, [this] {
        if (m_proposed)
            Q_EMIT lockRequested(*m_proposed);
    });
    connect(m_show, &QPushButton::clicked, this, &WaitsPage::requestSelected);
    connect(&table(), &TableView::rowOpened, this, &WaitsPage::requestSelected);
    connect(&table(), &TableView::currentRowChanged, this, &WaitsPage::showButton);
    showButton();
}

void WaitsPage::showUpdate(const BoardUpdatePtr& update)
{
    m_waits.setWaits(update->waits);
    m_waits.tick();
    showNote(*update);
    showDeadlock(*update->waits);
    showButton();
}

void WaitsPage::showNote(const observe::BoardUpdate& update)
{
    QStringList notes;
    const std::size_t count = m_waits.processes();
    if (count > 0)
        notes << (count == 1 ? tr("1 process or client.")
                             : tr("%L1 processes and clients.").arg(count));
    if (count > WaitsModel::kMostRows)
        notes << tr("The first %L1 are shown.").arg(WaitsModel::kMostRows);
    for (const observe::MasterStatus& master : update.masters) {
        if (master.waitsError)
            notes << tr("%1: %2").arg(
                safeText(master.id.value()), safeText(master.waitsError->text));
    }
    setNote(notes.join(u' '));
}

void WaitsPage::showDeadlock(const observe::Waits& waits)
{
    m_banner->setVisible(!waits.deadlocks().empty());
    if (waits.deadlocks().empty())
        return m_proposed.reset();
    const observe::Deadlock& deadlock = waits.deadlocks().front();
    m_proposed = deadlock.links[deadlock.proposed].resource;
    const QString what = QString::fromStdString(words::deadlockText(deadlock));
    const std::string obstacle = words::obstacleText(waits, deadlock);
    QString text = obstacle.empty()
        ? tr("%1. The release of %2 would end it: %3.")
              .arg(what, nameText(m_proposed->value()),
                  QString::fromStdString(words::proposalText(deadlock)))
        : tr("%1. No release ends it: %2.").arg(what, QString::fromStdString(obstacle));
    text.front() = text.front().toUpper();
    if (const auto others = waits.deadlocks().size() - 1; others > 0)
        text += u' '
            + (others == 1 ? tr("There is another one.") : tr("There are %L1 more.").arg(others));
    m_banner->tell(Glyph::Warning, Tone::Bad, text);
}

void WaitsPage::showButton()
{
    m_show->setEnabled(table().currentIndex().isValid());
}

void WaitsPage::requestSelected()
{
    const int row = table().currentIndex().row();
    if (row >= 0)
        Q_EMIT lockRequested(m_waits.rows()[static_cast<std::size_t>(row)].process.resource);
}

} // namespace lockkeeper::ui
