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

    void whatIsForRedisSaysSo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("release") << QStringList{u"release"_s, u"/locks/orders"_s, u"--token"_s,
            u"abcdef12"_s, u"--yes"_s, u"--reason"_s, u"test"_s};
        QTest::newRow("revoke") << QStringList{u"revoke"_s, u"/locks/orders"_s, u"--token"_s,
            u"abcdef12"_s, u"--yes"_s, u"--reason"_s, u"test"_s};
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
