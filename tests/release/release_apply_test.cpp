// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/apply.h"

#include "core/lock/process_identity.h"
#include "core/release/lock_snapshot.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <utility>

namespace lockkeeper::tests::release_apply_test {

using namespace lockkeeper::release;

namespace {

constexpr const char* kUuid = "5ccedab0-49f9-41f0-8f3a-0242ac110002";

/// The token of a process of this machine that has ended.
std::string deadToken()
{
    return "lk1:here:1:api:1750000000000:p" + lock::thisPlace() + "-1:" + std::string(40, 'a');
}

PlannedLock planned(const std::string& name, const std::string& value = deadToken(),
    Safety safety = Safety::SafeToFree)
{
    return {.resource = Resource(name),
        .token = Fingerprint::ofString(value),
        .shown = {safety, "as it was"}};
}

} // namespace

/// The locks of a plan, against real servers.
class ReleaseApplyTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_servers = std::make_unique<RedisServerFixture>(RedisServerOptions{.count = 3});
        m_options = {.planId = "0123",
            .reason = "night",
            .perSecond = 1000,
            .shown = [](const PlannedLock&, const SafetyVerdict& verdict) {
                return ShownSafety{verdict.safety, "as it is"};
            }};
    }

    void anIntentWithoutResultIsLookedAtAgain()
    {
        set("job:1", deadToken());
        set("job:2", kUuid); // the next holder
        const auto applied = run({planned("job:1"), planned("job:2"), planned("job:3")},
            {begun("job:1"), begun("job:2"), begun("job:3")});
        QVERIFY(fates(applied) == std::vector({Fate::Freed, Fate::Gone, Fate::Gone}));
        QCOMPARE(m_servers->command({"GET", "job:2"}).text, std::string(kUuid));
    }

    void whatIsDoneIsNotFreedAgain()
    {
        set("job:2", deadToken()); // taken again since
        set("job:3", kUuid); // the next holder
        std::vector<Deed> done{begun("job:1"), begun("job:2"), begun("job:3")};
        for (Deed& deed : done)
            deed.result = JournalResult{.id = "1", .isQuorumFreed = true};
        m_options.skipsSurprises = true;
        const auto applied = run({planned("job:1"), planned("job:2"), planned("job:3")}, done);
        QVERIFY(fates(applied) == std::vector({Fate::Freed, Fate::Changed, Fate::Freed}));
        QVERIFY(applied.locks.front().isEarlier);
        QVERIFY2(applied.locks.at(1).text.find("taken anew") != std::string::npos,
            applied.locks.at(1).text.c_str());
        QCOMPARE(m_servers->command({"EXISTS", "job:2"}).integer, 1);
    }

    void whatFailedBeforeIsTriedAgain()
    {
        set("job:1", deadToken());
        Deed failed = begun("job:1");
        failed.result = JournalResult{.id = "1"};
        QVERIFY(fates(run({planned("job:1")}, {failed})) == std::vector({Fate::Freed}));
    }

    void aLockThatIsNotSafeAnyMoreIsASurprise()
    {
        set("job:1", kUuid);
        set("job:2", deadToken());
        const auto locks = std::vector{planned("job:1", kUuid), planned("job:2")};
        QVERIFY(fates(run(locks)) == std::vector({Fate::MayLive, Fate::NotBegun}));
        m_options.skipsSurprises = true;
        QVERIFY(fates(run(locks)) == std::vector({Fate::MayLive, Fate::Freed}));
    }

    void aLockThatNeverWasSafeIsNone()
    {
        set("job:1", kUuid);
        set("job:2", deadToken());
        QVERIFY(fates(run({planned("job:1", kUuid, Safety::NotKnown), planned("job:2")}))
            == std::vector({Fate::MayLive, Fate::Freed}));
    }

    void aLockThatIsLeftOutMayChangeHands()
    {
        set("job:1", kUuid);
        set("job:2", deadToken());
        QVERIFY(fates(run({planned("job:1", "another", Safety::Alive), planned("job:2")}))
            == std::vector({Fate::Changed, Fate::Freed}));
        QCOMPARE(m_servers->command({"GET", "job:1"}).text, std::string(kUuid));
    }

    void withoutAQuorumNothingIsReached()
    {
        set("job:1", deadToken());
        m_servers->kill(0);
        m_servers->kill(1);
        QVERIFY(fates(run({planned("job:1")})) == std::vector({Fate::NotReached}));
        QCOMPARE(m_servers->command(2, {"EXISTS", "job:1"}).integer, 1);
    }

    void aRepeatableValueThatIsTakenAgainIsLeftAlone_data()
    {
        const auto row = columns<bool, Fate>();
        row("a surprise", true, Fate::Changed);
        row("none where it was left out anyway", false, Fate::MayLive);
    }
    void aRepeatableValueThatIsTakenAgainIsLeftAlone()
    {
        const auto [mayLive, fate] = fetch<bool, Fate>();
        set("lock:1", "1");
        int asked = 0; // before the first look, and then while the second one is waited for
        m_options.isStopped = [&] {
            if (++asked == 3)
                m_servers->commandAll({"SET", "lock:1", "1", "PX", "900000"});
            return false;
        };
        PlannedLock lock = repeatable("lock:1");
        lock.mayLive = mayLive;
        QVERIFY(fates(run({lock})) == std::vector({fate}));
        QCOMPARE(m_servers->command({"EXISTS", "lock:1"}).integer, 1);
    }

    void aRepeatableValueThatWasWrittenSinceThePlanIsLeftAlone_data()
    {
        const auto row = columns<QByteArray, bool, Fate>();
        row("as it was", "", true, Fate::Freed);
        row("renewed, or taken anew", "redis.call('pexpire', KEYS[1], 700000)", true,
            Fate::Changed);
        row("taken for a shorter time", "redis.call('pexpire', KEYS[1], 500000)", true,
            Fate::Changed);
        row("taken without a TTL", "redis.call('persist', KEYS[1])", true, Fate::Changed);
        row("the plan does not tell", "", false, Fate::Changed);
    }
    void aRepeatableValueThatWasWrittenSinceThePlanIsLeftAlone()
    {
        const auto [meanwhile, isTold, fate] = fetch<QByteArray, bool, Fate>();
        set("lock:1", "1");
        PlannedLock lock = repeatable("lock:1");
        if (!isTold)
            lock.expiries.clear();
        m_servers->commandAll({"EVAL", meanwhile.toStdString(), "1", "lock:1"});
        const auto applied = run({lock});
        QVERIFY2(fates(applied) == std::vector({fate}), applied.locks.front().text.c_str());
        QCOMPARE(m_servers->command({"EXISTS", "lock:1"}).integer, fate == Fate::Freed ? 0 : 1);
        QCOMPARE(applied.locks.front().caution.empty(), fate != Fate::Freed);
    }

    void whoHasSeenItComparesTheTtl()
    {
        set("lock:1", "1");
        PlannedLock lock = repeatable("lock:1");
        lock.expiries.clear();
        lock.votes = votesOn("lock:1");
        QVERIFY(fates(run({lock})) == std::vector({Fate::Freed}));
        set("lock:1", "1");
        lock.votes = votesOn("lock:1");
        m_servers->commandAll({"PEXPIRE", "lock:1", "700000"});
        QVERIFY(fates(run({lock})) == std::vector({Fate::Changed}));
    }

    void whatIsWrittenWhileItIsPlannedHasNoExpiry()
    {
        set("lock:1", "1");
        PlannedLock lock = planned("lock:1", "1", Safety::NotKnown);
        lock.votes = votesOn("lock:1");
        m_servers->commandAll({"PEXPIRE", "lock:1", "700000"});
        std::vector<PlannedLock> locks{lock};
        QVERIFY(noteExpiries(m_servers->deployment(), locks, kClock, observe::LocalProcessProbe()));
        QVERIFY(locks.front().expiries.empty());
    }

    void aMasterThatFallsSilentAfterTheLookIsASurprise_data()
    {
        const auto row = columns<bool, Fate>();
        row("silent since", false, Fate::NotBegun);
        row("silent when it was looked at", true, Fate::Freed);
    }
    void aMasterThatFallsSilentAfterTheLookIsASurprise()
    {
        const auto [wasSilent, second] = fetch<bool, Fate>();
        set("job:1", deadToken());
        set("job:2", deadToken());
        if (wasSilent)
            m_servers->kill(2);
        bool isSilent = wasSilent;
        m_options.shown = [&](const PlannedLock&,
                              const SafetyVerdict& verdict) { // between the look and the deed
            if (!std::exchange(isSilent, true))
                m_servers->kill(2);
            return ShownSafety{verdict.safety, "as it is"};
        };
        QVERIFY(
            fates(run({planned("job:1"), planned("job:2")})) == std::vector({Fate::Freed, second}));
    }

    void nothingIsBegunAfterAStop()
    {
        set("job:1", deadToken());
        m_options.isStopped = [] { return true; };
        QVERIFY(fates(run({planned("job:1")})) == std::vector({Fate::NotBegun}));
        QCOMPARE(m_servers->command({"EXISTS", "job:1"}).integer, 1);
    }

    void theJournalTellsHowARunEnded_data()
    {
        const auto row = columns<bool, std::string, RunEnd>();
        row("to its end", false, deadToken(), RunEnd::Whole);
        row("stopped", true, deadToken(), RunEnd::Stopped);
        row("surprised", false, kUuid, RunEnd::Surprise);
    }
    void theJournalTellsHowARunEnded()
    {
        const auto [isStopped, second, end] = fetch<bool, std::string, RunEnd>();
        set("job:1", deadToken());
        set("job:2", second);
        set("job:3", deadToken());
        bool isFirstDone = false;
        m_options.onLock = [&](std::size_t, const AppliedLock&) { isFirstDone = true; };
        m_options.isStopped = [&] { return isStopped && isFirstDone; };
        (void)run({planned("job:1"), planned("job:2"), planned("job:3")});
        const auto deeds = deedsOf(*readJournal(journalFile())).deeds;
        const auto& told = deeds.front().run;
        QVERIFY(told && told->locks == 3 && told->plan == m_options.planId);
        QCOMPARE(told->end, std::string(nameOf(end)));
        using Fates = std::vector<std::pair<std::string, std::int64_t>>;
        QVERIFY(told->fates
            == (end == RunEnd::Whole ? Fates{{"freed", 3}}
                    : end == RunEnd::Stopped
                    ? Fates{{"freed", 1}, {"not-begun", 2}}
                    : Fates{{"freed", 1}, {"changed", 1}, {"not-begun", 1}}));
    }

    void ofARunThatBeginsTheJournalDoesNotTellTheEnd()
    {
        set("job:1", deadToken());
        std::optional<JournalPlan> begun;
        m_options.onLock = [&](std::size_t, const AppliedLock&) {
            begun = deedsOf(*readJournal(journalFile())).deeds.front().run;
        };
        (void)run({planned("job:1")});
        QVERIFY(begun && begun->locks == 1 && begun->end.empty() && begun->fates.empty());
    }

    void aReadOnlyDeploymentIsLeftAlone()
    {
        set("job:1", deadToken());
        config::Deployment deployment = m_servers->deployment();
        deployment.isReadOnly = true;
        auto journal = Journal::open(journalFile(), kClock);
        const observe::LocalProcessProbe processes;
        const auto applied
            = apply(deployment, {planned("job:1")}, {}, &*journal, kClock, processes, m_options);
        QVERIFY(!applied && applied.error().kind == ErrorClass::InvalidArgument);
        QCOMPARE(m_servers->command({"EXISTS", "job:1"}).integer, 1);
    }

    void eachLockHasItsOwnDeed()
    {
        set("job:1", deadToken());
        set("job:2", deadToken());
        PlannedLock revoked = planned("job:2");
        revoked.action = Action::Revoke;
        std::vector<std::size_t> told;
        m_options.onLock = [&](std::size_t index, const AppliedLock& lock) {
            told.push_back(index);
            QVERIFY(lock.deed && lock.deed->report.isQuorumFreed);
        };
        QVERIFY(fates(run({planned("job:1"), revoked})) == std::vector({Fate::Freed, Fate::Freed}));
        QVERIFY(told == std::vector<std::size_t>({0, 1}));
        QCOMPARE(m_servers->command({"EXISTS", "job:1"}).integer, 0);
        QVERIFY(m_servers->command({"GET", "job:2"}).text.starts_with("lk1-revoked:"));
    }

    void aLockIsFreeOnceAQuorumHasSaidSo()
    {
        const auto deployment = m_servers->deployment();
        const Error silent{ErrorClass::Timeout, "no reply", MasterId("a")};
        LockSnapshot look;
        QVERIFY(look.isFree(deployment));
        look.failures = {silent};
        QVERIFY(look.isFree(deployment));
        look.failures.push_back(silent);
        QVERIFY(!look.isFree(deployment));
        look.failures.clear();
        look.isOtherKey = true;
        QVERIFY(!look.isFree(deployment));
        look.isOtherKey = false;
        look.entry = std::make_shared<observe::LockEntry>();
        QVERIFY(!look.isFree(deployment));
    }

    void theJournalTellsOfThePlan()
    {
        set("job:1", deadToken());
        set("job:2", deadToken());
        (void)run({planned("job:1")});
        m_options.planId = "4567";
        (void)run({planned("job:2")});
        const auto deeds = deedsOfPlan(journalFile(), "4567");
        QVERIFY(deeds);
        QCOMPARE(deeds->size(), 1U);
        QCOMPARE(deeds->front().intent.resource, std::string("job:2"));
        QCOMPARE(deeds->front().intent.safety->text, std::string("as it is"));
        QVERIFY(deeds->front().result && deeds->front().result->isQuorumFreed);
    }

