// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/waits_page.h"

#include "core/observe/waits/deadlock_evidence.h"
#include "core/text/translate.h"
#include "ui/models/base/roles.h"
#include "ui/models/locks/lock_store.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/wait_graph_view.h"

#include <QBoxLayout>
#include <QPushButton>
#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

QString circleText(const observe::Deadlock& deadlock)
{
    QStringList names;
    for (const observe::Deadlock::Link& link : deadlock.links)
        names << nameText(link.resource.value());
    names << names.front();
    return names.join(QStringView(u" \u203a "));
}

void addDeadlock(WaitingRow& row, const observe::Waits& waits)
{
    const observe::Deadlock* const deadlock = waits.deadlockOf(row.process.resource);
    if (deadlock == nullptr)
        return;
    row.isInCircle = std::ranges::any_of(deadlock->links,
        [&](const auto& link) { return row.process.isOf(waits.waiters()[link.waiter]); });
    row.circle = circleText(*deadlock);
    row.isCertain = deadlock->isCertain;
}

QString deadlockText(const WaitingRow& row)
{
    if (row.circle.isEmpty())
        return WaitsModel::tr("none");
    if (!row.isInCircle)
        return WaitsModel::tr("behind a deadlock: %1").arg(row.circle);
    return row.isCertain ? WaitsModel::tr("deadlock: %1").arg(row.circle)
                         : WaitsModel::tr("likely a deadlock: %1").arg(row.circle);
}

} // namespace

QByteArray WaitingRow::key() const
{
    const lock::Owner& owner = process.owner;
    return QByteArray::fromStdString(process.resource.value()) + '\0'
        + QByteArray::fromStdString(owner.connectionName() + owner.process + process.library + '\0'
            + process.client + (process.isGone ? "-" : "+"));
}

bool WaitingRow::isSame(const WaitingRow& other) const
{
    return key() == other.key() && process.threads == other.process.threads
        && process.threadNames == other.process.threadNames
        && process.clients == other.process.clients && process.since == other.process.since
        && process.held == other.process.held && process.isHeldKnown == other.process.isHeldKnown
        && circle == other.circle && isInCircle == other.isInCircle && isCertain == other.isCertain;
}

WaitsModel::WaitsModel(const Clock& clock, HolderText holderOf, QObject* parent)
    : KeyedTableModel(parent)
    , m_clock(clock)
    , m_holderOf(std::move(holderOf))
{ }

void WaitsModel::setWaits(const observe::WaitsPtr& shared)
{
    if (std::exchange(m_shown, shared) == shared)
        return;
    const observe::Waits& waits = *shared;
    std::vector<WaitingRow> rows;
    for (words::WaitingProcess& process : words::waitingProcesses(waits)) {
        WaitingRow row{.process = std::move(process)};
        addDeadlock(row, waits);
        rows.push_back(std::move(row));
    }
    m_processes = rows.size();
    std::ranges::stable_sort(rows, {}, [](const WaitingRow& row) {
        return row.isInCircle ? 0 : row.circle.isEmpty() ? 2 : 1;
    });
    rows.resize(std::min(rows.size(), kMostRows));
    syncRows(std::move(rows));
}

QVariant WaitsModel::cell(int row, int column, int role) const
{
    const WaitingRow& waiting = rows()[static_cast<std::size_t>(row)];
    if (role == Qt::ToolTipRole && column == Who)
        return toolTipText(toQt(words::waitingText(waiting.process)));
    return textCell(role, waiting.key(), [&] { return text(waiting, column); });
}

QList<TableColumn> WaitsModel::columns() const
{
    return {
        {"resource", tr("Waits for"), 170, TableColumn::Narrow},
        {"who", tr("Who waits", "a column"), 236, TableColumn::Narrow},
        {"known_by", tr("Known by"), 126, TableColumn::Plain, 1},
        {"for", tr("For"), 110, TableColumn::Number},
        {"holds", tr("Holds meanwhile"), 124, TableColumn::Plain, 2},
        {"held_by", tr("Held by"), 190, TableColumn::Narrow},
        {"deadlock", tr("Deadlock"), 90},
    };
}

