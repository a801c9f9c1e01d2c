// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/fault_proxy.h"
#include "tests/support/processes.h"
#include "tests/support/test_class.h"

#include <csignal>

namespace lockkeeper::tests::ctl_steal_test {

namespace {

const QString kOrders = u"orders:42"_s;

QStringList stealing(const QStringList& more = {})
{
    const QString token = QString::fromStdString(Fingerprint::ofString(kValue).hex().substr(0, 8));
    return QStringList{u"steal"_s, kOrders, u"--token"_s, token, u"--reason"_s, u"stuck"_s} + more;
}

void hold(RedisServerFixture& servers)
{
    servers.commandAll({"SET", "orders:42", kValue, "PX", "600000"});
}

bool allStore(RedisServerFixture& servers, const char* prefix)
{
    return std::ranges::all_of(servers.commandAll({"GET", "orders:42"}),
        [prefix](const redis::Reply& reply) { return reply.text.starts_with(prefix); });
}

} // namespace

class CtlStealTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void takesTheLockAndLeavesIt()
    {
        RedisServerFixture servers({.count = 3});
        hold(servers);
        const CtlResult result = lockctlFor(servers).run(stealing({u"--yes"_s}));
        QCOMPARE(result.exitCode, 0);
        const auto lines = result.outputLines();
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[0], QByteArray("a: revoked"));
        QVERIFY2(lines[3].startsWith("orders:42 acquired, token "), lines[3]);
        QVERIFY(allStore(servers, "lk1:"));
    }

    void runsACommandUnderIt()
    {
        RedisServerFixture servers({.count = 3});
        hold(servers);
        QString socket = urlsOf(servers)[0];
        socket.remove(u"unix://"_s);
        const CtlResult result = lockctlFor(servers).run(stealing({u"--yes"_s, u"--fenced"_s,
            u"--"_s, u"/bin/sh"_s, u"-c"_s,
            u"redis-cli -s %1 GET orders:42; echo fence $LOCKKEEPER_FENCE; exit 5"_s.arg(socket)}));
        QCOMPARE(result.exitCode, 5);
        const auto lines = result.outputLines();
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].startsWith("lk1:"), lines[0]);
        QVERIFY2(lines[1].startsWith("fence "), lines[1]);
        // The former holder may still work.
        QVERIFY(allStore(servers, "lk1-revoked:"));
    }

    void holdsItUntilInterrupted()
    {
        RedisServerFixture servers;
        hold(servers);
        const auto process
            = lockctlFor(servers).start(stealing({u"--yes"_s, u"--hold"_s, u"--ttl"_s, u"1s"_s}));
        QTRY_VERIFY_WITH_TIMEOUT(allStore(servers, "lk1:"), 20'000);
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        QCOMPARE(waitForExit(*process), 0);
        QVERIFY(allStore(servers, "lk1-revoked:"));
    }

    /// Until then its former holder may work.
    void itStaysUntilTheFormerLeaseWouldHaveEnded()
    {
        RedisServerFixture servers({.count = 3});
        hold(servers);
        QCOMPARE(lockctlFor(servers).run(stealing({u"--yes"_s, u"--ttl"_s, u"1s"_s})).exitCode, 0);
        for (const redis::Reply& reply : servers.commandAll({"PTTL", "orders:42"}))
            QVERIFY2(reply.integer > 60'000, std::to_string(reply.integer).c_str());
    }

    void whatCanNotBeDoneIsKnownBeforeAnythingIsRevoked()
    {
        RedisServerFixture servers({.count = 1});
        hold(servers);
        const Lockctl lockctl = lockctlFor(servers);
        for (const auto& [command, code] : {std::pair(u"/no/such/command"_s, 127),
                 std::pair(u"no-such-command"_s, 127), std::pair(m_home.path(), 126)})
            QCOMPARE(lockctl.run(stealing({u"--yes"_s, u"--"_s, command})).exitCode, code);
        QVERIFY(allStore(servers, kValue));
        const std::string field = "8743c9c0-0795-4907-87fd-6c719a6b4586:12";
        servers.commandAll({"DEL", "orders:42"});
        servers.commandAll({"HSET", "orders:42", field, "1"});
        servers.commandAll({"PEXPIRE", "orders:42", "600000"});
        auto fenced = stealing({u"--yes"_s, u"--fenced"_s});
        fenced[3] = QString::fromStdString(Fingerprint::ofHash({{field, {}}}).hex());
        for (const QStringList& more : {QStringList(), QStringList{u"--dry-run"_s}}) {
            const CtlResult result = lockctl.run(fenced + more);
            QVERIFY2(result.fails(64, "no fencing tokens"), result.told());
        }
        QCOMPARE(servers.command({"HEXISTS", "orders:42", field}).integer, 1);
    }

    void isOneDeedInJsonAndJournal()
    {
        RedisServerFixture servers({.count = 3});
        hold(servers);
        const QString file = m_home.filePath(u"journal.jsonl"_s);
        const QJsonObject json = lockctlFor(servers)
                                     .run(stealing({u"--yes"_s, u"--json"_s, u"--journal"_s, file}))
                                     .json();
        QCOMPARE(json["action"_L1].toString(), u"steal"_s);
        QCOMPARE(json["outcomes"_L1].toArray().size(), 3);
        const QJsonObject lease = json["lease"_L1].toObject();
        QVERIFY(lease["acquired"_L1].toBool());
        QVERIFY(lease["token"_L1].toString() != json["token"_L1].toString());
        QVERIFY(lease["remaining_ms"_L1].toInt() > 0);
        QFile journal(file);
        QVERIFY(journal.open(QIODevice::ReadOnly));
        const QByteArray lines = journal.readAll();
        QCOMPARE(lines.count('\n'), 2);
        QCOMPARE(lines.count("\"action\":\"steal\""), 1);
        QCOMPARE(lines.count("\"acquired\":\"acquired\""), 1);
    }

    void aDryRunSendsNothing()
    {
        RedisServerFixture servers({.count = 3});
        hold(servers);
        const CtlResult result = lockctlFor(servers).run(stealing({u"--dry-run"_s}));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output.count("redis-cli"), 3);
        QVERIFY(allStore(servers, kValue));
    }

    void refusesAsRevokeDoes()
    {
        RedisServerFixture servers;
        hold(servers);
        const Lockctl lockctl = lockctlFor(servers);
        const CtlResult unasked = lockctl.run(stealing());
        QVERIFY2(unasked.fails(64, "--yes"), unasked.told());
        auto another = stealing({u"--yes"_s});
        another[3] = u"0123456789"_s;
        QCOMPARE(lockctl.run(another).exitCode, 1);
        auto unreasoned = stealing({u"--yes"_s});
        unreasoned[5] = u" "_s;
        QCOMPARE(lockctl.run(unreasoned).exitCode, 64);
        for (const QStringList& wrong : {QStringList{u"--"_s}, words("--on-ask TERM"),
                 QStringList{u"--keep-passwords"_s}, words("--ttl 1ms")})
            QCOMPARE(lockctl.run(stealing({u"--yes"_s}) + wrong).exitCode, 64);
        QVERIFY(allStore(servers, kValue));
    }

    /// Two of three masters can't raise the counter, which somebody has spoilt, when it is taken.
    void saysThatItIsRevokedButNotTaken()
    {
        RedisServerFixture servers({.count = 3});
        hold(servers);
        // Exact until the revoke has tried it.
        for (const std::size_t master : {0U, 1U})
            servers.command(master, {"SET", "lk:fence:{orders:42}", "9007199254740990"});
        const CtlResult result = lockctlFor(servers).run(stealing({u"--yes"_s, u"--fenced"_s}));
        QVERIFY2(result.exitCode != 0, result.output);
        QVERIFY2(result.errors.contains("orders:42: revoked, but not taken: the tombstone keeps"),
            result.errors);
        QVERIFY(allStore(servers, "lk1-revoked:"));
    }

    void whatNobodyConfirmedIsUnknown()
    {
        RedisServerFixture servers;
        hold(servers);
        FaultNetwork network(servers.urls());
        // The revoke passes: its script executes twice, and finds another value then.
        network[0].strike(Fault::Duplicate, "EVAL");
        network[0].strike(Fault::LoseReply, "EVAL");
        const Lockctl lockctl(m_home.path(), {QString::fromStdString(network.urls()[0])});
        const CtlResult result = lockctl.run(stealing({u"--yes"_s, u"--json"_s}));
        QVERIFY2(
            result.fails(69, "orders:42: revoked; unknown whether it was taken"), result.told());
        QVERIFY2(!result.errors.contains("not taken"), result.told());
        QVERIFY(result.json()["lease"_L1]["acquired"_L1].isNull());
    }

    void aRightThatTakingNeedsIsMissedBeforeAnythingIsRevoked()
    {
        RedisServerFixture servers;
        hold(servers);
        servers.command({"ACL", "SETUSER", "ops", "on", ">pw", "~orders:*", "&*", "+@all"});
        QString url = urlsOf(servers)[0];
        url.insert(url.indexOf(u"://"_s) + 3, u"ops:pw@"_s);
        const CtlResult result
            = Lockctl(m_home.path(), {url}).run(stealing({u"--yes"_s, u"--fenced"_s}));
        QVERIFY2(result.exitCode != 0, result.output);
        QVERIFY2(result.output.contains("ACL SETUSER ops ~lk:fence:*"), result.output);
        QVERIFY(allStore(servers, kValue));
    }
};

LOCKKEEPER_TEST(CtlStealTest)

} // namespace lockkeeper::tests::ctl_steal_test

#include "ctl_steal_test.moc"
