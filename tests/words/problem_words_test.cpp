// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/problem_words.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"

#include <set>

namespace lockkeeper::tests::problem_words_test {

using observe::EvidenceKind;

namespace {

const SteadyTime kNow{100h};

std::string textOf(LockEntryBuilder& entry)
{
    const auto built = entry.build();
    return words::problemText(*built, built->countVotes(), 3h, kNow);
}

int rankOf(LockEntryBuilder& entry)
{
    return words::urgency(*entry.build());
}

bool isTold(LockEntryBuilder& entry)
{
    return words::speaksForItself(*entry.build());
}

LockEntryBuilder held()
{
    return LockEntryBuilder("a", kNow, 5).held("token", 24s);
}

} // namespace

class ProblemWordsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void healthyLockHasNoProblem()
    {
        LockEntryBuilder entry = held();
        QCOMPARE(textOf(entry), std::string());
        QCOMPARE(rankOf(entry), words::kNotUrgent);
        QVERIFY(!isTold(entry));
    }

    void endedProcessIsNamed()
    {
        LockEntryBuilder entry = held();
        entry.stale({.kind = EvidenceKind::HolderProcessGone, .pid = 812});
        entry.lock().holder.host = "web-3";
        QCOMPARE(
            textOf(entry), std::string("held for at least 3 h 00 m; its process 812 has ended"));
    }

    void aLockOfSilentMastersIsNotSaidToBeHeld()
    {
        LockEntryBuilder entry("a", kNow, 5);
        entry.heldOn(0, "token", 24s).heldOn(1, "token", 24s);
        for (const std::size_t silent : {2U, 3U, 4U})
            entry.silent(silent);
        entry.stale({.kind = EvidenceKind::HolderProcessGone, .pid = 812});
        QCOMPARE(textOf(entry),
            std::string("not known whether it is still held, too few masters answer; its process "
                        "812 has ended"));
    }

    void timeIsExactIfTheValueSaysSinceWhen()
    {
        LockEntryBuilder entry = held();
        entry.stale({.kind = EvidenceKind::NeverExpires});
        entry.lock().holder.since = WallTime(1h);
        QCOMPARE(textOf(entry), std::string("held for 3 h 00 m; it never expires"));
    }

    void leftoverSaysWhenItEnds()
    {
        LockEntryBuilder entry("a", kNow, 5);
        entry.heldOn(0, "token", 24s).heldOn(3, "token", 24s);
        entry.stale({.kind = EvidenceKind::MinorityLeftover, .votes = 2, .masters = 5});
        QCOMPARE(textOf(entry),
            std::string(
                "leftover on 2 of 5 masters: too few to hold it, gone in 24 s unless renewed"));
    }

    void aFormerHolderOfALeftoverIsNotSaidToHoldIt()
    {
        LockEntryBuilder entry("a", kNow, 5);
        entry.heldOn(0, "token", 24s).stale({.kind = EvidenceKind::HolderProcessGone});
        entry.stale({.kind = EvidenceKind::MinorityLeftover, .votes = 1, .masters = 5});
        QVERIFY(textOf(entry).starts_with("leftover on 1 of 5 masters: "));
    }

    void splitComesBeforeAllElse()
    {
        LockEntryBuilder entry("a", kNow, 3);
        entry.heldOn(0, "one", 9s).heldOn(1, "two", 9s).heldOn(2, "three", 9s);
        entry.stale({.kind = EvidenceKind::HolderProcessGone});
        entry.stale({.kind = EvidenceKind::SplitVotes});
        QCOMPARE(rankOf(entry), words::kQuorumLost);
        QVERIFY(textOf(entry).starts_with("split: "));
    }

    void twoHoldersComeBeforeWhatIsKnownOfOne()
    {
        LockEntryBuilder entry("a", kNow, 3);
        entry.heldOn(0, "one", 9s).heldOn(1, "one", 9s).heldOn(2, "two", 9s);
        entry.stale({.kind = EvidenceKind::NeverExpires});
        entry.stale({.kind = EvidenceKind::OutvotedToken, .pid = 47, .votes = 1, .masters = 3});
        QCOMPARE(rankOf(entry), words::kTwoHolders);
        QCOMPARE(textOf(entry),
            std::string("another token on 1 of 3 masters: its process 47 exists, so that two may "
                        "work under this lock at once"));
    }

