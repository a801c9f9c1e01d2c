// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/safety.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::release_safety_test {

using namespace lockkeeper::release;
using observe::EvidenceKind;
using observe::ProcessState;
using test::NoProcesses;

namespace {

const SteadyTime kNow{100h};

/// A lock of three masters that was first seen an hour ago, in a process of this host.
struct Lock {
    observe::DecodedLock decoded{.scope = observe::ValueScope::Acquisition,
        .format = "lk1",
        .holder = {.host = "web-3",
            .pid = 9098,
            .thread = {},
            .app = "cron",
            .since = {},
            .process = "0123456789abcdef-4711",
            .detail = {}}};
    observe::LockEntry entry;
    Fingerprint token = Fingerprint::ofString("token");

    Lock()
    {
        entry.resource = Resource("cron:bill");
        entry.type = observe::ValueType::String;
        entry.firstSeen = kNow - 1h;
        entry.asOf = kNow;
        for (const char* master : {"a", "b", "c"})
            entry.votes.push_back({MasterId(master), observe::VoteState::Held, token, 30s, kNow});
    }
    Lock& renewed(std::uint32_t count, SteadyTime last, std::chrono::milliseconds interval)
    {
        entry.renewals.count = count & 0xFFFFFU;
        entry.renewals.last = last;
        entry.renewals.level = observe::Renewals::levelOf(30s) & 0xFFU;
        entry.renewals.interval = std::chrono::duration<std::uint32_t, std::milli>(
            static_cast<std::uint32_t>(interval.count()));
        return *this;
    }
    Lock& stale(EvidenceKind kind)
    {
        entry.stale.push_back({.kind = kind});
        return *this;
    }
    /// The holder is of another host, and somebody was asked about it.
    [[nodiscard]] SafetyVerdict assessSaid(Life life, SteadyTime askedAt = kNow)
    {
        entry.packedLock = observe::PackedLock(decoded);
        return assessSafety(entry, token, checkProcess(entry, token, NoProcesses(), kNow), kNow,
            LifeReport{.life = life, .source = "Kubernetes", .reason = "a\nb", .at = askedAt});
    }
    [[nodiscard]] SafetyVerdict assess(ProcessState state, SteadyTime checkedAt = kNow)
    {
        NoProcesses processes;
        processes.state = state;
        entry.packedLock = observe::PackedLock(decoded);
        return assessSafety(entry, token, checkProcess(entry, token, processes, checkedAt), kNow);
    }
};

} // namespace

class ReleaseSafetyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEndedProcessIsAProof()
    {
        const SafetyVerdict verdict = Lock().assess(ProcessState::Gone, kNow - 200ms);
        QCOMPARE(verdict.safety, Safety::SafeToFree);
        QCOMPARE(verdict.pid, std::optional<std::int64_t>(9098));
        QCOMPARE(verdict.processCheckAge, 200ms);
    }

    void noEndIsAProofWhileSilentMastersMayStoreAnotherToken()
    {
        Lock lock;
        for (const std::size_t master : {std::size_t(0), std::size_t(1)})
            lock.entry.votes.setFailed(master, observe::VoteState::NoAnswer,
                std::make_shared<const Error>(Error{ErrorClass::Timeout, "no reply", {}}));
        const SafetyVerdict verdict = lock.assess(ProcessState::Gone);
        QCOMPARE(verdict.safety, Safety::NotKnown);
        QVERIFY(verdict.isHolderUnknown);
        lock.entry.votes.set(1, {MasterId("b"), observe::VoteState::Held, lock.token, 30s, kNow});
        QCOMPARE(lock.assess(ProcessState::Gone).safety, Safety::SafeToFree);
    }

    void aReusedPidIsAProofOnlyByTheStartTime()
    {
        QCOMPARE(Lock().assess(ProcessState::Replaced).safety, Safety::SafeToFree);
        // Without the identity in the token, the pid alone says nothing, whoever has it.
        Lock foreign;
        foreign.decoded.holder.process.reset();
        const SafetyVerdict verdict = foreign.assess(ProcessState::Replaced);
        QCOMPARE(verdict.safety, Safety::NotKnown);
        QVERIFY(!verdict.isProcessNamed);
    }

    void aProcessOfAnotherHostOrContainerIsNotKnown()
    {
        const SafetyVerdict verdict = Lock().assess(ProcessState::Unknown);
        QCOMPARE(verdict.safety, Safety::NotKnown);
        QVERIFY(verdict.isProcessNamed);
    }

    void aHostNameAndAPidAreNoIdentity()
    {
        Lock lock;
        lock.decoded.format = "DistributedLock.NET";
        lock.decoded.holder.process.reset();
        QCOMPARE(lock.assess(ProcessState::Gone).safety, Safety::NotKnown);
    }

    void nothingButAProcessIsAProof_data()
    {
        QTest::addColumn<int>("kind");
        // A clock that was set makes a time pass; a cut network ends connections and renewals; a
        // holder that lost masters may not know it yet.
        for (const EvidenceKind kind :
            {EvidenceKind::ExpiredByOwnTimestamp, EvidenceKind::HolderConnectionGone,
                EvidenceKind::RenewalsStopped, EvidenceKind::MinorityLeftover,
                EvidenceKind::NeverExpires, EvidenceKind::HeldUnusuallyLong,
                EvidenceKind::SplitVotes, EvidenceKind::HolderProcessGone})
            QTest::newRow(std::to_string(static_cast<int>(kind)).c_str()) << static_cast<int>(kind);
    }
    void nothingButAProcessIsAProof()
    {
        QFETCH(int, kind);
        Lock lock;
        lock.stale(static_cast<EvidenceKind>(kind));
        QCOMPARE(lock.assess(ProcessState::Unknown).safety, Safety::NotKnown);
    }

    void aLockThatWasLeftToItsTtlMayOutliveItsProcess()
    {
        Lock lock;
        lock.decoded.holder.mayOutliveProcess = true;
        QCOMPARE(lock.assess(ProcessState::Running).safety, Safety::Alive);
        const SafetyVerdict verdict = lock.assess(ProcessState::Gone);
        QCOMPARE(verdict.safety, Safety::NotKnown);
        QVERIFY(verdict.mayOutliveProcess);
        QCOMPARE(proposedAction(verdict), Action::Release);
    }

    void onlyWhereTheHolderMayLiveARevokeIsProposed()
    {
        Lock lock;
        QCOMPARE(proposedAction(lock.assess(ProcessState::Running)), Action::Revoke);
        QCOMPARE(proposedAction(lock.assess(ProcessState::Stopped)), Action::Revoke);
        QCOMPARE(proposedAction(lock.assess(ProcessState::Unknown)), Action::Revoke);
        QCOMPARE(proposedAction(lock.assess(ProcessState::Gone)), Action::Release);
    }

    void noAppsNameSaysThatItsLocksOutliveTheirProcess()
    {
        Lock lock;
        lock.decoded.holder.app = "lockctl";
        QCOMPARE(lock.assess(ProcessState::Gone).safety, Safety::SafeToFree);
        QCOMPARE(lock.assess(ProcessState::Running).safety, Safety::Alive);
    }

    void theHolderOfAnotherTokenIsNoProof()
    {
        Lock leftover;
        leftover.token = Fingerprint::ofString("another");
        leftover.entry.votes.set(
            2, {MasterId("c"), observe::VoteState::Held, leftover.token, 30s, kNow});
        QCOMPARE(leftover.assess(ProcessState::Gone).safety, Safety::NotKnown);
        QVERIFY(leftover.assess(ProcessState::Gone).isUnread);
        // The leading token has changed, and its value was not read yet.
        Lock undecoded;
        undecoded.entry.isDecoded = false;
        QCOMPARE(undecoded.assess(ProcessState::Gone).safety, Safety::NotKnown);
    }

    void aRivalTokenIsJudgedByItsOwnHolder()
    {
        Lock lock;
        lock.decoded.holder.process.reset(); // of the leading token
        (void)lock.renewed(41, kNow - 3s, 10s);
        const Fingerprint rival = Fingerprint::ofString("another");
        lock.entry.votes.set(2, {MasterId("c"), observe::VoteState::Held, rival, 30s, kNow});
        lock.entry.rivals.edit([&](auto& rivals) {
            rivals.push_back({rival,
                observe::PackedLock(observe::DecodedLock{.scope = observe::ValueScope::Acquisition,
                    .format = "lk1",
                    .holder = {.pid = 33, .process = "0123456789abcdef-4712"}})});
        });
        lock.token = rival;
        const SafetyVerdict verdict = lock.assess(ProcessState::Gone);
        QCOMPARE(verdict.safety, Safety::SafeToFree);
        QCOMPARE(verdict.pid, std::optional<std::int64_t>(33));
        QCOMPARE(verdict.renewals, 0U); // those of the leading token
    }

    /// Of a TTL of 30 s; without a renewal, `ago` and `interval` say nothing.
    void theProcessAndItsRenewalsTellWhetherItLives_data()
    {
        using enum ProcessState;
        const auto row = columns<ProcessState, int, int, int, int, Safety>();
        row("it runs, and may never renew", Running, 0, 0, 0, 0, Safety::Alive);
        row("it runs and renews", Running, 41, 3, 10, 0, Safety::Alive);
        row("it runs and misses renewals", Running, 41, 16, 10, 0, Safety::NotKnown);
        row("it is blocked, and may never renew", Blocked, 0, 0, 0, 0, Safety::Alive);
        row("it is blocked and renews", Blocked, 41, 3, 10, 0, Safety::Alive);
        row("it is blocked and misses renewals", Blocked, 41, 16, 10, 0, Safety::NotKnown);
        row("it is stopped", Stopped, 0, 0, 0, 0, Safety::NotKnown);
        row("it is stopped, and renewed of late", Stopped, 41, 3, 10, 0, Safety::NotKnown);
        row("one renewal, within the TTL", Unknown, 1, 20, 0, 0, Safety::Alive);
        row("one renewal, longer ago", Unknown, 1, 40, 0, 0, Safety::NotKnown);
        row("its end was seen after a renewal", Gone, 41, 3, 10, 0, Safety::SafeToFree);
        row("it renewed after its end was seen", Gone, 41, 1, 10, 5, Safety::Alive);
        row("it renewed after its end, but not since", Gone, 41, 20, 10, 30, Safety::NotKnown);
    }
    void theProcessAndItsRenewalsTellWhetherItLives()
    {
        const auto [state, renewals, ago, interval, checkedAgo, safety]
            = fetch<ProcessState, int, int, int, int, Safety>();
        Lock lock;
        if (renewals > 0)
            (void)lock.renewed(static_cast<std::uint32_t>(renewals),
                kNow - std::chrono::seconds(ago), std::chrono::seconds(interval));
        QCOMPARE(lock.assess(state, kNow - std::chrono::seconds(checkedAgo)).safety, safety);
    }

    void aRecentRenewalIsAlive()
    {
        const SafetyVerdict verdict
            = Lock().renewed(41, kNow - 3s, 10s).assess(ProcessState::Unknown);
        QCOMPARE(verdict.safety, Safety::Alive);
        QCOMPARE(verdict.renewals, 41U);
        QCOMPARE(verdict.renewalAge, 3s);
    }

    void anOverdueRenewalSaysNothing()
    {
        const SafetyVerdict verdict
            = Lock().renewed(41, kNow - 16s, 10s).assess(ProcessState::Unknown);
        QCOMPARE(verdict.safety, Safety::NotKnown);
        QCOMPARE(verdict.renewal, RenewalClue::Overdue);
    }

    void aRenewalThatEvidenceMissesIsOverdueHoweverRecentTheLastOneIs()
    {
        for (const EvidenceKind kind : {EvidenceKind::RenewalLate, EvidenceKind::RenewalsStopped}) {
            const auto verdict
                = Lock().renewed(41, kNow - 3s, 10s).stale(kind).assess(ProcessState::Running);
            QCOMPARE(verdict.renewal, RenewalClue::Overdue);
            QCOMPARE(verdict.safety, Safety::NotKnown);
        }
    }

    void whoIsSaidToBeGoneIsNoHolder()
    {
        const SafetyVerdict verdict = Lock().assessSaid(Life::Gone, kNow - 400ms);
        QCOMPARE(verdict.safety, Safety::SafeToFree);
        QCOMPARE(*verdict.said, (SaidLife{Life::Gone, "Kubernetes", "a\\nb", 400ms}));
        QCOMPARE(Lock().assessSaid(Life::Unknown).safety, Safety::NotKnown);
        // Renewed after it was asked: whoever was asked did not know.
        QCOMPARE(Lock().renewed(41, kNow - 1s, 10s).assessSaid(Life::Gone, kNow - 2s).safety,
            Safety::Alive);
        QCOMPARE(Lock().renewed(41, kNow - 3s, 10s).assessSaid(Life::Gone, kNow - 2s).safety,
            Safety::SafeToFree);
        Lock left;
        left.decoded.holder.mayOutliveProcess = true;
        QCOMPARE(left.assessSaid(Life::Gone).safety, Safety::NotKnown);
        Lock revoked;
        revoked.decoded.format = "lk1-revoked";
        QCOMPARE(revoked.assessSaid(Life::Gone).safety, Safety::NotKnown);
    }

    void whoIsNamedByAGuessIsNotSaidToBeGone()
    {
        Lock guessed;
        guessed.decoded.format = observe::kUnknownFormat;
        guessed.decoded.holder.process = {};
        const SafetyVerdict verdict = guessed.assessSaid(Life::Gone);
        QCOMPARE(verdict.safety, Safety::NotKnown);
        QCOMPARE(verdict.said->life, Life::Unknown);
        QVERIFY(verdict.said->reason.find("guess") != std::string::npos);
        QCOMPARE(guessed.assessSaid(Life::Alive).safety, Safety::Alive);
    }

    void aSessionThatIsHeardRefutesWhoeverSaysThatItsHolderIsGone()
    {
        Lock node;
        node.entry.packedLock = observe::PackedLock(
            std::make_shared<const observe::Format>(
                observe::Format{.name = "kazoo-lock", .endsWithSession = true}),
            node.decoded);
        const LifeReport gone{.life = Life::Gone, .source = "inventory", .at = kNow};
        QCOMPARE(
            assessSafety(node.entry, node.token, {.at = kNow}, kNow, gone).safety, Safety::Alive);
        node.stale(EvidenceKind::SessionUnknown);
        QCOMPARE(assessSafety(node.entry, node.token, {.at = kNow}, kNow, gone).safety,
            Safety::SafeToFree);
    }

    void whoIsSaidToLiveIsAliveUnlessItMissesItsRenewals()
    {
        QCOMPARE(Lock().assessSaid(Life::Alive).safety, Safety::Alive);
        QCOMPARE(
            Lock().renewed(41, kNow - 16s, 10s).assessSaid(Life::Alive).safety, Safety::NotKnown);
    }

    void theProcessThatRunsHereIsBelievedFirst()
    {
        Lock lock;
        lock.entry.packedLock = observe::PackedLock(lock.decoded);
        NoProcesses processes;
        processes.state = ProcessState::Running;
        const auto verdict = assessSafety(lock.entry, lock.token,
            checkProcess(lock.entry, lock.token, processes, kNow), kNow,
            LifeReport{.life = Life::Gone, .at = kNow});
        QCOMPARE(verdict.safety, Safety::Alive);
    }

    void oneLookIsNoWatching()
    {
        Lock lock;
        lock.entry.firstSeen = kNow;
        QCOMPARE(lock.assess(ProcessState::Unknown).renewal, RenewalClue::NotWatched);
        QCOMPARE(Lock().assess(ProcessState::Unknown).renewal, RenewalClue::NoneSeen);
    }

    void aTombstoneProtectsTheOldLease()
    {
        for (const char* format : {"lk1-revoked", "lk1-revoked-hash"}) {
            Lock lock;
            lock.decoded.format = format;
            const SafetyVerdict verdict = lock.assess(ProcessState::Gone);
            QCOMPARE(verdict.safety, Safety::NotKnown);
            QVERIFY(verdict.isRevoked);
        }
    }
};

LOCKKEEPER_TEST(ReleaseSafetyTest)

} // namespace lockkeeper::tests::release_safety_test

#include "release_safety_test.moc"
