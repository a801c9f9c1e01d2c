// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/locks_page.h"

#include "core/observe/board/failover.h"
#include "core/observe/waits/deadlock_evidence.h"
#include "core/words/master_words.h"
#include "core/words/wait_words.h"
#include "ui/delegates/cell_delegates.h"
#include "ui/models/locks/lock_table.h"
#include "ui/models/locks/problem_list.h"
#include "ui/models/table/table_text.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/pages/lock_filter_bar.h"
#include "ui/pages/lock_grouping.h"
#include "ui/pages/problem_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/grouped_table_view.h"
#include "ui/widgets/table_view.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

/// Banners over the bottom of pages. A table whose rows reach down there ends above them.
class FloatingNotes final : public QWidget {
    Q_OBJECT
public:
    FloatingNotes(QWidget& over, const QTableView& table);

    [[nodiscard]] Banner* add(const QString& name, const QString& buttonText)
    {
        auto* banner = new Banner(buttonText, this);
        banner->setObjectName(name);
        banner->installEventFilter(this);
        m_layout->insertWidget(0, banner);
        m_banners << banner;
        return banner;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const QEvent::Type type = event->type();
        if (watched == &m_over ? type == QEvent::Resize
                               : type == QEvent::ShowToParent || type == QEvent::HideToParent
                    || type == QEvent::LayoutRequest)
            place();
        return QWidget::eventFilter(watched, event);
    }

private:
    void place();
    [[nodiscard]] bool wouldCoverRows(int height) const
    {
        const int rows = m_table.verticalHeader()->length() + m_table.horizontalHeader()->height();
        return rows > m_over.height() - height;
    }

    QWidget& m_over;
    const QTableView& m_table;
    QVBoxLayout* m_layout;
    QList<Banner*> m_banners;
};

namespace {

constexpr int kNoteMargin = 10;
constexpr int kTightMargin = 3;

} // namespace

FloatingNotes::FloatingNotes(QWidget& over, const QTableView& table)
    : QWidget(&over)
    , m_over(over)
    , m_table(table)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(8);
    over.installEventFilter(this);
    hide();
}

void FloatingNotes::place()
{
    int wanted = 0;
    for (const Banner* banner : std::as_const(m_banners)) {
        if (!banner->isHidden())
            wanted = std::max(wanted, banner->oneLineWidth());
    }
    setVisible(wanted > 0);
    if (wanted == 0)
        return m_over.setContentsMargins({});
    m_layout->activate();
    const int width = std::min(wanted, m_over.width() - 2 * kNoteMargin);
    const int height = m_layout->totalHeightForWidth(width);
    const bool isTight = wouldCoverRows(height + 2 * kNoteMargin);
    const int margin = isTight ? kTightMargin : kNoteMargin;
    m_over.setContentsMargins(0, 0, 0, isTight ? height + 2 * margin : 0);
    setGeometry((m_over.width() - width) / 2, m_over.height() - height - margin, width, height);
    raise();
}

class LockNotes final : public QObject {
    Q_OBJECT
public:
    LockNotes(QWidget& over, const QTableView& table, LockTable& locks, ProblemList& problems);

    void setPaused(bool isPaused);
    void setFilterOld(bool isOld)
    {
        m_isFilterOld = isOld;
        showHidden();
    }

Q_SIGNALS:
    void resumeRequested();
    void clearFilterRequested();

private:
    void showWaiting();
    void showComplaint()
    {
        const QString& complaint = m_locks.wantedFilter().complaint();
        if (!complaint.isEmpty())
            m_complaint->tell(Glyph::Warning, Tone::Notice, complaint);
    }
    void showHidden();

    LockTable& m_locks;
    ProblemList& m_problems;
    FloatingNotes* m_notes;
    Banner* m_pause;
    Banner* m_complaint;
    Banner* m_hidden;
    Banner* m_waiting;
    QTimer m_typing; ///< a word may be unfinished
    bool m_isFilterOld = false;
};

namespace {

constexpr std::chrono::milliseconds kTyping{700};

} // namespace

