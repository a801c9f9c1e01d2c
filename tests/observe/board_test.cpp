// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/observe/board_bench.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::board_test {

using namespace lockkeeper::observe;

namespace {

KeyReading holdingByRedisson(const std::string& key, SteadyTime at)
{
    return {.key = key,
        .type = ValueType::Hash,
        .fields = {{"7b1a9f6e-2f5f-4c93-9d0e-2f1f3f6a1b2c:17", "1"}},
        .readAt = at};
}

const Error kSilent{ErrorClass::Timeout, "no reply in time"};

} // namespace

class BoardTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsALockWithItsHolderAndVotes()
    {
        BoardBench t(3);
        const BoardUpdate update = t.sweepHeld(2, kToken, 24s);
        QCOMPARE(update.changed.size(), std::size_t(1));
        const LockEntry& entry = *update.changed[0];
        QCOMPARE(entry.countVotes().verdict, Verdict::Held);
        QCOMPARE(entry.unpackLock().format, std::string("lk1"));
        QCOMPARE(entry.unpackLock().holder.pid, std::optional<std::int64_t>(812));
        QCOMPARE(entry.votes[2].state, VoteState::Free);
        QCOMPARE(entry.countVotes().remaining, std::optional(24'000ms));
        QCOMPARE(update.quorum, std::size_t(2));
        QCOMPARE(update.locks, std::size_t(1));
    }

    void countsOtherKeysInsteadOfShowingOrHidingThem()
    {
        BoardBench t(2);
        const KeyReading page = holding("page", "<html>hello</html>", std::nullopt);
        const BoardUpdate update = t.sweep({page, page});
        QVERIFY(update.changed.empty());
        QCOMPARE(update.otherKeys, std::size_t(1));
        QCOMPARE(t.sweep({}).otherKeys, std::size_t(0));
    }

    void aLockThatBecomesSomethingElseIsAnotherKeyThen()
    {
        BoardBench t(1);
        (void)t.sweepHeld(1, kToken, 10s);
        const BoardUpdate update
            = t.sweep({{.key = "r", .type = ValueType::List, .readAt = t.clock.now()}});
        QCOMPARE(update.gone, std::vector{Resource("r")});
        QCOMPARE(update.otherKeys, std::size_t(1));
        QCOMPARE(t.sweepHeld(1, kToken, 10s).changed.size(), std::size_t(1));
    }

    void tellsOfALockThatIsGone()
    {
        BoardBench t(1);
        (void)t.sweepHeld(1, kToken, 10s);
        t.clock.advance(1s);
        QCOMPARE(t.sweep({}).gone, std::vector{Resource("r")});
        QCOMPARE(t.board.size(), std::size_t(0));
    }

    void aLockThatCameAndWentUnpublishedIsNotToldOf()
    {
        BoardBench t(1);
        t.board.read(0, holding("r", kToken, 10s));
        t.board.read(0, KeyReading{.key = "r"});
        const BoardUpdate update = t.board.take();
        QVERIFY(update.changed.empty() && update.gone.empty());
    }

    void theTypeIsThatOfTheLeadingToken()
    {
        BoardBench t(3);
        KeyReading hash = holdingByRedisson("r", t.clock.now());
        hash.ttl = 10s;
        const KeyReading held = holding("r", kToken, 10s, t.clock.now());
        const BoardUpdate update = t.sweep({hash, held, held});
        QCOMPARE(update.changed.at(0)->type, ValueType::String);
        QCOMPARE(update.changed.at(0)->unpackLock().format, std::string("lk1"));
    }

    void aLockIsToldBesideWhatIsNone_data()
    {
        const auto row = columns<QByteArray, QByteArray>();
        const std::string uuid = "0b6f2d1e-8c1f-4a5e-9d3a-1f2e3d4c5b6a";
        row("no lock", "r", "<html>");
        row("named like one", "lock:r", "<html>");
        row("possible lock", "r", QByteArray::fromStdString(uuid));
    }
    void aLockIsToldBesideWhatIsNone()
    {
        const auto [name, other] = fetch<QByteArray, QByteArray>();
        const auto readingOf = [&](const std::string& value, const BoardBench& t) {
            return KeyReading{.key = name.toStdString(),
                .type = ValueType::String,
                .value = value,
                .ttl = 60s,
                .readAt = t.clock.now()};
        };
        std::array<std::size_t, 3> order{0, 1, 2};
        do {
            BoardBench t(3);
            const std::array readings{readingOf(kToken, t), readingOf(other.toStdString(), t),
                readingOf(other.toStdString(), t)};
            for (const std::size_t master : order) {
                t.board.beginSweep(master);
                t.board.read(master, readings[master]);
                t.board.endSweep(master);
            }
            while (!t.board.takeUnconfirmed(1).empty()) {
                for (std::size_t master = 0; master < 3; ++master)
                    t.board.read(master, readings[master]);
                t.board.confirm(name.toStdString());
            }
            const LockEntryPtr entry = t.board.find(name.toStdString());
            QVERIFY(entry);
            QCOMPARE(entry->countVotes().verdict, Verdict::Minority);
            QCOMPARE(entry->unpackLock().format, std::string("lk1"));
            QVERIFY(entry->votes[1].error && entry->votes[1].error->kind == ErrorClass::WrongType);
        } while (std::ranges::next_permutation(order).found);
    }

    void aTimeInAValueIsItsEndIfOneVoteHasNoTtl()
    {
        std::array<std::size_t, 3> order{0, 1, 2};
        do {
            BoardBench t(3);
            const auto past = std::chrono::duration_cast<std::chrono::seconds>(
                                  t.clock.wallNow().time_since_epoch())
                - 60s;
            KeyReading endless{.key = "lock:r",
                .type = ValueType::String,
                .value = std::to_string(past.count()),
                .readAt = t.clock.now()};
            KeyReading limited = endless;
            limited.ttl = 5s;
            const std::array readings{endless, limited, limited};
            for (const std::size_t master : order)
                t.board.read(master, readings[master]);
            QVERIFY(t.board.find("lock:r")->packedLock.expiresAt());
            // It got a TTL there, too.
            t.board.read(0, limited);
            QVERIFY(!t.board.find("lock:r")->packedLock.expiresAt());
        } while (std::ranges::next_permutation(order).found);
    }

    void theTypeFollowsTheLeadThatASweepOrAFailureChanges_data()
    {
        QTest::addColumn<bool>("isFailure");
        QTest::newRow("sweep") << false;
        QTest::newRow("failure") << true;
    }

    void theTypeFollowsTheLeadThatASweepOrAFailureChanges()
    {
        QFETCH(bool, isFailure);
        BoardBench t(5);
        KeyReading hash = holdingByRedisson("r", t.clock.now());
        hash.ttl = 10s;
        const KeyReading held = holding("r", kToken, 10s, t.clock.now());
        QCOMPARE(t.sweep({hash, hash, hash, held, held}).changed.at(0)->type, ValueType::Hash);
        // A token whose masters fail leads until the last of them has failed.
        for (std::size_t master = 0; master < (isFailure ? 3U : 2U); ++master) {
            t.board.beginSweep(master);
            if (isFailure)
                t.board.failMaster(master, kSilent);
            else
                t.board.endSweep(master);
        }
        // Until it is read again, the entry tells of no holder: the one that led before is not its.
        const auto between = t.board.take().changed.at(0);
        QVERIFY(!between->isDecoded);
        QVERIFY(between->unpackLock().holder == Holder());
        QCOMPARE(t.board.takeUnconfirmed(1), std::vector<std::string>{"r"});
        if (!isFailure)
            t.board.read(2, hash);
        t.board.read(3, held);
        QCOMPARE(t.board.find("r")->unpackLock().format, std::string("lk1"));
        QVERIFY(t.board.take().changed.at(0)->isDecoded);
    }

    void aLeadThatChangesWhileMastersAreReadOnceMoreIsReadAgain()
    {
        BoardBench t(3);
        KeyReading hash = holdingByRedisson("r", t.clock.now());
        hash.ttl = 10s;
        const KeyReading held = holding("r", kToken, 10s, t.clock.now());
        const KeyReading gone{.key = "r", .readAt = t.clock.now()};
        QCOMPARE(
            t.sweep({hash, held, held}).changed.at(0)->unpackLock().format, std::string("lk1"));
        QCOMPARE(t.board.takeUnconfirmed(1), std::vector<std::string>{"r"});
        t.board.read(0, hash);
        t.board.read(1, gone);
        t.board.read(2, gone);
        t.board.confirm("r");
        QCOMPARE(t.board.takeUnconfirmed(1), std::vector<std::string>{"r"});
        t.board.read(0, hash);
        t.board.confirm("r");
        QCOMPARE(t.board.find("r")->unpackLock().format, std::string("redisson"));
        QVERIFY(t.board.takeUnconfirmed(1).empty());
    }

    void countsRenewalsAsJumpsOfTheTtlOnceForAllMasters()
    {
        BoardBench t(3);
        (void)t.sweepHeld(3, kToken, 10s);
        auto later = [&](milliseconds ttl) {
            t.clock.advance(1s);
            return t.sweepHeld(3, kToken, ttl).changed.at(0)->renewals;
        };
        QCOMPARE(later(9s).count, 0U);
        QCOMPARE(later(10s).count, 1U);
        QCOMPARE(later(9050ms).count, 1U);
        const Renewals third = later(10s);
        QCOMPARE(third.count, 2U);
        QCOMPARE(milliseconds(third.interval), milliseconds(2s));
    }

    void remembersTheLongestTtlOfAToken()
    {
        BoardBench t(1);
        (void)t.sweepHeld(1, kToken, 10s);
        t.clock.advance(4s);
        QCOMPARE(t.sweepHeld(1, kToken, 6s).changed.at(0)->longestTtl(), std::optional(10'000ms));
        QCOMPARE(t.sweepHeld(1, kOther, 5s).changed.at(0)->longestTtl(), std::optional(5'000ms));
    }

    void passingTimeAloneIsNoNewRevision()
    {
        BoardBench t(1);
        const auto first = t.sweepHeld(1, kToken, 10s);
        t.clock.advance(1s);
        const auto second = t.sweepHeld(1, kToken, 9s);
        t.clock.advance(1s);
        const auto third = t.sweepHeld(1, kOther, 10s);
        QCOMPARE(second.changed[0]->revision, first.changed[0]->revision);
        QVERIFY(third.changed[0]->revision > second.changed[0]->revision);
        QCOMPARE(third.changed[0]->firstSeen, t.clock.now());
    }

    void aMasterThatWasNotSweptYetGivesNoAnswer()
    {
        BoardBench t(3);
        t.board.read(0, holding("r", kToken, 10s));
        const BoardUpdate update = t.board.take();
        QCOMPARE(update.changed[0]->countVotes().verdict, Verdict::Unknown);
        QCOMPARE(update.changed[0]->votes[1].state, VoteState::NoAnswer);
    }

    void publishedEntriesAreNeverChanged()
    {
        BoardBench t(1);
        const LockEntryPtr before = t.sweepHeld(1, kToken, 10s).changed[0];
        const Votes votes = before->votes;
        (void)t.sweepHeld(1, kOther, 5s);
        QVERIFY(before->votes == votes);
    }

    void aDisagreementIsLeftoverOnlyOnceItIsConfirmed()
    {
        BoardBench t(3);
        const BoardUpdate update = t.sweepHeld(1, kToken, 10s);
        QCOMPARE(update.changed[0]->countVotes().verdict, Verdict::Minority);
        QVERIFY(update.changed[0]->stale.empty());
        QCOMPARE(t.board.takeUnconfirmed(1), std::vector<std::string>{"r"});
        QVERIFY(t.board.takeUnconfirmed(1).empty());
        t.board.confirm("r");
        const BoardUpdate confirmed = t.board.take();
        QCOMPARE(confirmed.changed.at(0)->stale.size(), std::size_t(1));
    }

    void aDisagreementThatEndsInTimeIsNotDoubted()
    {
        BoardBench t(2);
        (void)t.sweepHeld(1, kToken, 10s);
        t.board.read(1, holding("r", kToken, 10s));
        QVERIFY(t.board.takeUnconfirmed(1).empty());
        QVERIFY(t.board.take().changed.at(0)->isSettled);
    }

    void aVoteBeyondTheClocksRangeIsNotOver()
    {
        // In nanoseconds and 64 bits, this is just below zero.
        constexpr milliseconds kTtl(18'446'744'073'709);
        BoardBench t(1);
        (void)t.sweepHeld(1, kToken, kTtl);
        t.clock.advance(1h);
        QVERIFY(t.board.takeExpired().empty());
    }

    void votesThatRunOutAreReadAgainOnce()
    {
        BoardBench t(2);
        (void)t.sweepHeld(2, kToken, 10s);
        t.clock.advance(9s);
        QVERIFY(t.board.takeExpired().empty());
        t.clock.advance(1100ms);
        const auto expired = t.board.takeExpired();
        QCOMPARE(expired.size(), std::size_t(2));
        QCOMPARE(expired[1].master, std::size_t(1));
        QCOMPARE(expired[1].key, std::string("r"));
        QVERIFY(t.board.takeExpired().empty());
    }

    void aLookAtNamesFindsWhatTheBoardMissed()
    {
        BoardBench t(1);
        (void)t.sweepHeld(1, kToken, 10s);
        t.board.beginSweep(0);
        QVERIFY(!t.board.markSeen(0, "new"));
        QCOMPARE(t.board.takeNotSeen(0), std::vector<std::string>{"r"});
        QVERIFY(t.board.takeNotSeen(0).empty());
    }

    void everyLookAtNamesBeginsAnew()
    {
        BoardBench t(1);
        (void)t.sweepHeld(1, kToken, 10s);
        for (int pass = 0; pass < 3; ++pass) {
            t.board.beginSweep(0);
            QVERIFY(t.board.markSeen(0, "r"));
            QVERIFY(t.board.takeNotSeen(0).empty());
        }
        // One that was given up half way through.
        t.board.beginSweep(0);
        t.board.beginSweep(0);
        QCOMPARE(t.board.takeNotSeen(0), std::vector<std::string>{"r"});
    }

    void aTokenThatComesBackIsTheSameAgain()
    {
        BoardBench t(3);
        const Fingerprint token = Fingerprint::ofString(kToken);
        const Fingerprint other = Fingerprint::ofString(kOther);
        (void)t.sweepHeld(3, kToken, 10s);
        t.board.read(0, holding("r", kOther, 10s, t.clock.now()));
        t.board.read(1, holding("r", kToken, 10s, t.clock.now()));
        t.board.read(2, holding("r", kOther, 10s, t.clock.now()));
        const auto mixed = t.board.take().changed.at(0);
        QCOMPARE(mixed->votes[0].token, std::optional(other));
        QCOMPARE(mixed->votes[1].token, std::optional(token));
        QCOMPARE(mixed->votes[2].token, std::optional(other));
        t.board.read(0, holding("r", kToken, 10s, t.clock.now()));
        t.board.read(1, holding("r", kOther, 10s, t.clock.now()));
        const auto turned = t.board.take().changed.at(0);
        QCOMPARE(turned->votes[0].token, std::optional(token));
        QCOMPARE(turned->votes[1].token, std::optional(other));
        (void)t.sweep({});
        const auto again = t.sweepHeld(3, kOther, 10s).changed.at(0);
        QCOMPARE(again->countVotes().token, std::optional(other));
    }

    void aTokenThatIsLeftIsNotTakenForTheOneThatWent()
    {
        BoardBench t(3);
        (void)t.sweepHeld(3, kToken, 10s);
        t.board.read(0, holding("r", kOther, 10s, t.clock.now()));
        // A sweep that finds the first token nowhere leaves the other as the only one.
        for (std::size_t master = 1; master < 3; ++master) {
            t.board.beginSweep(master);
            t.board.endSweep(master);
        }
        t.board.read(1, holding("r", kToken, 10s, t.clock.now()));
        const auto entry = t.board.take().changed.at(0);
        QCOMPARE(entry->votes[0].token, std::optional(Fingerprint::ofString(kOther)));
        QCOMPARE(entry->votes[1].token, std::optional(Fingerprint::ofString(kToken)));
    }

    void aNewLockWaitsForTheMastersThatAreBeingSwept()
    {
        BoardBench t(3);
        for (std::size_t master = 0; master < 3; ++master)
            t.board.beginSweep(master);
        t.read(0, "r", 10s);
        t.read(1, "r", 10s);
        QVERIFY(t.board.take().changed.empty());
        t.clock.advance(1s);
        t.read(2, "r", 9s);
        QCOMPARE(t.board.take().changed.size(), std::size_t(1));
    }

    void aNewLockDoesNotWaitForEver()
    {
        BoardBench t(3);
        for (std::size_t master = 0; master < 3; ++master)
            t.board.beginSweep(master);
        t.read(0, "r", 10s);
        QVERIFY(!t.board.hasChanges());
        t.clock.advance(2s);
        QVERIFY(t.board.hasChanges());
        QCOMPARE(t.board.take().changed.size(), std::size_t(1));
    }

    void evidenceIsLookedForAnewPartByPart()
    {
        BoardBench t(1);
        t.board.beginSweep(0);
        for (int i = 0; i < 40; ++i)
            t.read(0, std::to_string(i), 1h);
        t.board.endSweep(0);
        QCOMPARE(t.board.take().changed.size(), std::size_t(40));
        t.processes.state = ProcessState::Gone;
        t.board.reassess(40);
        t.clock.advance(1s); // each may have released its lock as the last thing that it did
        std::size_t found = 0;
        for (int part = 0; part < 10; ++part) {
            t.board.reassess(4);
            const auto update = t.board.take();
            QCOMPARE(update.changed.size(), std::size_t(4));
            found += update.changed.size();
        }
        QCOMPARE(found, std::size_t(40));
    }

    void whatIsNotToBeToldYetIsNotRetoldEither()
    {
        BoardBench t(3);
        for (std::size_t master = 0; master < 3; ++master)
            t.board.beginSweep(master);
        t.read(0, "r", 10s);
        t.board.republishAll();
        QVERIFY(t.board.take().changed.empty());
        t.board.read(0, KeyReading{.key = "r"});
        for (std::size_t master = 0; master < 3; ++master)
            t.board.endSweep(master);
        const BoardUpdate update = t.board.take();
        QVERIFY(update.changed.empty() && update.gone.empty());
        QCOMPARE(t.board.size(), std::size_t(0));
    }

    void anotherTypeBesideALockIsEvidenceAndNoToken()
    {
        BoardBench t(3);
        const KeyReading held = holding("r", kToken, 10s);
        const KeyReading list{
            .key = "r", .type = ValueType::List, .fields = {{"x", ""}}, .readAt = held.readAt};
        const LockEntryPtr both = t.sweep({held, held, list}).changed.at(0);
        QCOMPARE(both->countVotes().verdict, Verdict::Held);
        QCOMPARE(both->votes[2].state, VoteState::Free);
        QCOMPARE(both->stale.size(), std::size_t(1));
        QCOMPARE(both->stale.front().kind, EvidenceKind::WrongType);
        const LockEntryPtr one = t.sweep({held, list}).changed.at(0);
        QCOMPARE(one->countVotes().verdict, Verdict::Minority);
        // Once nobody has the lock any more, it is another key.
        const BoardUpdate none = t.sweep({list, list, KeyReading{.key = "r"}});
        QCOMPARE(none.gone, std::vector{Resource("r")});
        QCOMPARE(none.otherKeys, std::size_t(1));
        QCOMPARE(t.sweep({}).otherKeys, std::size_t(0));
    }

    void renewalsThatNobodyLookedForHaveNotStopped()
    {
        BoardBench t(3);
        t.renewEvery10s(3);
        t.clock.advance(1min);
        t.board.reassess(1);
        QVERIFY(t.board.find("r")->stale.empty());
    }

    void renewalsThatWouldHaveBeenToldHaveStopped()
    {
        BoardBench t(3);
        t.renewEvery10s(3);
        const SteadyTime renewed = t.clock.now();
        t.clock.advance(1min);
        const auto kindWhenTold = [&](SteadyTime until) -> std::optional<EvidenceKind> {
            for (std::size_t master = 0; master < 2; ++master)
                t.board.setPushed(master, until);
            t.board.reassess(1);
            const EvidenceList& stale = t.board.find("r")->stale;
            return stale.empty() ? std::nullopt : std::optional(stale.front().kind);
        };
        QVERIFY(!kindWhenTold(renewed + 14s));
        QVERIFY(kindWhenTold(renewed + 15s) == EvidenceKind::RenewalLate);
        QVERIFY(kindWhenTold(renewed + 20s) == EvidenceKind::RenewalsStopped);
    }

    void aLockWithMoreHoldersThanCanBeReadIsUnknown()
    {
        BoardBench t(1);
        KeyReading readers{.key = "r.readers",
            .type = ValueType::Set,
            .fields = {{"host_1_" + std::string(32, 'a'), ""}},
            .readAt = t.clock.now()};
        QCOMPARE(t.sweep({readers}).changed.at(0)->countVotes().verdict, Verdict::Held);
        readers.fields.clear();
        readers.isTooLong = true;
        const LockEntryPtr entry = t.sweep({readers}).changed.at(0);
        QCOMPARE(entry->countVotes().verdict, Verdict::Unknown);
        QCOMPARE(entry->votes[0].error->text, std::string("has more holders than can be read"));
    }

    void aSemaphoreWhoseHoldersHaveRunOutHasExpired()
    {
        BoardBench t(1);
        t.clock.setWallNow(WallTime(1'795'262'000s));
        const auto semaphore = [&](const char* end) {
            return KeyReading{.key = "pool",
                .type = ValueType::SortedSet,
                .fields = {{"host_1_" + std::string(32, 'a'), end}},
                .ttl = 10min,
                .readAt = t.clock.now()};
        };
        QVERIFY(t.sweep({semaphore("1795262010000")}).changed.at(0)->stale.empty());
        t.clock.setWallNow(WallTime(1'795'262'100s));
        const LockEntryPtr expired = t.sweep({semaphore("1795262010000")}).changed.at(0);
        QCOMPARE(expired->stale.size(), std::size_t(1));
        QCOMPARE(expired->stale.front().kind, EvidenceKind::ExpiredByOwnTimestamp);
        QVERIFY(t.sweep({semaphore("1795262200000")}).changed.at(0)->stale.empty());
    }

    void aMultiLockThatIsRenewedHasNotExpired()
    {
        BoardBench t(1);
        t.clock.setWallNow(WallTime(1'795'262'000s));
        const auto multiLock = [&](const char* end) {
            const std::string part = "sVQ2JmGQHl0bVvFk4LwGGg";
            const std::string owner = "7b1a9f6e-2f5f-4c93-9d0e-2f1f3f6a1b2c:17";
            return KeyReading{.key = "group",
                .type = ValueType::Hash,
                .fields = {{part, owner}, {part + ":" + owner + ":expire_time", end},
                    {part + ":" + owner + ":lock_count", "1"}},
                .ttl = 10min,
                .readAt = t.clock.now()};
        };
        const LockEntryPtr first = t.sweep({multiLock("1795262010000")}).changed.at(0);
        QCOMPARE(first->packedLock.formatName(), std::string("redisson-multi"));
        t.clock.setWallNow(WallTime(1'795'262'100s));
        const auto renewed = t.sweep({multiLock("1795262200000")});
        for (const LockEntryPtr& entry : renewed.changed) {
            QVERIFY(entry->stale.empty());
            QCOMPARE(entry->votes.tokenCount(), std::size_t(1));
        }
        t.clock.setWallNow(WallTime(1'795'262'300s));
        const auto left = t.sweep({multiLock("1795262200000")}).changed;
        QCOMPARE(left.at(0)->stale.front().kind, EvidenceKind::ExpiredByOwnTimestamp);
    }
};

LOCKKEEPER_TEST(BoardTest)

} // namespace lockkeeper::tests::board_test

#include "board_test.moc"
