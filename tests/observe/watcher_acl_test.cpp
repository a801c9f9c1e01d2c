// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/smallest_user.h"
#include "core/observe/watcher.h"
#include "tests/observe/watching.h"
#include "tests/support/command_stats.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::watcher_acl_test {

using namespace lockkeeper::observe;

namespace {

const char* const kHash = "7b1a9f6e-2f5f-4c93-9d0e-2f1f3f6a1b2c:17";

/// A server on which what watches may do what the documentation says, and no more.
class MinimalUser {
public:
    MinimalUser()
    {
        const std::string line = smallestUserLine(deployment()).value();
        for (const QString& rule : QString::fromStdString(line).split(QLatin1Char(' ')).mid(3))
            set({rule == QLatin1String(">PASSWORD") ? "nopass" : rule.toStdString()});
        servers.command({"SET", "lock:a", kToken, "PX", "600000"});
        servers.command({"HSET", "lock:b", kHash, "1"});
        servers.command({"PEXPIRE", "lock:b", "600000"});
    }
    void set(const std::vector<std::string_view>& rules)
    {
        for (const std::string_view rule : rules) {
            const auto reply = servers.command({"ACL", "SETUSER", "watcher", rule});
            if (reply.type == redis::Reply::Type::Error)
                qFatal("%s", reply.text.c_str());
        }
    }
    [[nodiscard]] config::Deployment deployment() const
    {
        config::Deployment deployment = servers.deployment();
        deployment.patterns = {"lock:*"};
        deployment.interval = 100ms;
        for (config::MasterConfig& master : deployment.masters)
            master.url.user = "watcher";
        return deployment;
    }
    [[nodiscard]] BoardUpdate look() const { return sweepOnce(deployment(), kClock, kProcesses); }

    RedisServerFixture servers;
};

bool has(const std::optional<Error>& error, const char* text)
{
    return error && error->text.find(text) != std::string::npos;
}

} // namespace

class WatcherAclTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLineIsTheDocumentedOne()
    {
        QFile document(QStringLiteral(OBSERVATION_DOCUMENT));
        QVERIFY(document.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(document.readAll()).simplified();
        config::Deployment deployment;
        deployment.patterns = {"lock:*"};
        const QString line = QString::fromStdString(smallestUserLine(deployment).value());
        QVERIFY2(text.contains(line), qPrintable(line));
    }

    void theLineFitsTheDeployment()
    {
        auto deployment = config::deploymentFromUrls("d", {"redis://ops@h"}).value();
        std::string line = smallestUserLine(deployment).value();
        QVERIFY2(line.starts_with("ACL SETUSER ops on >PASSWORD resetchannels ~* "), line.c_str());
        QVERIFY2(line.ends_with(" +dbsize"), line.c_str());
        deployment.masters[0].clusterSeeds = {deployment.masters[0].url};
        deployment.patterns = {"a:*", "{b}:?"};
        line = smallestUserLine(deployment).value();
        QVERIFY2(
            line.find(" ~a:* ~{b}:? ~redisson_lock_queue:* ") != std::string::npos, line.c_str());
        QVERIFY2(line.ends_with(" +cluster|slots"), line.c_str());
        deployment = config::deploymentFromUrls("d", {"redis://ops@h/3"}).value();
        line = smallestUserLine(deployment).value();
        QVERIFY2(line.ends_with(" +select"), line.c_str());
    }

    void whatWouldBreakTheLineIsRefused()
    {
        for (const char* pattern : {"", "a b", "a\"b", "a'b", "a\\*", "a\nb", "\xc3\xa4:*"}) {
            config::Deployment deployment;
            deployment.patterns = {pattern};
            QVERIFY2(!smallestUserLine(deployment), pattern);
        }
        QVERIFY(!smallestUserLine(config::deploymentFromUrls("d", {"redis://a%20b@h"}).value()));
    }

    void theDocumentedUserSeesEverything()
    {
        const BoardUpdate update = MinimalUser().look();
        QVERIFY(update.isComplete);
        QCOMPARE(update.changed.size(), std::size_t(2));
        QCOMPARE(update.masters[0].unreadKeys, std::size_t(0));
        QVERIFY(!update.masters[0].readError);
        QVERIFY(!update.masters[0].isUnreadable);
    }

    void saysWhatIsLostAndHowToGrantIt_data()
    {
        columns<QStringList, int, int, QString>();
        const auto row = [](const char* name, const QStringList& revoked, int unread,
                             const char* line) {
            QTest::newRow(name) << revoked << 2 - unread << unread << QString::fromLatin1(line);
        };
        const auto text = [](const char* rule) { return QString::fromLatin1(rule); };
        row("TTL", {text("-pttl")}, 2, "ACL SETUSER watcher +pttl");
        row("strings", {text("-getrange")}, 1,
            "strings can't be read, as the user lacks +getrange");
        row("types", {text("-type")}, 1, "ACL SETUSER watcher +type");
        row("hashes", {text("-hscan")}, 1, "ACL SETUSER watcher +hscan");
        row("names", {text("resetkeys"), text("~other:*")}, 2, "ACL SETUSER watcher ~lock:*");
        row("one name", {text("resetkeys"), text("~lock:b")}, 1,
            "the user may not read 'lock:a'; to grant it: ACL SETUSER watcher ~lock:*");
    }
    void saysWhatIsLostAndHowToGrantIt()
    {
        const auto [revoked, locks, unread, line] = fetch<QStringList, int, int, QString>();
        MinimalUser user;
        for (const QString& rule : revoked)
            user.set({rule.toStdString()});
        const BoardUpdate update = user.look();
        const MasterStatus& master = update.masters[0];
        QCOMPARE(update.changed.size(), static_cast<std::size_t>(locks));
        QCOMPARE(master.unreadKeys, static_cast<std::size_t>(unread));
        QCOMPARE(master.isUnreadable, locks == 0);
        QCOMPARE(update.otherKeys, std::size_t(0));
        QVERIFY2(has(master.readError, line.toUtf8().constData()),
            master.readError ? master.readError->text.c_str() : "no error");
    }

    void readsValuesByGetWhereRangesAreRefused()
    {
        MinimalUser user;
        user.set({"-getrange", "+get"});
        const BoardUpdate update = user.look();
        QCOMPARE(update.changed.size(), std::size_t(2));
        QCOMPARE(update.masters[0].unreadKeys, std::size_t(0));
    }

    void readsKnownLocksOneByOneWhereTheyMayNotBeReadTogether()
    {
        MinimalUser user;
        user.set({"-mget"});
        LatestUpdate latest;
        const Watcher watcher(user.deployment(), kClock, kProcesses, latest.handler(),
            {.publishEvery = 100ms, .isPushWanted = false});
        QTRY_VERIFY(commandsSeen(user.servers).contains("mget"));
        user.servers.command({"PEXPIRE", "lock:a", "900000"});
        QTRY_VERIFY(latest.get().isComplete
            && find(latest.get(), "lock:a")->votes[0].ttl.value_or(0ms) > 700s);
        QCOMPARE(latest.master(0).unreadKeys, std::size_t(0));
        QVERIFY(!latest.master(0).readError);
    }

    void aLockThatOneMasterHidesHasAnErrorForItsVote()
    {
        RedisServerFixture servers({.count = 3});
        for (std::size_t i = 0; i < 3; ++i)
            servers.command(i, {"SET", "lock:a", kToken, "PX", "600000"});
        servers.command(1, {"ACL", "SETUSER", "default", "-pttl"});
        const BoardUpdate update = sweepOnce(servers.deployment(), kClock, kProcesses);
        const LockEntryPtr lock = find(update, "lock:a");
        QVERIFY(lock != nullptr);
        QCOMPARE(lock->countVotes().verdict, Verdict::Held);
        QCOMPARE(lock->votes[1].state, VoteState::Error);
        QVERIFY(has(lock->votes[1].error, "ACL SETUSER default +pttl"));
        QCOMPARE(update.masters[1].unreadKeys, std::size_t(1));
        QCOMPARE(update.masters[0].unreadKeys, std::size_t(0));
        QCOMPARE(update.otherKeys, std::size_t(0));
    }

    void noticesThatReadingWasGranted()
    {
        MinimalUser user;
        user.set({"-getrange"});
        LatestUpdate latest;
        const Watcher watcher(user.deployment(), kClock, kProcesses, latest.handler(),
            {.publishEvery = 100ms, .retryRefused = 200ms});
        QTRY_COMPARE(latest.master(0).unreadKeys, std::size_t(1));
        QTRY_VERIFY(latest.master(0).isPushed);
        user.set({"+getrange"});
        QTRY_COMPARE(latest.master(0).unreadKeys, std::size_t(0));
        QTRY_VERIFY(find(latest.get(), "lock:a") != nullptr);
        QVERIFY(!latest.master(0).readError);
    }

    void aMasterWhoseLastSweepFailedIsNotComplete()
    {
        MinimalUser user;
        user.set({"-client"});
        LatestUpdate latest;
        const Watcher watcher(
            user.deployment(), kClock, kProcesses, latest.handler(), {.publishEvery = 100ms});
        QTRY_VERIFY(latest.get().isComplete);
        user.set({"-scan"});
        QTRY_VERIFY(has(latest.master(0).sweepError, "scan"));
        QVERIFY(!latest.master(0).isSweepComplete);
        QVERIFY(!latest.get().isComplete);
        user.set({"+scan"});
        QTRY_VERIFY(latest.get().isComplete);
    }

    /// After a flush, only unknown names are read, and a flush is reported for any database.
    void whatARefusedSweepDidNotReadIsReadAfterAFlushElsewhere()
    {
        MinimalUser user;
        config::Deployment deployment = user.deployment();
        deployment.interval = 1h; // nothing else asks for a sweep
        LatestUpdate latest;
        const Watcher watcher(
            deployment, kClock, kProcesses, latest.handler(), {.publishEvery = 100ms});
        const auto state = [&] {
            const LockEntryPtr lock = find(latest.get(), "lock:a");
            return lock ? lock->votes[0].state : VoteState::Free;
        };
        QTRY_VERIFY(isPushed(latest) && state() == VoteState::Held);
        user.set({"-scan"});
        user.servers.command({"CLIENT", "KILL", "TYPE", "pubsub", "SKIPME", "yes"});
        QTRY_VERIFY(state() == VoteState::Error);
        user.set({"+scan"});
        user.servers.command({"EVAL", "redis.call('select', 1) redis.call('flushdb')", "0"});
        QTRY_VERIFY(state() == VoteState::Held);
    }

    void noticesThatPushWasGranted_data()
    {
        using Rules = std::vector<std::string_view>;
        QTest::addColumn<std::string>("permission");
        QTest::addColumn<Rules>("without");
        const auto row = [](const char* permission, const Rules& without) {
            QTest::newRow(permission) << std::string(permission) << without;
        };
        // Redis 6.2 withdraws no single part of CLIENT.
        row("client|id", {"-client", "+client|tracking"});
        row("client|tracking", {"-client", "+client|id"});
        row("subscribe", {"-subscribe"});
    }
    void noticesThatPushWasGranted()
    {
        QFETCH(std::string, permission);
        QFETCH(std::vector<std::string_view>, without);
        MinimalUser user;
        user.set(without);
        LatestUpdate latest;
        const Watcher watcher(user.deployment(), kClock, kProcesses, latest.handler(),
            {.publishEvery = 100ms, .retryRefused = 200ms});
        QTRY_VERIFY(has(latest.master(0).pushError, permission.c_str()));
        user.set({"+" + permission});
        QTRY_VERIFY(latest.master(0).isPushed);
        QVERIFY(!latest.master(0).pushError);
    }

    void countsNoRefusedKeyOfAnotherDatabase()
    {
        MinimalUser user;
        user.servers.command({"SET", "lock:hidden", kToken, "PX", "600000"});
        user.set({"resetkeys", "~lock:a", "~lock:b", "~lockkeeper:*"});
        LatestUpdate latest;
        const Watcher watcher(user.deployment(), kClock, kProcesses, latest.handler(),
            {.publishEvery = 100ms, .retryRefused = 200ms});
        QTRY_COMPARE(latest.master(0).unreadKeys, std::size_t(1));
        QTRY_VERIFY(latest.master(0).isPushed);
        user.servers.command({"EVAL", "redis.call('SELECT', '1'); redis.call('SET', KEYS[1], 'x')",
            "1", "lock:elsewhere"});
        const std::string next = "lk1:web-4:812:api:1750000000000:" + std::string(40, 'b');
        user.servers.command({"SET", "lock:a", next, "PX", "600000"}); // reported after it
        QTRY_VERIFY(find(latest.get(), "lock:a")->votes[0].token == Fingerprint::ofString(next));
        QCOMPARE(latest.master(0).unreadKeys, std::size_t(1));
        user.set({"~*"});
        QTRY_COMPARE(latest.master(0).unreadKeys, std::size_t(0));
    }

    void forgetsAnUnreadableKeyThatIsGone()
    {
        MinimalUser user;
        user.set({"-pttl"});
        LatestUpdate latest;
        const Watcher watcher(user.deployment(), kClock, kProcesses, latest.handler());
        QTRY_COMPARE(latest.master(0).unreadKeys, std::size_t(2));
        QTRY_VERIFY(latest.master(0).isPushed);
        user.servers.command({"DEL", "lock:a", "lock:b"});
        QTRY_COMPARE(latest.master(0).unreadKeys, std::size_t(0));
    }
};

LOCKKEEPER_TEST(WatcherAclTest)

} // namespace lockkeeper::tests::watcher_acl_test

#include "watcher_acl_test.moc"