LockNotes::LockNotes(
    QWidget& over, const QTableView& table, LockTable& locks, ProblemList& problems)
    : QObject(&over)
    , m_locks(locks)
    , m_problems(problems)
    , m_notes(new FloatingNotes(over, table))
    , m_pause(m_notes->add(u"pauseBanner"_s, tr("Resume")))
    , m_complaint(m_notes->add(u"complaintBanner"_s, {}))
    , m_hidden(m_notes->add(u"hiddenBanner"_s, tr("Show all")))
    , m_waiting(m_notes->add(u"waitingBanner"_s, tr("Show")))
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTyping);
    connect(&m_typing, &QTimer::timeout, this, &LockNotes::showComplaint);
    connect(m_pause, &Banner::buttonClicked, this, &LockNotes::resumeRequested);
    connect(m_hidden, &Banner::buttonClicked, this, &LockNotes::clearFilterRequested);
    connect(m_waiting, &Banner::buttonClicked, &locks, &LockTable::applyWaiting);
    connect(m_waiting, &Banner::buttonClicked, &problems, &ProblemList::applyWaiting);
    connect(&problems, &ProblemList::changed, this, &LockNotes::showWaiting);
    connect(&locks, &LockTable::waitingChanged, this, &LockNotes::showWaiting);
    connect(&locks, &LockTable::rowsArranged, this, &LockNotes::showHidden);
    connect(&locks.locks(), &LockStore::countsChanged, this, &LockNotes::showHidden);
    connect(&locks, &LockTable::filterChanged, this, [this] {
        m_complaint->hide();
        m_typing.start();
    });
}

void LockNotes::setPaused(bool isPaused)
{
    m_pause->setVisible(isPaused);
    if (isPaused) {
        m_pause->tell(Glyph::Pause, Tone::Notice,
            tr("Paused: rows keep their place and none leaves. Values and countdowns go on."));
    }
}

void LockNotes::showWaiting()
{
    const int count = m_locks.waitingCount() + m_problems.waitingCount();
    m_waiting->setVisible(count > 0);
    if (count > 0) {
        m_waiting->tell(Glyph::Info, Tone::Notice,
            count == 1 ? tr("1 change waiting") : tr("%L1 changes waiting").arg(count));
    }
}

void LockNotes::showHidden()
{
    const auto [hidden, stale] = m_isFilterOld ? m_locks.hiddenCounts() : LockTable::HiddenCounts();
    m_hidden->setVisible(hidden > 0);
    if (hidden == 0)
        return;
    m_hidden->tell(Glyph::Info, Tone::Notice,
        stale == 0
            ? tr("The filter is from last time: %L1 hidden, none of them stale").arg(hidden)
            : tr("The filter is from last time: %L1 hidden, %L2 stale").arg(hidden).arg(stale));
}

class DetailSplitter final : public QSplitter {
    Q_OBJECT
public:
    DetailSplitter(
        QWidget& above, TableView& table, LockDetail& details, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QSplitter::resizeEvent(event);
        fitRows();
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::ContentsRectChange)
            fitRows();
        return QSplitter::eventFilter(watched, event);
    }

private:
    void fitRows();

    QWidget& m_above;
    TableView& m_table;
    LockDetail& m_details;
};

namespace {

constexpr int kUsualHeight = 264;
constexpr int kFewestRows = 5;
constexpr int kFewestInLow = 2;

} // namespace

