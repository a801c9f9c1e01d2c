// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/connect/check_view.h"
#include "ui/dialogs/connect/connect_dialog.h"
#include "ui/dialogs/connect/master_list.h"
#include "ui/widgets/table_view.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

namespace lockkeeper::tests::connect_dialog_test {

using ui::ConnectDialog;

namespace {
constexpr int kPatience = 20'000;
} // namespace

/// The dialog with real servers.
class ConnectDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_connected.clear();
        m_saved.clear();
        m_dialog = std::make_unique<ConnectDialog>(m_clock, "/etc/deployments.toml", false);
        connect(m_dialog.get(), &ConnectDialog::connectRequested, this,
            [this](const config::Deployment& deployment) { m_connected.push_back(deployment); });
        connect(m_dialog.get(), &ConnectDialog::saveRequested, this,
            [this](const config::Deployment& deployment) { m_saved.push_back(deployment); });
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    }

    void cleanup() { m_dialog.reset(); }

    void byKeyboardAloneMastersAreTestedAndConnected()
    {
        RedisServerFixture servers({.count = 2, .password = "secret"});
        for (const char* key : {"lock:a", "lock:b", "session:1"})
            servers.commandAll({"SET", key, "x"});
        QCOMPARE(QApplication::focusWidget(), &masters());
        for (const auto& master : servers.deployment().masters) {
            QTest::keyClicks(&masters(), QString::fromStdString("unix://" + master.url.path));
            QTest::keyClick(&masters(), Qt::Key_Return);
        }
        press(Qt::Key_W);
        QTest::keyClicks(QApplication::focusWidget(), u"secret"_s);
        press(Qt::Key_Tab, Qt::NoModifier); // and so they are tested
        QTRY_VERIFY_WITH_TIMEOUT(canBeWatched(), kPatience);
        auto& prefix = button(u"prefixButton0"_s);
        QCOMPARE(prefix.text(), u"lock:*  2 keys"_s);
        QTRY_VERIFY(prefix.isVisible()); // a layout shows it at the next turn of the event loop
        for (int i = 0; i < 30 && QApplication::focusWidget() != &prefix; ++i)
            press(Qt::Key_Tab, Qt::NoModifier);
        QCOMPARE(QApplication::focusWidget(), &prefix);
        press(Qt::Key_Space, Qt::NoModifier);
        press(Qt::Key_O);
        QTRY_COMPARE(m_connected.size(), std::size_t(1));
        QCOMPARE(m_connected[0].masters.size(), std::size_t(2));
        QCOMPARE(m_connected[0].patterns, std::vector<std::string>{"lock:*"});
        QCOMPARE(m_connected[0].masters[1].url.password.reveal(), std::string("secret"));
        QVERIFY(!m_dialog->isVisible());
    }

    void returnLeadsFromTheEmptyLineToConnect()
    {
        QTest::keyClicks(&masters(), u"localhost:1"_s);
        QTest::keyClick(&masters(), Qt::Key_Return);
        QCOMPARE(QApplication::focusWidget(), &masters()); // for the next one
        for (const char* name : {"userLineEdit", "passwordLineEdit", "connectButton"}) {
            press(Qt::Key_Return, Qt::NoModifier);
            QCOMPARE(QApplication::focusWidget()->objectName(), QLatin1StringView(name));
        }
        QVERIFY(m_connected.empty());
    }

    void whereNoLoginIsMissingReturnAsksForNone()
    {
        const RedisServerFixture servers;
        paste(u"unix://"_s + QString::fromStdString(servers.deployment().masters[0].url.path));
        press(Qt::Key_Return, Qt::NoModifier); // takes the line
        QTRY_VERIFY_WITH_TIMEOUT(canBeWatched(), kPatience);
        press(Qt::Key_Return, Qt::NoModifier);
        QCOMPARE(QApplication::focusWidget(), &button(u"connectButton"_s));
    }

    void nodesOfAClusterBecomeOneAddressByAButton()
    {
        paste(u"127.0.0.1:1 rediss://127.0.0.1:2/0"_s);
        auto& list = *m_dialog->findChild<ui::MasterList*>();
        for (const char* const id : {"a", "b"})
            list.showStep({MasterId(id), check::Step::Role,
                {check::StepState::Failed, "a node of a Cluster", {}, true}});
        child<QPushButton>(list, u"nameClusterButton"_s).click();
        QTRY_COMPARE(list.findChildren<QLineEdit*>(u"addressLineEdit"_s).size(), 1);
        QCOMPARE(child<QLineEdit>(list, u"addressLineEdit"_s).text(),
            u"cluster+tls://127.0.0.1:1,127.0.0.1:2"_s);
    }

    /// Two logins, for who leaves the box as it is.
    void aLoginThatOnlySomeMastersAcceptIsAskedOfTheOthers()
    {
        const RedisServerFixture some({.count = 2, .password = "secret"});
        const RedisServerFixture others({.count = 2, .password = "another"});
        QStringList urls;
        for (const auto* servers : {&some, &others}) {
            for (const auto& master : servers->deployment().masters)
                urls << u"unix://"_s + QString::fromStdString(master.url.path);
        }
        paste(urls.join(u' '));
        press(Qt::Key_W);
        QTest::keyClicks(QApplication::focusWidget(), u"secret"_s);
        press(Qt::Key_Tab, Qt::NoModifier); // and so they are tested
        const auto& shared = *m_dialog->findChild<QCheckBox*>(u"sharedLoginCheckBox"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!shared.isChecked(), kPatience);
        const auto* first = m_dialog->findChildren<QToolButton*>(u"rowSignButton"_s).front();
        QTRY_VERIFY_WITH_TIMEOUT(
            first->accessibleName().startsWith(u"Master a: ready"_s), kPatience);
        const auto key = [this](Qt::Key pressed) { press(pressed, Qt::NoModifier); };
        key(Qt::Key_Return); // the default user, but not the login above
        QTest::keyClicks(QApplication::focusWidget(), u"another"_s);
        key(Qt::Key_Return);
        key(Qt::Key_Return); // as above
        QTRY_VERIFY_WITH_TIMEOUT(canBeWatched(), kPatience);
        press(Qt::Key_O);
        QTRY_COMPARE(m_connected.size(), std::size_t(1));
        QCOMPARE(m_connected[0].masters[1].url.password.reveal(), std::string("secret"));
        QCOMPARE(m_connected[0].masters[3].url.password.reveal(), std::string("another"));
    }

    void fiveMastersWithTwoLoginsTakeTenKeys()
    {
        const RedisServerFixture some({.count = 3, .password = "secret"});
        const RedisServerFixture others({.count = 2, .password = "another"});
        QStringList urls;
        for (const auto* servers : {&some, &others}) {
            for (const auto& master : servers->deployment().masters)
                urls << u"unix://"_s + QString::fromStdString(master.url.path);
        }
        paste(urls.join(u' '));
        useOwnLogins();
        const auto key = [this](Qt::Key pressed) { press(pressed, Qt::NoModifier); };
        key(Qt::Key_Return); // the default user
        QTest::keyClicks(QApplication::focusWidget(), u"secret"_s);
        key(Qt::Key_Return);
        QCOMPARE(static_cast<QLineEdit*>(QApplication::focusWidget())->placeholderText(),
            u"as a \u21b5"_s);
        key(Qt::Key_Return);
        key(Qt::Key_Return);
        key(Qt::Key_Tab);
        QTest::keyClicks(QApplication::focusWidget(), u"another"_s);
        key(Qt::Key_Return);
        key(Qt::Key_Return);
        QCOMPARE(QApplication::focusWidget(), &button(u"connectButton"_s));
        key(Qt::Key_Return);
        QTRY_COMPARE(m_connected.size(), std::size_t(1));
        std::vector<std::string> passwords;
        for (const auto& master : m_connected[0].masters)
            passwords.push_back(master.url.password.reveal());
        QCOMPARE(passwords,
            (std::vector<std::string>{"secret", "secret", "secret", "another", "another"}));
    }

    void aTabLeavesAnEmptyLoginEmpty()
    {
        paste(u"h1 h2"_s);
        useOwnLogins();
        press(Qt::Key_Return, Qt::NoModifier);
        QTest::keyClicks(QApplication::focusWidget(), u"secret"_s);
        press(Qt::Key_Return, Qt::NoModifier);
        press(Qt::Key_Tab, Qt::NoModifier);
        const auto passwords = m_dialog->findChildren<QLineEdit*>(u"rowPasswordLineEdit"_s);
        QCOMPARE(QApplication::focusWidget(), passwords[1]);
        QVERIFY(passwords[1]->text().isEmpty());
    }

    /// A refused login is logged, and may lock the account.
    void aLoginIsNotTriedBeforeItsPasswordIsThere()
    {
        QSignalSpy settled(&list(), &ui::MasterList::settled);
        QTest::keyClicks(&masters(), u"redis://ops@localhost:1"_s);
        QTest::keyClick(&masters(), Qt::Key_Return);
        QCOMPARE(settled.size(), 0);
        press(Qt::Key_W);
        QTest::keyClicks(QApplication::focusWidget(), u"secret"_s);
        press(Qt::Key_Tab, Qt::NoModifier);
        QCOMPARE(settled.size(), 1);
    }

    void whatIsClearedWasNotTested()
    {
        const RedisServerFixture servers;
        config::Deployment deployment = servers.deployment();
        m_dialog->setInput({.masters = {{.address = deployment.masters.front().url.path}}});
        setMasters(servers.urls());
        button(u"testButton"_s).click();
        QTRY_VERIFY_WITH_TIMEOUT(canBeWatched(), kPatience);
        button(u"clearButton"_s).click();
        QVERIFY(!child<QLabel>(*m_dialog, u"summaryLabel"_s).isVisible());
        QVERIFY(!child<ui::TableView>(*m_dialog, u"stepsTable"_s).isVisible());
        setMasters({"http://x"});
        QVERIFY(!child<QLabel>(*m_dialog, u"summaryLabel"_s).isVisible());
    }

    void aWrongUrlIsToldAtOnce()
    {
        QVERIFY(!button(u"connectButton"_s).isEnabled());
        setMasters({"redis://h", "http://user:hunter2@i"});
        QVERIFY2(text(u"problemLabel"_s).startsWith(u"master b: "_s),
            qPrintable(text(u"problemLabel"_s)));
        QVERIFY(!text(u"problemLabel"_s).contains(u"hunter2"_s));
        for (const QString& name : {u"connectButton"_s, u"saveButton"_s})
            QVERIFY(!button(name).isEnabled());
        QVERIFY(button(u"testButton"_s).isEnabled()); // of the other one
        const auto problems = m_dialog->findChildren<QLabel*>(u"rowProblemLabel"_s);
        QVERIFY(problems[0]->text().isEmpty());
        QVERIFY2(problems[1]->text().startsWith(u"invalid master URL"_s),
            qPrintable(problems[1]->text()));
        setMasters({"redis://h"});
        QVERIFY(!child<QLabel>(*m_dialog, u"problemLabel"_s).isVisible());
        for (const QString& name : {u"connectButton"_s, u"testButton"_s, u"saveButton"_s})
            QVERIFY(button(name).isEnabled());
    }

    void anythingCanBePasted()
    {
        QGuiApplication::clipboard()->setText(
            u"redis://ops:one@h1\nredis-cli -h h2 -p 7000 --user ops -a one"_s);
        QTest::keySequence(&masters(), QKeySequence::Paste);
        QCOMPARE(list().voters().size(), std::size_t(2));
        QVERIFY(child<QCheckBox>(*m_dialog, u"sharedLoginCheckBox"_s).isChecked());
        QCOMPARE(child<QLineEdit>(*m_dialog, u"userLineEdit"_s).text(), u"ops"_s);
        QGuiApplication::clipboard()->setText(u"rediss://h3\nredis://other:two@h4"_s);
        QTest::keySequence(&masters(), QKeySequence::Paste);
        QVERIFY(!child<QCheckBox>(*m_dialog, u"sharedLoginCheckBox"_s).isChecked());
        QVERIFY(masters().text().isEmpty());
        button(u"connectButton"_s).click();
        QCOMPARE(m_connected.size(), std::size_t(1));
        QStringList logins;
        for (const config::MasterConfig& master : m_connected[0].masters)
            logins << QString::fromStdString(
                master.url.host + ' ' + master.url.user + ' ' + master.url.password.reveal());
        QCOMPARE(
            logins, QStringList({u"h1 ops one"_s, u"h2 ops one"_s, u"h3  "_s, u"h4 other two"_s}));
    }

    void aPastedPasswordNeverStandsInClear()
    {
        const auto shown = [this] {
            QString texts;
            for (const auto* field : m_dialog->findChildren<QLineEdit*>()) {
                if (field->isVisible())
                    texts += field->displayText() + u'\n';
            }
            return texts;
        };
        const auto passwords = [this] {
            QStringList found;
            for (const auto& voter : list().voters())
                found << QString::fromStdString(voter.password.reveal());
            return found;
        };
        QGuiApplication::clipboard()->setText(u"redis://ops:hunter2@h1"_s);
        masters().paste(); // as by the menu
        QVERIFY2(!shown().contains(u"hunter2"_s), qPrintable(shown()));
        QCOMPARE(passwords(), QStringList{u"hunter2"_s});
        masters().undo();
        QVERIFY2(!shown().contains(u"hunter2"_s), qPrintable(shown()));
        auto& address = child<QLineEdit>(*m_dialog, u"addressLineEdit"_s);
        address.setFocus();
        address.selectAll();
        QGuiApplication::clipboard()->setText(u"redis://ops:hunter3@h2"_s);
        address.paste();
        QVERIFY2(!shown().contains(u"hunter3"_s), qPrintable(shown()));
        QVERIFY2(passwords().contains(u"hunter3"_s), qPrintable(passwords().join(u' ')));
    }

    void aMasterIsRemovedByItsButton()
    {
        setMasters({"redis://h1", "redis://h2"});
        m_dialog->findChild<QToolButton*>(u"rowRemoveButton"_s)->click();
        QCOMPARE(list().voters().size(), std::size_t(1));
        QCOMPARE(list().voters()[0].address, std::string("redis://h2"));
        QVERIFY(masters().hasFocus());
    }

    void moreThanCanBeUsedAreNotTaken()
    {
        QString hosts;
        for (int i = 0; i < 2000; ++i)
            hosts += u"h%1\n"_s.arg(i);
        QGuiApplication::clipboard()->setText(hosts);
        QTest::keySequence(&masters(), QKeySequence::Paste);
        QVERIFY(m_dialog->findChildren<QLineEdit*>(u"addressLineEdit"_s).isEmpty());
        QVERIFY(masters().text().startsWith(u"h0 h1 "_s));
        QVERIFY(text(u"problemLabel"_s).contains(u"more than 64 masters"_s));
    }

    void whatIsWrongStandsBelowItsMaster()
    {
        RedisServerFixture servers({.count = 2, .password = "secret"});
        const config::Deployment deployment = servers.deployment();
        const auto with = [&](std::size_t master, const QString& login) {
            return u"unix://"_s + login + u'@'
                + QString::fromStdString(deployment.masters[master].url.path);
        };
        QTest::keyClicks(&masters(), with(0, u":secret"_s) + u' ' + with(1, u":wrong"_s));
        QTest::keyClick(&masters(), Qt::Key_Return);
        const auto problems = [this] {
            QStringList texts;
            for (const auto* label : m_dialog->findChildren<QLabel*>(u"rowProblemLabel"_s))
                texts << (label->isVisible() ? label->text() : QString());
            return texts;
        };
        QTRY_VERIFY_WITH_TIMEOUT(problems().value(1).contains(u"password"_s), kPatience);
        QCOMPARE(problems().value(0), QString());
        const auto passwords = m_dialog->findChildren<QLineEdit*>(u"rowPasswordLineEdit"_s);
        passwords.value(1)->setFocus();
        type(*passwords.value(1), u"secret"_s);
        press(Qt::Key_Tab, Qt::NoModifier);
        QTRY_VERIFY_WITH_TIMEOUT(canBeWatched(), kPatience);
        QCOMPARE(problems(), QStringList({QString(), QString()}));
    }

    void aCureIsCopied()
    {
        RedisServerFixture servers;
        for (const char* rule : {"ON", "NOPASS", "~*", "allchannels", "+@all", "-scan"})
            servers.command({"ACL", "SETUSER", "ro", rule});
        setMasters(servers.urls());
        type(child<QLineEdit>(*m_dialog, u"userLineEdit"_s), u"ro"_s);
        button(u"testButton"_s).click();
        QTRY_COMPARE_WITH_TIMEOUT(text(u"summaryLabel"_s), u"1 step has failed."_s, kPatience);
        QVERIFY(text(u"stepLabel"_s).contains(u"the user lacks +scan"_s));
        auto& table = child<ui::TableView>(*m_dialog, u"stepsTable"_s);
        QVERIFY(table.viewport()->rect().contains(table.visualRect(table.currentIndex()).center()));
        QCOMPARE(text(u"cureLabel"_s), u"ACL SETUSER ro +scan"_s);
        QGuiApplication::clipboard()->clear();
        press(Qt::Key_Y);
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), u"ACL SETUSER ro +scan"_s);
        setMasters({"redis://another.host"});
        QVERIFY(text(u"summaryLabel"_s).contains(u"Other masters were tested"_s));
    }

    void aTestCanBeStopped()
    {
        RedisServerFixture servers;
        servers.suspend(0);
        setMasters(servers.urls());
        button(u"testButton"_s).click();
        QCOMPARE(button(u"testButton"_s).text(), u"Stop &test"_s);
        button(u"testButton"_s).click();
        QCOMPARE(text(u"summaryLabel"_s), u"The test was stopped."_s);
        QCOMPARE(button(u"testButton"_s).text(), u"&Test connection"_s);
        const auto& steps = child<ui::CheckView>(*m_dialog, u"checkView"_s).steps();
        QCOMPARE(steps.count(check::StepState::Pending), 0);
        servers.resume(0);
    }

    void whatWasFoundCountsAgainForTheSameMasters()
    {
        RedisServerFixture servers;
        setMasters(servers.urls());
        button(u"testButton"_s).click();
        QTRY_VERIFY_WITH_TIMEOUT(canBeWatched(), kPatience);
        const QString found = text(u"summaryLabel"_s);
        auto urls = servers.urls();
        urls.emplace_back("redis://another.test");
        setMasters(urls);
        QVERIFY(text(u"summaryLabel"_s).startsWith(u"Other masters were tested"_s));
        setMasters(servers.urls());
        QCOMPARE(text(u"summaryLabel"_s), found);
    }

    void whatWasTypedCanBeGivenToAnother()
    {
        setMasters({"rediss://h1", "redis://h2"});
        type(child<QLineEdit>(*m_dialog, u"userLineEdit"_s), u"ro"_s);
        type(child<QLineEdit>(*m_dialog, u"passwordLineEdit"_s), u"secret"_s);
        type(child<QLineEdit>(*m_dialog, u"caLineEdit"_s), u"/ca.pem"_s);
        type(child<QLineEdit>(*m_dialog, u"nameLineEdit"_s), u"orders"_s);
        child<QPlainTextEdit>(*m_dialog, u"patternsTextEdit"_s).setPlainText(u"lock:*"_s);
        child<QComboBox>(*m_dialog, u"classComboBox"_s).setCurrentIndex(2);
        child<QCheckBox>(*m_dialog, u"readOnlyCheckBox"_s).setChecked(false);
        button(u"connectButton"_s).click();
        QCOMPARE(m_connected.size(), std::size_t(1));
        const auto typed = m_dialog->input();
        init();
        QVERIFY(!button(u"clearButton"_s).isVisible());
        m_dialog->setInput(typed);
        button(u"connectButton"_s).click();
        QCOMPARE(m_connected.size(), std::size_t(1));
        QCOMPARE(m_connected[0].name, std::string("orders"));
        QCOMPARE(m_connected[0].masters[0].url.tls->caFile, std::string("/ca.pem"));
        QCOMPARE(m_connected[0].masters[1].url.user, std::string("ro"));
        QCOMPARE(m_connected[0].masters[1].url.password.reveal(), std::string("secret"));
        QCOMPARE(m_connected[0].patterns, std::vector<std::string>{"lock:*"});
        QVERIFY(m_connected[0].deploymentClass == config::DeploymentClass::Development);
        QVERIFY(!m_connected[0].isReadOnly);
        init();
        m_dialog->setInput(typed);
        button(u"clearButton"_s).click();
        QVERIFY(list().voters().empty());
        QVERIFY(child<QLineEdit>(*m_dialog, u"passwordLineEdit"_s).text().isEmpty());
        QVERIFY(child<QCheckBox>(*m_dialog, u"readOnlyCheckBox"_s).isChecked());
    }

    void theFileIsSavedByTheOwner()
    {
        setMasters({"redis://h"});
        button(u"saveButton"_s).click();
        QCOMPARE(m_saved.size(), std::size_t(1));
        QVERIFY(m_dialog->isVisible());
        m_dialog->showSaveFailure({ErrorClass::InvalidArgument, "there is one already", {}});
        QCOMPARE(text(u"problemLabel"_s), u"Not saved: there is one already"_s);
        m_dialog->showSaved(m_saved[0]);
        QVERIFY(text(u"problemLabel"_s).contains(u"/etc/deployments.toml"_s));
    }

    void itFitsASmallScreen()
    {
        // 1366x768 at 150 %.
        const QSize small(910, 512);
        setMasters({"rediss://h1", "rediss://h2", "rediss://h3", "rediss://h4", "rediss://h5"});
        const QSize least = m_dialog->minimumSizeHint();
        QVERIFY(least.width() <= small.width() && least.height() <= small.height());
        type(child<QLineEdit>(*m_dialog, u"passwordLineEdit"_s), u"secret"_s);
        m_dialog->resize(880, 462); // with its title, it fills the screen
        for (const QString& name : {u"connectButton"_s, u"testButton"_s, u"saveButton"_s}) {
            const QRect frame(button(name).mapTo(m_dialog.get(), QPoint()), button(name).size());
            QVERIFY2(m_dialog->rect().contains(frame), qPrintable(name));
        }
    }

    void everyButtonIsReachedByTab()
    {
        setMasters({"rediss://h"});
        QTRY_VERIFY(child<QLineEdit>(*m_dialog, u"addressLineEdit"_s).isVisible());
        masters().setFocus();
        QStringList order;
        for (int i = 0; i < 40; ++i) {
            order << QApplication::focusWidget()->objectName();
            press(Qt::Key_Tab, Qt::NoModifier);
            if (QApplication::focusWidget() == &masters())
                break;
        }
        order.removeAll(QString());
        const QStringList wanted({u"addMasterLineEdit"_s, u"caLineEdit"_s, u"certificateLineEdit"_s,
            u"keyLineEdit"_s, u"patternsTextEdit"_s, u"nameLineEdit"_s, u"classComboBox"_s,
            u"readOnlyCheckBox"_s, u"connectButton"_s, u"testButton"_s, u"saveButton"_s,
            u"cancelButton"_s, u"sharedLoginCheckBox"_s, u"userLineEdit"_s, u"passwordLineEdit"_s,
            u"addressLineEdit"_s, u"rowRemoveButton"_s});
        QVERIFY2(order == wanted, qPrintable(order.join(u' ')));
    }

