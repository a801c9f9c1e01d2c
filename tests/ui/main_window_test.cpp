// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "tests/ui/fake_prompter.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/acquire_dialog.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/dialogs/report_dialog.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/pages/timeline/timeline_view.h"
#include "ui/pages/trends/trends_page.h"
#include "ui/widgets/notice_stack.h"
#include "ui/widgets/table_view.h"
#include "ui/window/main_window.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

namespace lockkeeper::tests::main_window_test {

namespace {

constexpr int kPatience = 10'000;

/// As redis-py writes them, in summer 2025 on two hosts.
constexpr char kToken[] = "1fe610003e8c11f09abc0242ac110002";
constexpr char kOtherToken[] = "81aa78003e9411f09abc0242ac110003";

} // namespace

/// The whole window against real servers.
class MainWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_servers = std::make_unique<RedisServerFixture>(RedisServerOptions{.count = 3});
        m_directory = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<QSettings>(
            m_directory->filePath(u"settings.ini"_s), QSettings::IniFormat);
        m_theming = std::make_unique<ui::Theming>(*qApp);
        m_prompter.answer = false;
        m_prompter.questions.clear();
        m_prompter.told.clear();
    }

    void cleanup()
    {
        closeWindow();
        m_settings.reset();
        m_servers.reset();
    }

    void aStaleLockIsReleasedAndTheOthersLockStays()
    {
        m_servers->commandAll({"SET", "cron:bill", kToken});
        m_servers->commandAll({"SET", "cron:mail", kOtherToken, "PX", "60000"});
        openWindow();
        type(child<QLineEdit>(*m_window, u"filterLineEdit"_s), u"cron:*"_s);
        click(child<QPushButton>(*m_window, u"neverExpiresButton"_s));
        clickLock("cron:bill");
        QPointer<ui::ReleaseDialog> dialog = openReleaseDialog();
        QVERIFY(dialog);
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"job died on Friday"_s);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"cron:bill"_s);
        click(child<QPushButton>(*dialog, u"releaseButton"_s));
        auto& summary = child<QLabel>(*dialog, u"summaryLabel"_s);
        QTRY_VERIFY_WITH_TIMEOUT(
            summary.text().contains(u"Released on 3 of 3 masters"_s), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(
            child<QLabel>(*dialog, u"nowLabel"_s).text().startsWith(u"free"_s), kPatience);
        click(child<QPushButton>(*dialog, u"cancelButton"_s));
        QTRY_VERIFY(!dialog);

        QCOMPARE(countOf("cron:bill"), std::size_t(0));
        for (const auto& reply : m_servers->commandAll({"GET", "cron:mail"}))
            QCOMPARE(reply.text, std::string(kOtherToken));
        QFile journal(QString::fromStdString(journalFile().string()));
        QVERIFY(journal.open(QIODevice::ReadOnly));
        const QByteArray written = journal.readAll();
        QVERIFY(written.contains("job died on Friday"));
        QVERIFY(!written.contains(kToken));
    }

    void aHolderThatChangedMeanwhileKeepsItsLock()
    {
        m_servers->commandAll({"SET", "cron:bill", kToken});
        openWindow();
        clickLock("cron:bill");
        QPointer<ui::ReleaseDialog> dialog = openReleaseDialog();
        QVERIFY(dialog);
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"looks stuck"_s);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"cron:bill"_s);
        auto& button = child<QPushButton>(*dialog, u"releaseButton"_s);
        QVERIFY(button.isEnabled());
        m_servers->commandAll({"SET", "cron:bill", kOtherToken});
        QTRY_VERIFY_WITH_TIMEOUT(!button.isEnabled(), kPatience);
        QVERIFY(child<QWidget>(*dialog, u"changedBanner"_s).isVisible());
        QCOMPARE(countOf("cron:bill"), std::size_t(3));
        click(child<QPushButton>(*dialog, u"lookButton"_s));
        QTRY_VERIFY(!dialog);
        auto* next = m_window->findChild<ui::ReleaseDialog*>();
        QVERIFY(next && next->isVisible());
        QVERIFY(!child<QWidget>(*next, u"changedBanner"_s).isVisible());
    }

    void aRevokedLockIsShownAsNobodys()
    {
        m_servers->commandAll({"SET", "cron:bill", kToken, "PX", "600000"});
        openWindow();
        clickLock("cron:bill");
        QPointer<ui::ReleaseDialog> dialog = openReleaseDialog();
        QVERIFY(dialog);
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"two of them"_s);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"cron:bill"_s);
        click(child<QPushButton>(*dialog, u"revokeButton"_s));
        auto& summary = child<QLabel>(*dialog, u"summaryLabel"_s);
        QTRY_VERIFY_WITH_TIMEOUT(
            summary.text().contains(u"Revoked on 3 of 3 masters"_s), kPatience);
        click(child<QPushButton>(*dialog, u"cancelButton"_s));
        for (const auto& reply : m_servers->commandAll({"GET", "cron:bill"}))
            QVERIFY(reply.text.starts_with("lk1-revoked:"));
        const auto& verdict = child<QLabel>(*m_window, u"verdictLabel"_s);
        QTRY_VERIFY_WITH_TIMEOUT(verdict.text().startsWith(u"revoked, free at "_s), kPatience);
        const auto& holder = child<QLabel>(*m_window, u"holderLabel"_s);
        QVERIFY2(holder.text().endsWith(u": two of them"_s), qPrintable(holder.text()));
    }

    void aLockIsAcquiredListedAsOursAndReleased()
    {
        openWindow();
        acquire(u"orders:42"_s);
        QCOMPARE(countOf("orders:42"), std::size_t(3));
        clickLock("orders:42");
        auto& release = child<QPushButton>(*m_window, u"detailReleaseButton"_s);
        QCOMPARE(release.text(), u"Release orders:42"_s);
        QVERIFY(child<QPushButton>(*m_window, u"detailExtendButton"_s).isVisible());
        QVERIFY(child<QLabel>(*m_window, u"holderLabel"_s).text().startsWith(u"this window"_s));
        QSignalSpy released(&m_session->actions(), &ui::LockActions::leaseReleased);
        click(release);
        QTRY_COMPARE_WITH_TIMEOUT(released.size(), 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(countOf("orders:42"), std::size_t(0), kPatience);
        QCOMPARE(m_session->leases().heldCount(), 0);
    }

    void aContendedAcquireStaysOpenAndTakesNothing()
    {
        m_servers->commandAll({"SET", "orders:42", kToken, "PX", "60000"});
        openWindow();
        QPointer<ui::AcquireDialog> dialog = openAcquireDialog(u"orders:42"_s);
        QVERIFY(dialog);
        click(child<QPushButton>(*dialog, u"acquireButton"_s));
        auto& outcome = child<QLabel>(*dialog, u"outcomeLabel"_s);
        QTRY_VERIFY_WITH_TIMEOUT(outcome.isVisible(), kPatience);
        QVERIFY2(outcome.text().contains(u"Not acquired"_s), qPrintable(outcome.text()));
        for (const auto& reply : m_servers->commandAll({"GET", "orders:42"}))
            QCOMPARE(reply.text, std::string(kToken));
    }

    void closingWithALeaseAsksAndReleasesIt()
    {
        openWindow();
        acquire(u"orders:42"_s);
        QVERIFY(!m_window->close());
        QCOMPARE(m_prompter.questions.size(), 1);
        QCOMPARE(countOf("orders:42"), std::size_t(3));
        m_prompter.answer = true;
        QVERIFY(m_window->close());
        closeWindow();
        QTRY_COMPARE_WITH_TIMEOUT(countOf("orders:42"), std::size_t(0), kPatience);
    }

    void theDeleteKeyReleasesFromTheTableOnly()
    {
        m_servers->commandAll({"SET", "cron:bill", kToken});
        openWindow();
        clickLock("cron:bill");
        auto& filter = child<QLineEdit>(*m_window, u"filterLineEdit"_s);
        filter.setFocus();
        QTest::keyClick(&filter, Qt::Key_Delete);
        QVERIFY(!m_window->findChild<ui::ReleaseDialog*>());
        auto& table = child<ui::TableView>(*m_window, u"locksTable"_s);
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_Delete);
        QVERIFY(m_window->findChild<ui::ReleaseDialog*>());
    }

    void thePagesAreReachedByKeys()
    {
        openWindow();
        auto& navigation = child<QListWidget>(*m_window, u"navigationList"_s);
        QCOMPARE(navigation.currentRow(), 0);
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(navigation.currentRow(), 2);
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(navigation.currentRow(), 0);
        QCOMPARE(QApplication::focusWidget()->objectName(), u"filterLineEdit"_s);
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        QVERIFY(m_window->findChild<QDialog*>(u"helpDialog"_s));
    }

    void aLockThatIsGoneIsSaidToBeGone()
    {
        m_servers->commandAll({"SET", "cron:bill", kToken});
        openWindow();
        clickLock("cron:bill");
        QTRY_VERIFY_WITH_TIMEOUT(!m_session->locks().isLoading(), kPatience);
        const auto& notices = child<ui::NoticeStack>(*m_window, u"noticeStack"_s);
        const auto show = [this](const char* resource) {
            Q_EMIT m_window->findChild<ui::TimelinePage*>()->lockRequested(Resource(resource));
        };
        show("cron:bill");
        QCOMPARE(notices.count(), 0);
        show("cron:gone");
        show("cron:gone");
        QCOMPARE(
            notices.texts(), QStringList({u"cron:gone is gone: there is no such lock now."_s}));
        click(child<QPushButton>(notices, u"bannerButton"_s));
        QVERIFY(m_window->findChild<ui::ReportDialog*>());
    }

    void theTrendsLeadToTheTimeline()
    {
        openWindow();
        m_window->showPage(ui::MainWindow::Page::Trends);
        const WallTime time = m_clock.wallNow() - 2h;
        Q_EMIT m_window->findChild<ui::TrendsPage*>()->timelineRequested(time, 6min);
        QCOMPARE(m_window->currentPage(), ui::MainWindow::Page::Timeline);
        const auto& scene = m_window->findChild<ui::TimelinePage*>()->view().scene();
        QCOMPARE(scene.marker, std::optional(time));
        QCOMPARE(scene.scale.window().from, time - 3min);
        QCOMPARE(scene.scale.span(), 6min);
    }

    void aNarrowWindowLeavesTheNamesOfPagesOut()
    {
        openWindow();
        auto& navigation = child<QListWidget>(*m_window, u"navigationList"_s);
        const int wide = navigation.width();
        QCOMPARE(navigation.item(1)->text(), u"Masters"_s);
        m_window->resize(640, 480);
        QTRY_COMPARE(m_window->width(), 640); // two fit side by side
        QTRY_COMPARE(navigation.item(1)->text(), QString());
        QCOMPARE(navigation.item(1)->toolTip(), u"Masters"_s);
        QCOMPARE(navigation.item(1)->data(Qt::AccessibleTextRole).toString(), u"Masters"_s);
        QTRY_VERIFY(navigation.width() < wide / 2);
        m_window->resize(1280, 800);
        QTRY_COMPARE(navigation.item(1)->text(), u"Masters"_s);
        QCOMPARE(navigation.width(), wide);
    }

    void aLowWindowShowsRowsAboveTheDetails()
    {
        for (int i = 0; i < 9; ++i)
            m_servers->commandAll({"SET", "cron:" + std::to_string(i), kToken});
        openWindow();
        clickLock("cron:3");
        child<QPushButton>(*m_window, u"pauseButton"_s).click(); // a note over the table
        m_window->resize(720, 400);
        auto& table = child<ui::TableView>(*m_window, u"locksTable"_s);
        auto& title = child<QLabel>(*m_window, u"detailTitleLabel"_s);
        QTRY_VERIFY(table.height() <= table.heightOfRows(3));
        QVERIFY(table.height() >= table.heightOfRows(2));
        QVERIFY(title.visibleRegion().boundingRect().height() == title.height());
    }

    void noKeyIsAmbiguous()
    {
        openWindow();
        QStringList keys;
        for (const QAction* action : m_window->findChildren<QAction*>()) {
            for (const QKeySequence& key : action->shortcuts()) {
                QVERIFY2(!key.isEmpty(), qPrintable(action->text()));
                QVERIFY2(!keys.contains(key.toString()), qPrintable(key.toString()));
                keys << key.toString();
            }
        }
        QVERIFY(keys.contains(u"Ctrl+Q"_s));
    }

    void pageAndThemeSurviveARestart()
    {
        openWindow();
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        child<QAction>(*m_window, u"darkThemeAction"_s).trigger();
        closeWindow();
        QCOMPARE(m_settings->value(u"theme"_s).toString(), u"dark"_s);
        openWindow();
        QCOMPARE(child<QListWidget>(*m_window, u"navigationList"_s).currentRow(), 1);
    }

    void withoutMastersItShowsTheStartPage()
    {
        auto* page = new QLabel(u"start here"_s);
        ui::MainWindow::Context context = this->context();
        context.startPage = page;
        ui::MainWindow window(nullptr, context);
        QCOMPARE(window.centralWidget(), page);
        QVERIFY(!child<QAction>(window, u"acquireAction"_s).isEnabled());
        QSignalSpy connecting(&window, &ui::MainWindow::connectRequested);
        QSignalSpy switching(&window, &ui::MainWindow::switchRequested);
        child<QAction>(window, u"connectAction"_s).trigger();
        child<QAction>(window, u"switchAction"_s).trigger();
        QCOMPARE(connecting.size(), 1);
        QCOMPARE(switching.size(), 1);
    }