DetailSplitter::DetailSplitter(
    QWidget& above, TableView& table, LockDetail& details, QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_above(above)
    , m_table(table)
    , m_details(details)
{
    addWidget(&above);
    addWidget(&details);
    setStretchFactor(0, 1);
    setCollapsible(0, false);
    setSizes({400, kUsualHeight});
    above.installEventFilter(this);
    connect(&details, &LockDetail::neededHeightChanged, this, &DetailSplitter::fitRows);
}

void DetailSplitter::fitRows()
{
    const int all = height() - m_above.contentsMargins().bottom() - handleWidth();
    const int details = std::max(m_details.minimumSizeHint().height(),
        std::min(m_details.neededHeight(), all - m_table.heightOfRows(kFewestInLow)));
    m_details.setMinimumHeight(details);
    const int room = m_details.isHidden() ? all + handleWidth() : all - details;
    int rows = kFewestRows;
    while (rows > kFewestInLow && m_table.heightOfRows(rows) > room)
        --rows;
    m_table.setMinimumHeight(m_table.heightOfRows(rows));
}

namespace {

constexpr int kCountedSelection = 1000;
constexpr int kLow = 560; ///< in a lower page, rows need the space

std::pair<QString, QString> emptyWords(
    const BoardUpdatePtr& update, bool isAny, const QString& patterns, bool isReadOnly)
{
    if (!update) {
        return {LocksPage::tr("Waiting for the first sweep"),
            LocksPage::tr("Lockkeeper is connecting to the masters and reading their keys.")};
    }
    if (update->error)
        return {LocksPage::tr("Nothing is swept"), errorText(*update->error)};
    if (isAny) {
        return {LocksPage::tr("No lock matches the filter"),
            LocksPage::tr("Clear the filter to see all locks.")};
    }
    if (!update->isComplete) {
        return {LocksPage::tr("No locks seen, but not all keys of all masters were read"),
            LocksPage::tr("The Masters page tells of which master, and why.")};
    }
    QString elsewhere = toQt(words::otherDatabasesText(update->masters));
    if (!elsewhere.isEmpty()) {
        elsewhere.front() = elsewhere.front().toUpper();
        return {LocksPage::tr("No locks under %1").arg(patterns), elsewhere};
    }
    if (update->otherKeys > 0) {
        return {LocksPage::tr("No locks under %1").arg(patterns),
            LocksPage::tr(
                "There are keys, and none looks like a lock. Some may be used as one: that "
                "is heard from what the masters execute.")};
    }
    QStringList sentences{LocksPage::tr("They appear here as soon as somebody takes one.")};
    if (!isReadOnly)
        sentences << LocksPage::tr("Acquire one yourself with Ctrl+N.");
    return {LocksPage::tr("No locks under %1").arg(patterns), sentencesText(sentences)};
}

QString filterKey(const QString& deployment)
{
    return u"locks/filters/"_s + QString::fromLatin1(deployment.toUtf8().toPercentEncoding());
}

void setUp(TableView& table, LockTable& locks)
{
    nameWidget(table, u"locksTable"_s, LocksPage::tr("Locks"));
    table.setModel(&locks);
    table.setContextMenuPolicy(Qt::CustomContextMenu);
    table.setSelectionMode(QAbstractItemView::ExtendedSelection);
    table.setSortingEnabled(true);
    table.sortByColumn(LockTable::Evidence, Qt::AscendingOrder);
    table.setItemDelegateForColumn(LockTable::Votes, new VotesDelegate(&table));
    table.setItemDelegateForColumn(LockTable::Remaining, new RemainingDelegate(&table));
}

} // namespace

LocksPage::LocksPage(const Models& models, const Clock& clock, QString patterns, QWidget* parent)
    : Page(parent)
    , m_models(models)
    , m_patterns(std::move(patterns))
    , m_problems(new ProblemList(models.locks.locks(), this))
    , m_problemPanel(new ProblemPanel(*m_problems, models.locks.locks(), this))
    , m_bar(new LockFilterBar(models.locks, this))
    , m_table(new GroupedTableView(this))
    , m_grouping(new LockGrouping(*m_table, models.locks, *m_bar))
    , m_empty(new EmptyState(this))
    , m_stack(new QStackedWidget(this))
    , m_notes(new LockNotes(*m_stack, *m_table, models.locks, *m_problems))
    , m_hold(new OrderHold({m_problemPanel, m_bar, m_stack}, *m_table, this))
    , m_detail(new LockDetail(clock, this))
    , m_splitter(new DetailSplitter(*m_stack, *m_table, *m_detail, this))
{
    setFirst(m_table);
    setUp(*m_table, models.locks);
    createLayout();
    connectSignals();
    connectDetail();
    connectHold();
    connectProblems();
    showEmptyState();
}

void LocksPage::createLayout()
{
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    m_splitter->setObjectName(u"locksSplitter"_s);
    auto* layout = boxLayout<QVBoxLayout>(this, {}, 0);
    layout->addWidget(m_problemPanel);
    layout->addWidget(m_bar);
    layout->addWidget(m_splitter, 1);
}

void LocksPage::connectSignals()
{
    connect(m_bar, &LockFilterBar::pauseToggled, this, &LocksPage::setPaused);
    connect(m_bar, &LockFilterBar::acquireRequested, this, &LocksPage::acquireRequested);
    connect(m_bar, &LockFilterBar::tableWanted, m_table, [this] {
        // A hidden widget would take the focus when it is shown.
        if (m_table->isVisible())
            m_table->setFocus();
    });
    connect(m_table, &TableView::spacePressed, this, [this] { setPaused(!isPaused()); });
    connect(m_table, &TableView::currentRowChanged, this, [this](const QModelIndex& current) {
        const auto entry = m_models.locks.entryAt(current);
        if (entry)
            m_selected = entry->resource;
        else if (current.isValid())
            m_selected.reset();
        showSelected();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &LocksPage::showSelected);
    connect(m_table, &QWidget::customContextMenuRequested, this, &LocksPage::showMenu);
    connect(&m_models.locks, &LockTable::rowsArranged, this, &LocksPage::showEmptyState);
    connect(m_empty, &EmptyState::actionWanted, this, &LocksPage::listenRequested);
    connect(&m_models.locks, &LockTable::rowsArranged, this, &LocksPage::restoreSelection);
    connect(&m_models.leases, &OwnLeaseModel::ownTokensChanged, this, &LocksPage::showSelected);
}

void LocksPage::connectDetail()
{
    connect(m_detail, &LockDetail::releaseSelectedRequested, this,
        &LocksPage::releaseSelectedRequested);
    connect(m_detail, &LockDetail::revokeRequested, this, &LocksPage::revokeRequested);
    connect(m_detail, &LockDetail::freeHolderRequested, this, &LocksPage::freeHolderRequested);
    connect(m_table, &TableView::rowOpened, this, [this](const QModelIndex& index) {
        if (const auto entry = m_models.locks.entryAt(index))
            Q_EMIT openRequested(entry->resource);
    });
    connect(m_detail, &LockDetail::extendRequested, this, &LocksPage::extendRequested);
}

void LocksPage::connectHold()
{
    connect(m_table, &TableView::escapePressed, this, &LocksPage::deselect);
    connect(m_detail, &LockDetail::leaveRequested, this, &LocksPage::deselect);
    connect(m_hold, &OrderHold::changed, &m_models.locks, &LockTable::setOrderHeld);
    connect(m_notes, &LockNotes::resumeRequested, this, [this] { setPaused(false); });
    connect(m_notes, &LockNotes::clearFilterRequested, this, [this] {
        m_bar->setFilterText({});
        m_notes->setFilterOld(false);
    });
    connect(m_bar, &LockFilterBar::filterEdited, this, [this] { m_notes->setFilterOld(false); });
}

void LocksPage::connectProblems()
{
    connect(m_hold, &OrderHold::changed, m_problems, &ProblemList::setHeld);
    connect(m_problemPanel, &ProblemPanel::lockChosen, this, &LocksPage::select);
    connect(m_problemPanel, &ProblemPanel::lockChosen, m_table, qOverload<>(&QWidget::setFocus));
    connect(m_problemPanel, &ProblemPanel::releaseRequested, this, &LocksPage::select);
    connect(m_problemPanel, &ProblemPanel::releaseRequested, this, &LocksPage::releaseRequested);
    connect(m_problemPanel, &ProblemPanel::mastersRequested, this, &LocksPage::mastersRequested);
    connect(m_problemPanel, &ProblemPanel::waitsRequested, this, &LocksPage::waitsRequested);
    connect(m_problemPanel, &ProblemPanel::staleRequested, this, &LocksPage::staleRequested);
    connect(m_problemPanel, &ProblemPanel::allRequested, m_bar,
        [this] { m_bar->editFilter(FilterParser::stateWord(FilterState::Problem)); });
}

const observe::LockEntryPtr& LocksPage::selectedEntry() const
{
    return m_detail->subject().entry;
}

std::optional<Resource> LocksPage::subject() const
{
    const observe::LockEntryPtr& entry = selectedEntry();
    return entry ? std::optional(entry->resource) : std::nullopt;
}

bool LocksPage::isSelectedThere() const
{
    const LockDetail::Subject& subject = m_detail->subject();
    return subject.entry && !subject.isGone && !subject.isHidden;
}

int LocksPage::selectedCount() const
{
    int count = 0;
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection())
        count += range.height() - m_models.locks.headerCount(range.top(), range.bottom());
    return count > kCountedSelection ? count : static_cast<int>(selectedResources(count).size());
}

std::vector<Resource> LocksPage::selectedResources(int limit) const
{
    std::vector<Resource> resources;
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows()) {
        const auto entry = m_models.locks.entryAt(row);
        if (!entry || m_models.locks.locks().presentEntry(entry->resource) == nullptr)
            continue;
        if (std::ssize(resources) == limit)
            return {};
        resources.push_back(entry->resource);
    }
    return resources;
}

