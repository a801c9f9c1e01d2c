// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/language/window_scenes.h"

#include "tests/gui/language/full_board.h"
#include "tests/support/no_processes.h"
#include "tests/ui/lock_entries.h"
#include "ui/dialogs/acquire_dialog.h"
#include "ui/dialogs/alert_dialog.h"
#include "ui/dialogs/allow_changes_dialog.h"
#include "ui/dialogs/connect/connect_dialog.h"
#include "ui/dialogs/connect/desk_questions.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/dialogs/note_dialog.h"
#include "ui/dialogs/release/bulk_dialog.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/dialogs/whois_dialog.h"
#include "ui/models/alerts/alert.h"
#include "ui/models/words/check_words.h"
#include "ui/models/words/words.h"
#include "ui/pages/start_page.h"
#include "ui/widgets/fold.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>
#include <fstream>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace lockkeeper::tests {
namespace {

using Page = ui::MainWindow::Page;

/// What was done to a lock, as the journal has it.
std::string deed(const char* action, const char* resource, const char* result, const char* id)
{
    return std::string(R"({"id":")") + id
        + R"(","time":"2026-11-19T22:41:07.120Z","kind":"intent","action":")" + action
        + R"(","os_user":"alice","host":"jump-1","pid":4711,"deployment":"test","resource":")"
        + resource
        + R"(","token":"7b90f5f4","token_sha1":"7b90f5f400000000000000000000000000000000",)"
          R"("type":"string","format":"lk1","certainty":"certain","votes":[{"master":"a",)"
          R"("state":"held","token":"7b90f5f4","ttl_ms":592000}],"evidence":["minority-leftover"],)"
          R"("masters":[{"id":"a","url":"redis://a.test:6379"}],"reason":"INC-39"})"
          "\n"
        + R"({"id":")" + id
        + R"(","time":"2026-11-19T22:41:08.120Z","kind":"result","outcomes":[{"master":"a",)"
          R"("result":")"
        + result + R"("},{"master":"b","result":"released"}],"quorum_freed":true})" + "\n";
}

/// Waits for what other threads and layouts deliver.
void settle()
{
    for (int turn = 0; turn < 5; ++turn)
        QApplication::processEvents();
}

} // namespace

void WindowScenes::begin()
{
    startServers();
    qputenv("XDG_STATE_HOME", QFile::encodeName(m_directory->filePath(u"state"_s)));
    m_recording = ui::DeploymentBridge::Recording::Possible;
    m_servers->commandAll({"SET", "cron:bill", kToken, "PX", "600000"});
    m_servers->commandAll({"SET", "cron:gone", kOtherToken, "PX", "600000"});
    m_servers->commandAll({"SET", "session:1", "x"});
    writeJournal();
    openWindow();
}

void WindowScenes::end()
{
    endAll();
}

void WindowScenes::openWindow()
{
    showWindow();
    m_servers->commandAll({"DEL", "cron:gone"});
    feed();
}

/// Real updates leave what is fed alone: they are changes.
void WindowScenes::feed()
{
    const auto board
        = std::make_shared<const observe::BoardUpdate>(fullBoard(m_clock.now(), m_clock.wallNow()));
    m_session->locks().apply(board);
    m_session->masters().apply(*board);
    Q_EMIT m_session->updated(board);
    // Nothing else: the next real update would take its masters away.
    for (int turn = 0; turn < 5; ++turn)
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
}

void WindowScenes::writeJournal() const
{
    std::ofstream journal(m_directory->filePath(u"journal.jsonl"_s).toStdString());
    journal << deed("release", "import:customers", "already-gone", "1a")
            << deed("revoke", "report:nightly", "revoked", "2b")
            << deed("finish-release", "report:weekly", "unknown", "3c")
            << deed("acquire", "report:daily", "another-holder", "4d");
}

QStringList WindowScenes::names() const
{
    QStringList names = fullBoardNames();
    names << u"cron:bill"_s << u"cron:gone"_s << u"session:"_s << u"lock:a"_s << u"alice"_s
          << u"jump-1"_s << u"import:customers"_s << u"report:nightly"_s << u"report:weekly"_s
          << u"report:daily"_s << u"INC-39"_s << u"billing"_s << u"orders:42"_s << u"lock:*"_s
          << QString::fromStdString(m_deployment.name) << m_directory->path()
          << QSysInfo::machineHostName() << qEnvironmentVariable("USER", u"root"_s) << u"root"_s;
    for (const std::string& url : m_servers->urls())
        names << QString::fromStdString(url) << QString::fromStdString(url).section(u"://"_s, 1);
    return names;
}

void WindowScenes::trigger(const QString& action) const
{
    child<QAction>(*m_window, action).trigger();
}

void WindowScenes::showDialog(const QString& scene, QWidget& dialog, const Look& look) const
{
    dialog.show();
    settle();
    look(scene, dialog);
}

