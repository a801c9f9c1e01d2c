// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/whois_dialog.h"

#include <QLabel>
#include <QPushButton>
#include <QTableView>

namespace lockkeeper::tests::whois_dialog_test {

namespace {

constexpr int kPatience = 15'000;

ui::WhoisAnswer answerWith(observe::Whois whois)
{
    return std::make_shared<const Result<observe::Whois>>(std::move(whois));
}

} // namespace

class WhoisDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nobodyIsAskedBeforeTheCostIsRead()
    {
        ui::WhoisDialog dialog(Resource("cron:bill"), 5);
        QSignalSpy asked(&dialog, &ui::WhoisDialog::askRequested);
        dialog.show();
        const QString cost = text(dialog, u"costLabel"_s);
        QVERIFY(cost.contains(u"CLIENT LIST on each of 5 masters"_s));
        QVERIFY(cost.contains(u"MONITOR on 5 masters, for 5.0 s"_s));
        QCOMPARE(asked.size(), 0);
        click(child<QPushButton>(dialog, u"lookButton"_s));
        QCOMPARE(asked.size(), 1);
        QVERIFY(!asked[0][0].value<std::optional<std::chrono::milliseconds>>());
        QVERIFY(!child<QPushButton>(dialog, u"lookButton"_s).isEnabled());
    }

    void listeningCanBeStopped()
    {
        ui::WhoisDialog dialog(Resource("cron:bill"), 5);
        QSignalSpy cancelled(&dialog, &ui::WhoisDialog::cancelRequested);
        dialog.show();
        auto& listen = child<QPushButton>(dialog, u"listenButton"_s);
        click(listen);
        QCOMPARE(listen.text(), u"&Stop listening"_s);
        click(listen);
        QCOMPARE(cancelled.size(), 1);
    }

    void closingCancels()
    {
        ui::WhoisDialog dialog(Resource("cron:bill"), 5);
        QSignalSpy cancelled(&dialog, &ui::WhoisDialog::cancelRequested);
        dialog.show();
        click(child<QPushButton>(dialog, u"lookButton"_s));
        click(child<QPushButton>(dialog, u"closeButton"_s));
        QCOMPARE(cancelled.size(), 1);
        QVERIFY(!dialog.isVisible());
    }

    void whatAMasterRefusesIsTold()
    {
        ui::WhoisDialog dialog(Resource("cron:bill"), 1);
        observe::Whois whois;
        whois.judgement.verdict = observe::Verdict::Held;
        whois.masters.push_back({.master = MasterId("a"),
            .listError = Error{ErrorClass::NoPermission, "ACL SETUSER ro +client|list", {}}});
        dialog.showAnswer(answerWith(whois));
        const QString told = text(dialog, u"answerLabel"_s);
        QVERIFY(told.contains(u"No client is known to hold it"_s));
        QVERIFY(told.contains(u"+client|list"_s));
    }

    void theMastersAreAskedAndTheAnswerIsShown()
    {
        RedisServerFixture servers(3, {"SET", "cron:bill", "1fe610003e8c11f09abc0242ac110002"});
        ui::WhoisDialog dialog(Resource("cron:bill"), 3);
        ui::WhoisRunner runner(servers.deployment(), Resource("cron:bill"), kClock);
        connect(&dialog, &ui::WhoisDialog::askRequested, &runner, &ui::WhoisRunner::ask);
        connect(&runner, &ui::WhoisRunner::answered, &dialog, &ui::WhoisDialog::showAnswer);
        dialog.show();
        auto& table = child<QTableView>(dialog, u"whoisTable"_s);
        const QAbstractItemModelTester tester(
            table.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        click(child<QPushButton>(dialog, u"lookButton"_s));
        QTRY_VERIFY_WITH_TIMEOUT(
            text(dialog, u"answerLabel"_s).contains(u"Its value says"_s), kPatience);
        QVERIFY(child<QPushButton>(dialog, u"lookButton"_s).isEnabled());
    }

private:
    static QString text(const ui::WhoisDialog& dialog, const QString& name)
    {
        return child<QLabel>(dialog, name).text();
    }
};

LOCKKEEPER_TEST(WhoisDialogTest)

} // namespace lockkeeper::tests::whois_dialog_test

#include "whois_dialog_test.moc"