std::vector<Resource> LocksPage::staleResources() const
{
    std::vector<Resource> resources;
    const LockTable& locks = m_models.locks;
    for (int row = 0; row < locks.rowCount(); ++row) {
        const auto entry = locks.entryAt(locks.index(row, 0));
        const LockRow* const there = entry ? locks.locks().find(entry->resource) : nullptr;
        if (there != nullptr && !there->isGone() && there->isStale())
            resources.push_back(entry->resource);
    }
    return resources;
}

std::optional<LeaseInfo> LocksPage::selectedLease() const
{
    return m_detail->subject().lease;
}

void LocksPage::select(const Resource& resource)
{
    m_selected = resource;
    m_models.locks.reveal(resource);
    m_table->setCurrentIndex(m_models.locks.indexOf(resource));
    showSelected();
}

void LocksPage::deselect()
{
    m_table->setFocus();
    m_selected.reset();
    m_table->selectionModel()->clear();
    showSelected();
}

void LocksPage::showUpdate(const BoardUpdatePtr& update)
{
    m_update = update;
    const bool isLoading = m_models.locks.locks().isLoading();
    if (!isLoading)
        m_hold->setLoaded();
    m_problemPanel->setAgentLost(update->agentLoss.has_value());
    const observe::QuorumState state
        = observe::quorumState(update->masters, update->quorum, m_models.locks.locks().now());
    m_problemPanel->setQuorumLost(
        !isLoading && !update->agentLoss && state.isLost() ? quorumText(state) : QString());
    const bool areWaitsKnown = observe::areWaitsKnown(update->masters, update->quorum);
    m_bar->setWaitsKnown(areWaitsKnown);
    m_problemPanel->setMastersDown(
        isLoading ? QString() : m_models.masters.downText(), m_models.masters.downReason());
    // With unreadable masters, loading may never end.
    if (!isLoading || std::ranges::any_of(update->masters, &observe::MasterStatus::isBlind))
        m_problemPanel->setRead(update->isComplete, areWaitsKnown);
    fitVotes();
    showSelected();
    showEmptyState();
}

