// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/http_connection.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

namespace lockkeeper::ctl_endings_test {

using namespace Qt::StringLiterals;
using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

constexpr const char* kValue = "5ccedab049f911f08f3a0242ac110002";
constexpr const char* kNext = "6ddfebc05afa22f19a4b1353bd221113";
constexpr int kPatience = 30'000;

/// `lockctl serve` and `lockctl watch --record` with the same masters: whoever tells how a lock
/// ended.
class Witnesses {
public:
    Witnesses(const RedisServerFixture& servers, const QStringList& options = {})
        : m_lockctl(m_home.path(), tests::urlsOf(servers))
    {
        m_watch = m_lockctl.start(QStringList{u"watch"_s, u"--json"_s, u"--record"_s} + options);
        m_serve = m_lockctl.start(QStringList{u"serve"_s, u"--json"_s, u"--listen"_s,
                                      u"127.0.0.1:0"_s, u"--on"_s, u"lost,freed"_s}
            + options
            + QStringList{u"--"_s, u"/bin/sh"_s, u"-c"_s, u"cat >> \"$0\""_s, eventsFile()});
        m_port = tests::portOf(*m_serve);
    }
    /// Both have read all masters, and the window of the first look is over.
    [[nodiscard]] bool areReady(std::size_t masters, bool isPushed = true)
    {
        const auto isRead = [&](const QJsonValue& master) {
            return master["complete"_L1].toBool() && master["pushed"_L1].toBool() == isPushed;
        };
        const auto areRead = [&](const QJsonObject& board) {
            const QJsonArray all = board["masters"_L1].toArray();
            return static_cast<std::size_t>(std::ranges::count_if(all, isRead)) == masters;
        };
        return QTest::qWaitFor([&] { return areRead(board()); }, kPatience)
            && tests::waitForLine(*m_watch, areRead);
    }
    /// The lock is seen on so many masters by both.
    [[nodiscard]] bool see(const QString& name, const QString& verdict)
    {
        const auto isSo = [&](const QJsonValue& lock) {
            return lock["resource"_L1].toString() == name
                && lock["verdict"_L1].toString() == verdict;
        };
        return QTest::qWaitFor(
                   [&] { return std::ranges::any_of(board()["locks"_L1].toArray(), isSo); },
                   kPatience)
            && tests::waitForLine(*m_watch, [&](const QJsonObject& line) {
                   return std::ranges::any_of(line["changed"_L1].toArray(), isSo);
               });
    }
    /// The kinds of all events of the lock, once there are some.
    [[nodiscard]] QStringList eventsOf(const QString& name)
    {
        QStringList kinds;
        (void)QTest::qWaitFor(
            [&] {
                kinds.clear();
                QFile file(eventsFile());
                if (!file.open(QIODevice::ReadOnly))
                    return false;
                for (const QByteArray& line : file.readAll().split('\n')) {
                    const QJsonObject event = QJsonDocument::fromJson(line).object();
                    if (event["resource"_L1].toString() == name)
                        kinds << event["event"_L1].toString();
                }
                return !kinds.isEmpty();
            },
            kPatience);
        return kinds;
    }
    /// How the first ownership of the lock ended, once it has.
    [[nodiscard]] QString endOf(const QString& name)
    {
        QString end;
        (void)QTest::qWaitFor(
            [&] {
                const auto result = m_lockctl.run({u"history"_s, name, u"--json"_s});
                QJsonArray all = result.json()["intervals"_L1].toArray();
                const auto from
                    = [](const QJsonValue& one) { return one["first_seen_unix_ms"_L1].toDouble(); };
                for (const QJsonValue one : all) {
                    if (std::ranges::all_of(
                            all, [&](const auto& other) { return from(one) <= from(other); }))
                        end = one["end"_L1].toString();
                }
                return !end.isEmpty();
            },
            kPatience);
        return end;
    }
    /// A counter of /metrics for all kinds; -1 without it.
    [[nodiscard]] int counted(const QByteArray& name) const
    {
        int sum = -1;
        for (const QByteArray& line : tests::httpGet(m_port, "/metrics").body.split('\n')) {
            if (line.contains(name) && !line.startsWith('#'))
                sum = std::max(sum, 0) + line.mid(line.lastIndexOf(' ') + 1).toInt();
        }
        return sum;
    }
    [[nodiscard]] int ended(const QByteArray& how) const { return counted("how=\"" + how + "\""); }

private:
    [[nodiscard]] QString eventsFile() const { return m_home.filePath(u"events"_s); }
    [[nodiscard]] QJsonObject board() const
    {
        return QJsonDocument::fromJson(tests::httpGet(m_port, "/locks").body).object();
    }

