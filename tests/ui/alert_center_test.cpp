// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "tests/ui/fake_prompter.h"
#include "tests/ui/widget_finders.h"
#include "ui/bridge/notifier.h"
#include "ui/dialogs/release_dialog.h"
#include "ui/models/alert_settings.h"
#include "ui/widgets/notice_stack.h"
#include "ui/widgets/table_view.h"
#include "ui/window/main_window.h"

#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>

using namespace lockkeeper;
using namespace lockkeeper::tests;
using namespace Qt::StringLiterals;

namespace {

constexpr int kPatience = 15'000;
constexpr char kToken[] = "1fe610003e8c11f09abc0242ac110002"; // as redis-py writes it

class FakeNotifier final : public ui::Notifier {
public:
    void notify(const ui::Notification& notification) override { all << notification; }
    QList<ui::Notification> all;
};

} // namespace

/// The alerts of a window, against real servers.
class AlertCenterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_servers = std::make_unique<RedisServerFixture>(RedisServerOptions{.count = 3});
        m_directory = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<QSettings>(
            m_directory->filePath(u"settings.ini"_s), QSettings::IniFormat);
        m_theming = std::make_unique<ui::Theming>(*qApp);
        m_notifier.all.clear();
        m_servers->commandAll({"SET", "cron:bill", kToken, "PX", "60000"});
    }
    void cleanup()
    {
        m_window.reset();
        m_session.reset();
        m_settings.reset();
        m_servers.reset();
    }

    void aWatchedLockThatIsFreedIsTold()
    {
        openWindow();
        auto& tell = child<QAction>(*m_window, u"tellFreedAction"_s);
        QVERIFY(tell.isEnabled());
        tell.trigger();
        QVERIFY(tell.isChecked());
        m_servers->commandAll({"DEL", "cron:bill"});
        QTRY_COMPARE_WITH_TIMEOUT(m_notifier.all.size(), 1, kPatience);
        QVERIFY(m_notifier.all[0].title.endsWith(u"Lock freed"_s));
        QCOMPARE(m_notifier.all[0].text, u"cron:bill is free."_s);
        QVERIFY(notices().texts().value(0).contains(u"cron:bill is free."_s));
    }

    void theReleaseDialogOffersIt()
    {
        openWindow();
        child<QAction>(*m_window, u"decideAction"_s).trigger();
        auto* dialog = m_window->findChild<ui::ReleaseDialog*>();
        QVERIFY(dialog);
        click(child<QPushButton>(*dialog, u"tellButton"_s));
        m_servers->commandAll({"DEL", "cron:bill"});
        QTRY_COMPARE_WITH_TIMEOUT(m_notifier.all.size(), 1, kPatience);
    }

    void quietHoursLeaveTheLineInTheWindow()
    {
        const QTime now = QTime::currentTime();
        ui::AlertSettings{
            .hasQuietHours = true, .quietFrom = now.addSecs(-3600), .quietTo = now.addSecs(3600)}
            .save(*m_settings);
        openWindow();
        child<QAction>(*m_window, u"tellFreedAction"_s).trigger();
        m_servers->commandAll({"DEL", "cron:bill"});
        QTRY_COMPARE_WITH_TIMEOUT(notices().count(), 1, kPatience);
        QVERIFY(m_notifier.all.isEmpty());
    }

    void whatIsThereAtTheStartIsNotTold()
    {
        m_servers->commandAll({"SET", "cron:mail", kToken}); // without a TTL: stale
        openWindow("cron:mail");
        m_servers->commandAll({"SET", "cron:late", kToken});
        QTRY_COMPARE_WITH_TIMEOUT(m_notifier.all.size(), 1, kPatience);
        QVERIFY2(
            m_notifier.all[0].text.startsWith(u"cron:late"_s), qPrintable(m_notifier.all[0].text));
    }

    void aMasterThatIsKilledIsToldAndShown()
    {
        openWindow();
        m_servers->kill(2);
        QTRY_COMPARE_WITH_TIMEOUT(m_notifier.all.size(), 1, kPatience);
        QVERIFY(m_notifier.all[0].title.endsWith(u"Master down"_s));
        m_notifier.all[0].onOpened();
        QCOMPARE(child<QListWidget>(*m_window, u"navigationList"_s).currentRow(), 1);
    }

    void theLineShowsItsLock()
    {
        openWindow();
        child<QAction>(*m_window, u"tellStuckAction"_s).trigger();
        m_servers->commandAll({"PERSIST", "cron:bill"});
        QTRY_VERIFY_WITH_TIMEOUT(notices().count() > 0, kPatience);
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        click(child<QPushButton>(notices(), u"bannerButton"_s));
        QCOMPARE(child<QListWidget>(*m_window, u"navigationList"_s).currentRow(), 0);
    }

private:
    void openWindow(const char* selected = "cron:bill")
    {
        m_session = std::make_unique<ui::Session>(
            ui::Session::Options{.deployment = m_servers->deployment(),
                .owner = lock::Owner::thisProcess("test"),
                .journalFile = m_directory->filePath(u"state/journal.jsonl"_s).toStdString()},
            m_clock, m_processes);
        m_window = std::make_unique<ui::MainWindow>(m_session.get(),
            ui::MainWindow::Context{.settings = *m_settings,
                .prompter = m_prompter,
                .theming = *m_theming,
                .about = {},
                .notifier = &m_notifier});
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto& proxy = m_session->filteredLocks();
        QTRY_VERIFY_WITH_TIMEOUT(proxy.indexOf(Resource(selected), 1).isValid(), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->masters().upCount(), 3, kPatience);
        m_window->select(Resource(selected));
        // The start ends with a tick after the first sweep.
        QSignalSpy ticked(m_session.get(), &ui::Session::ticked);
        QTRY_VERIFY_WITH_TIMEOUT(ticked.size() > 2, kPatience);
    }
    [[nodiscard]] ui::NoticeStack& notices()
    {
        return child<ui::NoticeStack>(*m_window, u"noticeStack"_s);
    }

    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<ui::Theming> m_theming;
    SystemClock m_clock;
    observe::LocalProcessProbe m_processes;
    FakePrompter m_prompter;
    FakeNotifier m_notifier;
    std::unique_ptr<ui::Session> m_session;
    std::unique_ptr<ui::MainWindow> m_window;
};

LOCKKEEPER_TEST(AlertCenterTest)
#include "alert_center_test.moc"
