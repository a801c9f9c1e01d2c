// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/process_identity.h"
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

namespace lockkeeper::ctl_release_test {

using tests::CtlResult;
using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

constexpr const char* kValue = "5ccedab049f911f08f3a0242ac110002";
constexpr const char* kOtherValue = "5ccedab149f911f08f3a0242ac110002";
const QString kDryRun = QStringLiteral("--dry-run");
const QString kJson = QStringLiteral("--json");
const QString kYes = QStringLiteral("--yes");

QString tokenOf(const char* value)
{
    return QString::fromStdString(Fingerprint::ofString(value).shortHex());
}

QStringList releaseArguments(const QString& token, const QStringList& more = {})
{
    return QStringList{QStringLiteral("release"), QStringLiteral("orders:42"),
               QStringLiteral("--token"), token, QStringLiteral("--reason"),
               QStringLiteral("job is stuck")}
    + more;
}

} // namespace

class CtlReleaseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_journal = m_home->filePath(QStringLiteral(".local/state/lockkeeper/journal.jsonl"));
    }

    void releasesOnEveryMaster()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders:42", kValue, "PX", "60000"});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, QByteArray("a: released\nb: released\nc: released\n"));
        for (const auto& reply : servers.commandAll({"EXISTS", "orders:42"}))
            QCOMPARE(reply.integer, 0);
    }

    void writesItIntoTheJournalWithoutSecrets()
    {
        RedisServerFixture servers({.password = "canary"});
        servers.command({"SET", "orders:42", kValue});
        QCOMPARE(lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes})).exitCode, 0);
        const QByteArray journal = journalText();
        QCOMPARE(journal.count('\n'), 2);
        QVERIFY(journal.contains("job is stuck"));
        QVERIFY(journal.contains(tokenOf(kValue).toLatin1()));
        QVERIFY(!journal.contains(kValue));
        QVERIFY(!journal.contains("canary"));
    }

    void printsAnObjectWithOneOutcomePerMaster()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders:42", kValue});
        servers.command(2, {"SET", "orders:42", kOtherValue});
        const CtlResult result
            = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes, kJson}));
        QCOMPARE(result.exitCode, 0);
        const QJsonObject object = result.json();
        QCOMPARE(object[QLatin1String("quorum_freed")].toBool(), true);
        const QJsonValue outcomes = object[QLatin1String("outcomes")];
        QCOMPARE(outcomes[0][QLatin1String("result")].toString(), QStringLiteral("released"));
        QCOMPARE(outcomes[2][QLatin1String("result")].toString(), QStringLiteral("another-holder"));
    }

    void leavesItAloneWhenTheFingerprintIsAnother()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kValue});
        const CtlResult result
            = lockctlFor(servers).run(releaseArguments(tokenOf(kOtherValue), {kYes}));
        QCOMPARE(result.exitCode, 1);
        const QString line
            = QStringLiteral("lockctl: orders:42 has the token %1, not %2: nothing released\n")
                  .arg(tokenOf(kValue), tokenOf(kOtherValue));
        QCOMPARE(result.errors, line.toUtf8());
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string(kValue));
        QVERIFY(!QFile::exists(m_journal));
    }

    void saysWhenItIsFree()
    {
        RedisServerFixture servers;
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.errors,
            QByteArray(
                "lockctl: orders:42 is free: it is not stored in database 0: nothing released\n"));
    }

    void showsTheExactCommandsInADryRun()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders:42", kValue});
        const CtlResult result
            = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kDryRun}));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output.count("redis-cli -s "), 3);
        QCOMPARE(result.output.count("redis.sha1hex"), 1);
        QCOMPARE(result.output.count("# 'a, b, c'\n"), 1);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
        QVERIFY(!QFile::exists(m_journal));
    }

    void whatADryRunPrintsDoesItInEachShell_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("scripts");
        const QString uuid = QString::fromLatin1(kValue);
        QTest::newRow("plain") << QStringLiteral("orders:42") << uuid << 1;
        QTest::newRow("with quotes") << QStringLiteral("it's \"mine\" \\ $HOME") << uuid << 1;
        QTest::newRow("the expiry counts")
            << QStringLiteral("orders_lock") << QStringLiteral("1") << 1;
        QTest::newRow("both") << QStringLiteral("it's_lock") << QStringLiteral("1") << 3;
    }
    void whatADryRunPrintsDoesItInEachShell()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(int, scripts);
        RedisServerFixture servers({.count = 3});
        const QString token
            = QString::fromStdString(Fingerprint::ofString(value.toStdString()).shortHex());
        for (const char* shell : {"dash", "bash", "zsh", "fish"}) {
            for (std::size_t i = 0; i < servers.size(); ++i)
                servers.command(i,
                    {"SET", name.toStdString(), value.toStdString(), "PX",
                        std::to_string(600'000 + 5000 * i)});
            const CtlResult result = lockctlFor(servers).run(
                {QStringLiteral("release"), name, QStringLiteral("--token"), token, kDryRun,
                    QStringLiteral("--match"), QStringLiteral("*")});
            QVERIFY2(result.exitCode == 0, result.errors.constData());
            QCOMPARE(result.output.count("redis.sha1hex"), scripts);
            const CtlResult pasted = lockctlFor(servers).paste(
                QString::fromLatin1(shell), result.output, m_home->path());
            for (const redis::Reply& reply : servers.commandAll({"EXISTS", name.toStdString()}))
                QVERIFY2(reply.integer == 0, (shell + (": " + pasted.errors)).constData());
        }
    }

    void asksForYesWithoutATerminal()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kValue});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue)));
        QCOMPARE(result.exitCode, 64);
        QVERIFY2(result.errors.contains("--yes"), result.errors.constData());
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void wantsMoreThanYesForWhatIsOnlyPossible()
    {
        constexpr char kUuid[] = "2dbe51a3-1935-49aa-8487-9e6813e0e168";
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kUuid, "EX", "900"});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kUuid), {kYes}));
        QCOMPARE(result.exitCode, 64);
        QVERIFY(result.errors.contains("only possibly a lock"));
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
        // A pattern is the user's word.
        const QStringList named{QStringLiteral("--match"), QStringLiteral("orders:*"), kYes};
        QCOMPARE(lockctlFor(servers).run(releaseArguments(tokenOf(kUuid), named)).exitCode, 0);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    void releasesNoCounter()
    {
        RedisServerFixture servers;
        servers.command({"SET", "lock:orders", "17"});
        const CtlResult result
            = lockctlFor(servers).run({QStringLiteral("release"), QStringLiteral("lock:orders"),
                QStringLiteral("--token"), tokenOf("17"), QStringLiteral("--reason"),
                QStringLiteral("x"), QStringLiteral("--match"), QStringLiteral("*"), kYes});
        QCOMPARE(result.exitCode, 64);
        QVERIFY(result.errors.contains("may be a counter"));
        QCOMPARE(servers.command({"EXISTS", "lock:orders"}).integer, 1);
    }

    void releasesNoAccountFlag()
    {
        RedisServerFixture servers;
        servers.command({"SET", "lock:anna@example.org", "1", "PX", "60000"});
        const CtlResult result = lockctlFor(servers).run({QStringLiteral("release"),
            QStringLiteral("lock:anna@example.org"), QStringLiteral("--token"), tokenOf("1"),
            QStringLiteral("--reason"), QStringLiteral("x"), kYes});
        QCOMPARE(result.exitCode, 64);
        QVERIFY(result.errors.contains("other data"));
        QCOMPARE(servers.command({"EXISTS", "lock:anna@example.org"}).integer, 1);
    }

    void exitsWith2WhenTheHolderKeepsItsQuorum()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders:42", kValue});
        servers.kill(0);
        servers.kill(1);
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("it may still be held"), result.errors.constData());
        QVERIFY(result.output.contains("c: released"));
    }

    void exitsWith77WhenTheServerRefuses()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kValue});
        servers.command({"ACL", "SETUSER", "default", "-eval"});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        QCOMPARE(result.exitCode, 77);
        QVERIFY2(result.output.contains("a: refused"), result.output.constData());
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void takesNoMissingAnswerForNo()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kValue});
        servers.command({"CLIENT", "PAUSE", "60000", "WRITE"}); // it still answers to reads
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        QCOMPARE(result.exitCode, 69);
        QVERIFY2(result.output.contains("a: unknown"), result.output.constData());
        QVERIFY2(
            result.errors.contains("may be free, or still be held"), result.errors.constData());
    }

    void sendsNothingWithoutAJournal()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kValue});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue),
            {kYes, QStringLiteral("--journal"), QStringLiteral("/proc/nowhere/journal.jsonl")}));
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("/proc/nowhere"), result.errors.constData());
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string(kValue));
    }

    void goesOnWithAJournalThatWasChangedAndSaysSo()
    {
        RedisServerFixture servers;
        const auto release = [&] {
            servers.command({"SET", "orders:42", kValue});
            return lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        };
        QCOMPARE(release().errors, QByteArray());
        QCOMPARE(release().errors, QByteArray());
        QFile file(m_journal);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(file.size() - 200)); // in the last entry
        QCOMPARE(file.write("x"), qint64(1));
        file.close();
        const CtlResult result = release();
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("was not whole before: line 4: it was changed"),
            result.errors.constData());
    }

    void keepsHostileNamesOnOneLine()
    {
        RedisServerFixture servers;
        const std::string name = "a\nb\x1b[31m";
        servers.command({"SET", name, kValue});
        QStringList arguments = releaseArguments(tokenOf(kOtherValue), {kYes});
        arguments[1] = QString::fromStdString(name);
        CtlResult result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY(!result.errors.contains('\x1b'));
        arguments[3] = tokenOf(kValue);
        arguments.last() = kDryRun;
        result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.output.contains('\x1b'));
        QCOMPARE(result.outputLines().size(), 3); // what is known of the holder, master, command
    }

    void revokesOnEveryMasterAndSaysUntilWhen()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders:42", kValue, "PX", "60000"});
        QStringList arguments = releaseArguments(tokenOf(kValue), {kYes});
        arguments[0] = QStringLiteral("revoke");
        const CtlResult result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, QByteArray("a: revoked\nb: revoked\nc: revoked\n"));
        QVERIFY(servers.command({"GET", "orders:42"}).text.ends_with(":job%20is%20stuck"));
        QVERIFY(servers.command({"PTTL", "orders:42"}).integer > 0);
        QVERIFY(journalText().contains("\"revoke\""));
        const CtlResult shown
            = lockctlFor(servers).run({QStringLiteral("show"), QStringLiteral("orders:42")});
        QVERIFY2(shown.output.contains("revoked, free at 20"), shown.output.constData());
        QVERIFY2(shown.output.contains("held for   not held\n"), shown.output.constData());
        const CtlResult listed = lockctlFor(servers).run({QStringLiteral("list")});
        QVERIFY2(listed.output.contains("\nrevoked "), listed.output.constData());
    }

    void showsTheCommandsOfARevokeInADryRun()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kValue, "PX", "60000"});
        QStringList arguments = releaseArguments(tokenOf(kValue), {kDryRun});
        arguments[0] = QStringLiteral("revoke");
        CtlResult result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.output.contains("KEEPTTL"));
        QVERIFY(result.output.contains("job%20is%20stuck"));
        arguments << kJson;
        result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.json()[QLatin1String("action")].toString(), QStringLiteral("revoke"));
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string(kValue));
        QVERIFY(!QFile::exists(m_journal));
    }

    void aRevokeThatCutsTheLeaseSaysSo()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kValue, "PX", "20000000000000"});
        QStringList arguments = releaseArguments(tokenOf(kValue), {kDryRun});
        arguments[0] = QStringLiteral("revoke");
        const CtlResult result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.output.contains("free in 1 d 00 h (max_lease), though the old lease lasts "
                                        "for over 34 years: "),
            result.output.constData());
    }

    void revokesNothingOfALibraryThatDoesNotCompare()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders_lock", "1", "PX", "60000"});
        const CtlResult result = lockctlFor(servers).run(
            {QStringLiteral("revoke"), QStringLiteral("orders_lock"), QStringLiteral("--token"),
                tokenOf("1"), QStringLiteral("--reason"), QStringLiteral("x"), kYes});
        QCOMPARE(result.exitCode, 64);
        QVERIFY2(result.errors.contains("can't be revoked"), result.errors.constData());
        QCOMPARE(servers.command({"GET", "orders_lock"}).text, std::string("1"));
    }

    void saysWhetherItIsSafe()
    {
        RedisServerFixture servers;
        const std::string gone
            = "lk1:here:1:api:1750000000000:p" + lock::thisPlace() + "-1:" + std::string(40, 'a');
        servers.command({"SET", "orders:42", gone, "PX", "60000"});
        const QString token = tokenOf(gone.c_str());
        CtlResult result = lockctlFor(servers).run(releaseArguments(token, {kDryRun}));
        QVERIFY2(result.output.startsWith("# 'SAFE TO FREE: its process 1 has ended, and another "
                                          "one has its pid now (seen "),
            result.output.constData());
        result
            = lockctlFor(servers).run({QStringLiteral("show"), QStringLiteral("orders:42"), kJson});
        const QJsonObject safety
            = result.json()[QLatin1String("lock")][QLatin1String("safety")].toObject();
        QCOMPARE(safety[QLatin1String("verdict")].toString(), QStringLiteral("safe-to-free"));
        // The same token from another host proves nothing.
        const std::string elsewhere
            = "lk1:there:1:api:1750000000000:p0123456789abcdef-1:" + std::string(40, 'a');
        servers.command({"SET", "orders:42", elsewhere, "PX", "60000"});
        result = lockctlFor(servers).run({QStringLiteral("show"), QStringLiteral("orders:42")});
        QVERIFY2(result.output.contains("NOT KNOWN: nothing tells whether the holder lives: its "
                                        "process 1 is of another host, boot or container"),
            result.output.constData());
    }

    void refusesWhatIsNotALock()
    {
        RedisServerFixture servers;
        servers.command({"RPUSH", "orders:42", "job"});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf("job"), {kYes}));
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("not a lock"), result.errors.constData());
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void freesOneHolderOfASharedLock()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SADD", "report.readers", kReader, kOtherReader});
        const QJsonObject shown = showOf(servers, QStringLiteral("report.readers"));
        const QJsonArray members = shown[QLatin1String("members")].toArray();
        QCOMPARE(members.size(), 2);
        QCOMPARE(members[0][QLatin1String("masters")].toArray().size(), 3);
        const int first
            = members[0][QLatin1String("member")].toString() == tokenOf(kReader) ? 0 : 1;
        QVERIFY(members[first][QLatin1String("command")].toString().contains(
            QStringLiteral("--member ") + tokenOf(kReader)));
        const QJsonValue holders = shown[QLatin1String("lock")][QLatin1String("holders")];
        QCOMPARE(holders[first][QLatin1String("member")].toString(), tokenOf(kReader));
        const QStringList arguments = memberArguments(tokenOf(kReader));
        const CtlResult dry = lockctlFor(servers).run(arguments + QStringList{kDryRun});
        QVERIFY(!dry.output.contains(kReader)); // it may be a secret
        const CtlResult result = lockctlFor(servers).run(arguments + QStringList{kYes, kJson});
        QCOMPARE(result.exitCode, 0);
        const QJsonObject object = result.json();
        QCOMPARE(object[QLatin1String("action")].toString(), QStringLiteral("release-holder"));
        QCOMPARE(object[QLatin1String("member")].toString(), tokenOf(kReader));
        QVERIFY(object[QLatin1String("token")].toString() != tokenOf(kReader));
        for (const auto& reply : servers.commandAll({"SMEMBERS", "report.readers"})) {
            QCOMPARE(reply.elements.size(), std::size_t(1));
            QCOMPARE(reply.elements[0].text, std::string(kOtherReader));
        }
        QVERIFY(journalText().contains("\"lock_sha1\""));
    }

    void namesTheHoldersThatAreThereWhenAnotherIsMeant()
    {
        RedisServerFixture servers;
        servers.command({"SADD", "report.readers", kReader});
        const CtlResult result
            = lockctlFor(servers).run(memberArguments(tokenOf(kOtherReader)) + QStringList{kYes});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY(result.errors.contains("has no holder " + tokenOf(kOtherReader).toLatin1()));
        QCOMPARE(servers.command({"SCARD", "report.readers"}).integer, 1);
        // As a whole it is not released.
        const QString token = showOf(servers,
            QStringLiteral("report.readers"))[QLatin1String("lock")][QLatin1String("token")]
                                  .toString();
        const CtlResult whole = lockctlFor(servers).run(
            {QStringLiteral("release"), QStringLiteral("report.readers"), QStringLiteral("--token"),
                token, QStringLiteral("--reason"), QStringLiteral("stuck"), kYes});
        QCOMPARE(whole.exitCode, 64);
        QVERIFY(whole.errors.contains("one by one"));
    }

    void setsANumberThatAllShare()
    {
        RedisServerFixture servers;
        const std::string key = "9d2f/lockfiles/d41d8cd98f00b204e9800998ecf8427e";
        servers.command({"SET", key, "3", "EX", "3000"});
        const QStringList arguments{QStringLiteral("release"), QString::fromStdString(key),
            QStringLiteral("--token"), tokenOf("3"), QStringLiteral("--set-count"),
            QStringLiteral("2"), QStringLiteral("--reason"), QStringLiteral("stuck"), kYes};
        const CtlResult result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(servers.command({"GET", key}).text, std::string("2"));
        QVERIFY(servers.command({"PTTL", key}).integer > 0);
        QVERIFY(journalText().contains("\"action\":\"set-count\""));
        QVERIFY(journalText().contains("\"count\":2"));
        QCOMPARE(lockctlFor(servers).run(arguments).exitCode, 1); // it is another number now
        QCOMPARE(servers.command({"GET", key}).text, std::string("2"));
    }

private:
    static constexpr const char* kReader = "web-1_4711_0123456789abcdef0123456789abcdef";
    static constexpr const char* kOtherReader = "web-2_12_fedcba9876543210fedcba9876543210";

    static QStringList memberArguments(const QString& member)
    {
        return {QStringLiteral("release"), QStringLiteral("report.readers"),
            QStringLiteral("--member"), member, QStringLiteral("--reason"),
            QStringLiteral("job is stuck")};
    }
    QJsonObject showOf(const RedisServerFixture& servers, const QString& name) const
    {
        return lockctlFor(servers).run({QStringLiteral("show"), name, kJson}).json();
    }
    Lockctl lockctlFor(const RedisServerFixture& servers) const
    {
        return Lockctl(m_home->path(), tests::urlsOf(servers));
    }

    QByteArray journalText() const
    {
        QFile file(m_journal);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_journal;
};

LOCKKEEPER_TEST(CtlReleaseTest)

} // namespace lockkeeper::ctl_release_test

#include "ctl_release_test.moc"
