// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/window_test.h"
#include "ui/bridge/notifier.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/models/alerts/alert.h"
#include "ui/widgets/notice_stack.h"
#include "ui/widgets/table_view.h"

#include <QListWidget>
#include <QPushButton>

namespace lockkeeper::tests::alert_center_test {

namespace {

class FakeNotifier final : public ui::Notifier {
public:
    void notify(const ui::Notification& notification) override { all << notification; }
    QList<ui::Notification> all;
};

} // namespace

/// The alerts of a window, against real servers.
class AlertCenterTest : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startServers();
        m_notifier.all.clear();
        m_servers->commandAll({"SET", "cron:bill", kToken, "PX", "60000"});
    }
    void cleanup() { endAll(); }

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

    void aLockThatWasFreeIsTakenAgain()
    {
        openWindow();
        child<QAction>(*m_window, u"tellFreedAction"_s).trigger();
        m_servers->commandAll({"DEL", "cron:bill"});
        QTRY_COMPARE_WITH_TIMEOUT(notices().count(), 1, kPatience);
        QVERIFY(!notices().texts().value(0).contains(u"Over since"_s));
        m_servers->commandAll({"SET", "cron:bill", kOtherToken, "PX", "600000"});
        QTRY_VERIFY_WITH_TIMEOUT(notices().texts().value(0).contains(u"Over since"_s), kPatience);
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
        QVERIFY(!notices().texts().value(0).contains(u"Over since"_s));
        m_servers->restart(2);
        const auto lines = [&] { return notices().texts(); };
        QTRY_VERIFY_WITH_TIMEOUT(!lines().filter(u"Over since"_s).isEmpty(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!lines().filter(u"Started anew: c."_s).isEmpty(), kPatience);
    }

    void theLineOfASplitSaysWhenItIsOver()
    {
        openWindow();
        const std::array<std::string, 3> tokens{kToken, std::string(40, 'a'), std::string(40, 'b')};
        for (std::size_t server = 0; server < tokens.size(); ++server)
            m_servers->command(server, {"SET", "lock:mail", tokens[server], "PX", "60000"});
        const auto line = [&] { return notices().texts().value(0); };
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"lock:mail"_s), kPatience);
        QVERIFY2(!line().contains(u"Over since"_s), qPrintable(line()));
        m_servers->commandAll({"SET", "lock:mail", tokens[0], "PX", "60000"});
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"Over since"_s), kPatience);
    }

    void theEndOfALeaseThatNobodyRenewsIsToldOnce()
    {
        openWindow();
        m_session->actions().acquire(
            {.resource = Resource("mine"), .ttl = std::chrono::seconds(1), .isRenewed = false});
        QTRY_COMPARE_WITH_TIMEOUT(m_session->leases().rowCount(), 1, kPatience);
        const auto state = [this] { return m_session->leases().rows().front().state; };
        QTRY_COMPARE_WITH_TIMEOUT(state(), ui::LeaseStatus::Ended, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(m_notifier.all.size(), 1, kPatience);
        QVERIFY(m_notifier.all[0].title.endsWith(u"Lease ended"_s));
        QCOMPARE(notices().count(), 1); // and not that it was lost
        QVERIFY(notices().texts().front().contains(u"Your lease on mine has ended"_s));
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
        showWindow(selected, &m_notifier);
        // The start ends with a tick after the first sweep.
        QSignalSpy ticked(m_session.get(), &ui::Session::ticked);
        QTRY_VERIFY_WITH_TIMEOUT(ticked.size() > 2, kPatience);
    }
    [[nodiscard]] ui::NoticeStack& notices()
    {
        return child<ui::NoticeStack>(*m_window, u"noticeStack"_s);
    }

    FakeNotifier m_notifier;
};

LOCKKEEPER_TEST(AlertCenterTest)

} // namespace lockkeeper::tests::alert_center_test

#include "alert_center_test.moc"
