// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/no_processes.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "tests/ui/fake_keychain.h"
#include "tests/ui/fake_prompter.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/connect/desk_questions.h"
#include "ui/window/desk.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace lockkeeper::tests::login_test {

using ui::DeploymentListModel;

namespace {
constexpr int kPatience = 20'000;
} // namespace

/// Passwords that real servers ask for: typed, and kept.
class LoginTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        qApp->setQuitOnLastWindowClosed(false);
        m_keychain = std::make_unique<FakeKeychain>();
        m_prompter.told.clear();
        m_prompter.questions.clear();
        m_desk = std::make_unique<ui::Desk>(ui::Desk::Tools{.clock = m_clock,
                                                .processes = m_processes,
                                                .settings = m_settings,
                                                .prompter = m_prompter,
                                                .theming = m_theming,
                                                .keychain = m_keychain.get()},
            ui::Desk::Options{
                .journalFile = m_directory.filePath(u"journal.jsonl"_s).toStdString()});
    }
    void cleanup() { m_desk.reset(); }

    void aMissingPasswordIsAskedForOnce()
    {
        RedisServerFixture servers({.password = "secret"});
        m_desk->open(withoutPasswords(servers));
        answer(u"secret"_s, u"a: "_s);
        QTRY_COMPARE_WITH_TIMEOUT(state(), u"0 locks"_s, kPatience);
        QVERIFY(!dialog());
        QVERIFY(m_keychain->logins.empty());
    }

    void whoGaveNoPasswordCanStillGiveIt()
    {
        RedisServerFixture servers({.password = "secret"});
        m_desk->open(withoutPasswords(servers));
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), kPatience);
        dialog()->reject();
        QTRY_VERIFY(!dialog());
        const auto again = [] {
            for (QWidget* const window : QApplication::topLevelWidgets()) {
                for (auto* const button : window->findChildren<QPushButton*>()) {
                    if (button->text() == u"Log in\u2026"_s && button->isVisible())
                        return button;
                }
            }
            return static_cast<QPushButton*>(nullptr);
        };
        QTRY_VERIFY(again());
        again()->click();
        answer(u"secret"_s, u"a: "_s);
        QTRY_COMPARE_WITH_TIMEOUT(state(), u"0 locks"_s, kPatience);
    }

    void mastersWithOtherPasswordsAreAskedForOneByOne()
    {
        RedisServerFixture same({.count = 2, .password = "secret"});
        RedisServerFixture other({.password = "another"});
        config::Deployment orders = withoutPasswords(same);
        orders.masters.push_back(withoutPasswords(other).masters[0]);
        orders.masters[2].id = MasterId("c");
        m_desk->open(orders);
        answer(u"secret"_s, u"a: "_s, true);
        answer(u"another"_s, u"c: "_s);
        QTRY_COMPARE_WITH_TIMEOUT(state(), u"0 locks"_s, kPatience);
    }

    void aPasswordGoesOnlyToMastersWithItsUser()
    {
        RedisServerFixture servers({.count = 3});
        config::Deployment orders = withoutPasswords(servers);
        for (const auto& [server, user] : {std::pair(0, "ops"), {1, "ops"}, {2, "audit"}}) {
            const std::string password = std::string(">of-") + user;
            servers.command(static_cast<std::size_t>(server),
                {"ACL", "SETUSER", user, "on", password, "+@all", "~*", "&*"});
            orders.masters[static_cast<std::size_t>(server)].url.user = user;
        }
        m_desk->open(orders);
        answer(u"of-ops"_s, u"a: a password is needed"_s, true);
        QTRY_VERIFY_WITH_TIMEOUT(dialog() && userOf(*dialog()) == u"audit"_s, kPatience);
        for (const redis::Reply& entry : servers.command(2, {"ACL", "LOG"}).elements)
            QCOMPARE(usernameIn(entry), "audit");
        answer(u"of-audit"_s, u"c: a password is needed"_s);
        QTRY_COMPARE_WITH_TIMEOUT(state(), u"0 locks"_s, kPatience);
    }

    void anotherUserIsTriedAtOneMasterOnly()
    {
        RedisServerFixture servers({.count = 2, .password = "secret"});
        config::Deployment orders = withoutPasswords(servers);
        for (config::MasterConfig& master : orders.masters)
            master.url.user = "ops";
        m_desk->open(orders);
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), kPatience);
        child<QLineEdit>(*dialog(), u"userLineEdit"_s).setText(u"default"_s);
        answer(u"secret"_s, u"a: a password is needed"_s, true);
        QTRY_VERIFY_WITH_TIMEOUT(dialog() && userOf(*dialog()) == u"ops"_s, kPatience);
        for (const redis::Reply& entry : servers.command(1, {"ACL", "LOG"}).elements)
            QCOMPARE(usernameIn(entry), "ops");
    }

    void aPasswordInTheKeychainIsUsedWithoutAQuestion()
    {
        RedisServerFixture servers({.password = "secret"});
        m_keychain->logins[accountOf(servers)] = {"default", Secret("secret")};
        m_desk->open(withoutPasswords(servers));
        QTRY_COMPARE_WITH_TIMEOUT(state(), u"0 locks"_s, kPatience);
    }

    void aPasswordIsKeptOnceItsMasterHasAcceptedIt()
    {
        RedisServerFixture servers({.password = "secret"});
        m_keychain->logins[accountOf(servers)] = {"", Secret("of last year")};
        m_desk->open(withoutPasswords(servers));
        answer(u"wrong"_s, u"a: "_s, false, true);
        answer(u"secret"_s, u"a: "_s, false, true);
        QTRY_COMPARE_WITH_TIMEOUT(state(), u"0 locks"_s, kPatience);
        QTRY_COMPARE(m_keychain->logins[accountOf(servers)].password.reveal(), "secret");
    }

    void whatCanNotBeKeptIsTold()
    {
        RedisServerFixture servers({.password = "secret"});
        m_keychain->failure = u"no keychain service"_s;
        m_desk->open(withoutPasswords(servers));
        answer(u"secret"_s, u"a: "_s, false, true);
        QTRY_VERIFY_WITH_TIMEOUT(!m_prompter.told.isEmpty(), kPatience);
    }

    void whatALoginCostsIsAskedBefore()
    {
        RedisServerFixture servers;
        config::Deployment orders = withoutPasswords(servers);
        orders.isReadOnly = true;
        ui::Session& session = openWithLease(orders);
        wantPassword(servers);
        m_prompter.answer = false;
        answer(u"secret"_s, u"a: "_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_prompter.questions.size(), 1, kPatience);
        QVERIFY2(m_prompter.questions[0].contains(
                     u"this window is opened again: that releases the lease it holds"_s),
            qPrintable(m_prompter.questions[0]));
        // Kept as it is, alone.
        QCOMPARE(m_desk->openCount(), 1);
        QCOMPARE(session.leases().rowCount(), 1);
        QVERIFY(session.changePermission().isAllowed());
        QVERIFY(!state().isEmpty());
    }

    void theNewWindowMayChangeWhatTheOldOneMight()
    {
        RedisServerFixture servers;
        config::Deployment orders = withoutPasswords(servers);
        orders.isReadOnly = true;
        openWithLease(orders);
        wantPassword(servers);
        m_prompter.answer = true;
        answer(u"secret"_s, u"a: "_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_prompter.questions.size(), 1, kPatience);
        QTRY_COMPARE(m_desk->openCount(), 1);
        QTRY_COMPARE(windows().size(), 1);
        ui::Session& after = *m_desk->open(orders).session;
        QCOMPARE(m_desk->openCount(), 1);
        const auto left = after.changePermission().remaining();
        QVERIFY(left && *left <= std::chrono::hours(1) && *left > std::chrono::minutes(30));
        QCOMPARE(m_prompter.questions.size(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(after.masters().upCount(), 1, kPatience);
    }

private:
    /// Opens a window, allows changes for an hour, and acquires a lease.
    ui::Session& openWithLease(const config::Deployment& deployment)
    {
        ui::Session& session = *m_desk->open(deployment).session;
        session.changePermission().allowFor(std::chrono::hours(1));
        session.actions().acquire({.resource = Resource("orders:42"),
            .ttl = std::chrono::minutes(10),
            .isRenewed = false});
        [&] { QTRY_COMPARE_WITH_TIMEOUT(session.leases().heldCount(), 1, kPatience); }();
        return session;
    }
    /// Lets the server ask for a password, and disconnects all who have not given it.
    static void wantPassword(RedisServerFixture& servers)
    {
        servers.command(0, {"CONFIG", "SET", "requirepass", "secret"});
        servers.command(0, {"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
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
    static config::Deployment withoutPasswords(const RedisServerFixture& servers)
    {
        config::Deployment deployment = servers.deployment();
        deployment.name = "orders";
        for (config::MasterConfig& master : deployment.masters)
            master.url.password = Secret();
        return deployment;
    }
    static QString accountOf(const RedisServerFixture& servers)
    {
        return QString::fromStdString(servers.deployment().masters[0].url.path);
    }
    [[nodiscard]] static ui::PasswordDialog* dialog()
    {
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            auto* found = qobject_cast<ui::PasswordDialog*>(widget);
            if (found && found->isVisible())
                return found;
        }
        return nullptr;
    }
    /// Answers the question whose reason contains `reason`.
    static void answer(
        const QString& password, const QString& reason, bool hasOthers = false, bool isKept = false)
    {
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog() && child<QLabel>(*dialog(), u"reasonLabel"_s).text().startsWith(reason),
            kPatience);
        const ui::PasswordDialog& asked = *dialog();
        QCOMPARE(child<QCheckBox>(asked, u"forAllCheckBox"_s).isVisible(), hasOthers);
        child<QCheckBox>(asked, u"keepCheckBox"_s).setChecked(isKept);
        type(child<QLineEdit>(asked, u"passwordLineEdit"_s), password);
        child<QPushButton>(asked, u"loginButton"_s).click();
    }
    [[nodiscard]] static QString userOf(const ui::PasswordDialog& asked)
    {
        return child<QLineEdit>(asked, u"userLineEdit"_s).text();
    }
    [[nodiscard]] static std::string usernameIn(const redis::Reply& aclLogEntry)
    {
        const auto& fields = aclLogEntry.elements;
        for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
            if (fields[i].text == "username")
                return fields[i + 1].text;
        }
        return {};
    }
    /// What the list of deployments says of the only one.
    [[nodiscard]] QString state() const
    {
        const auto& list = m_desk->deployments();
        return list.index(0, DeploymentListModel::State).data().toString();
    }

    const QTemporaryDir m_directory;
    QSettings m_settings{m_directory.filePath(u"settings.ini"_s), QSettings::IniFormat};
    ui::Theming m_theming{*qApp};
    SystemClock m_clock;
    test::NoProcesses m_processes;
    FakePrompter m_prompter;
    std::unique_ptr<FakeKeychain> m_keychain;
    std::unique_ptr<ui::Desk> m_desk;
};

LOCKKEEPER_TEST(LoginTest)

} // namespace lockkeeper::tests::login_test

#include "login_test.moc"