void LocksPage::fitVotes()
{
    const std::size_t masters = m_update->masters.size();
    if (masters != m_fittedMasters && m_table->widen(LockTable::Votes))
        m_fittedMasters = masters;
}

void LocksPage::tick()
{
    m_problemPanel->tick();
    m_detail->tick();
    showSelected();
}

void LocksPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    m_problemPanel->setMost(height() < kLow ? 1 : ProblemList::kMostFirst);
}

bool LocksPage::focusFilter()
{
    m_bar->focusFilter();
    return true;
}

bool LocksPage::showDetail()
{
    const QList<int> sizes = m_splitter->sizes();
    if (m_detail->isHidden())
        return false;
    if (sizes.value(1) == 0)
        m_splitter->setSizes({std::max(1, sizes.value(0) - kUsualHeight), kUsualHeight});
    return true;
}

void LocksPage::focusDetail()
{
    showDetail() ? m_detail->takeFocus() : m_table->setFocus();
}

void LocksPage::focusHolders()
{
    showDetail() ? m_detail->focusHolders() : m_table->setFocus();
}

void LocksPage::setPaused(bool isPaused)
{
    const bool isChanged = isPaused != this->isPaused();
    m_hold->set(OrderHold::Reason::Pause, isPaused);
    m_bar->setPaused(isPaused);
    m_notes->setPaused(isPaused);
    if (isChanged)
        Q_EMIT pausedChanged(isPaused);
}

void LocksPage::setDialogOpen(bool isOpen)
{
    m_hold->set(OrderHold::Reason::Dialog, isOpen);
}

void LocksPage::setReadOnly(bool isReadOnly, const QString& refusal)
{
    m_isReadOnly = isReadOnly;
    showEmptyState();
    m_bar->setReadOnly(isReadOnly, refusal);
    m_detail->setReadOnly(isReadOnly, refusal);
    m_problemPanel->setReadOnly(isReadOnly, refusal);
}

