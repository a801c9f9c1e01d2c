// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "core/history/history_place.h"
#include "core/observe/smallest_user.h"
#include "ui/bridge/history/timeline_source.h"
#include "ui/bridge/history/trends_source.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/look/look_style.h"
#include "ui/models/words/words.h"
#include "ui/pages/journal_page.h"
#include "ui/pages/kinds_page.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/leases_page.h"
#include "ui/pages/lock_past.h"
#include "ui/pages/locks_page.h"
#include "ui/pages/masters_page.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/pages/trends/trends_page.h"
#include "ui/pages/waits_page.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/edge_frame.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/notice_stack.h"
#include "ui/widgets/screen_fit.h"
#include "ui/window/header_strip.h"
#include "ui/window/lock_commands.h"
#include "ui/window/notices.h"
#include "ui/window/records.h"
#include "ui/window/status_bar.h"
#include "ui/window/window_actions.h"

#include <QApplication>
#include <QCloseEvent>
#include <QEvent>
#include <QListWidget>
#include <QMenu>
#include <QStackedWidget>
#include <QStatusBar>
#include <QWidget>
#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

/// List of pages; only icons in a narrow window (wider for the Lab).
class Navigation final : public QListWidget {
    Q_OBJECT
public:
    explicit Navigation(QWidget& window);

    void addPage(Glyph glyph, const QString& name)
    {
        auto* item = new QListWidgetItem(glyphIcon(glyph), name, this);
        item->setData(Qt::AccessibleTextRole, name);
        m_nameWidth = std::max(m_nameWidth, fontMetrics().horizontalAdvance(name));
        fitWidth();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == &m_window && event->type() == QEvent::Resize)
            fitWidth();
        return QListWidget::eventFilter(watched, event);
    }
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitWidth();

    QWidget& m_window;
    int m_nameWidth = 0;
};

namespace {
constexpr int kEntryIconSize = 18;
constexpr int kEntryMargins = 14;
constexpr int kEntryPadding = 50;
constexpr int kIconPadding = 24;
// Width in characters; names are hidden below.
constexpr int kRoomForNames = 150;
constexpr int kRoomForNamesInLab = 250;
} // namespace

Navigation::Navigation(QWidget& window)
    : QListWidget(&window)
    , m_window(window)
{
    setObjectName(u"navigationList"_s);
    setAccessibleName(tr("Pages"));
    setFrameShape(QFrame::NoFrame);
    setIconSize(QSize(kEntryIconSize, kEntryIconSize));
    setSpacing(4);
    window.installEventFilter(this);
    connect(this, &QListWidget::currentRowChanged, this, &Navigation::fitWidth);
    // Screen readers select without setting a current entry.
    connect(this, &QListWidget::itemSelectionChanged, this, [this] {
        const QList<QListWidgetItem*> chosen = selectedItems();
        if (!chosen.isEmpty())
            setCurrentItem(chosen.front());
    });
}

void Navigation::fitWidth()
{
    const bool isLab = currentRow() == static_cast<int>(MainWindow::Page::Lab);
    const bool hasNames = m_window.width()
        >= (isLab ? kRoomForNamesInLab : kRoomForNames) * letterWidth(fontMetrics());
    for (int row = 0; row < count(); ++row) {
        const QString name = item(row)->data(Qt::AccessibleTextRole).toString();
        item(row)->setText(hasNames ? name : QString());
        item(row)->setToolTip(hasNames ? QString() : name);
    }
    setFixedWidth(kEntryIconSize + (hasNames ? kEntryPadding + m_nameWidth : kIconPadding));
}

void Navigation::resizeEvent(QResizeEvent* event)
{
    QListWidget::resizeEvent(event);
    const int room = height() / std::max(1, count()) - 2 * spacing();
    const int height = std::clamp(room, kEntryIconSize, fontMetrics().height() + kEntryMargins);
    for (int row = 0; row < count(); ++row)
        item(row)->setSizeHint(QSize(0, height));
}

