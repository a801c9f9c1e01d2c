// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/sandbox.h"
#include "tests/support/processes.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "tests/ui/fake_prompter.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/connect/connect_dialog.h"
#include "ui/dialogs/connect/desk_questions.h"
#include "ui/pages/start_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/table_view.h"
#include "ui/window/desk.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace lockkeeper::tests::desk_test {

using ui::DeploymentListModel;
using ui::Desk;

namespace {
constexpr int kPatience = 20'000;

Result<ui::StartedSandbox> startSandbox()
{
    auto started = sandbox::Sandbox::start();
    if (!started)
        return tl::make_unexpected(started.error());
    auto servers = std::make_shared<sandbox::Sandbox>(std::move(*started));
    return ui::StartedSandbox{servers->deployment(), servers};
}

} // namespace

/// Opens windows for deployments of real servers.
class DeskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        qApp->setQuitOnLastWindowClosed(false);
        m_directory = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<QSettings>(
            m_directory->filePath(u"settings.ini"_s), QSettings::IniFormat);
        m_theming = std::make_unique<ui::Theming>(*qApp);
        m_prompter.told.clear();
        m_prompter.texts.clear();
    }

    void cleanup()
    {
        m_desk.reset();
        QVERIFY(windows().isEmpty());
        m_settings.reset();
    }

    void aSavedDeploymentOpensFromTheStartPage()
    {
        RedisServerFixture servers;
        makeDesk(section("orders", servers));
        ui::MainWindow& start = m_desk->showStart().window;
        auto& table = child<ui::TableView>(start, u"deploymentsTable"_s);
        QTRY_VERIFY_WITH_TIMEOUT(table.isVisible(), kPatience);
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->openCount(), 1, kPatience);
        QCOMPARE(windows().size(), 1);
        QVERIFY(windows().first()->windowTitle().startsWith(u"orders"_s));
    }

    void whatIsEnteredIsSavedAndOpened()
    {
        RedisServerFixture servers;
        makeDesk();
        ui::MainWindow& start = m_desk->showStart().window;
        QVERIFY(QTest::qWaitForWindowActive(&start));
        QTest::keyClick(&start, Qt::Key_O, Qt::ControlModifier);
        auto* dialog = start.findChild<ui::ConnectDialog*>();
        QVERIFY(dialog);
        child<QLineEdit>(*dialog, u"addMasterLineEdit"_s)
            .setText(QString::fromStdString(servers.urls().front()));
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"orders"_s);
        child<QPushButton>(*dialog, u"saveButton"_s).click();
        auto& outcome = child<QLabel>(*dialog, u"problemLabel"_s);
        QTRY_VERIFY_WITH_TIMEOUT(outcome.text().startsWith(u"Saved orders"_s), kPatience);
        QCOMPARE(state(u"orders"_s), u"not open"_s);
        child<QPushButton>(*dialog, u"saveButton"_s).click();
        QTRY_VERIFY_WITH_TIMEOUT(outcome.text().contains(u"choose another name"_s), kPatience);
        child<QPushButton>(*dialog, u"connectButton"_s).click();
        QCOMPARE(m_desk->openCount(), 1);
        // The next one begins with what was typed.
        m_desk->connectMasters();
        const auto* next = qobject_cast<ui::ConnectDialog*>(QApplication::activeModalWidget());
        QVERIFY(next);
        QCOMPARE(child<QLineEdit>(*next, u"nameLineEdit"_s).text(), u"orders"_s);
        QTRY_COMPARE(windows().size(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(state(u"orders"_s), u"0 locks"_s, kPatience);
    }

    void eachDeploymentHasAWindowAndIsRaisedOnce()
    {
        RedisServerFixture servers({.count = 2});
        makeDesk();
        const auto orders = config::deploymentFromUrls("orders", {servers.urls()[0]}).value();
        const auto billing = config::deploymentFromUrls("billing", {servers.urls()[1]}).value();
        auto* first = &m_desk->open(orders).window;
        (void)m_desk->open(billing);
        QCOMPARE(m_desk->openCount(), 2);
        QCOMPARE(&m_desk->open(orders).window, first);
        QCOMPARE(m_desk->openCount(), 2);
        m_desk->openByName("billing");
        QCOMPARE(windows().size(), 2);
    }

    void theSwitcherShowsCountsAndOpensWhatIsSaved()
    {
        RedisServerFixture servers({.count = 2});
        servers.command(0, {"SET", "lock:a", "1fe610003e8c11f09abc0242ac110002"});
        makeDesk(section("saved", servers));
        auto orders = config::deploymentFromUrls("orders", {servers.urls()[0]}).value();
        orders.patterns = {"lock:*"};
        ui::MainWindow& window = m_desk->open(orders).window;
        QTRY_COMPARE_WITH_TIMEOUT(state(u"orders"_s), u"1 lock, 1 stale"_s, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(state(u"saved"_s), u"not open"_s, kPatience);
        servers.kill(0);
        QTRY_VERIFY_WITH_TIMEOUT(state(u"orders"_s).contains(u"1 master down"_s), kPatience);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier);
        auto* dialog = window.findChild<ui::SwitchDialog*>();
        QVERIFY(dialog);
        auto& filter = child<QLineEdit>(*dialog, u"switchLineEdit"_s);
        QTRY_COMPARE_WITH_TIMEOUT(QApplication::focusWidget(), &filter, kPatience);
        QTest::keyClicks(&filter, u"save"_s);
        QTest::keyClick(&filter, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->openCount(), 2, kPatience);
    }

    void allSavedDeploymentsAreWatchedOnRequest()
    {
        RedisServerFixture fine;
        RedisServerFixture stuck;
        RedisServerFixture dead;
        stuck.command({"SET", "lock:a", "1fe610003e8c11f09abc0242ac110002"});
        dead.kill(0);
        makeDesk(section("fine", fine) + section("stuck", stuck) + section("dead", dead)
            + "[[deployment]]\nname = \"locked\"\nmasters = [\"redis://127.0.0.1:1\"]\n"
              "password_env = \"LOCKKEEPER_TEST_UNSET\"\n");
        ui::MainWindow& start = m_desk->showStart().window;
        auto& all = child<QCheckBox>(start, u"overviewCheckBox"_s);
        auto& table = child<ui::TableView>(start, u"deploymentsTable"_s);
        QTRY_VERIFY_WITH_TIMEOUT(all.isVisible(), kPatience);
        QVERIFY(table.isColumnHidden(DeploymentListModel::State));
        QCOMPARE(state(u"stuck"_s), u"not open"_s);
        all.click();
        QVERIFY(!table.isColumnHidden(DeploymentListModel::State));
        QTRY_COMPARE_WITH_TIMEOUT(state(u"stuck"_s), u"1 lock, 1 stale"_s, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(state(u"fine"_s), u"0 locks"_s, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(state(u"dead"_s), u"no quorum, 1 master down"_s, kPatience);
        QVERIFY2(state(u"locked"_s).contains(u"LOCKKEEPER_TEST_UNSET"_s),
            qPrintable(state(u"locked"_s)));
        const auto& list = m_desk->deployments();
        QCOMPARE(list.at(2).name, std::string("stuck"));
        QCOMPARE(list.at(3).name, std::string("fine"));
        // It goes on beside an open deployment, and with the next start.
        m_desk->openByName("fine");
        QTRY_COMPARE_WITH_TIMEOUT(windows().size(), 2, kPatience);
        start.close();
        QTRY_COMPARE_WITH_TIMEOUT(state(u"stuck"_s), u"not open"_s, kPatience);
        (void)m_desk->showStart();
        QTRY_COMPARE_WITH_TIMEOUT(state(u"stuck"_s), u"1 lock, 1 stale"_s, kPatience);
        stuck.command({"FLUSHALL"});
        QTRY_COMPARE_WITH_TIMEOUT(state(u"stuck"_s), u"0 locks, 1 lost by masters"_s, kPatience);
    }

    void otherMastersOfTheSameNameAreTold()
    {
        RedisServerFixture servers({.count = 2});
        makeDesk();
        (void)m_desk->open(config::deploymentFromUrls("x", {servers.urls()[0]}).value());
        ui::MainWindow& second
            = m_desk->open(config::deploymentFromUrls("x", {servers.urls()[1]}).value()).window;
        QVERIFY(second.windowTitle().startsWith(u"x (2)"_s));
        QVERIFY(!state(u"x (2)"_s).isEmpty());
    }

    void ofTooManyKeysSomeAreChosen()
    {
        RedisServerFixture servers(1,
            {"EVAL",
                "for i = 1, 150000 do redis.call('SET', 'k:' .. i, '') end redis.call('SET', "
                "'lock:a', "
                "'1fe610003e8c11f09abc0242ac110002')",
                "0"});
        makeDesk();
        config::Deployment orders = servers.deployment();
        orders.name = "orders";
        QPointer<ui::MainWindow> before = &m_desk->open(orders).window;
        ui::PatternDialog* dialog = nullptr;
        const auto find = [&] { return dialog = before->findChild<ui::PatternDialog*>(); };
        QTRY_VERIFY_WITH_TIMEOUT(find(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog->findChild<QPushButton*>(u"prefixButton0"_s) != nullptr, kPatience);
        auto& watch = child<QPushButton>(*dialog, u"watchButton"_s);
        QVERIFY(!watch.isEnabled());
        type(child<QLineEdit>(*dialog, u"patternLineEdit"_s), u"lock:["_s);
        QVERIFY(!watch.isEnabled());
        type(child<QLineEdit>(*dialog, u"patternLineEdit"_s), u"lock:*"_s);
        watch.click();
        QTRY_VERIFY_WITH_TIMEOUT(!before, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(state(u"orders"_s).startsWith(u"1 lock"_s), kPatience);
        QCOMPARE(m_desk->openCount(), 1);
    }

    void aClosedWindowEndsItsSession()
    {
        RedisServerFixture servers;
        makeDesk(section("orders", servers));
        const auto opened
            = m_desk->open(config::deploymentFromUrls("orders", {servers.urls()[0]}).value());
        const QPointer<ui::Session> session = opened.session;
        QTRY_COMPARE_WITH_TIMEOUT(state(u"orders"_s), u"0 locks"_s, kPatience);
        QVERIFY(opened.window.close());
        QTRY_VERIFY_WITH_TIMEOUT(!session, kPatience);
        QCOMPARE(m_desk->openCount(), 0);
        QCOMPARE(state(u"orders"_s), u"not open"_s);
    }

    void theSandboxEndsWithItsWindow()
    {
        makeDesk();
        ui::MainWindow& start = m_desk->showStart().window;
        auto& button = child<QPushButton>(start, u"sandboxButton"_s);
        button.click();
        QVERIFY(!button.isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->openCount(), 1, kPatience);
        QVERIFY(windows().first()->windowTitle().startsWith(u"sandbox"_s));
        QVERIFY(!descendantsOf(::getpid()).empty());
        windows().first()->close();
        QTRY_VERIFY_WITH_TIMEOUT(descendantsOf(::getpid()).empty(), kPatience);
        // Another one can be started.
        m_desk->startSandbox();
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->openCount(), 1, kPatience);
        m_desk.reset();
        QVERIFY(descendantsOf(::getpid()).empty());
    }

    void mistakesInTheFileAreShown()
    {
        makeDesk("[[deployment]]\nname = \"broken\"\n");
        const ui::MainWindow& start = m_desk->showStart().window;
        auto& problems = child<ui::Banner>(start, u"problemsBanner"_s);
        QTRY_VERIFY_WITH_TIMEOUT(
            problems.text().contains(u"deployments.toml:1: deployment 'broken': has no masters"_s),
            kPatience);
    }

    void whatCantBeOpenedIsTold()
    {
        RedisServerFixture servers;
        makeDesk(section("orders", servers) + "password_env = \"LOCKKEEPER_NO_SUCH_VARIABLE\"\n");
        (void)m_desk->showStart();
        m_desk->openByName("orders");
        QTRY_COMPARE_WITH_TIMEOUT(m_prompter.told, QStringList{u"Not opened"_s}, kPatience);
        QVERIFY(m_prompter.texts.first().contains(u"LOCKKEEPER_NO_SUCH_VARIABLE is not set"_s));
        QCOMPARE(m_desk->openCount(), 0);
    }

private:
    void makeDesk(const QByteArray& file = {})
    {
        const QString path = m_directory->filePath(u"config/deployments.toml"_s);
        if (!file.isEmpty()) {
            QDir().mkpath(m_directory->filePath(u"config"_s));
            QFile::setPermissions(m_directory->filePath(u"config"_s),
                QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            QFile written(path);
            QVERIFY(written.open(QIODevice::WriteOnly));
            written.write(file);
        }
        m_desk = std::make_unique<Desk>(
            Desk::Tools{m_clock, m_processes, *m_settings, m_prompter, *m_theming},
            Desk::Options{.deploymentsFile = path.toStdString(),
                .journalFile = m_directory->filePath(u"journal.jsonl"_s).toStdString(),
                .startSandbox = startSandbox});
    }

    [[nodiscard]] static QByteArray section(const char* name, const RedisServerFixture& servers)
    {
        QByteArray text = "[[deployment]]\nname = \"" + QByteArray(name) + "\"\nmasters = [";
        for (const auto& master : servers.deployment().masters)
            text += "\"unix://" + QByteArray::fromStdString(master.url.path) + "\", ";
        return text + "]\n";
    }

    [[nodiscard]] static QList<ui::MainWindow*> windows()
    {
        QList<ui::MainWindow*> found;
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (auto* window = qobject_cast<ui::MainWindow*>(widget); window && window->isVisible())
                found << window;
        }
        return found;
    }

    [[nodiscard]] QString state(const QString& name) const
    {
        const auto& list = m_desk->deployments();
        for (int row = 0; row < list.rowCount(); ++row) {
            if (list.index(row, DeploymentListModel::Name).data().toString() == name)
                return list.index(row, DeploymentListModel::State).data().toString();
        }
        return {};
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<ui::Theming> m_theming;
    SystemClock m_clock;
    observe::LocalProcessProbe m_processes;
    FakePrompter m_prompter;
    std::unique_ptr<Desk> m_desk;
};

LOCKKEEPER_TEST(DeskTest)

} // namespace lockkeeper::tests::desk_test

#include "desk_test.moc"
