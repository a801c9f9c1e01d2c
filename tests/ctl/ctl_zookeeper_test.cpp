// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"
#include "tests/support/zookeeper_fixture.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

namespace lockkeeper::ctl_zookeeper_test {

using namespace Qt::StringLiterals;
using tests::CtlResult;
using tests::Lockctl;

/// lockctl over a real ensemble with locks of kazoo.
class CtlZookeeperTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!tests::isZooKeeperInstalled())
            QSKIP(tests::kNoZooKeeper);
        if (!tests::isKazooInstalled())
            QSKIP(tests::kNoKazoo);
        m_server = std::make_unique<tests::ZooKeeperFixture>();
        m_actor = std::make_unique<tests::KazooActor>(
            *m_server, std::vector<std::string>{"lock", "/locks/orders", "w-1", "w-2"});
        m_lockctl = std::make_unique<Lockctl>(
            m_home.path(), QStringList{QString::fromStdString(m_server->url())});
    }
    void cleanupTestCase()
    {
        m_actor.reset();
        m_server.reset();
    }

    void listShowsHolderAndNoTtl()
    {
        const CtlResult text = m_lockctl->run({u"list"_s});
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.output.contains("/locks/orders"));
        QVERIFY(text.output.contains("kazoo-lock"));
        QVERIFY(!text.output.contains("never"));
        const QJsonObject lock = m_lockctl->run({u"--json"_s, u"list"_s}).lock(u"/locks/orders"_s);
        QCOMPARE(lock[u"verdict"_s].toString(), u"held"_s);
        QCOMPARE(lock[u"type"_s].toString(), u"node"_s);
        QCOMPARE(lock[u"holder"_s].toObject()[u"app"_s].toString(), u"w-1"_s);
        QVERIFY(lock[u"remaining_ms"_s].isNull());
        QVERIFY(lock[u"stale"_s].toArray().isEmpty());
    }

    void showNamesWhoWaits()
    {
        const CtlResult shown = m_lockctl->run({u"show"_s, u"/locks/orders"_s});
        QCOMPARE(shown.exitCode, 0);
        QVERIFY(shown.output.contains("w-1"));
        QVERIFY(shown.output.contains("w-2"));
        QVERIFY(!shown.output.contains("whois"));
        QCOMPARE(m_lockctl->run({u"show"_s, u"/locks/none"_s}).exitCode, 1);
    }

    void waitersAreNamed()
    {
        const CtlResult waiters = m_lockctl->run({u"waiters"_s});
        QCOMPARE(waiters.exitCode, 0);
        QVERIFY(waiters.output.contains("w-2"));
    }

    void watchWritesTheLock()
    {
        const auto watch = m_lockctl->start({u"--json"_s, u"watch"_s});
        QVERIFY(tests::waitForLine(*watch, [](const QJsonObject& line) {
            const QJsonArray changed = line[u"changed"_s].toArray();
            return std::ranges::any_of(changed, [](const auto& lock) {
                return lock.toObject()[u"resource"_s].toString() == u"/locks/orders"_s;
            });
        }));
    }

    void oneWhoWaitsIsDroppedAndTheHolderIsReleased()
    {
        const tests::KazooActor actor(*m_server, {"lock", "/locks/free", "f-1", "f-2", "f-3"});
        const auto lock = [this] {
            return m_lockctl->run({u"--json"_s, u"list"_s}).lock(u"/locks/free"_s);
        };
        const auto waiters = [this] {
            return m_lockctl->run({u"--json"_s, u"waiters"_s, u"/locks/free"_s})
                .json()[u"waiters"_s]
                .toArray();
        };
        const QString second = waiters().at(0).toObject()[u"id"_s].toString();
        const CtlResult dropped = m_lockctl->run({u"release"_s, u"/locks/free"_s, u"--waiter"_s,
            second, u"--reason"_s, u"hangs"_s, u"--yes"_s});
        QCOMPARE(dropped.exitCode, 0);
        QTRY_COMPARE_WITH_TIMEOUT(
            waiters().at(0).toObject()[u"app"_s].toString(), u"f-3"_s, 10'000);
        const QString token = lock()[u"token"_s].toString().left(8);
        const CtlResult dryRun
            = m_lockctl->run({u"release"_s, u"/locks/free"_s, u"--token"_s, token, u"--dry-run"_s});
        QVERIFY(dryRun.output.contains("zkCli.sh -server 127.0.0.1:"));
        QVERIFY(dryRun.output.contains(" delete /locks/free/"));
        const QStringList release{u"release"_s, u"/locks/free"_s, u"--token"_s, token,
            u"--reason"_s, u"its pod is gone"_s, u"--yes"_s};
        QCOMPARE(m_lockctl->run(release).exitCode, 0);
        QTRY_COMPARE_WITH_TIMEOUT(
            lock()[u"holder"_s].toObject()[u"app"_s].toString(), u"f-3"_s, 10'000);
        const CtlResult again = m_lockctl->run(release);
        QCOMPARE(again.exitCode, 1);
        QVERIFY(again.errors.contains("nothing released"));
        const CtlResult revoked = m_lockctl->run({u"revoke"_s, u"/locks/free"_s, u"--token"_s,
            lock()[u"token"_s].toString().left(8), u"--reason"_s, u"x"_s, u"--yes"_s});
        QCOMPARE(revoked.exitCode, 64);
        QVERIFY(revoked.errors.contains("no TTL"));
    }

    void whatIsForRedisSaysSo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("steal") << QStringList{u"steal"_s, u"/locks/orders"_s, u"--token"_s,
            u"abcdef12"_s, u"--ttl"_s, u"10s"_s, u"--yes"_s, u"--reason"_s, u"test"_s};
        QTest::newRow("acquire") << QStringList{
            u"acquire"_s, u"/locks/new"_s, u"--ttl"_s, u"10s"_s};
        QTest::newRow("run") << QStringList{u"run"_s, u"/locks/new"_s, u"--"_s, u"true"_s};
        QTest::newRow("whois") << QStringList{u"whois"_s, u"/locks/orders"_s};
        QTest::newRow("masters") << QStringList{u"masters"_s};
        QTest::newRow("kinds") << QStringList{u"kinds"_s};
        QTest::newRow("note") << QStringList{u"note"_s, u"/locks/orders"_s, u"text"_s};
    }
    void whatIsForRedisSaysSo()
    {
        QFETCH(QStringList, arguments);
        const CtlResult result = m_lockctl->run(arguments);
        QCOMPARE(result.exitCode, 64);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("ZooKeeper"), result.errors.constData());
        QVERIFY(result.output.isEmpty());
    }

private:
    QTemporaryDir m_home;
    std::unique_ptr<tests::ZooKeeperFixture> m_server;
    std::unique_ptr<tests::KazooActor> m_actor;
    std::unique_ptr<Lockctl> m_lockctl;
};

LOCKKEEPER_TEST(CtlZookeeperTest)

} // namespace lockkeeper::ctl_zookeeper_test

#include "ctl_zookeeper_test.moc"
