// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/traffic/traffic_learner.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::traffic_learner_test {

using namespace lockkeeper::observe;

namespace {

/// Hears commands, one each 10 ms.
class Traffic {
public:
    /// A client's command.
    Traffic& by(const std::string& client, const std::string& command)
    {
        return hear(client, command);
    }
    /// A script's call, and what it executes.
    Traffic& script(const std::string& client, std::initializer_list<std::string> commands)
    {
        hear(client, "evalsha c0ffee 1 key token");
        for (const std::string& command : commands)
            hear("lua", command);
        return *this;
    }
    Traffic& pass(int milliseconds)
    {
        m_now += milliseconds;
        return *this;
    }
    [[nodiscard]] HeardUse useOf(const std::string& name) const
    {
        for (const TrafficLearner::Name& known : m_learner.names()) {
            if (known.name == name)
                return known.use;
        }
        return {};
    }
    [[nodiscard]] std::size_t clientsOf(const std::string& name) const
    {
        for (const TrafficLearner::Name& known : m_learner.names()) {
            if (known.name == name)
                return known.clients.size();
        }
        return 0;
    }

    [[nodiscard]] std::uint64_t news() const { return m_learner.news(); }

private:
    Traffic& hear(const std::string& address, const std::string& command)
    {
        if (address != "lua")
            m_now += 10;
        MonitorLine line{.at = std::chrono::milliseconds(m_now), .database = 0, .address = address};
        for (const QString& word : QString::fromStdString(command).split(QLatin1Char(' ')))
            line.arguments.push_back(word.toStdString());
        m_learner.add(0, 0, line);
        return *this;
    }

    TrafficLearner m_learner{1};
    int m_now = 1000;
};

} // namespace