void LocksPage::showSelected()
{
    const bool wasHidden = m_detail->isHidden();
    const bool hadFocus = m_detail->isAncestorOf(focusWidget());
    m_detail->show(selectedSubject());
    if (hadFocus && m_detail->isHidden())
        m_table->setFocus();
    // The opening pane must not cover the row.
    if (wasHidden && !m_detail->isHidden())
        QTimer::singleShot(0, m_table, [this] { m_table->scrollTo(m_table->currentIndex()); });
    Q_EMIT selectionChanged();
}

LockDetail::Subject LocksPage::selectedSubject() const
{
    LockDetail::Subject subject;
    const LockStore& locks = m_models.locks.locks();
    if (const LockRow* const row = m_selected ? locks.find(*m_selected) : nullptr) {
        subject.entry = row->entry;
        subject.isGone = row->isGone();
        subject.isHidden = !m_models.locks.indexOf(*m_selected).isValid();
        subject.isOld = locks.cells().isOld(*row);
        subject.masters = locks.freshness();
        if (m_update)
            subject.waiting = toQt(words::waitersText(*m_update->waits, *m_selected));
        subject.remaining
            = locks.cells().cell(*row, LockTable::Remaining, Qt::DisplayRole).toString();
        subject.heldFor
            = locks.cells().cell(*row, LockTable::HeldFor, Qt::AccessibleTextRole).toString();
        if (subject.heldFor.isEmpty())
            subject.heldFor = noWords();
    }
    subject.selected = std::max(1, selectedCount());
    const bool isThere = subject.entry && !subject.isGone;
    if (const auto token = isThere ? leadingToken(subject.entry->votes) : std::nullopt)
        subject.lease = m_models.leases.heldBy(*token);
    return subject;
}

void LocksPage::restoreSelection()
{
    if (m_selected && !m_table->currentIndex().isValid())
        m_table->setCurrentIndex(m_models.locks.indexOf(*m_selected));
    showSelected();
}

void LocksPage::showEmptyState()
{
    m_stack->setCurrentWidget(
        m_models.locks.rowCount() > 0 ? static_cast<QWidget*>(m_table) : m_empty);
    const auto [title, text]
        = emptyWords(m_update, m_models.locks.locks().rows().size() > 0, m_patterns, m_isReadOnly);
    m_empty->setContent(title, text);
    const bool areOthers = m_update && m_update->isComplete && !m_update->error
        && m_update->otherKeys > 0 && m_models.locks.locks().rows().size() == 0;
    m_empty->setAction(areOthers ? tr("Listen for locks\u2026") : QString());
}

void LocksPage::showMenu(const QPoint& position)
{
    const QPersistentModelIndex index = m_table->indexAt(position);
    if (!m_models.locks.entryAt(index))
        return;
    m_hold->set(OrderHold::Reason::Menu, true);
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    if (m_lockMenu)
        menu.addActions(m_lockMenu->actions());
    menu.addSeparator();
    TableView::addCopyActions(menu, index);
    m_table->addColumnActions(*menu.addMenu(tr("Columns")));
    menu.exec(m_table->viewport()->mapToGlobal(position));
    m_hold->set(OrderHold::Reason::Menu, false);
}

void LocksPage::saveState(QSettings& settings, const QString& deployment) const
{
    m_table->saveState(settings);
    m_grouping->saveState(settings);
    m_detail->votesView().saveState(settings);
    settings.setValue(u"locks/splitter"_s, m_splitter->saveState());
    if (m_bar->filterText().isEmpty())
        settings.remove(filterKey(deployment));
    else
        settings.setValue(filterKey(deployment), m_bar->filterText());
}

void LocksPage::restoreState(const QSettings& settings, const QString& deployment)
{
    m_table->restoreState(settings);
    m_grouping->restoreState(settings);
    m_detail->votesView().restoreState(settings);
    m_splitter->restoreState(settings.value(u"locks/splitter"_s).toByteArray());
    m_bar->setFilterText(settings.value(filterKey(deployment)).toString());
    m_notes->setFilterOld(!m_bar->filterText().isEmpty());
}

} // namespace lockkeeper::ui

#include "locks_page.moc"
