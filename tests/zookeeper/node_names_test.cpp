// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/node_names.h"
#include "core/zookeeper/node_id.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::node_names_test {

using namespace lockkeeper::lock;

/// Names and data of the nodes that take locks.
class NodeNamesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLockIsNamedByItsPath_data()
    {
        const auto row = columns<QByteArray, QByteArray, QByteArray>();
        row("a path", "", "/locks/a", "/locks/a");
        row("no slash", "", "a", "/a");
        row("below the URL's path", "/app", "/a", "/app/a");
        row("as watchers show it", "/app", "/app/a", "/app/a");
        row("beside the URL's path", "/app", "/apple", "/app/apple");
        row("the URL's path itself", "/app", "/app", "/app/app");
    }
    void aLockIsNamedByItsPath()
    {
        const auto [root, name, path] = fetch<QByteArray, QByteArray, QByteArray>();
        const auto node = nodeOfLock(root.toStdString(), Resource(name.toStdString()));
        QCOMPARE(node.value().value(), path.toStdString());
    }

    void whatIsNoPathIsRefused_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char* name : {"", "/", "//", "/a/", "/a//b", "/a/../b", "/./a", "/zookeeper/a"})
            QTest::newRow(name) << QByteArray(name);
        QTest::newRow("a control character") << QByteArray("/a\nb");
        QTest::newRow("a NUL") << QByteArray("/a\0b", 4);
    }
    void whatIsNoPathIsRefused()
    {
        QFETCH(QByteArray, name);
        const auto node = nodeOfLock("", Resource(name.toStdString()));
        QVERIFY(!node.has_value());
        QCOMPARE(node.error().kind, ErrorClass::InvalidArgument);
    }

    void placesAreInTheOrderOfTheirNumbers()
    {
        const std::vector<std::string> expected{
            "0f0b2f1c1d5e4a6c9e7b8a9d0c1b2a3f__lock__0000000001",
            "_c_f3a1c2d4-0000-4000-8000-000000000000-lock-0000000002",
            "_c_0f0b2f1c1d5e4a6c9e7b8a9d0c1b2a3f-lock-0000000010",
            "0f0b2f1c1d5e4a6c9e7b8a9d0c1b2a3f__rlock__0000000011"};
        auto children = expected;
        std::ranges::reverse(children);
        for (const char* other : {"config", "lock-", "a-lock-000000001", "a-lock-00000000012",
                 "_c_f3a1c2d4-0000-4000-8000-000000000000-latch-0000000000"})
            children.emplace_back(other);
        QCOMPARE(placesIn(children), expected);
    }

    void aNumberThatHasRunOverIsNegative()
    {
        QCOMPARE(placeNumber("_c_x-lock--2147483648"), std::optional<std::int64_t>(-2147483648));
    }

    void onlyWhatAServerAppendsIsANumber_data()
    {
        const auto row = columns<QByteArray, qint64>();
        row("plain", "a-0000000012", qint64{12});
        row("largest", "a-2147483647", qint64{2147483647});
        row("run over", "a-2147483648", qint64{-2147483648});
        row("run over, dash", "a--2147483640", qint64{-2147483640});
        row("run over, line", "a__-2147483640", qint64{-2147483640});
        row("a digit in front", "shard-30000000012", qint64{12});
        row("impossible", "a9999999999", qint64{-1});
        row("impossible, dash", "a--9999999999", qint64{-1});
        row("nine digits", "a-000000012", qint64{-1});
        row("short", "12", qint64{-1});
    }
    void onlyWhatAServerAppendsIsANumber()
    {
        // number -1: none
        const auto [name, number] = fetch<QByteArray, qint64>();
        QCOMPARE(zookeeper::sequenceAtEnd(name.toStdString()).value_or(-1), std::int64_t{number});
    }

    void aNodeTellsItsOwner()
    {
        const Owner owner{.host = "web:3",
            .pid = 4711,
            .app = "orders",
            .process = "0123456789abcdef-77",
            .mayOutliveProcess = true};
        const WallTime time(std::chrono::milliseconds(1750000000000));
        const auto told = readPlaceText(placeText(owner, time));
        QVERIFY(told.has_value());
        QCOMPARE(told->owner, owner);
        QCOMPARE(told->time, time);
    }

    void whatOthersWriteTellsNone_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "10.1.1.12", "lk1:", "lk1:h:1:a:2",
                 "lk1:h:x:a:2:", "lk1:h:1:a:2:P:", "__REVOKE__"})
            QTest::newRow(text) << QByteArray(text);
    }
    void whatOthersWriteTellsNone()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!readPlaceText(text.toStdString()).has_value());
    }
};

LOCKKEEPER_TEST(NodeNamesTest)

} // namespace lockkeeper::tests::node_names_test

#include "node_names_test.moc"