namespace {

auto historyOf(const Session& session)
{
    return [deployment = session.deployment()] { return history::historyOf(deployment); };
}

Recorder recorderOf(const Session& session)
{
    return session.agent() ? Recorder::AgentsHost : Recorder::ThisHost;
}

TimelinePage* makeTimeline(Session& session, QWidget* parent)
{
    auto* source = new TimelineSource(historyOf(session), parent);
    source->setJournal(session.journalReader().file());
    source->setRecordedAt([&session] { return session.recordedAt(); });
    auto* page = new TimelinePage(*source, session.clock(), parent);
    page->setRecorder(recorderOf(session));
    return page;
}

TrendsPage* makeTrends(const Session& session, QWidget* parent)
{
    auto* source = new TrendsSource(historyOf(session), parent);
    auto* page = new TrendsPage(*source, session.clock(), parent);
    page->setRecorder(recorderOf(session));
    return page;
}

void addLockPast(Session& session, LocksPage& page)
{
    auto* source = new LockPastSource(historyOf(session), &page);
    source->setJournal(session.journalReader().file());
    auto* past = new LockPast(*source, &page);
    past->setRecorded([&session] {
        const HistoryRecorder* const recorder = session.recorder();
        return recorder != nullptr && recorder->isOn();
    });
    page.addDetailSection(*past, LocksPage::tr("Past"));
    QObject::connect(&page, &LocksPage::selectionChanged, past, [&page, past] {
        const observe::LockEntryPtr& entry = page.selectedEntry();
        past->setLock(entry ? std::optional(entry->resource) : std::nullopt,
            entry && page.isSelectedThere() ? leadingToken(entry->votes) : std::nullopt);
    });
}

struct EndWords {
    QString title;
    QString lease;
    QString leases;
    QString release;
    QString releases;
    QString releaseDeed;
    QString giveUpDeed;
};

/// Asks if something is lost. False: keep the session.
bool isEndWanted(Session& session, Prompter& prompter, const EndWords& words)
{
    const int held = session.leases().heldCount();
    const auto waiting = session.releases().finishingCount();
    QStringList losses;
    if (held > 0)
        losses << (held == 1 ? words.lease : words.leases.arg(held));
    if (const QString revoked = session.leases().revokedAfterwards(); !revoked.isEmpty())
        losses << revoked;
    if (waiting > 0)
        losses << (waiting == 1 ? words.release : words.releases.arg(waiting));
    return losses.isEmpty()
        || prompter.confirm({.title = words.title,
            .text = losses.join(u"\n\n"_s),
            .deed = held > 0 ? words.releaseDeed : words.giveUpDeed,
            .warning = frameWord(session.deployment())});
}

} // namespace

MainWindow::MainWindow(Session* session, Context context, QWidget* parent)
    : QMainWindow(parent)
    , m_session(session)
    , m_context(std::move(context))
    , m_actions(new WindowActions(*this, m_context.theming, m_context.settings, m_context.prompter))
{
    setObjectName(u"mainWindow"_s);
    setWindowIcon(applicationIcon());
    resizeOnScreen(*this, QSize(1280, 800));
    setMinimumSize(QSize(640, 480).boundedTo(largestSize(*this)));
    if (m_session) {
        createPages();
        surroundPages();
        connectSession();
        connectPages();
    } else {
        setWindowTitle(tr("Lockkeeper"));
        setCentralWidget(m_context.startPage);
    }
    connectActions();
    restoreSettings();
    updateActions();
    if (m_session)
        m_session->start();
}

MainWindow::~MainWindow()
{
    saveSettings();
    if (!m_session)
        return;
    // Pages are deleted later, and must not call this.
    m_pages->disconnect(this);
    for (int page = 0; page < m_pages->count(); ++page)
        m_pages->widget(page)->disconnect(this);
}

QList<MainWindow::PageTitle> MainWindow::pageTitles()
{
    return {{u"locks"_s, Glyph::Lock, tr("Locks")}, {u"masters"_s, Glyph::Master, tr("Masters")},
        {u"leases"_s, Glyph::Key, tr("My leases")}, {u"journal"_s, Glyph::Journal, tr("Journal")},
        {u"kinds"_s, Glyph::Info, tr("Kinds of keys")},
        {u"waits"_s, Glyph::Waiting, tr("Who waits")},
        {u"timeline"_s, Glyph::Timeline, tr("Timeline")},
        {u"trends"_s, Glyph::Trends, tr("Trends")}, {u"lab"_s, Glyph::Play, tr("Lab")}};
}

