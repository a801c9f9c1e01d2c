// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/command.h"
#include "core/redis/link/connection.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::access_test {

using redis::Access;
using redis::Command;

/// Which commands a connection that may only read sends.
class AccessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAreSent_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command : {"GET k", "GETRANGE k 0 10", "PTTL k", "TYPE k",
                 "SCAN 0 MATCH * COUNT 10", "CLIENT TRACKING ON", "SUBSCRIBE c", "INFO", "ROLE"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }
    void readsAreSent()
    {
        QFETCH(QString, command);
        QVERIFY(!refusal(command));
    }

    void whateverIsNotListedIsRefused_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command : {"SET k v", "DEL k", "EVAL return 0", "EVALSHA abc 0",
                 "EVAL_RO return 0", "PEXPIRE k 1", "PUBLISH c m", "GETDEL k", "GETEX k EX 1",
                 "CONFIG SET a b", "CONFIG", "CLIENT", "CLIENT KILL TYPE normal", "CLIENT list",
                 "ACL SETUSER eve", "CLUSTER FAILOVER", "SENTINEL FAILOVER g", "FLUSHALL", "MULTI",
                 "get k", "GE", "NEVERHEARDOF"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }
    void whateverIsNotListedIsRefused()
    {
        QFETCH(QString, command);
        const auto error = refusal(command);
        QVERIFY(error);
        QCOMPARE(error->kind, ErrorClass::ReadOnlyDeployment);
        QCOMPARE(error->master, MasterId("a"));
        const std::string name = command.section(QLatin1Char(' '), 0, 0).toStdString();
        QCOMPARE(error->text, name + " was not sent: this connection may only read");
    }

    void anArgumentIsNoCommand()
    {
        // Names and values are length-prefixed: none of them can end a command early.
        const Command get{"GET", "k\r\n*1\r\n$8\r\nFLUSHALL\r\n"};
        QVERIFY(!redis::checkAccess(Access::Read, get.wire(), MasterId("a")));
        const Command set{"SET", "*1\r\n$4\r\nPING\r\n", "v"};
        QVERIFY(redis::checkAccess(Access::Read, set.wire(), MasterId("a")));
    }

    void oneChangeInAPipelineRefusesAll()
    {
        redis::Pipeline pipeline;
        for (int i = 0; i < 100; ++i)
            pipeline.add({"GET", "k"});
        QVERIFY(!redis::checkAccess(Access::Read, pipeline.wire(), MasterId("a")));
        pipeline.add({"SET", "k", "v"});
        QVERIFY(redis::checkAccess(Access::Read, pipeline.wire(), MasterId("a")));
    }

    void fullAccessRefusesNothing()
    {
        QVERIFY(!redis::checkAccess(Access::Full, Command{"FLUSHALL"}.wire(), MasterId("a")));
    }

private:
    static std::optional<Error> refusal(const QString& text)
    {
        std::vector<std::string> arguments;
        for (const QString& argument : text.split(QLatin1Char(' ')))
            arguments.push_back(argument.toStdString());
        return redis::checkAccess(Access::Read, Command(arguments).wire(), MasterId("a"));
    }
};

LOCKKEEPER_TEST(AccessTest)

} // namespace lockkeeper::tests::access_test

#include "access_test.moc"