private:
    [[nodiscard]] QLineEdit& masters()
    {
        return child<QLineEdit>(*m_dialog, u"addMasterLineEdit"_s);
    }
    [[nodiscard]] ui::MasterList& list() { return *m_dialog->findChild<ui::MasterList*>(); }
    [[nodiscard]] QPushButton& button(const QString& name)
    {
        return child<QPushButton>(*m_dialog, name);
    }
    [[nodiscard]] QString text(const QString& label)
    {
        return child<QLabel>(*m_dialog, label).text();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::AltModifier)
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    /// Each test server has no append-only file: a warning.
    [[nodiscard]] bool canBeWatched()
    {
        return text(u"summaryLabel"_s).startsWith(u"All tested masters can be watched, with "_s);
    }
    void paste(const QString& text)
    {
        QApplication::clipboard()->setText(text);
        masters().setFocus();
        masters().paste();
        // A layout shows the rows at the next turn of the event loop.
        const auto rows = m_dialog->findChildren<QLineEdit*>(u"addressLineEdit"_s);
        QTRY_VERIFY(rows.isEmpty() || rows.last()->isVisible());
    }
    void useOwnLogins()
    {
        press(Qt::Key_L);
        // A button that is pressed by its key shows that for a moment.
        QTRY_COMPARE(QApplication::focusWidget()->objectName(), u"rowUserLineEdit"_s);
    }
    void setMasters(const std::vector<std::string>& urls)
    {
        ui::MasterList::Voters voters;
        for (const std::string& url : urls)
            voters.push_back({.address = url});
        list().setVoters(voters);
    }

    SystemClock m_clock;
    std::unique_ptr<ConnectDialog> m_dialog;
    std::vector<config::Deployment> m_connected;
    std::vector<config::Deployment> m_saved;
};

LOCKKEEPER_TEST(ConnectDialogTest)

} // namespace lockkeeper::tests::connect_dialog_test

#include "connect_dialog_test.moc"