std::optional<MainWindow::Page> MainWindow::pageFromName(QStringView name)
{
    const auto titles = pageTitles();
    const auto found = std::ranges::find(titles, name, &PageTitle::name);
    return found == titles.end() ? std::nullopt
                                 : std::optional(static_cast<Page>(found - titles.begin()));
}

void MainWindow::createPages()
{
    showTitle();
    m_dialogs = new LockDialogs(*m_session, m_context.prompter, *this);
    m_header = new HeaderStrip(titleOf(*m_session), m_session->clock(), this);
    if (!frameWord(m_session->deployment()).isEmpty())
        new EdgeFrame(*this, {});
    m_pages = new QStackedWidget(this);
    const auto add = [this](auto* page) {
        m_pages->addWidget(page);
        return page;
    };
    m_locksPage
        = add(new LocksPage({m_session->filteredLocks(), m_session->leases(), m_session->masters()},
            m_session->clock(), patternsText(m_session->deployment()), this));
    m_locksPage->setLockMenu(m_actions->lockMenu);
    addLockPast(*m_session, *m_locksPage);
    connect(m_session, &Session::updated, m_locksPage, &LocksPage::showUpdate);
    connect(m_session, &Session::ticked, m_locksPage, &LocksPage::tick);
    auto* masters = add(new MastersPage(m_session->masters(), m_session->clock(), this));
    if (m_session->deployment().otherStore() == nullptr)
        masters->setReaderRule(observe::smallestUserLine(m_session->deployment()));
    connect(m_session, &Session::updated, masters, &MastersPage::showUpdate);
    m_leasesPage
        = add(new LeasesPage(m_session->leases(), m_session->locks(), m_session->clock(), this));
    connect(m_session, &Session::ticked, m_leasesPage, &LeasesPage::tick);
    connect(m_session, &Session::updated, m_leasesPage, &LeasesPage::showUpdate);
    connect(m_leasesPage, &LeasesPage::lockRequested, this, &MainWindow::showLock);
    add(new JournalPage(m_session->journal(), m_session->journalReader(), this));
    auto* survey = new KindsSurvey(
        m_session->deployment(), m_context.deploymentsFile, m_session->clock(), this);
    connect(survey, &KindsSurvey::settled, m_session, &Session::applyHint);
    auto* kinds = add(new KindsPage(*survey, m_context.prompter, this));
    const QString refusal = m_session->changePermission().refusal();
    kinds->refuse(refusal.isEmpty() ? m_session->whyNotRedis() : refusal);
    connect(m_session, &Session::updated, kinds, &KindsPage::showUpdate);
    connect(m_locksPage, &LocksPage::listenRequested, this, [this, kinds] {
        showPage(Page::Kinds);
        kinds->learn();
    });
    const auto* waits = add(new WaitsPage(m_session->locks(), m_session->clock(), this));
    connect(m_session, &Session::updated, waits, &WaitsPage::showUpdate);
    connect(waits, &WaitsPage::lockRequested, this, &MainWindow::showLock);
    connect(waits, &WaitsPage::releaseRequested, this,
        [this](const Resource& resource) { m_commands->releaseLock(resource); });
    auto* timeline = add(makeTimeline(*m_session, this));
    connect(timeline, &TimelinePage::lockRequested, this, &MainWindow::showLock);
    connect(timeline, &TimelinePage::exportRequested, m_actions->exportRows, &QAction::trigger);
    const auto* trends = add(makeTrends(*m_session, this));
    connect(trends, &TrendsPage::lockRequested, this, &MainWindow::showLock);
    connect(trends, &TrendsPage::timelineRequested, this,
        [this, timeline](WallTime time, std::chrono::milliseconds span) {
            showPage(Page::Timeline);
            timeline->goTo(time, span);
        });
    auto* runner = new LabRunner(m_context.player, m_context.freePlayer, this);
    const auto* lab = add(new LabPage(*runner, this));
    connect(lab, &LabPage::watchRequested, this, &MainWindow::watchRequested);
}