/// What is heard of one key. Behaviours as libraries and programs have them.
class TrafficLearnerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void moreOfTheSameIsNoNews()
    {
        Traffic heard;
        const auto round = [&] {
            heard.by("a", "SET job t1 NX PX 30000").script("a", {"get job", "del job"});
            return heard.news();
        };
        for (std::uint64_t last = 0, use = 0; use < 3; ++use) {
            QVERIFY(round() > last);
            last = heard.news();
        }
        const std::uint64_t known = heard.news();
        QCOMPARE(round(), known);
        heard.by("b", "GET page").by("b", "SET page html");
        QVERIFY(heard.news() > known); // another name
        const std::uint64_t both = heard.news();
        heard.by("b", "SET page other");
        QCOMPARE(heard.news(), both);
    }

    void aLockIsTakenWantedAndGivenBack()
    {
        Traffic heard;
        for (int round = 0; round < 3; ++round) {
            heard.by("a", "SET job t1 NX PX 30000").by("b", "set job t2 PX 30000 NX");
            heard.script("a", {"get job", "del job"});
        }
        const HeardUse use = heard.useOf("job");
        QVERIFY((use
            == HeardUse{.taken = 3,
                .tries = 3,
                .released = 3,
                .byOwner = 3,
                .compared = 3,
                .takenAgain = 2}));
        QVERIFY(isUsedAsLock(use));
        QCOMPARE(heard.clientsOf("job"), std::size_t(2));
    }

    void whatIsOverIsTakenAnew()
    {
        Traffic heard;
        heard.by("a", "SET job t NX PX 500").pass(600).by("b", "SET job u NX PX 500");
        QCOMPARE(heard.useOf("job").taken, std::size_t(2));
        QCOMPARE(heard.useOf("job").tries, std::size_t(0));
        // What runs out was not given back.
        heard.pass(490).by("b", "DEL job");
        QCOMPARE(heard.useOf("job").released, std::size_t(0));
        QVERIFY(!isUsedAsLock(heard.useOf("job")));
    }

    void theTtlMayFollow()
    {
        Traffic heard;
        heard.by("a", "SETNX job 1").by("a", "EXPIRE job 30").by("a", "DEL job");
        heard.by("b", "SETNX job 1").by("b", "EXPIRE job 30").by("c", "SETNX job 1");
        QVERIFY((heard.useOf("job")
            == HeardUse{.taken = 2, .tries = 1, .released = 1, .byOwner = 1, .takenAgain = 1}));
        QVERIFY(isUsedAsLock(heard.useOf("job")));
    }

    void whatReplacesOnlyWhatIsThereOverwritesNothing()
    {
        Traffic heard; // ShedLock: unlocked before lockAtLeastFor
        heard.by("a", "SET job t NX PX 30000").by("a", "SET job u XX PX 500").pass(600);
        heard.by("b", "SET job v NX PX 30000").by("a", "SET job w NX PX 30000");
        const HeardUse use = heard.useOf("job");
        QCOMPARE(use.taken, std::size_t(2));
        QCOMPARE(use.overwritten, std::size_t(0));
        QCOMPARE(use.renewed, std::size_t(1));
    }

    void aScriptThatFindsTheKeyGoneTakesItAMomentEarly()
    {
        Traffic heard;
        heard.script("a", {"exists job", "hincrby job a:1 1", "pexpire job 500"}).pass(480);
        heard.script("b", {"exists job", "hincrby job b:1 1", "pexpire job 500"});
        QCOMPARE(heard.useOf("job").taken, std::size_t(2));
        QCOMPARE(heard.useOf("job").overwritten, std::size_t(0));
    }

    void aHashThatAScriptWritesIsTaken()
    {
        Traffic heard;
        for (int round = 0; round < 2; ++round) {
            heard.script("a", {"exists job", "hincrby job client:1 1", "pexpire job 30000"});
            heard.script("b", {"exists job", "hexists job client:2", "pttl job"});
            heard.script("a", {"hexists job client:1", "pexpire job 30000"});
            heard.script("a", {"hexists job client:1", "hincrby job client:1 -1", "del job"});
        }
        const HeardUse use = heard.useOf("job");
        QCOMPARE(use.taken, std::size_t(2));
        QCOMPARE(use.tries, std::size_t(2));
        QCOMPARE(use.renewed, std::size_t(2));
        QCOMPARE(use.released, std::size_t(2));
        QCOMPARE(use.overwritten, std::size_t(0));
        QVERIFY(isUsedAsLock(use));
    }

    void aLockThatIsHeldAllTheTimeIsKeptAlive()
    {
        Traffic heard;
        for (int round = 0; round < 4; ++round) {
            heard.script("a", {"get leader", "pexpire leader 10000"});
            heard.by("b", "SET leader b NX PX 10000");
        }
        const HeardUse use = heard.useOf("leader");
        QCOMPARE(use.renewed, std::size_t(4));
        QCOMPARE(use.tries, std::size_t(4));
        QVERIFY(isUsedAsLock(use));
    }

    void whatIsNoLock_data()
    {
        QTest::addColumn<std::vector<std::string>>("commands");
        using Commands = std::vector<std::string>;
        QTest::newRow("a throttle runs out") << Commands{
            "a SET k 1 NX EX 60", "b SET k 1 NX EX 60", "c SET k 1 NX EX 60", "d SET j 1 NX EX 60"};
        QTest::newRow("a cache is read") << Commands{"a SET k v NX EX 60", "b GET k", "c GET k",
            "d GET k", "e GET k", "f GET k", "a DEL k", "a SET k v NX EX 60", "b GET k", "c GET k",
            "b GET k", "c GET k", "a DEL k"};
        QTest::newRow("a counter") << Commands{"a SET k 0 NX EX 60", "a INCR k", "b INCR k",
            "a DEL k", "a SET k 0 NX EX 60", "a INCR k"};
        QTest::newRow("the state of a request") << Commands{"a SET k working NX EX 60",
            "a SET k done EX 60", "a DEL k", "b SET k working NX EX 60", "b SET k done EX 60"};
        QTest::newRow("a session") << Commands{
            "a SET k v EX 60", "a EXPIRE k 60", "a DEL k", "a SET k v EX 60", "b EXPIRE k 60"};
    }
    void whatIsNoLock()
    {
        QFETCH(const std::vector<std::string>, commands);
        Traffic heard;
        for (const std::string& command : commands)
            heard.by(command.substr(0, 1), command.substr(2));
        QVERIFY(!isUsedAsLock(heard.useOf("k")));
    }

    /// By names of their own, each used once: only who compares the value shows that it is his.
    void aOneTimeTokenIsNoLock()
    {
        Traffic heard;
        HeardUse tokens;
        HeardUse locks;
        for (int i = 0; i < 5; ++i) {
            const std::string n = std::to_string(i);
            heard.by("a", "SET otp:" + n + " s NX EX 300").by("a", "GET otp:" + n);
            heard.by("a", "DEL otp:" + n);
            heard.by("a", "SET item:" + n + " s NX EX 300");
            heard.script("a", {"get item:" + n, "del item:" + n});
            tokens += heard.useOf("otp:" + n);
            locks += heard.useOf("item:" + n);
        }
        QVERIFY(!isUsedAsLock(tokens));
        QVERIFY(isUsedAsLock(locks));
    }

    void memoryIsBounded()
    {
        TrafficLearner learner(1);
        const auto take = [&](const std::string& name) {
            learner.add(0, 0, {.database = 0, .address = "a", .arguments = {"SETNX", name, "v"}});
        };
        take(std::string(TrafficLearner::kLongestName + 1, 'n'));
        QVERIFY(learner.isCut());
        QVERIFY(learner.names().empty());
        for (std::size_t i = 0; i < TrafficLearner::kMostNames + 10; ++i)
            take("n" + std::to_string(i));
        QCOMPARE(learner.names().size(), TrafficLearner::kMostNames);
    }

    void theTakenIsShownWithItsValue()
    {
        std::vector<KeyReading> seen;
        TrafficLearner learner(1, [&](const KeyReading& taken) { seen.push_back(taken); });
        learner.add(0, 3,
            {.at = std::chrono::seconds(9),
                .database = 3,
                .address = "a",
                .arguments = {"SET", "k", "v", "NX", "PX", "700"}});
        learner.add(0, 3, {.database = 0, .address = "a", .arguments = {"SETNX", "other", "v"}});
        QCOMPARE(seen.size(), std::size_t(1));
        QCOMPARE(seen[0].key, std::string("k"));
        QCOMPARE(seen[0].value, std::string("v"));
        QVERIFY(seen[0].ttl == std::chrono::milliseconds(700));
    }
};

LOCKKEEPER_TEST(TrafficLearnerTest)

} // namespace lockkeeper::tests::traffic_learner_test

#include "traffic_learner_test.moc"