private:
    std::filesystem::path journalFile() const
    {
        return m_home->filePath(QStringLiteral("journal.jsonl")).toStdString();
    }
    void set(const std::string& name, const std::string& value)
    {
        m_servers->commandAll({"SET", name, value, "PX", "600000"});
    }
    observe::Votes votesOn(const std::string& name)
    {
        const auto look = readLock(
            m_servers->deployment(), Resource(name), kClock, observe::LocalProcessProbe());
        return look && look->entry ? look->entry->votes : observe::Votes();
    }
    /// As a plan file has it, and ticked.
    PlannedLock repeatable(const std::string& name)
    {
        PlannedLock lock = planned(name, "1", Safety::NotKnown);
        lock.mayLive = true;
        lock.votes = votesOn(name);
        std::vector<PlannedLock> locks{lock};
        if (!noteExpiries(m_servers->deployment(), locks, kClock, observe::LocalProcessProbe())
            || locks.front().expiries.size() != 3)
            qFatal("its expiries are not known");
        locks.front().votes = {};
        return locks.front();
    }
    static Deed begun(const std::string& name)
    {
        return {.intent
            = {.id = "1", .resource = name, .tokenSha1 = Fingerprint::ofString(deadToken()).hex()}};
    }
    Applied run(const std::vector<PlannedLock>& locks, const std::vector<Deed>& earlier = {})
    {
        auto journal = Journal::open(journalFile(), kClock);
        if (!journal)
            qFatal("%s", journal.error().text.c_str());
        const observe::LocalProcessProbe processes;
        auto applied = apply(
            m_servers->deployment(), locks, earlier, &*journal, kClock, processes, m_options);
        return applied ? std::move(*applied) : Applied();
    }
    static std::vector<Fate> fates(const Applied& applied)
    {
        std::vector<Fate> found;
        for (const AppliedLock& lock : applied.locks)
            found.push_back(lock.fate);
        return found;
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RedisServerFixture> m_servers;
    ApplyOptions m_options;
};

LOCKKEEPER_TEST(ReleaseApplyTest)

} // namespace lockkeeper::tests::release_apply_test

#include "release_apply_test.moc"