/// Window lists show which deployment lacks a master.
void MainWindow::showTitle()
{
    const QString name = safeText(m_session->deployment().name);
    const QString down = m_session->masters().downText();
    setWindowTitle(down.isEmpty() ? tr("%1 \u2013 Lockkeeper").arg(name)
                                  : tr("%1: %2 \u2013 Lockkeeper").arg(name, down));
}

void MainWindow::surroundPages()
{
    m_navigation = new Navigation(*this);
    for (const PageTitle& page : pageTitles())
        m_navigation->addPage(page.glyph, page.title);
    m_notices = new NoticeStack(*this);
    auto* body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(m_navigation);
    body->addWidget(m_pages, 1);
    auto* central = new QWidget;
    auto* layout = boxLayout<QVBoxLayout>(central, {}, 0);
    layout->addWidget(m_header);
    layout->addLayout(body, 1);
    layout->addWidget(m_notices);
    setCentralWidget(central);
    auto* status = new StatusLine(m_session->deployment().interval, m_session->clock(), this);
    m_message = new TransientLabel(this);
    auto* mark = new RecordingMark(
        *m_session, m_context.settings, *m_actions->recordingMenu, *m_notices, this);
    statusBar()->setContentsMargins(12, 0, 0, 0);
    statusBar()->addWidget(status, 1);
    statusBar()->addPermanentWidget(m_message);
    statusBar()->addPermanentWidget(mark);
    connect(m_session, &Session::updated, this, [this, status](const BoardUpdatePtr& update) {
        showTitle();
        m_header->apply(*update);
        status->apply(*update, m_session->locks().lockCount());
    });
    connect(m_session, &Session::ticked, m_header, &HeaderStrip::tick);
    connect(m_session, &Session::ticked, status, &StatusLine::tick);
}

void MainWindow::connectActions()
{
    connect(m_actions->connectMasters, &QAction::triggered, this, &MainWindow::connectRequested);
    connect(m_actions->switchDeployment, &QAction::triggered, this, &MainWindow::switchRequested);
    connect(m_actions->overview, &QAction::triggered, this, &MainWindow::overviewRequested);
    connect(m_actions->closeWindow, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->goTo, &QAction::triggered, this, &MainWindow::openPalette);
    connect(m_actions->quit, &QAction::triggered, qApp, &QApplication::closeAllWindows);
    QStringList titles;
    for (const PageTitle& page : pageTitles())
        titles << page.title;
    HelpDialog::offer(*this, titles, *m_actions->help, *m_actions->shortcuts);
    connect(m_actions->about, &QAction::triggered, this,
        [this] { m_context.prompter.tell(tr("About Lockkeeper"), m_context.about); });
    if (!m_session)
        return;
    connect(m_actions->acquire, &QAction::triggered, this, &MainWindow::acquire);
    connect(m_actions->refresh, &QAction::triggered, m_session, &Session::refresh);
    connect(m_actions->pause, &QAction::toggled, m_locksPage, &LocksPage::setPaused);
    connect(m_actions->filter, &QAction::triggered, this, [this] {
        if (shownPage().focusFilter())
            return;
        showPage(Page::Locks);
        m_locksPage->focusFilter();
    });
    connect(m_actions, &WindowActions::pageWanted, this,
        [this](int page) { showPage(static_cast<Page>(page)); });
}

void MainWindow::connectSession()
{
    connect(m_session, &Session::leaseLost, this, [this](const Resource& resource) {
        notify(
            tr("The lease on %1 was lost: another may hold the lock now.").arg(safeText(resource)));
    });
    connect(m_session, &Session::leaseAsked, this,
        [this](const Resource& resource, const QString& who) {
            notify(tr("%1: %2").arg(safeText(resource), who));
        });
    LockActions& actions = m_session->actions();
    connect(&actions, &LockActions::extendFailed, this,
        [this](int, const Error& error) { notify(tr("Not extended: %1").arg(errorText(error))); });
    connect(&actions, &LockActions::leaseAcquired, this, [this](const LeaseInfo& lease) {
        m_message->say((lease.isLeft ? tr("Left %1 to its TTL") : tr("Acquired %1"))
                           .arg(safeText(lease.resource)));
    });
    connect(
        &actions, &LockActions::leaseExtended, this, [this] { m_message->say(tr("Extended")); });
    connect(
        &actions, &LockActions::leaseReleased, this, [this] { m_message->say(tr("Released")); });
}