    QTemporaryDir m_home;
    Lockctl m_lockctl;
    std::unique_ptr<QProcess> m_watch;
    std::unique_ptr<QProcess> m_serve;
    quint16 m_port = 0;
};

void readBy(RedisServerFixture& servers, std::string_view uuid)
{
    const std::string reader = std::string(uuid) + ":1";
    servers.command({"HSET", "lock:read", "mode", "read", reader, "1"});
    servers.command({"PEXPIRE", "lock:read", "600000"});
}

} // namespace

/// What events, history and counters tell of an end, with real servers.
class CtlEndingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSharedLockThatIsLostAndTakenAtOnceWasLost()
    {
        RedisServerFixture servers;
        Witnesses all(servers);
        QVERIFY(all.areReady(1));
        readBy(servers, "9f1c2d3e-0a1b-4c5d-8e9f-0123456789ab");
        QVERIFY(all.see(u"lock:read"_s, u"held"_s));
        servers.restart(0);
        readBy(servers, "1a2b3c4d-5e6f-4a7b-8c9d-abcdefabcdef");
        QCOMPARE(all.eventsOf(u"lock:read"_s), QStringList({u"lost"_s}));
        QCOMPARE(all.endOf(u"lock:read"_s), u"lost"_s);
        QCOMPARE(all.ended("lost"), 1);
        QCOMPARE(all.ended("released"), 0);
    }

    void aSharedLockWhoseHoldersChangeIsNotLost()
    {
        RedisServerFixture servers;
        Witnesses all(servers);
        QVERIFY(all.areReady(1));
        readBy(servers, "9f1c2d3e-0a1b-4c5d-8e9f-0123456789ab");
        QVERIFY(all.see(u"lock:read"_s, u"held"_s));
        readBy(servers, "1a2b3c4d-5e6f-4a7b-8c9d-abcdefabcdef");
        servers.command({"HDEL", "lock:read", "9f1c2d3e-0a1b-4c5d-8e9f-0123456789ab:1"});
        servers.command({"DEL", "lock:read"});
        QCOMPARE(all.eventsOf(u"lock:read"_s), QStringList({u"freed"_s}));
        QCOMPARE(all.ended("lost"), 0);
    }

    void aLockOnTwoOfThreeMastersThatRestartTogetherIsLost()
    {
        RedisServerFixture servers({.count = 3});
        Witnesses all(servers);
        QVERIFY(all.areReady(3));
        for (const std::size_t master : {0, 1})
            servers.command(master, {"SET", "lock:a", kValue, "PX", "600000"});
        QVERIFY(all.see(u"lock:a"_s, u"held"_s));
        for (const std::size_t master : {0, 1})
            servers.kill(master);
        QVERIFY(all.see(u"lock:a"_s, u"unknown"_s));
        servers.restart(0);
        QCOMPARE(all.eventsOf(u"lock:a"_s), QStringList({u"lost"_s})); // the other is still away
        servers.restart(1);
        QCOMPARE(all.endOf(u"lock:a"_s), u"lost"_s);
        QTRY_COMPARE(all.ended("lost"), 1);
        QCOMPARE(all.ended("released"), 0);
    }

    void whatGoesWithAnotherDatabaseIsNoRelease()
    {
        RedisServerFixture servers;
        Witnesses all(servers);
        QVERIFY(all.areReady(1));
        servers.command({"SET", "lock:a", kValue, "PX", "600000"});
        QVERIFY(all.see(u"lock:a"_s, u"held"_s));
        servers.command({"SWAPDB", "0", "1"});
        QCOMPARE(all.eventsOf(u"lock:a"_s), QStringList({u"lost"_s}));
        QCOMPARE(all.endOf(u"lock:a"_s), u"lost"_s);
        QCOMPARE(all.ended("lost"), 1);
        QCOMPARE(all.ended("released"), 0);
    }

    void aReleaseBesideAFlushOfAnotherDatabaseIsOne_data()
    {
        QTest::addColumn<bool>("hasOthers");
        QTest::addColumn<bool>("isHandedOn");
        QTest::newRow("the only lock") << false << false;
        QTest::newRow("one of several") << true << false;
        QTest::newRow("one of several, handed on") << true << true;
    }
    void aReleaseBesideAFlushOfAnotherDatabaseIsOne()
    {
        QFETCH(const bool, hasOthers);
        QFETCH(const bool, isHandedOn);
        RedisServerFixture servers;
        Witnesses all(servers);
        QVERIFY(all.areReady(1));
        if (hasOthers)
            servers.command({"SET", "lock:b", kValue, "PX", "600000"});
        servers.command({"SET", "lock:a", kValue, "PX", "600000"});
        QVERIFY(all.see(u"lock:a"_s, u"held"_s));
        constexpr std::string_view kBoth
            = "redis.call('SELECT', 5) redis.call('FLUSHDB') redis.call('SELECT', 0)";
        servers.command({"EVAL", kBoth, "0"});
        if (isHandedOn)
            servers.command({"SET", "lock:a", kNext, "PX", "600000"});
        else
            servers.command({"DEL", "lock:a"});
        QCOMPARE(all.eventsOf(u"lock:a"_s), QStringList({u"freed"_s}));
        QCOMPARE(all.endOf(u"lock:a"_s), isHandedOn ? u"next-holder"_s : u"released-or-deleted"_s);
        QCOMPARE(all.ended("lost"), 0);
        QCOMPARE(all.ended("released"), 1);
    }

    void aFlushOfTheirDatabaseLosesThem()
    {
        RedisServerFixture servers;
        Witnesses all(servers);
        QVERIFY(all.areReady(1));
        servers.command({"SET", "lock:a", kValue, "PX", "600000"});
        QVERIFY(all.see(u"lock:a"_s, u"held"_s));
        servers.command({"FLUSHALL"});
        servers.command({"SET", "lock:a", kNext, "PX", "600000"}); // at once
        QCOMPARE(all.eventsOf(u"lock:a"_s), QStringList({u"lost"_s}));
        QCOMPARE(all.endOf(u"lock:a"_s), u"lost"_s);
        QCOMPARE(all.ended("lost"), 1);
    }

    void locksThatAreDeletedTogetherAreNotLostWithoutPush()
    {
        RedisServerFixture servers;
        Witnesses all(servers, {u"--match"_s, u"*:pay"_s}); // no fixed beginning
        QVERIFY(all.areReady(1, false));
        for (const char* name : {"a:pay", "b:pay", "c:pay"})
            servers.command({"SET", name, kValue, "PX", "600000"});
        QVERIFY(all.see(u"c:pay"_s, u"held"_s));
        servers.command({"DEL", "a:pay", "b:pay", "c:pay"});
        QCOMPARE(all.eventsOf(u"c:pay"_s), QStringList({u"freed"_s}));
        QCOMPARE(all.endOf(u"c:pay"_s), u"released-or-deleted"_s);
        QCOMPARE(all.ended("lost"), 0);
    }

    void aRevokeEndsAHoldAndBeginsNone()
    {
        RedisServerFixture servers;
        Witnesses all(servers);
        QVERIFY(all.areReady(1));
        servers.command({"SET", "lock:a", kValue, "PX", "600000"});
        QVERIFY(all.see(u"lock:a"_s, u"held"_s));
        QTRY_COMPARE(all.counted("lockkeeper_acquisitions_total"), 1);
        servers.command({"SET", "lock:a", "lk1-revoked:ada:1795262266123:stuck", "XX", "KEEPTTL"});
        QTRY_COMPARE(all.ended("released"), 1);
        servers.command({"DEL", "lock:a"});
        servers.command({"SET", "lock:a", kNext, "PX", "600000"});
        QTRY_VERIFY(all.counted("lockkeeper_acquisitions_total") > 1);
        QCOMPARE(all.counted("lockkeeper_acquisitions_total"), 2);
        QCOMPARE(all.ended("released"), 1);
        QCOMPARE(all.endOf(u"lock:a"_s), u"revoked"_s);
    }
};

LOCKKEEPER_TEST(CtlEndingsTest)

} // namespace lockkeeper::ctl_endings_test

#include "ctl_endings_test.moc"