/// The dialog that the window has just opened; closes it then.
void WindowScenes::showOpened(const QString& scene, const Look& look)
{
    settle();
    auto* dialog = m_window->findChild<QDialog*>();
    QVERIFY2(dialog != nullptr, qPrintable(scene));
    look(scene, *dialog);
    dialog->reject();
    delete dialog;
}

void WindowScenes::showPages(const Look& look)
{
    for (const Page page : {Page::Locks, Page::Masters, Page::Leases, Page::Journal, Page::Kinds,
             Page::Waits, Page::Timeline, Page::Trends, Page::Lab}) {
        m_window->showPage(page);
        settle();
        feed();
        if (auto* button = m_window->findChild<QPushButton*>(u"lookButton"_s);
            page == Page::Kinds && button != nullptr) {
            button->click();
            QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), kPatience);
        }
        look(u"page %1"_s.arg(static_cast<int>(page)), *m_window);
    }
    m_window->showPage(Page::Locks);
    trigger(u"groupHolderAction"_s);
    settle();
    look(u"groups"_s, *m_window);
    trigger(u"groupNotAction"_s);
    showEachLock(look);
    ui::DeploymentListModel deployments;
    deployments.setRows({{.name = "billing", .masters = 3}});
    ui::StartPage start(deployments);
    start.resize(m_window->size());
    start.showProblems({u"ERRNO"_s});
    showDialog(u"start page"_s, start, look);
}

/// The detail of each lock of the board, in all its sections.
void WindowScenes::showEachLock(const Look& look)
{
    auto& sections = child<QTabWidget>(*m_window, u"detailSections"_s);
    for (const observe::LockEntryPtr& entry : fullBoard(m_clock.now(), m_clock.wallNow()).changed) {
        m_window->select(entry->resource);
        for (int section = 0; section < sections.count(); ++section) {
            sections.setCurrentIndex(section);
            settle();
            look(QString::fromStdString(entry->resource.value()), *sections.parentWidget());
        }
    }
}

void WindowScenes::showDialogs(const Look& look)
{
    showOwnDialogs(look);
    showReleases(look);
    showBulk(look);
    showConnecting(look);
    showSmallDialogs(look);
}

/// Those that the window opens by its menus.
void WindowScenes::showOwnDialogs(const Look& look)
{
    m_window->showPage(Page::Locks);
    m_window->select(Resource("cron:bill"));
    settle();
    for (const char* const action : {"acquireAction", "releaseAction", "revokeAction",
             "identifyAction", "decideAction", "reportAction", "alertsAction", "goToAction"}) {
        trigger(QLatin1StringView(action));
        showOpened(QLatin1StringView(action), look);
    }
    QStringList pages;
    for (const auto& page : ui::MainWindow::pageTitles())
        pages << page.title;
    ui::HelpDialog help(pages);
    for (const ui::HelpPage& page : ui::helpPages(pages)) {
        help.showTopic(page.topic);
        showDialog(u"help"_s, help, look);
    }
}

observe::LockEntryPtr WindowScenes::heldEntry() const
{
    LockEntryBuilder builder("cron:bill", m_clock.now());
    builder.held("token", 30s).renewals(4);
    builder.lock().holder = {.host = "web-3", .pid = 812, .app = "api"};
    builder.lock().caution = "ERRNO";
    return builder.build();
}

void WindowScenes::showReleases(const Look& look)
{
    const observe::LockEntryPtr entry = heldEntry();
    const auto plan = release::planRelease(m_deployment, *entry, Fingerprint::ofString("token"));
    QVERIFY(plan);
    const test::NoProcesses processes;
    for (const bool isDone : {false, true}) {
        ui::ReleaseDialog dialog(
            {.plan = *plan,
                .entry = entry,
                .journalFile = "/var/journal.jsonl",
                .deployment = u"billing"_s,
                .revoke = release::planRevoke(m_deployment, *entry, Fingerprint::ofString("token"),
                    {.by = "alice@jump-1", .at = m_clock.wallNow(), .reason = "INC-39"}),
                .deadlock = u"ERRNO"_s},
            m_clock, processes);
        for (auto* fold : dialog.findChildren<ui::Fold*>())
            fold->setOpen(true);
        showDialog(u"release"_s, dialog, look);
        if (!isDone) {
            dialog.showEntry(nullptr);
            showDialog(u"release of a lock that is gone"_s, dialog, look);
            continue;
        }
        release::Report report{.isQuorumFreed = true};
        report.outcomes = {{MasterId("a"), release::MasterResult::Released, {}},
            {MasterId("b"), release::MasterResult::AnotherHolder, {}},
            {MasterId("c"), release::MasterResult::Unknown, {}}};
        dialog.showResult(Result<release::Report>(report));
        showDialog(u"released"_s, dialog, look);
    }
    const Fingerprint one = Fingerprint::ofString("one");
    ui::TokenDialog tokens(Resource("cron:bill"), {{one, u"api"_s}});
    showDialog(u"tokens"_s, tokens, look);
}