void MainWindow::connectPages()
{
    createAlerts();
    m_commands = new LockCommands(
        *m_session, *m_actions, *m_locksPage, *m_leasesPage, *m_dialogs, *m_alerts, this);
    connect(m_commands, &LockCommands::refused, this, &MainWindow::sayWhyNot);
    ChangePermission& permission = m_session->changePermission();
    m_header->showPermission(permission);
    connect(m_header, &HeaderStrip::changesPressed, this, &MainWindow::toggleChanges);
    m_actions->changes->setVisible(permission.isOffered());
    connect(m_actions->changes, &QAction::triggered, this, &MainWindow::toggleChanges);
    connect(&permission, &ChangePermission::changed, this, &MainWindow::applyPermission);
    connect(&permission, &ChangePermission::changed, this,
        [this] { m_notices->remove(std::exchange(m_whyNotLine, 0)); });
    connect(m_notices, &NoticeStack::buttonClicked, this, [this](int id) {
        if (id == m_whyNotLine)
            allowChanges();
    });
    applyPermission();
    connect(
        m_navigation, &Navigation::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_pages, &QStackedWidget::currentChanged, this, &MainWindow::updateActions);
    connect(m_locksPage, &LocksPage::acquireRequested, this, &MainWindow::acquire);
    connect(m_locksPage, &LocksPage::mastersRequested, this, [this] { showPage(Page::Masters); });
    connect(m_locksPage, &LocksPage::waitsRequested, this, [this] { showPage(Page::Waits); });
    connect(m_locksPage, &LocksPage::pausedChanged, m_actions->pause, &QAction::setChecked);
    connect(m_locksPage, &LocksPage::selectionChanged, this, &MainWindow::updateActions);
    connect(m_leasesPage, &LeasesPage::acquireRequested, this, &MainWindow::acquire);
    connect(m_leasesPage, &LeasesPage::selectionChanged, this, &MainWindow::updateActions);
    connect(
        m_leasesPage, &LeasesPage::dismissRequested, &m_session->leases(), &OwnLeaseModel::remove);
    connect(m_dialogs, &LockDialogs::openChanged, m_locksPage, &LocksPage::setDialogOpen);
    connect(m_dialogs, &LockDialogs::failed, this, &MainWindow::notifyOf);
    connect(m_dialogs, &LockDialogs::showRequested, this, &MainWindow::showLock);
    connectRecords();
    if (!m_context.notice.isEmpty())
        notify(m_context.notice);
}

void MainWindow::connectRecords()
{
    auto* records = m_records = new Records(*m_session, m_context.prompter, *this);
    connect(m_actions->report, &QAction::triggered, records,
        [this, records] { records->reportWorst(shownPage().subject()); });
    connect(m_dialogs, &LockDialogs::reportRequested, records, &Records::report);
    connect(m_actions->openPlan, &QAction::triggered, m_dialogs, &LockDialogs::openPlan);
    connect(m_actions->exportRows, &QAction::triggered, records,
        [this, records] { records->exportRows(shownPage()); });
    connect(records, &Records::said, m_message, &TransientLabel::say);
    connect(records, &Records::failed, this, &MainWindow::notifyOf);
}

void MainWindow::createAlerts()
{
    m_alerts
        = new AlertCenter(*m_session, *m_notices, m_context.settings, m_context.notifier, this);
    followReleases(*m_session, *m_notices, *m_dialogs, this);
    connect(m_actions->alerts, &QAction::triggered, m_alerts, [this] { m_alerts->edit(this); });
    connect(m_alerts, &AlertCenter::lockWanted, this, &MainWindow::showLock);
    connect(m_alerts, &AlertCenter::mastersWanted, this, [this] {
        showPage(Page::Masters);
        activateWindow();
    });
}