    void aLeaseThatWasLostNamesItsHolderAndTheLoss()
    {
        LockEntryBuilder entry = held();
        entry.stale({.kind = EvidenceKind::NeverExpires});
        observe::LostLease lost{.holder = {.host = "web-3", .pid = 812, .app = "api"},
            .isRunning = true,
            .masters = {MasterId("a"), MasterId("b")},
            .cause = observe::LossCause::Restart,
            .takenAfter = 1s};
        observe::Evidence twice{
            .kind = EvidenceKind::MayBeHeldTwice, .since = kNow - 3s, .measure = 54s};
        twice.lost = observe::LazyValue<observe::LostLease>(lost);
        entry.stale(twice);
        QCOMPARE(rankOf(entry), words::kTwoHolders);
        QCOMPARE(textOf(entry),
            std::string("may be held twice: api@web-3 pid 812 had 54 s left when a, b lost it (a "
                        "restart without data), and its process lives; the present holder took it "
                        "1.0 s later"));
        twice.measure.reset();
        lost.isRunning = false;
        lost.cause = observe::LossCause::Failover;
        lost.takenAfter = 20ms;
        lost.holder = {};
        lost.masters = {MasterId("a\n")};
        twice.lost = observe::LazyValue<observe::LostLease>(lost);
        QCOMPARE(words::evidenceText(twice, kNow),
            std::string("may be held twice: another holder held it without a TTL when a\\n lost it "
                        "(a failover), and may go on working; the present holder took it at once"));
    }

    void evidenceOfANodeIsOfItsSession()
    {
        const observe::Evidence lasting{.kind = EvidenceKind::NeverExpires, .isOfNode = true};
        QCOMPARE(words::evidenceText(lasting, kNow),
            std::string("its node is of no session: nothing deletes it on its own"));
        QCOMPARE(words::shortEvidenceText(lasting), std::string("of no session"));
        LockEntryBuilder entry = held();
        entry.stale({.kind = EvidenceKind::HolderConnectionGone,
            .isOfNode = true,
            .expiredAt = WallTime(1795951751s)});
        QVERIFY(textOf(entry).ends_with(
            "; no server has a connection of its session: unless its client comes back, the "
            "session ends at 2026-11-29 11:29:11 UTC, and the lock with it"));
    }

    void aSessionIsToldAsFarAsItIsKnown()
    {
        observe::HolderSession session{.id = 0x1000007d95a0000};
        QCOMPARE(words::sessionText(session), std::string("0x1000007d95a0000"));
        session.address = "10.1.2.3:54510\n";
        session.timeout = 10s;
        QCOMPARE(words::sessionText(session),
            std::string("0x1000007d95a0000 of 10.1.2.3:54510\\n, which ends 10 s after its client "
                        "was last heard"));
        session.queuedAt = WallTime(1795951751s);
        QCOMPARE(words::heldAtMostText(session, session.queuedAt + 90s),
            std::string("at most 1 m 30 s, since it queued at 2026-11-29 11:29:11 UTC"));
    }

    void theMostUrgentEvidenceDecides()
    {
        LockEntryBuilder entry = held();
        entry.stale({.kind = EvidenceKind::NeverExpires});
        const auto endless = rankOf(entry);
        entry.stale({.kind = EvidenceKind::HolderProcessGone});
        QVERIFY(rankOf(entry) < endless);
        QVERIFY(textOf(entry).starts_with("held for "));
    }

