// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/typed_voters.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::read_voters_test {

using config::NamedMasters;
using config::TypedVoter;

NamedMasters read(const std::vector<std::string>& addresses)
{
    std::vector<TypedVoter> voters;
    for (const std::string& address : addresses)
        voters.push_back({.address = address});
    return config::readVoters(voters);
}

class ReadVotersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachAddressIsAMaster()
    {
        const auto voters
            = read({"redis://h1", "  rediss://ops@h2:7000/1 ", "unix:///run/redis.sock"}).masters;
        QCOMPARE(voters.size(), std::size_t(3));
        QCOMPARE(voters[0].id, MasterId("a"));
        QCOMPARE(voters[1].label(), std::string("rediss://***@h2:7000/1"));
        QCOMPARE(voters[1].url.user, std::string("ops"));
        QCOMPARE(voters[2].id, MasterId("c"));
    }

    void aSentinelGroupIsAMaster()
    {
        const auto voter = read({"sentinel+tls://s1, s2:26380/billing%20a"}).masters.at(0);
        QCOMPARE(voter.sentinel->name, std::string("billing a"));
        QCOMPARE(voter.sentinel->sentinels.size(), std::size_t(2));
        QCOMPARE(voter.sentinel->sentinels[0].port, std::uint16_t(26379));
        QCOMPARE(voter.sentinel->sentinels[1].port, std::uint16_t(26380));
        QVERIFY(voter.url.tls.has_value());
    }

    void aClusterIsAMaster()
    {
        const auto voter = read({"cluster://[::1]:7000,h2/"}).masters.at(0);
        QCOMPARE(voter.clusterSeeds.size(), std::size_t(2));
        QCOMPARE(voter.clusterSeeds[0].port, std::uint16_t(7000));
        QCOMPARE(voter.clusterSeeds[1].port, std::uint16_t(6379));
        QCOMPARE(voter.label(), std::string("cluster://[::1]:7000"));
    }

    void aLoginIsThatOfItsMaster()
    {
        const auto masters
            = config::readVoters({{.address = "h1", .user = "ops", .password = Secret("one")},
                                     {.address = "cluster://h2,h3", .password = Secret("two")}})
                  .masters;
        QCOMPARE(masters[0].url.user, std::string("ops"));
        QCOMPARE(masters[0].url.password.reveal(), std::string("one"));
        QCOMPARE(masters[1].clusterSeeds[1].password.reveal(), std::string("two"));
    }

    void theOthersAreReadWhereOneIsWrong()
    {
        const NamedMasters named = read({"h1", "http://h2", "h3", "redis://h1:6379"});
        QCOMPARE(named.masters.size(), std::size_t(2));
        QCOMPARE(named.masters[1].id, MasterId("c"));
        QCOMPARE(named.problems.size(), std::size_t(2));
        QCOMPARE(named.problems[0].id, MasterId("b"));
        QVERIFY(named.problems[0].error.text.starts_with("invalid master URL"));
        QCOMPARE(named.problems[1].id, MasterId("d"));
        QVERIFY(named.problems[1].error.text.starts_with("named twice: it is master a"));
    }

    void aWrongAddressIsOneClearLine_data()
    {
        const auto row = columns<QString, QString>();
        row.named("http://h2", "invalid master URL");
        row.named("redis-cli -a 'x -h h1", "a quote in this line of redis-cli is not closed");
        row.named("sentinel://s1", "needs its name at the end");
        row.named("sentinel://s1/", "needs its name at the end");
        row.named("sentinel://s1/a%0ab", "needs its name at the end");
        row.named("sentinel://s1/a%7f", "needs its name at the end");
        row.named("sentinel://s1/%zz", "needs its name at the end");
        row.named("sentinel:///g", "the host is missing");
        row.named("cluster://h1/3", "host or host:port");
        row.named("cluster://h1,,h2", "the host is missing");
        row.named("redis://h1:0", "from 1 to 65535");
        row.named("<img src=x>", "the host must be");
    }
    void aWrongAddressIsOneClearLine()
    {
        const auto [address, words] = fetch<QString, QString>();
        const NamedMasters named = read({address.toStdString()});
        QVERIFY(named.masters.empty());
        const QString text = QString::fromStdString(named.problems.at(0).error.text);
        QVERIFY2(text.contains(words), qPrintable(text));
        QVERIFY(!text.contains(QLatin1Char('\n')));
    }

    void sixtyFourMastersAreEnough()
    {
        std::vector<std::string> addresses;
        for (std::size_t i = 0; i < config::kMostMasters; ++i)
            addresses.push_back("redis://h" + std::to_string(i));
        QVERIFY(read(addresses).problems.empty());
        addresses.emplace_back("redis://more");
        const NamedMasters named = read(addresses);
        QCOMPARE(named.masters.size(), config::kMostMasters);
        QVERIFY(named.problems.at(0).error.text.starts_with("more than 64 masters are named"));
        const std::string group = "sentinel://s1/" + std::string(64, 'g');
        QVERIFY(read({group}).problems.empty());
        QVERIFY(!read({group + "g"}).problems.empty());
    }

    void aPasswordInAnAddressIsRefusedAndNeverRepeated()
    {
        for (const char* line :
            {"redis://u:hunter2@h", "cluster://u:hunter2@h", "sentinel://u:hunter2@h/g",
                "cluster://:hunter/2@h", "sentinel://u:hunter/2@h/g"}) {
            const std::string text = read({line}).problems.at(0).error.text;
            QVERIFY(text.find("its own field") != std::string::npos);
            QVERIFY(text.find("hunter2") == std::string::npos);
        }
    }
};

LOCKKEEPER_TEST(ReadVotersTest)

} // namespace lockkeeper::tests::read_voters_test

#include "read_voters_test.moc"
