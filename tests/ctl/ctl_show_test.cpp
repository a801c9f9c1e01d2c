// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_show_test {

namespace {

constexpr const char* kLk1
    = "lk1:web-3:812:api:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr const char* kRedisPy = "5ccedab049f911f08f3a0242ac110002";
const QString kJson = u"--json"_s;
const QString kName = u"orders:42"_s;

} // namespace

class CtlShowTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void showsTheVotesOfEachMaster()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(0, {"SET", "orders:42", kLk1, "PX", "30000"});
        servers.command(1, {"SET", "orders:42", kLk1});
        const CtlResult result = show(servers, kName, {kJson});
        QCOMPARE(result.exitCode, 0);
        const QJsonObject lock = result.json()["lock"_L1].toObject();
        QCOMPARE(lock["verdict"_L1].toString(), u"held"_s);
        const QJsonArray votes = lock["votes"_L1].toArray();
        QCOMPARE(votes.size(), 3);
        QCOMPARE(votes[0]["state"_L1].toString(), u"held"_s);
        QVERIFY(votes[0]["ttl_ms"_L1].isDouble());
        QVERIFY(votes[0]["age_ms"_L1].isDouble());
        QVERIFY(votes[1]["ttl_ms"_L1].isNull());
        QCOMPARE(votes[2]["state"_L1].toString(), u"free"_s);
    }

    void aKeyThatIsNoLockSaysWhatItIsAndWhatToDo()
    {
        RedisServerFixture servers(1, {"SET", "page:7", "<html>", "PX", "30000"});
        const CtlResult text = show(servers, u"page:7"_s);
        QVERIFY2(text.says(1, "page:7 is a key, but no lock as far as known: a string, TTL "),
            text.told());
        QVERIFY2(text.output.contains(" kinds --all; to say that one is a lock, "), text.output);
        servers.command({"SADD", "tags", "a"});
        const CtlResult set = show(servers, u"tags"_s);
        QVERIFY2(set.output.contains("no lock as far as known: a set, no TTL\n"), set.output);
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
            QVERIFY2(shown.output.contains(text), shown.output);
        QCOMPARE(shown.output.count("lockctl release orders:42 --token "), 3);
        const QJsonArray releases = show(servers, kName, {kJson}).json()["releases"_L1].toArray();
        QCOMPARE(releases.size(), 3);
        QSet<QString> holders;
        for (const auto way : releases) {
            holders << way["holder"_L1]["app"_L1].toString();
            QCOMPARE(way["masters"_L1].toArray().size(), 1);
            QVERIFY(way["safety"_L1]["verdict"_L1].isString());
        }
        QVERIFY(holders.contains("api"_L1) && holders.contains("cron"_L1));
    }

    void tellsTheHolderInWordsAndHowToReleaseIt()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kLk1});
        const CtlResult result = show(servers, kName);
        QVERIFY2(result.says(0, "api@web-3 pid 812"), result.told());
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
        const QString command = result.json()["releases"_L1][0]["command"_L1].toString();
        QVERIFY2(command.startsWith(u"lockctl release --resource-b64 aXQncyABIGhlcmU= --token "_s),
            qPrintable(command));
        const QString token = command.section(u' ', 5, 5);
        const CtlResult dryRun = lockctlFor(servers).run(
            {u"release"_s, QString::fromStdString(name), u"--token"_s, token, u"--dry-run"_s});
        QCOMPARE(dryRun.exitCode, 0);
    }

    void namesAllLibrariesThatMayHaveWrittenIt()
    {
        RedisServerFixture servers(
            1, {"SET", "orders:42", "5ccedab049f911f08f3a0242ac110002", "PX", "60000"});
        const QJsonObject lock = show(servers, kName, {kJson}).json()["lock"_L1].toObject();
        QVERIFY(lock["alternatives"_L1].isArray());
        QVERIFY(!lock["format"_L1].toString().isEmpty());
        QCOMPARE(lock["mode"_L1].toString(), u"exclusive"_s);
    }

    void exitsWith1WhenItIsNotThere()
    {
        RedisServerFixture servers({.count = 3});
        const CtlResult result = show(servers, kName);
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.output, QByteArray("orders:42 is free: it is not stored in database 0\n"));
        const CtlResult escaped = show(servers, u"a\\x00b"_s);
        QVERIFY(escaped.output.contains("--resource-b64 YQBi)"));
        const CtlResult json = show(servers, kName, {kJson});
        QCOMPARE(json.exitCode, 1);
        QVERIFY(json.json()["lock"_L1].isNull());
    }

    void exitsWith1ForAKeyThatIsNoLock()
    {
        RedisServerFixture servers(1, {"SET", "greeting", "hello, world"});
        const CtlResult result = show(servers, u"greeting"_s, {kJson});
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.json()["other_key"_L1].toBool());
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
        const QJsonObject lock = result.json()["lock"_L1].toObject();
        QCOMPARE(lock["verdict"_L1].toString(), u"unknown"_s);
        QVERIFY(lock["votes"_L1][1]["age_ms"_L1].isNull());
    }

    void showsWhatTheHistoryKnows()
    {
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        const auto watch = lockctl.start("watch --json --record");
        servers.command({"SET", "orders:42", kLk1, "PX", "60000"});
        QTRY_VERIFY(!show(servers, kName, {kJson})
                         .json()["history"_L1]["intervals"_L1][0]
                         .toObject()
                         .isEmpty());
        servers.command({"DEL", "orders:42"});
        QTRY_VERIFY(show(servers, kName).output.contains("released"));
        watch->terminate();
        QCOMPARE(waitForExit(*watch), 0);
    }

    void tellsAHolderThatIsConnectedNowhere()
    {
        RedisServerFixture servers(2, {"SET", "orders:42", kLk1, "PX", "60000"});
        QVERIFY(hasEvidenceOfALostConnection(servers));
        servers.command(1, {"CLIENT", "SETNAME", "lk:api:web-3:812"});
        QVERIFY(!hasEvidenceOfALostConnection(servers));
        servers.command(1, {"CLIENT", "SETNAME", "lk:api:web-3:813"});
        QVERIFY(hasEvidenceOfALostConnection(servers));
    }

    void doesNotTakeAHolderForGoneOnHalfOfTheEvidence()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kLk1, "PX", "60000"});
        servers.command(2, {"ACL", "SETUSER", "default", "-client|list"});
        QVERIFY(!hasEvidenceOfALostConnection(servers));
        servers.kill(2);
        QVERIFY(!hasEvidenceOfALostConnection(servers));
    }

    void hasNoComplaintWithoutAHistory()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kRedisPy, "PX", "60000"});
        const CtlResult result = show(servers, kName, {kJson});
        QVERIFY(result.errors.isEmpty());
        QVERIFY(result.json()["history"_L1].isNull());
    }

    void saysWhatWouldLetItBeRead()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kLk1, "PX", "60000"});
        servers.command({"ACL", "SETUSER", "default", "-pttl"});
        const CtlResult result = show(servers, u"orders:42"_s);
        QCOMPARE(result.exitCode, 77);
        QVERIFY(result.output.isEmpty());
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("ACL SETUSER default +pttl"), result.errors);
    }

    void keepsAHostileNameHarmless()
    {
        RedisServerFixture servers(1, {"SET", "a\nrelease b\x1b[2J", kLk1});
        const CtlResult result = show(servers, u"a\nrelease b\x1b[2J"_s);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.output.contains('\x1b'));
        QVERIFY2(result.output.startsWith("resource   a\\nrelease b\\x1b[2J\n"), result.output);
    }

private:
    CtlResult show(
        const RedisServerFixture& servers, const QString& name, const QStringList& more = {}) const
    {
        return lockctlFor(servers).run(QStringList{u"show"_s, name} + more);
    }

    bool hasEvidenceOfALostConnection(const RedisServerFixture& servers) const
    {
        const CtlResult result = show(servers, kName, {kJson});
        return result.output.contains("\"holder-connection-gone\"");
    }
};

LOCKKEEPER_TEST(CtlShowTest)

} // namespace lockkeeper::tests::ctl_show_test

#include "ctl_show_test.moc"