    void eachKindIsASentenceOfItsOwn()
    {
        std::set<std::string> sentences;
        std::set<std::string> texts;
        std::set<std::string> shortTexts;
        const auto kinds = enumValues<observe::EvidenceKind>();
        for (const EvidenceKind kind : kinds) {
            LockEntryBuilder entry = held();
            const observe::Evidence evidence{
                .kind = kind, .isProposed = true, .votes = 2, .masters = 5};
            entry.stale(evidence);
            QVERIFY(isTold(entry));
            sentences.insert(textOf(entry));
            texts.insert(words::evidenceText(evidence, kNow));
            shortTexts.insert(words::shortEvidenceText(evidence));
        }
        for (const auto& all : {sentences, texts, shortTexts}) {
            QCOMPARE(all.size(), kinds.size());
            QVERIFY(!all.contains(std::string()));
        }
    }

    void whatEndsTheHarmComesBeforeWhatMayBeMeant()
    {
        using enum EvidenceKind;
        int last = -1;
        for (const EvidenceKind kind : {MayBeHeldTwice, SplitVotes, Deadlock, HolderProcessGone,
                 HolderConnectionGone, RenewalsStopped, OutvotedToken, NeverExpires,
                 MinorityLeftover, ExpiredByOwnTimestamp, HeldUnusuallyLong, WrongType, RenewalLate,
                 RenewedForLong, TtlTooLarge, WaitsForDead}) {
            LockEntryBuilder entry = held();
            entry.stale({.kind = kind, .isProposed = true});
            QVERIFY2(rankOf(entry) > last, nameOf(kind));
            last = rankOf(entry);
        }
    }

    /// The one whose release ends it, once, and not one line for each lock.
    void oneLockSpeaksForADeadlock()
    {
        LockEntryBuilder proposed = held();
        proposed.stale({.kind = EvidenceKind::Deadlock, .isProposed = true, .votes = 3});
        QVERIFY(isTold(proposed));
        QCOMPARE(textOf(proposed),
            std::string("deadlock of 3 locks: to release this one lets the others go on"));
        LockEntryBuilder other = held();
        other.stale({.kind = EvidenceKind::Deadlock, .votes = 3});
        QVERIFY(!isTold(other));
        QCOMPARE(rankOf(other), rankOf(proposed)); // and it stands beside the others
        other.stale({.kind = EvidenceKind::SplitVotes});
        QVERIFY(isTold(other)); // it has a worse problem of its own
    }

    void waitersAreCounted()
    {
        const observe::Evidence one{.kind = EvidenceKind::WaitsForDead, .votes = 1};
        QCOMPARE(
            words::evidenceText(one, kNow), std::string("1 waits for it, and its holder is gone"));
        const observe::Evidence two{.kind = EvidenceKind::WaitsForDead, .votes = 2};
        QCOMPARE(
            words::evidenceText(two, kNow), std::string("2 wait for it, and its holder is gone"));
    }

    void hostileHostIsEscaped()
    {
        LockEntryBuilder entry = held();
        entry.stale({.kind = EvidenceKind::HolderProcessGone});
        entry.lock().holder.host = "web\n3";
        QVERIFY(textOf(entry).find('\n') == std::string::npos);
    }

    void calmIsSaidOnlyOfWhatIsKnown()
    {
        using Kind = words::Calm::Kind;
        words::CalmFacts facts{.locks = 12'345};
        QCOMPARE(words::calmOf(facts).text, std::string("No problem with any of 12,345 locks"));
        facts.areWaitsKnown = false; // each of these outranks those before
        QCOMPARE(words::calmOf(facts).kind, Kind::WaitsUnknown);
        facts.isComplete = false;
        QCOMPARE(words::calmOf(facts).kind, Kind::Unread);
        facts.isAgentLost = true;
        QCOMPARE(words::calmOf(facts).kind, Kind::AgentLost);
        facts.isChecking = true;
        QCOMPARE(words::calmOf(facts).kind, Kind::Checking);
        facts.unjudged = 1000;
        QCOMPARE(words::calmOf(facts).text,
            std::string("1,000 locks can't be judged: nothing arrives from the agent"));
    }
};

LOCKKEEPER_TEST(ProblemWordsTest)

} // namespace lockkeeper::tests::problem_words_test

#include "problem_words_test.moc"