/// A library's waiters have only a first sighting.
QString WaitsModel::timeText(const words::WaitingProcess& process) const
{
    if (process.clients)
        return tr("not known");
    const QString text = durationText(
        std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.wallNow() - process.since));
    return process.library.empty() ? text : tr("over %1").arg(text);
}

QString WaitsModel::text(const WaitingRow& row, int column) const
{
    const words::WaitingProcess& process = row.process;
    switch (column) {
    case ResourceName:
        return safeText(process.resource);
    case Who:
        return toQt(words::waitingText(process, words::Ids::Short));
    case KnownBy:
        return toQt(words::knowledgeText(process));
    case For:
        return timeText(process);
    case Holds:
        if (!process.isHeldKnown)
            return tr("not known");
        return process.held == 0 ? tr("nothing")
            : process.held == 1  ? tr("1 lock")
                                 : tr("%L1 locks").arg(process.held);
    case HeldBy:
        return m_holderOf(process.resource);
    case Circle:
        return deadlockText(row);
    default:
        return {};
    }
}

constexpr std::chrono::seconds kRedrawAfter{1};
constexpr int kNameOnButton = 24; ///< characters

WaitsPage::WaitsPage(const LockStore& locks, const Clock& clock, QWidget* parent)
    : TablePage(tr("Who waits"), parent)
    , m_locks(locks)
    , m_clock(clock)
    , m_waits(clock, [this](const Resource& resource) { return holderOf(resource).words; })
    , m_banner(new Banner(tr("Show the lock"), this))
    , m_graph(new WaitGraphView(this))
    , m_show(namedButton(tr("Show the lock"), u"showLockButton"_s, this))
    , m_release(namedButton(tr("Release\u2026"), u"releaseButton"_s, this))
{
    table().setObjectName(u"waitsTable"_s);
    table().setAccessibleName(tr("Who waits"));
    setModel(m_waits);
    showWhetherKnown(true);
    createBanner();
    for (QPushButton* const button : {m_show, m_release}) {
        QSizePolicy policy = button->sizePolicy();
        policy.setRetainSizeWhenHidden(true);
        button->setSizePolicy(policy);
    }
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

void WaitsPage::showWhetherKnown(bool areWaitsKnown)
{
    if (std::exchange(m_areWaitsKnown, areWaitsKnown) == areWaitsKnown)
        return;
    emptyState().setContent(
        areWaitsKnown ? tr("Nobody is known to wait") : tr("Who waits is not known"),
        areWaitsKnown
            ? tr("Waiters of Lockkeeper's library and of lockctl are listed here, a quarter of a "
                 "second after they began, and those of whom Redisson, python-redis-lock, walrus "
                 "or cacheops tells. Other libraries do not tell.")
            : tr("Too few masters tell who waits; why is said above. Deadlocks are not seen."));
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
    showWhetherKnown(observe::areWaitsKnown(update->masters, update->quorum));
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
    const QString what = toQt(words::deadlockText(deadlock));
    const QString name = forButton(safeText(m_proposed->value()), kNameOnButton);
    m_banner->setButtonText(tr("Show %1").arg(name));
    m_releaseProposed->setText(tr("Release %1\u2026").arg(name));
    QString text
        = tr("%1. The release of %2 would end it: %3.")
              .arg(what, nameText(m_proposed->value()), toQt(words::proposalText(deadlock)));
    text.front() = text.front().toUpper();
    if (const auto others = waits.deadlocks().size() - 1; others > 0)
        text = sentencesText({text,
            others == 1 ? tr("There is another one.") : tr("There are %L1 more.").arg(others)});
    m_banner->tell(Glyph::Warning, Tone::Bad, text);
}

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
    const QString name = resource ? forButton(safeText(*resource), kNameOnButton) : QString();
    m_show->setText(resource ? tr("Show %1").arg(name) : tr("Show the lock"));
    m_release->setText(resource ? tr("Release %1\u2026").arg(name) : tr("Release\u2026"));
    // The banner has both for its lock.
    const bool isProposed = m_banner->isVisibleTo(this) && (!resource || resource == m_proposed);
    for (QPushButton* const button : {m_show, m_release})
        button->setVisible(!isProposed);
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