private:
    void openWindow()
    {
        m_session = std::make_unique<ui::Session>(
            ui::Session::Options{.deployment = m_servers->deployment(),
                .owner = lock::Owner::thisProcess("test"),
                .journalFile = journalFile()},
            m_clock, m_processes);
        m_window = std::make_unique<ui::MainWindow>(m_session.get(), context());
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void closeWindow()
    {
        m_window.reset();
        m_session.reset();
    }
    [[nodiscard]] ui::MainWindow::Context context()
    {
        return {*m_settings, m_prompter, *m_theming, {{u"Lockkeeper"_s, u"1"_s}}};
    }
    [[nodiscard]] std::filesystem::path journalFile() const
    {
        return m_directory->filePath(u"journal.jsonl"_s).toStdString();
    }
    /// Waits until the table shows the resource, and clicks it.
    void clickLock(const char* resource)
    {
        auto& proxy = m_session->filteredLocks();
        QTRY_VERIFY_WITH_TIMEOUT(proxy.indexOf(Resource(resource), 1).isValid(), kPatience);
        auto& table = child<ui::TableView>(*m_window, u"locksTable"_s);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
            table.visualRect(proxy.indexOf(Resource(resource), 1)).center());
    }
    [[nodiscard]] ui::ReleaseDialog* openReleaseDialog()
    {
        click(child<QPushButton>(*m_window, u"detailReleaseButton"_s));
        return m_window->findChild<ui::ReleaseDialog*>();
    }
    [[nodiscard]] ui::AcquireDialog* openAcquireDialog(const QString& resource)
    {
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        auto* dialog = m_window->findChild<ui::AcquireDialog*>();
        if (dialog)
            type(child<QLineEdit>(*dialog, u"resourceLineEdit"_s), resource);
        return dialog;
    }
    void acquire(const QString& resource)
    {
        QPointer<ui::AcquireDialog> dialog = openAcquireDialog(resource);
        QVERIFY(dialog);
        click(child<QPushButton>(*dialog, u"acquireButton"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!dialog, kPatience);
        QCOMPARE(m_session->leases().heldCount(), 1);
    }
    [[nodiscard]] std::size_t countOf(const char* key)
    {
        std::size_t count = 0;
        for (const auto& reply : m_servers->commandAll({"EXISTS", key}))
            count += static_cast<std::size_t>(reply.integer);
        return count;
    }

    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<ui::Theming> m_theming;
    SystemClock m_clock;
    observe::LocalProcessProbe m_processes;
    FakePrompter m_prompter;
    std::unique_ptr<ui::Session> m_session;
    std::unique_ptr<ui::MainWindow> m_window;
};

LOCKKEEPER_TEST(MainWindowTest)

} // namespace lockkeeper::tests::main_window_test

#include "main_window_test.moc"