void WindowScenes::showBulk(const Look& look)
{
    std::vector<ui::BulkItem> items(3, {.resource = Resource("cron:bill"), .entry = heldEntry()});
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i].safety.safety = static_cast<release::Safety>(i);
        items[i].safety.pid = 812;
        items[i].token = Fingerprint::ofString("token");
    }
    ui::BulkDialog dialog(std::move(items), "/var/journal.jsonl");
    showDialog(u"several releases"_s, dialog, look);
    dialog.model().setConfirmed(true);
    child<QLineEdit>(dialog, u"reasonLineEdit"_s).setText(u"INC-39"_s);
    child<QPushButton>(dialog, u"freeButton"_s).click();
    dialog.showStep(0, {.fate = release::Fate::Refused, .text = "ERRNO"});
    dialog.showFinished(std::nullopt);
    showDialog(u"several releases, done"_s, dialog, look);
}

void WindowScenes::showConnecting(const Look& look)
{
    ui::ConnectDialog dialog(m_clock, "/etc/deployments.toml", true);
    showDialog(u"connect"_s, dialog, look);
    auto& masters = child<QLineEdit>(dialog, u"addMasterLineEdit"_s);
    masters.setText(u"redis://user:secret@a.test:99999"_s);
    showDialog(u"connect, mistaken"_s, dialog, look);
    QStringList urls;
    for (const std::string& url : m_servers->urls())
        urls << QString::fromStdString(url);
    masters.setText(urls.join(u' '));
    auto& test = child<QPushButton>(dialog, u"testButton"_s);
    const QString before = test.text();
    QTest::keyClick(&masters, Qt::Key_Return); // and so they are tested
    QTRY_COMPARE_WITH_TIMEOUT(test.text(), before, kPatience);
    showDialog(u"connect, tested"_s, dialog, look);
    ui::PatternDialog pattern(m_deployment, m_clock);
    showDialog(u"pattern"_s, pattern, look);
    ui::PasswordDialog password({.deployment = u"billing"_s,
        .user = {},
        .reason = u"ERRNO"_s,
        .others = 2,
        .canKeep = true});
    showDialog(u"password"_s, password, look);
    ui::DeploymentListModel deployments;
    deployments.setRows(
        {{.name = "billing", .masters = 3, .counts = ui::DeploymentCounts{12, 2, 1, 1, 2}}});
    ui::SwitchDialog change(deployments);
    showDialog(u"switch"_s, change, look);
}

void WindowScenes::showSmallDialogs(const Look& look)
{
    ui::AllowChangesDialog allow(m_deployment);
    showDialog(u"allow"_s, allow, look);
    ui::NoteDialog note(Resource("cron:bill"),
        {.kind = observe::Note::Kind::Readable, .author = "alice@jump-1", .text = "INC-39"},
        m_clock);
    showDialog(u"note"_s, note, look);
    note.showReport({.text = "x"}, {.outcomes = {{MasterId("a"), release::NoteResult::Refused}}});
    showDialog(u"note refused"_s, note, look);
    ui::AcquireDialog acquire(u"billing"_s, [](const Resource&) { return u"api"_s; });
    child<QLineEdit>(acquire, u"resourceLineEdit"_s).setText(u" orders:42"_s);
    showDialog(u"acquire"_s, acquire, look);
    ui::AcquireFailure failure{.resource = Resource("orders:42")};
    failure.votes = {{.master = MasterId("a"), .state = lock::MasterVote::State::Yes},
        {.master = MasterId("b"), .state = lock::MasterVote::State::No},
        {.master = MasterId("c"), .state = lock::MasterVote::State::Pending}};
    for (const auto kind : {ui::AcquireFailure::Kind::Contended, ui::AcquireFailure::Kind::NoQuorum,
             ui::AcquireFailure::Kind::Cancelled}) {
        failure.kind = kind;
        acquire.showFailure(failure);
        showDialog(u"not acquired"_s, acquire, look);
    }
}

void WindowScenes::showSeldomWords(const Look& look)
{
    QWidget shown;
    auto* layout = new QVBoxLayout(&shown);
    const auto add = [&](const QString& text) { layout->addWidget(new QLabel(text)); };
    for (const ui::AlertKind kind : enumValues<ui::AlertKind>()) {
        ui::Alert alert{.kind = kind,
            .locks = {Resource("cron:bill")},
            .count = 1,
            .masters = {MasterId("a"), MasterId("b")},
            .detail = u"ERRNO"_s};
        add(ui::alertTitle(alert.kind));
        add(ui::alertText(alert));
        alert.count = 12;
        alert.isDeadlock = true;
        add(ui::alertText(alert));
    }
    for (std::size_t step = 0; step < check::kSteps; ++step)
        add(ui::stepText(static_cast<check::Step>(step)));
    for (const auto change :
        {ui::Change::New, ui::Change::NewHolder, ui::Change::Renewed, ui::Change::Gone})
        add(ui::changeText(change));
    look(u"seldom words"_s, shown);
}

} // namespace lockkeeper::tests
