// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/waits_page.h"

#include "core/text/translate.h"
#include "ui/models/locks/lock_store.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/wait_graph_view.h"

#include <QBoxLayout>
#include <QPushButton>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

constexpr std::chrono::seconds kRedrawAfter{1};
constexpr int kNameOnButton = 24; ///< characters

WaitsPage::WaitsPage(const LockStore& locks, const Clock& clock, QWidget* parent)
    : TablePage(tr("Who waits"), parent)
    , m_locks(locks)
    , m_clock(clock)
    , m_waits(clock, [this](const Resource& resource) { return holderOf(resource).words; })
    , m_banner(new Banner(tr("Show the lock"), this))
    , m_graph(new WaitGraphView(this))
    , m_show(new QPushButton(tr("Show the lock"), this))
    , m_release(new QPushButton(tr("Release\u2026"), this))
{
    table().setObjectName(u"waitsTable"_s);
    table().setAccessibleName(tr("Who waits"));
    setModel(m_waits);
    emptyState().setContent(tr("Nobody is known to wait"),
        tr("Waiters of Lockkeeper's library and of lockctl are listed here, a quarter of a second "
           "after they began, and those of whom Redisson, python-redis-lock or walrus tells. Other "
           "libraries do not tell."));
    createBanner();
    m_show->setObjectName(u"showLockButton"_s);
    m_show->setAutoDefault(false);
    m_release->setObjectName(u"releaseButton"_s);
    m_release->setAutoDefault(false);
    addButton(m_show);
    addButton(m_release);
    m_graph->setObjectName(u"waitGraph"_s);
    addBelow(m_graph);
    QWidget* before = m_show;
    for (QWidget* const next : std::initializer_list<QWidget*>{m_release,
             m_banner->findChild<QPushButton*>(u"bannerButton"_s), m_releaseProposed, &table(),
             m_graph})
        setTabOrder(std::exchange(before, next), next);
    connect(m_show, &QPushButton::clicked, this, &WaitsPage::requestSelected);
    connect(&table(), &TableView::rowOpened, this, &WaitsPage::requestSelected);
    connect(&table(), &TableView::currentRowChanged, this, &WaitsPage::showButton);
    connect(m_release, &QPushButton::clicked, this, [this] {
        if (const auto resource = subject())
            Q_EMIT releaseRequested(*resource);
    });
    connectGraph();
    showButton();
}

void WaitsPage::createBanner()
{
    m_banner->setObjectName(u"deadlockBanner"_s);
    m_releaseProposed = m_banner->addButton(tr("Release\u2026"), u"releaseProposedButton"_s);
    m_releaseProposed->setAutoDefault(false);
    static_cast<QBoxLayout*>(layout())->insertWidget(1, m_banner);
    connect(m_banner, &Banner::buttonClicked, this, [this] {
        if (m_proposed)
            Q_EMIT lockRequested(*m_proposed);
    });
    connect(m_releaseProposed, &QPushButton::clicked, this, [this] {
        if (m_proposed)
            Q_EMIT releaseRequested(Resource(*m_proposed));
    });
}

/// Picture and table share the selection.
void WaitsPage::connectGraph()
{
    m_graph->hide();
    connect(m_graph, &WaitGraphView::opened, this, &WaitsPage::lockRequested);
    connect(m_graph, &WaitGraphView::selectionChanged, this, [this] {
        const auto resource = m_graph->selected();
        const auto row = std::ranges::find_if(m_waits.rows(),
            [&](const WaitingRow& each) { return resource && each.process.resource == *resource; });
        if (row != m_waits.rows().end())
            table().selectRow(static_cast<int>(row - m_waits.rows().begin()));
        else
            table().setCurrentIndex({});
    });
    connect(&table(), &TableView::currentRowChanged, this, [this] {
        if (const auto resource = subject())
            m_graph->select(*resource);
    });
}

void WaitsPage::showUpdate(const BoardUpdatePtr& update)
{
    m_isComplete = update->isComplete;
    m_waits.setWaits(update->waits);
    m_waits.tick();
    showNote(*update);
    showDeadlock(*update->waits);
    showGraph(update->waits);
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
                safeText(master.id.value()), safeText(trData(master.waitsError->text)));
    }
    setNote(sentencesText(notes));
}

void WaitsPage::showDeadlock(const observe::Waits& waits)
{
    m_banner->setVisible(!waits.deadlocks().empty());
    if (waits.deadlocks().empty())
        return m_proposed.reset();
    const observe::Deadlock& deadlock = waits.deadlocks().front();
    m_proposed = deadlock.links[deadlock.proposed].resource;
    const QString what = QString::fromStdString(words::deadlockText(deadlock));
    const QString name = forButton(safeText(m_proposed->value()), kNameOnButton);
    m_banner->setButtonText(tr("Show %1").arg(name));
    m_releaseProposed->setText(tr("Release %1\u2026").arg(name));
    QString text = tr("%1. The release of %2 would end it: %3.")
                       .arg(what, nameText(m_proposed->value()),
                           QString::fromStdString(words::proposalText(deadlock)));
    text.front() = text.front().toUpper();
    if (const auto others = waits.deadlocks().size() - 1; others > 0)
        text = sentencesText({text,
            others == 1 ? tr("There is another one.") : tr("There are %L1 more.").arg(others)});
    m_banner->tell(Glyph::Warning, Tone::Bad, text);
}

/// Draws on changes, and every second for new holders.
void WaitsPage::showGraph(const observe::WaitsPtr& waits)
{
    const SteadyTime now = m_clock.now();
    if (m_drawn == waits && (waits->waiters().empty() || now < m_drawnAt + kRedrawAfter))
        return;
    m_drawn = waits;
    m_drawnAt = now;
    m_graph->setPicture(pictureOf(
        *waits, [this](const Resource& resource) { return holderOf(resource); },
        m_clock.wallNow()));
    m_graph->setVisible(!m_graph->picture().nodes.empty());
    giveRoom();
}

/// Half of the page, or more for the whole picture.
void WaitsPage::giveRoom()
{
    constexpr int kMost = 60; ///< percent of the page
    setBelow(
        std::max(height() / 2, std::min(m_graph->sizeHint().height(), height() * kMost / 100)));
}

void WaitsPage::resizeEvent(QResizeEvent* event)
{
    TablePage::resizeEvent(event);
    giveRoom();
}

PicturedHolder WaitsPage::holderOf(const Resource& resource) const
{
    return picturedHolder(m_locks.find(resource), m_isComplete, m_clock.now(), m_clock.wallNow());
}

void WaitsPage::showButton()
{
    const auto resource = subject();
    m_show->setEnabled(resource.has_value());
    m_release->setEnabled(resource.has_value());
    const QString name
        = resource ? forButton(safeText(resource->value()), kNameOnButton) : QString();
    m_show->setText(resource ? tr("Show %1").arg(name) : tr("Show the lock"));
    m_release->setText(resource ? tr("Release %1\u2026").arg(name) : tr("Release\u2026"));
}

std::optional<Resource> WaitsPage::subject() const
{
    const int row = table().currentIndex().row();
    return row < 0 ? std::nullopt
                   : std::optional(m_waits.rows()[static_cast<std::size_t>(row)].process.resource);
}

void WaitsPage::requestSelected()
{
    if (const auto resource = subject())
        Q_EMIT lockRequested(*resource);
}

} // namespace lockkeeper::ui
