// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/voter_lines.h"
#include "tests/support/test_class.h"

#include <QtTest>

namespace lockkeeper::voter_lines_test {

using config::votersFromLines;

class VoterLinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachLineIsAVoter()
    {
        const auto voters = votersFromLines("redis://h1\n\n  rediss://ops@h2:7000/1 \r\n"
                                            "unix:///run/redis.sock\n")
                                .value();
        QCOMPARE(voters.size(), std::size_t(3));
        QCOMPARE(voters[0].id, MasterId("a"));
        QCOMPARE(voters[1].label(), std::string("rediss://***@h2:7000/1"));
        QCOMPARE(voters[1].url.user, std::string("ops"));
        QCOMPARE(voters[2].id, MasterId("c"));
    }

    void aSentinelGroupIsALine()
    {
        const auto voter = votersFromLines("sentinel+tls://s1, s2:26380/billing%20a")->at(0);
        QCOMPARE(voter.sentinel->name, std::string("billing a"));
        QCOMPARE(voter.sentinel->sentinels.size(), std::size_t(2));
        QCOMPARE(voter.sentinel->sentinels[0].port, std::uint16_t(26379));
        QCOMPARE(voter.sentinel->sentinels[1].port, std::uint16_t(26380));
        QVERIFY(voter.url.tls.has_value());
    }

    void aClusterIsALine()
    {
        const auto voter = votersFromLines("cluster://[::1]:7000,h2/")->at(0);
        QCOMPARE(voter.clusterSeeds.size(), std::size_t(2));
        QCOMPARE(voter.clusterSeeds[0].port, std::uint16_t(7000));
        QCOMPARE(voter.clusterSeeds[1].port, std::uint16_t(6379));
        QCOMPARE(voter.label(), std::string("cluster://[::1]:7000"));
    }

    void aWrongLineIsOneClearLine_data()
    {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* lines, const char* words) {
            QTest::newRow(lines) << QString::fromLatin1(lines) << QString::fromLatin1(words);
        };
        row(" \n", "no master is named");
        row("redis://h1\nhttp://h2", "line 2: invalid master URL");
        row("redis://h1\nredis://h1:6379", "line 2: redis://h1:6379 is named twice");
        row("sentinel://s1", "needs its name at the end");
        row("sentinel://s1/", "needs its name at the end");
        row("sentinel://s1/a%0ab", "needs its name at the end");
        row("sentinel://s1/a%7f", "needs its name at the end");
        row("sentinel://s1/%zz", "needs its name at the end");
        row("sentinel:///g", "the host is missing");
        row("cluster://h1/3", "host or host:port");
        row("cluster://h1,,h2", "the host is missing");
        row("redis://h1:0", "from 1 to 65535");
        row("<img src=x>", "the host must be");
    }
    void aWrongLineIsOneClearLine()
    {
        QFETCH(QString, lines);
        QFETCH(QString, words);
        const auto voters = votersFromLines(lines.toStdString());
        QVERIFY(!voters.has_value());
        const QString text = QString::fromStdString(voters.error().text);
        QVERIFY2(text.contains(words), qPrintable(text));
        QVERIFY(!text.contains(QLatin1Char('\n')));
    }

    void sixtyFourMastersAreEnough()
    {
        std::string lines;
        for (std::size_t i = 0; i < config::kMostMasters; ++i)
            lines += "redis://h" + std::to_string(i) + "\n";
        QCOMPARE(votersFromLines(lines)->size(), config::kMostMasters);
        QVERIFY(votersFromLines(lines + "redis://more")
                    .error()
                    .text.starts_with("more than 64 masters are named"));
        const std::string group = "sentinel://s1/" + std::string(64, 'g');
        QVERIFY(votersFromLines(group).has_value());
        QVERIFY(!votersFromLines(group + "g").has_value());
    }

    void aPasswordInALineIsRefusedAndNeverRepeated()
    {
        for (const char* line :
            {"redis://u:hunter2@h", "cluster://u:hunter2@h", "sentinel://u:hunter2@h/g",
                "cluster://:hunter/2@h", "sentinel://u:hunter/2@h/g"}) {
            const auto voters = votersFromLines(line);
            QVERIFY(!voters.has_value());
            QVERIFY(voters.error().text.find("its own field") != std::string::npos);
            QVERIFY(voters.error().text.find("hunter2") == std::string::npos);
        }
    }
};

LOCKKEEPER_TEST(VoterLinesTest)

} // namespace lockkeeper::voter_lines_test

#include "voter_lines_test.moc"