void MainWindow::restoreSettings()
{
    const QSettings& settings = m_context.settings;
    restoreOnScreen(*this, settings.value(u"window/geometry"_s).toByteArray());
    if (!m_session)
        return;
    m_locksPage->restoreState(settings, QString::fromStdString(m_session->deployment().name));
    showPage(static_cast<Page>(
        std::clamp(settings.value(u"window/page"_s).toInt(), 0, m_pages->count() - 1)));
}

void MainWindow::saveSettings()
{
    QSettings& settings = m_context.settings;
    settings.setValue(u"window/geometry"_s, saveGeometry());
    if (!m_session)
        return;
    settings.setValue(u"window/page"_s, m_pages->currentIndex());
    m_locksPage->saveState(settings, QString::fromStdString(m_session->deployment().name));
}

void MainWindow::showPage(Page page)
{
    if (m_navigation)
        m_navigation->setCurrentRow(static_cast<int>(page));
    if (m_pages)
        m_pages->currentWidget()->setFocus();
}

MainWindow::Page MainWindow::currentPage() const
{
    return static_cast<Page>(m_pages->currentIndex());
}

/// If the focused widget vanishes, its page gets the focus.
bool MainWindow::focusNextPrevChild(bool next)
{
    const QWidget* const focused = focusWidget();
    if (!m_pages || !focused || (focused->isVisible() && focused->isEnabled()))
        return QMainWindow::focusNextPrevChild(next);
    shownPage().setFocus();
    return true;
}

ui::Page& MainWindow::shownPage() const
{
    return static_cast<ui::Page&>(*m_pages->currentWidget());
}

void MainWindow::showLock(const Resource& resource)
{
    showPage(Page::Locks);
    select(resource);
    activateWindow();
    const LockStore& locks = m_session->locks();
    const QString gone = tr("%1 is gone: there is no such lock now.").arg(safeText(resource));
    if (!locks.isLoading() && !locks.find(resource) && !m_notices->texts().contains(gone))
        offer(gone, tr("Incident report\u2026"), [this, resource] { m_records->report(resource); });
}

void MainWindow::select(const Resource& resource)
{
    m_locksPage->select(resource);
}

void MainWindow::applyPermission()
{
    const ChangePermission& permission = m_session->changePermission();
    const bool isReadOnly = !permission.isAllowed();
    m_actions->setReadOnly(isReadOnly, permission.refusal());
    m_locksPage->setReadOnly(isReadOnly, permission.refusal());
    m_leasesPage->setReadOnly(isReadOnly, permission.refusal());
    updateActions();
}

void MainWindow::toggleChanges()
{
    ChangePermission& permission = m_session->changePermission();
    if (!permission.remaining())
        return allowChanges();
    const int held = m_session->leases().heldCount();
    if (held == 0
        || m_context.prompter.confirm({.title = tr("End changes"),
            .text = held == 1
                ? tr("This window holds a lease. Ending the changes releases it.")
                : tr("This window holds %1 leases. Ending the changes releases them.").arg(held),
            .deed = tr("Release and end"),
            .warning = frameWord(m_session->deployment())}))
        permission.end();
}

void MainWindow::updateActions()
{
    const QString whyNone = m_session ? QString() : tr("Open a deployment first.");
    for (auto* action : {m_actions->filter, m_actions->report, m_actions->exportRows,
             m_actions->openPlan, m_actions->alerts})
        WindowActions::setWhyNot(*action, whyNone);
    WindowActions::setWhyNot(*m_actions->refresh,
        m_session && m_session->agent() ? tr("The agent sweeps by itself.") : whyNone);
    m_actions->pause->setEnabled(m_session != nullptr && currentPage() == Page::Locks);
    if (!m_session)
        WindowActions::setWhyNot(*m_actions->acquire, whyNone);
    if (m_commands) {
        using Front = LockCommands::Front;
        return m_commands->update(currentPage() == Page::Locks ? Front::Locks
                : currentPage() == Page::Leases                ? Front::Leases
                                                               : Front::Other);
    }
    for (QAction* action : m_actions->lockMenu->actions())
        WindowActions::setWhyNot(*action, whyNone);
}

