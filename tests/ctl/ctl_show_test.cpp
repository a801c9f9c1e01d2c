// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>

namespace lockkeeper::ctl_show_test {

using tests::CtlResult;
using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

constexpr const char* kLk1
    = "lk1:web-3:812:api:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr const char* kRedisPy = "5ccedab049f911f08f3a0242ac110002";
const QString kJson = QStringLiteral("--json");
const QString kName = QStringLiteral("orders:42");

} // namespace

class CtlShowTest : public tests::CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void showsTheVotesOfEachMaster()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(0, {"SET", "orders:42", kLk1, "PX", "30000"});
        servers.command(1, {"SET", "orders:42", kLk1});
        const CtlResult result = show(servers, kName, {kJson});
        QCOMPARE(result.exitCode, 0);
        const QJsonObject lock = result.json()[QLatin1String("lock")].toObject();
        QCOMPARE(lock[QLatin1String("verdict")].toString(), QStringLiteral("held"));
        const QJsonArray votes = lock[QLatin1String("votes")].toArray();
        QCOMPARE(votes.size(), 3);
        QCOMPARE(votes[0][QLatin1String("state")].toString(), QStringLiteral("held"));
        QVERIFY(votes[0][QLatin1String("ttl_ms")].isDouble());
        QVERIFY(votes[0][QLatin1String("age_ms")].isDouble());
        QVERIFY(votes[1][QLatin1String("ttl_ms")].isNull());
        QCOMPARE(votes[2][QLatin1String("state")].toString(), QStringLiteral("free"));
    }

    void aKeyThatIsNoLockSaysWhatItIsAndWhatToDo()
    {
        RedisServerFixture servers;
        servers.command({"SET", "page:7", "<html>", "PX", "30000"});
        const CtlResult text = show(servers, QStringLiteral("page:7"));
        QCOMPARE(text.exitCode, 1);
        QVERIFY2(
            text.output.contains("page:7 is a key, but no lock as far as known: a string, TTL "),
            text.output.constData());
        QVERIFY2(text.output.contains(" kinds --all; to say that one is a lock, "),
            text.output.constData());
        servers.command({"SADD", "tags", "a"});
        const CtlResult set = show(servers, QStringLiteral("tags"));
        QVERIFY2(set.output.contains("no lock as far as known: a set, no TTL\n"),
            set.output.constData());
    }

    void tellsTheHolderOfEachTokenOfASplit()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(0, {"SET", "orders:42", kLk1});
        servers.command(
            1, {"SET", "orders:42", "lk1:web-4:33:cron:1750000000000:" + std::string(40, 'b')});
        servers.command(2, {"SET", "orders:42", kRedisPy});
        const CtlResult shown = show(servers, kName);
        for (const char* text : {" on a: api@web-3 pid 812", " on b: cron@web-4 pid 33",
                 " on c: ", "nobody: each token below has its own"})
            QVERIFY2(shown.output.contains(text), shown.output.constData());
        QCOMPARE(shown.output.count("lockctl release orders:42 --token "), 3);
        const QJsonArray releases
            = show(servers, kName, {kJson}).json()[QLatin1String("releases")].toArray();
        QCOMPARE(releases.size(), 3);
        QSet<QString> holders;
        for (const auto way : releases) {
            holders << way[QLatin1String("holder")][QLatin1String("app")].toString();
            QCOMPARE(way[QLatin1String("masters")].toArray().size(), 1);
            QVERIFY(way[QLatin1String("safety")][QLatin1String("verdict")].isString());
        }
        QVERIFY(holders.contains(QLatin1String("api")) && holders.contains(QLatin1String("cron")));
    }

    void tellsTheHolderInWordsAndHowToReleaseIt()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kLk1});
        const CtlResult result = show(servers, kName);
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.output.contains("api@web-3 pid 812"), result.output.constData());
        QVERIFY(result.output.contains("2025-06-15 15:06:40 UTC"));
        QVERIFY(result.output.contains("no TTL: it never expires on its own"));
        QVERIFY(result.output.contains("lockctl release orders:42 --token "));
        QVERIFY(!result.output.contains("aaaaaaaaaaaaaaaa")); // no token
    }

    void givesACommandThatReleaseTakes()
    {
        RedisServerFixture servers;
        const std::string name = "it's \x01 here";
        servers.command({"SET", name, kLk1});
        const CtlResult result = show(servers, QString::fromStdString(name), {kJson});
        const QString command
            = result.json()[QLatin1String("releases")][0][QLatin1String("command")].toString();
        QVERIFY2(command.startsWith(
                     QStringLiteral("lockctl release --resource-b64 aXQncyABIGhlcmU= --token ")),
            qPrintable(command));
        const QString token = command.section(QLatin1Char(' '), 5, 5);
        const CtlResult dryRun
            = lockctlFor(servers).run({QStringLiteral("release"), QString::fromStdString(name),
                QStringLiteral("--token"), token, QStringLiteral("--dry-run")});
        QCOMPARE(dryRun.exitCode, 0);
    }

    void namesAllLibrariesThatMayHaveWrittenIt()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", "5ccedab049f911f08f3a0242ac110002", "PX", "60000"});
        const QJsonObject lock
            = show(servers, kName, {kJson}).json()[QLatin1String("lock")].toObject();
        QVERIFY(lock[QLatin1String("alternatives")].isArray());
        QVERIFY(!lock[QLatin1String("format")].toString().isEmpty());
        QCOMPARE(lock[QLatin1String("mode")].toString(), QStringLiteral("exclusive"));
    }

    void exitsWith1WhenItIsNotThere()
    {
        RedisServerFixture servers({.count = 3});
        const CtlResult result = show(servers, kName);
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.output, QByteArray("orders:42 is free: it is not stored in database 0\n"));
        const CtlResult escaped = show(servers, QStringLiteral("a\\x00b"));
        QVERIFY(escaped.output.contains("--resource-b64 YQBi)"));
        const CtlResult json = show(servers, kName, {kJson});
        QCOMPARE(json.exitCode, 1);
        QVERIFY(json.json()[QLatin1String("lock")].isNull());
    }

    void exitsWith1ForAKeyThatIsNoLock()
    {
        RedisServerFixture servers;
        servers.command({"SET", "greeting", "hello, world"});
        const CtlResult result = show(servers, QStringLiteral("greeting"), {kJson});
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.json()[QLatin1String("other_key")].toBool());
    }

    void exitsWith2BelowAQuorum()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(0, {"SET", "orders:42", kLk1, "PX", "60000"});
        servers.kill(1);
        servers.kill(2);
        const CtlResult result = show(servers, kName, {kJson});
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.errorLines().size(), 2);
        const QJsonObject lock = result.json()[QLatin1String("lock")].toObject();
        QCOMPARE(lock[QLatin1String("verdict")].toString(), QStringLiteral("unknown"));
        QVERIFY(lock[QLatin1String("votes")][1][QLatin1String("age_ms")].isNull());
    }

    void showsWhatTheHistoryKnows()
    {
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        const auto watch
            = lockctl.start({QStringLiteral("watch"), kJson, QStringLiteral("--record")});
        servers.command({"SET", "orders:42", kLk1, "PX", "60000"});
        QTRY_VERIFY(!show(servers, kName, {kJson})
                         .json()[QLatin1String("history")][QLatin1String("intervals")][0]
                         .toObject()
                         .isEmpty());
        servers.command({"DEL", "orders:42"});
        QTRY_VERIFY(show(servers, kName).output.contains("released"));
        watch->terminate();
        QCOMPARE(tests::waitForExit(*watch), 0);
    }

    void tellsAHolderThatIsConnectedNowhere()
    {
        RedisServerFixture servers({.count = 2});
        servers.commandAll({"SET", "orders:42", kLk1, "PX", "60000"});
        QVERIFY(hasEvidenceOfALostConnection(servers));
        servers.command(1, {"CLIENT", "SETNAME", "lk:api:web-3:812"});
        QVERIFY(!hasEvidenceOfALostConnection(servers));
        servers.command(1, {"CLIENT", "SETNAME", "lk:api:web-3:813"});
        QVERIFY(hasEvidenceOfALostConnection(servers));
    }

    void doesNotTakeAHolderForGoneOnHalfOfTheEvidence()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders:42", kLk1, "PX", "60000"});
        servers.command(2, {"ACL", "SETUSER", "default", "-client|list"});
        QVERIFY(!hasEvidenceOfALostConnection(servers));
        servers.kill(2);
        QVERIFY(!hasEvidenceOfALostConnection(servers));
    }

    void hasNoComplaintWithoutAHistory()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kRedisPy, "PX", "60000"});
        const CtlResult result = show(servers, kName, {kJson});
        QVERIFY(result.errors.isEmpty());
        QVERIFY(result.json()[QLatin1String("history")].isNull());
    }

    void saysWhatWouldLetItBeRead()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kLk1, "PX", "60000"});
        servers.command({"ACL", "SETUSER", "default", "-pttl"});
        const CtlResult result = show(servers, QStringLiteral("orders:42"));
        QCOMPARE(result.exitCode, 77);
        QVERIFY(result.output.isEmpty());
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("ACL SETUSER default +pttl"), result.errors.constData());
    }

    void keepsAHostileNameHarmless()
    {
        RedisServerFixture servers;
        servers.command({"SET", "a\nrelease b\x1b[2J", kLk1});
        const CtlResult result = show(servers, QStringLiteral("a\nrelease b\x1b[2J"));
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.output.contains('\x1b'));
        QVERIFY2(result.output.startsWith("resource   a\\nrelease b\\x1b[2J\n"),
            result.output.constData());
    }

private:
    CtlResult show(
        const RedisServerFixture& servers, const QString& name, const QStringList& more = {}) const
    {
        return lockctlFor(servers).run(QStringList{QStringLiteral("show"), name} + more);
    }

    bool hasEvidenceOfALostConnection(const RedisServerFixture& servers) const
    {
        const CtlResult result = show(servers, kName, {kJson});
        return result.output.contains("\"holder-connection-gone\"");
    }
};

LOCKKEEPER_TEST(CtlShowTest)

} // namespace lockkeeper::ctl_show_test

#include "ctl_show_test.moc"
