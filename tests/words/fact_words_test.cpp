// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/fact_words.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::fact_words_test {

using observe::MasterStatus;
using observe::ServerFacts;
using words::FactState;
using words::MasterFact;

namespace {

constexpr SteadyTime kNow{100h};

ServerFacts factsFrom(const char* info)
{
    ServerFacts facts{.readAt = kNow};
    observe::addInfo(facts, redis::Reply::string(info));
    return facts;
}

ServerFacts withClock(std::chrono::milliseconds ahead, std::chrono::milliseconds tolerance)
{
    ServerFacts facts;
    facts.clock = {ahead, tolerance};
    return facts;
}

bool says(const MasterFact& fact, FactState state, const char* words)
{
    if (fact.state == state && fact.text.find(words) != std::string::npos && !fact.why.empty())
        return true;
    qWarning("state %d: %s", static_cast<int>(fact.state), fact.text.c_str());
    return false;
}

} // namespace

class FactWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aClockMayDifferByASecond()
    {
        QVERIFY(says(words::clockFact(withClock(900ms, 0ms)), FactState::Fine, "900 ms ahead"));
        QVERIFY(says(words::clockFact(withClock(90s, 1ms)), FactState::Warning, "1 m 30 s ahead"));
        const MasterFact behind = words::clockFact(withClock(-5s, 1ms));
        QVERIFY(says(behind, FactState::Warning, "5.0 s behind"));
        QVERIFY(!behind.cure.empty());
    }

    void aSlowReplyProvesNoDifference()
    {
        QVERIFY(says(
            words::clockFact(withClock(1500ms, 2500ms)), FactState::Fine, "agree to within 4.0 s"));
        QCOMPARE(words::clockFact(withClock(-1500ms, 2500ms)).state, FactState::Fine);
        QCOMPARE(words::clockFact(withClock(-1500ms, 400ms)).state, FactState::Warning);
    }

    void aPolicyThatEvictsIsAWarningOnlyWithALimit()
    {
        const MasterFact fact = words::evictionFact(
            factsFrom("maxmemory:1000\r\nmaxmemory_policy:volatile-lru\r\nevicted_keys:12\r\n"));
        QVERIFY(says(fact, FactState::Warning, "volatile-lru"));
        QVERIFY(says(fact, FactState::Warning, "12 keys"));
        QCOMPARE(fact.cure, std::string("CONFIG SET maxmemory-policy noeviction"));
        QVERIFY(
            says(words::evictionFact(factsFrom("maxmemory:0\r\nmaxmemory_policy:allkeys-lru\r\n")),
                FactState::Fine, "no memory limit"));
        QVERIFY(says(
            words::evictionFact(factsFrom("maxmemory:1000\r\nmaxmemory_policy:noeviction\r\n")),
            FactState::Fine, "no lock is removed"));
    }

    void nearlyFullMemoryIsAWarning()
    {
        const char* kRoomy = "used_memory:950000000\r\nmaxmemory:1000000000\r\n"
                             "maxmemory_policy:noeviction\r\ntotal_system_memory:8000000000\r\n";
        const MasterFact fact = words::memoryFact(factsFrom(kRoomy));
        QVERIFY(says(fact, FactState::Warning, "905 MiB of 953 MiB used, 95 %"));
        QVERIFY(says(fact, FactState::Warning, "refuses to store"));
        QCOMPARE(fact.cure, std::string("CONFIG SET maxmemory 2000000000"));
        const MasterFact tight = words::memoryFact(factsFrom("used_memory:950\r\nmaxmemory:1000\r\n"
                                                             "maxmemory_policy:allkeys-lru\r\n"
                                                             "total_system_memory:2000\r\n"));
        QVERIFY(says(tight, FactState::Warning, "held locks among them"));
        QVERIFY(tight.cure.empty());
        QVERIFY(says(words::memoryFact(factsFrom("used_memory:500000\r\nmaxmemory:1000000\r\n")),
            FactState::Fine, "50 %"));
        QVERIFY(says(words::memoryFact(factsFrom("used_memory:1600000000\r\nmaxmemory:0\r\n")),
            FactState::Fine, "1.4 GiB used, no limit"));
    }

    void locksThatACrashLosesAreWorthAdvice()
    {
        const MasterFact none
            = words::persistenceFact(factsFrom("aof_enabled:0\r\nrdb_last_bgsave_status:ok\r\n"));
        QVERIFY(says(none, FactState::Advice, "no append-only file"));
        QCOMPARE(none.cure, std::string("CONFIG SET appendonly yes appendfsync always"));
        QVERIFY(says(words::persistenceFact(factsFrom("aof_enabled:1\r\n"
                                                      "aof_last_write_status:ok\r\n")),
            FactState::Fine, "appendfsync always"));
        QVERIFY(says(words::persistenceFact(factsFrom("aof_enabled:1\r\n"
                                                      "aof_last_write_status:err\r\n")),
            FactState::Warning, "append-only file has failed"));
        QVERIFY(says(words::persistenceFact(factsFrom("aof_enabled:0\r\n"
                                                      "rdb_last_bgsave_status:err\r\n")),
            FactState::Warning, "snapshot has failed"));
    }

    void whatIsNotPermittedHasTheLineThatPermitsIt()
    {
        const Error refusal{ErrorClass::NoPermission, "NOPERM", {}};
        ServerFacts facts{.user = "ro"};
        observe::addInfo(facts, tl::make_unexpected(refusal));
        facts.clockError = refusal;
        for (const MasterFact& fact :
            {words::evictionFact(facts), words::memoryFact(facts), words::persistenceFact(facts)}) {
            QVERIFY(says(fact, FactState::Unknown, "not permitted: the user lacks +info"));
            QCOMPARE(fact.cure, std::string("ACL SETUSER ro +info"));
        }
        QCOMPARE(words::clockFact(facts).cure, std::string("ACL SETUSER ro +time"));
        facts.user.clear();
        QCOMPARE(words::clockFact(facts).cure, std::string("ACL SETUSER default +time"));
    }

    void anErrorThatIsNoRefusalIsTold()
    {
        ServerFacts facts;
        observe::addInfo(facts, tl::make_unexpected(Error{ErrorClass::Busy, "BUSY", {}}));
        const MasterFact fact = words::memoryFact(facts);
        QVERIFY(says(fact, FactState::Unknown, "not known: BUSY"));
        QVERIFY(fact.cure.empty());
        QVERIFY(says(words::memoryFact(factsFrom("used_memory:1\r\n")), FactState::Unknown,
            "the server does not say"));
    }

    void textOfTheServerIsMadeSafe()
    {
        const MasterFact fact
            = words::evictionFact(factsFrom("maxmemory:1\r\nmaxmemory_policy:\x1b[31m\r\n"));
        QVERIFY2(fact.text.find('\x1b') == std::string::npos, fact.text.c_str());
    }

    void aStartAfterTheOthersIsNews()
    {
        std::vector<MasterStatus> all(2);
        for (MasterStatus& master : all) {
            master.link.uptime = 2h;
            master.link.loggedInAt = kNow;
        }
        all[0].link.uptime = 60s;
        const auto restarts
            = [&all](std::size_t i) { return words::factsOf(all[i], kNow, all)[1]; };
        QVERIFY(says(restarts(0), FactState::Warning, "restarted"));
        QVERIFY(says(restarts(1), FactState::Fine, "running for 2 h"));
    }

    void restartsAreNews()
    {
        MasterStatus master;
        QVERIFY(says(words::restartsFact(master, kNow), FactState::Unknown, "not read yet"));
        master.facts = std::make_shared<ServerFacts>(factsFrom("uptime_in_seconds:7200\r\n"));
        QVERIFY(says(words::restartsFact(master, kNow + 1h), FactState::Fine, "running for 3 h"));
        master.facts = std::make_shared<ServerFacts>(
            factsFrom("uptime_in_seconds:1\r\nloading:1\r\nasync_loading:0\r\n"));
        QVERIFY(
            says(words::restartsFact(master, kNow), FactState::Warning, "still loads its data"));
        master.facts = std::make_shared<ServerFacts>(factsFrom("loading:0\r\n"));
        master.link.restartedAt = kNow;
        QVERIFY(says(words::restartsFact(master, kNow + 5min), FactState::Warning, "restarted"));
        QVERIFY(says(words::restartsFact(master, kNow + 5h), FactState::Fine, "restarted"));
        master.quarantinedUntil = kNow + 5h + 48s;
        QVERIFY(says(words::restartsFact(master, kNow + 5h), FactState::Warning,
            "no vote on who gets one for another 48 s"));
        QVERIFY(says(words::restartsFact(master, kNow + 6h), FactState::Fine, "restarted"));
        master.link.restartedAt.reset();
        master.group = "orders";
        master.link.move = redis::Move{"redis://one:1", "redis://two:2", kNow, 3};
        QVERIFY(says(words::restartsFact(master, kNow), FactState::Warning, "3 failovers seen"));
        master.link.move->count = 1;
        const MasterFact old = words::restartsFact(master, kNow + 100h);
        QVERIFY(says(old, FactState::Fine, "now two:2"));
        QVERIFY(old.text.find("seen") == std::string::npos);
    }

    void theUptimeAtTheLoginServesUntilItIsRead()
    {
        MasterStatus master;
        master.link.uptime = 1h;
        QVERIFY(says(words::restartsFact(master, kNow), FactState::Unknown, "not read yet"));
        master.link.loggedInAt = kNow - 1h;
        QVERIFY(says(words::restartsFact(master, kNow), FactState::Fine, "running for 2 h"));
    }

    void theSummaryNamesTheWorst()
    {
        MasterStatus master;
        QCOMPARE(words::factsSummary(words::factsOf(master, kNow)), std::string("not known"));
        ServerFacts facts = factsFrom("maxmemory:1000\r\nmaxmemory_policy:volatile-lru\r\n"
                                      "used_memory:1\r\naof_enabled:0\r\n"
                                      "uptime_in_seconds:7200\r\n");
        facts.clock = {5s, 0ms};
        master.facts = std::make_shared<ServerFacts>(facts);
        QCOMPARE(words::factsSummary(words::factsOf(master, kNow)),
            std::string("warning: clock, eviction"));
        facts.evictionPolicy = "noeviction";
        facts.clock = {0ms, 0ms};
        master.facts = std::make_shared<ServerFacts>(facts);
        QCOMPARE(
            words::factsSummary(words::factsOf(master, kNow)), std::string("advice: persistence"));
        facts.hasAppendOnlyFile = true;
        master.facts = std::make_shared<ServerFacts>(facts);
        QCOMPARE(words::factsSummary(words::factsOf(master, kNow)), std::string("fine"));
    }
};

LOCKKEEPER_TEST(FactWordsTest)

} // namespace lockkeeper::tests::fact_words_test

#include "fact_words_test.moc"