/// A disabled action's key would do nothing, and say nothing.
bool MainWindow::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = static_cast<const QKeyEvent&>(*event);
        if (const QString why = key.isAutoRepeat()
                ? QString()
                : m_actions->whyNot(QKeySequence(key.keyCombination()));
            !why.isEmpty())
            sayWhyNot(why);
    }
    return QMainWindow::event(event);
}

void MainWindow::sayWhyNot(const QString& why)
{
    if (!m_notices)
        return statusBar()->showMessage(why, 8000);
    const ChangePermission& permission = m_session->changePermission();
    if (!permission.isOffered() || why != readOnlyHint(permission.refusal()))
        return m_message->say(why);
    m_notices->remove(std::exchange(m_whyNotLine, 0));
    m_whyNotLine = m_notices->add(
        {.glyph = Glyph::Info, .tone = Tone::Notice, .text = why}, tr("Allow changes\u2026"));
}

void MainWindow::acquire()
{
    m_dialogs->acquire();
}

void MainWindow::allowChanges()
{
    m_dialogs->allowChanges();
}

void MainWindow::release()
{
    m_commands->release();
}

void MainWindow::openPalette()
{
    const bool isOnLock = m_locksPage != nullptr && m_locksPage->isVisible()
        && m_locksPage->isSelectedThere() && m_locksPage->selectedCount() == 1;
    QList<QAction*> onLock = m_actions->lockMenu->actions() + m_actions->tellMenu->actions();
    onLock.removeOne(m_actions->releaseHolder); // it names its holder
    onLock.removeOne(m_actions->releaseStale);
    auto* palette = new CommandPalette(
        {.actions = CommandPalette::actionsOf(*this),
            .onLock = onLock,
            .lock = isOnLock ? safeText(m_locksPage->selectedEntry()->resource) : QString(),
            .deployments = m_context.deployments,
            .locks = m_session ? &m_session->locks() : nullptr},
        this);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    connect(palette, &CommandPalette::deploymentChosen, this, &MainWindow::deploymentChosen);
    connect(palette, &CommandPalette::lockChosen, this, [this](const Resource& resource) {
        showPage(Page::Locks);
        select(resource);
    });
    palette->open();
}

void MainWindow::offer(const QString& text, const QString& button, const std::function<void()>& act)
{
    const int id = m_notices->add(
        {.glyph = Glyph::Warning, .tone = Tone::Notice, .text = text, .isQuestion = true}, button);
    connect(m_notices, &NoticeStack::buttonClicked, this, [id, act](int pressed) {
        if (pressed == id)
            act();
    });
}

void MainWindow::notify(const QString& text)
{
    // Once, even for repeated clicks.
    if (m_notices->texts().value(0) != text)
        m_notices->add({.glyph = Glyph::Warning, .tone = Tone::Notice, .text = text});
}

void MainWindow::notifyOf(const Error& error)
{
    notify(errorText(error));
}

bool MainWindow::mayReopen()
{
    return isEndWanted(*m_session, m_context.prompter,
        {.title = tr("Open the window again"),
            .lease = tr("To go on, this window is opened again: that releases the lease it holds."),
            .leases = tr("To go on, this window is opened again: that releases the %1 leases it "
                         "holds."),
            .release = tr("A release waits for masters that do not answer. Opening the window "
                          "again gives them up; the journal says so."),
            .releases = tr("%1 releases wait for masters that do not answer. Opening the window "
                           "again gives them up; the journal says so."),
            .releaseDeed = tr("Release and open again"),
            .giveUpDeed = tr("Give up and open again")});
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    event->setAccepted(!m_session
        || isEndWanted(*m_session, m_context.prompter,
            {.title = tr("Close Lockkeeper"),
                .lease = tr("This window holds a lease. Closing it releases the lease."),
                .leases = tr("This window holds %1 leases. Closing it releases them."),
                .release = tr("A release waits for masters that do not answer. Closing the window "
                              "gives them up; the journal says so."),
                .releases = tr("%1 releases wait for masters that do not answer. Closing the "
                               "window gives them up; the journal says so."),
                .releaseDeed = tr("Release and close"),
                .giveUpDeed = tr("Give up and close")}));
}

} // namespace lockkeeper::ui

#include "main_window.moc"
