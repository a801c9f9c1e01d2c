// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/fingerprint.h"

#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_output_test {

namespace {

constexpr const char* kRedisPy = "5ccedab049f911f08f3a0242ac110002";

} // namespace

class CtlOutputTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_servers.command({"SET", "r", kRedisPy});
        QCOMPARE(shell(u"watch --record --json | head -n 1"_s).exitCode, 0);
    }

    void exitsWith74WhenItsOutputIsLost_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command :
            {"list", "list --json", "show r", "show r --json", "check --warn-stale 1",
                "export --csv", "export --json", "metrics", "metrics --per-lock", "watch",
                "watch --json", "history r", "history --busiest --json", "acquire a --ttl 30s",
                "acquire b --ttl 30s --json", "release r --token TOKEN --dry-run", "whois free",
                "note r", "show free", "sandbox --sandbox", "list --help", "--help", "--version"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }
    void exitsWith74WhenItsOutputIsLost()
    {
        QFETCH(QString, command);
        command.replace(
            u"TOKEN"_s, QString::fromStdString(Fingerprint::ofString(kRedisPy).shortHex()));
        for (const char* lost : {">/dev/full", ">&-"}) {
            m_servers.command({"DEL", "a", "b"});
            const CtlResult result = shell(command + u' ' + QLatin1String(lost));
            QCOMPARE(result.errors.count('\n'), 1);
            QVERIFY2(result.errors.startsWith("lockctl: can't write to standard output: "),
                result.errors);
            QCOMPARE(result.exitCode, 74);
        }
    }

    void keepsNoLockThatNobodyWasToldOf()
    {
        QCOMPARE(shell(u"acquire untold --ttl 60s >/dev/full"_s).exitCode, 74);
        QCOMPARE(m_servers.command({"EXISTS", "untold"}).integer, 0);
    }

    void exitsWith74WhenTheOutputFileIsLost()
    {
        for (const char* command : {"export --csv", "export --json", "metrics"}) {
            const CtlResult result = shell(QLatin1String(command) + " --output /dev/full"_L1);
            QCOMPARE(result.errors,
                QByteArray("lockctl: can't write /dev/full: No space left on device\n"));
            QCOMPARE(result.exitCode, 74);
        }
    }

    void keepsAnotherExitCodeWhenItsOutputIsLost()
    {
        const QString nobody = u"--master redis://127.0.0.1:1 list >/dev/full"_s;
        QCOMPARE(shell(nobody).exitCode, 69);
    }

    void endsQuietlyWhenThePipeIsClosed()
    {
        const CtlResult result = shell(u"list --json | true"_s);
        QVERIFY2(result.errors.isEmpty(), result.errors);
        QCOMPARE(result.exitCode, 0);
    }

    void exitsWith74WhenAllIsClosed()
    {
        // A connection to a master must not get the place of standard output.
        QCOMPARE(shell(u"list --json 0<&- >&- 2>&-"_s).exitCode, 74);
    }

    void exitsWith69WhenNobodyIsThere_data()
    {
        const auto row = columns<QString, bool>();
        for (const char* command :
            {"show r", "waiters", "deadlocks", "kinds", "export --csv", "acquire r --ttl 60s",
                "run r -- true", "release r --token 12345678 --reason x --yes",
                "revoke r --token 12345678 --reason x --yes"})
            row(command, command, false);
        for (const char* command : {"whois r", "masters", "note r x"})
            row(command, command, true);
    }
    void exitsWith69WhenNobodyIsThere()
    {
        const auto [command, hasOutput] = fetch<QString, bool>();
        const CtlResult result
            = Lockctl(m_home.path(), {u"redis://127.0.0.1:1"_s}).run(command.split(u' '));
        QCOMPARE(result.exitCode, 69);
        QCOMPARE(!result.output.isEmpty(), hasOutput);
        QVERIFY((result.output + result.errors).contains("Connection refused"));
    }

    void exitsWith77WhenRefused_data()
    {
        const auto row = columns<QString>();
        for (const char* command : {"show r", "waiters", "masters", "kinds", "check --crit-stale 9",
                 "acquire r --ttl 60s", "release r --token 12345678 --reason x --yes"})
            row(command, command);
    }
    void exitsWith77WhenRefused()
    {
        const auto [command] = fetch<QString>();
        RedisServerFixture servers({.password = "right"});
        QString url = urlsOf(servers).first();
        url.replace("right"_L1, "canary"_L1);
        const CtlResult result = Lockctl(m_home.path(), {url}).run(command.split(u' '));
        QCOMPARE(result.exitCode, command.startsWith("check"_L1) ? 2 : 77);
        QVERIFY(!(result.errors + result.output).contains("canary"));
    }

private:
    CtlResult shell(const QString& command) const
    {
        return lockctlFor(m_servers).runInShell(u"lockctl "_s + command);
    }

    RedisServerFixture m_servers;
};

LOCKKEEPER_TEST(CtlOutputTest)

} // namespace lockkeeper::tests::ctl_output_test

#include "ctl_output_test.moc"
