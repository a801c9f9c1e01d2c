// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/cast_votes.h"
#include "core/observe/board/entry_votes.h"
#include "core/observe/board/publishing.h"
#include "core/observe/board/recognition.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::board_parts_test {

using namespace lockkeeper::observe;

namespace {

const std::string kToken = "lk1:web-3:812:api:1750000000000:" + std::string(40, 'a');
const SteadyTime kNow = ManualClock().now();

MasterIds masters(std::size_t count)
{
    auto ids = std::make_shared<std::vector<MasterId>>();
    for (std::size_t i = 0; i < count; ++i)
        ids->emplace_back(std::string(1, static_cast<char>('a' + i)));
    return ids;
}

std::shared_ptr<LockEntry> entryOf(const std::string& name, std::size_t masterCount = 1)
{
    auto entry = std::make_shared<LockEntry>();
    entry->resource = Resource(name);
    entry->type = ValueType::String;
    entry->firstSeen = kNow;
    entry->votes = Votes(masters(masterCount));
    return entry;
}

BoardRecord recordOf(const std::string& name, std::size_t masterCount = 1)
{
    BoardRecord record;
    record.entry = entryOf(name, masterCount);
    return record;
}

Vote held(std::optional<std::chrono::milliseconds> ttl, SteadyTime at = kNow)
{
    return {
        .state = VoteState::Held, .token = Fingerprint::ofString(kToken), .ttl = ttl, .readAt = at};
}

KeyReading stringReading(const std::string& value)
{
    return {.key = "r", .type = ValueType::String, .value = value, .ttl = 10s, .readAt = kNow};
}

} // namespace

/// The parts of a board, each by itself.
class BoardPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void coverageAwaitsVotesOnlyInTheFirstSweepSinceAFailure()
    {
        SweepCoverage coverage(2);
        const Votes silent(masters(2));
        QVERIFY(!coverage.isSweeping() && !coverage.isAwaited(silent));
        coverage.begin(1);
        QVERIFY(coverage.isSweeping() && coverage.isAwaited(silent));
        coverage.end(1, kNow);
        QVERIFY(coverage.isWhole(1) && !coverage.isSweeping());
        coverage.begin(1);
        QVERIFY(!coverage.isAwaited(silent));
        coverage.invalidate(1);
        QVERIFY(!coverage.isWhole(1));
        coverage.begin(1);
        QVERIFY(coverage.isAwaited(silent));
    }

    void coverageCountsTheTimeSinceTheFirstSweep()
    {
        SweepCoverage coverage(1);
        QCOMPARE(coverage.watched()[0].since, SteadyTime::max());
        coverage.end(0, kNow);
        coverage.end(0, kNow + 1s);
        QCOMPARE(coverage.watched()[0].since, kNow);
    }

    void aSweptMasterWithoutAVoteIsDoubtful()
    {
        SweepCoverage coverage(2);
        Votes votes(masters(2));
        votes.set(0, held(10s));
        QVERIFY(!coverage.isDoubtful(votes));
        coverage.end(1, kNow);
        QVERIFY(coverage.isDoubtful(votes));
        votes.set(1, held(10s));
        QVERIFY(!coverage.isDoubtful(votes));
        votes.set(1, {.state = VoteState::Free, .readAt = kNow});
        QVERIFY(coverage.isDoubtful(votes));
    }

    /// Read memory behind a vector, which the address sanitizer sees.
    void aFailedMastersTokenMayBeDropped()
    {
        const auto heldBy = [](const char* token) {
            return Vote{.state = VoteState::Held,
                .token = Fingerprint::ofString(token),
                .ttl = 10s,
                .readAt = kNow};
        };
        Votes votes(masters(3));
        votes.set(0, heldBy("a"));
        votes.set(1, heldBy("b"));
        votes.set(2, heldBy("c"));
        votes.setFailed(2, VoteState::NoAnswer, nullptr);
        votes.set(0, heldBy("a"));
        QCOMPARE(*votes.storedToken(2), *heldBy("c").token); // a restart may lose it
        votes.dropStored(2);
        votes.set(0, heldBy("a"));
        QCOMPARE(votes.tokenCount(), 2U);
        votes.set(1, {.state = VoteState::Free, .readAt = kNow});
        QCOMPARE(votes.tokenCount(), 1U);
        votes.set(2, heldBy("b"));
        QCOMPARE(votes[0].token, heldBy("a").token);
        QCOMPARE(votes[2].token, heldBy("b").token);
    }

    void anEditReplacesAPublishedEntryOnce()
    {
        PendingChanges changes;
        BoardRecord record = recordOf("r");
        const LockEntryPtr published = PendingChanges::publish(record);
        LockEntry& edited = changes.edit(record);
        QVERIFY(&edited != published.get());
        QCOMPARE(&changes.edit(record), &edited);
        int count = 0;
        changes.take([&](BoardRecord& changed, const LockEntryPtr& before) {
            ++count;
            QCOMPARE(&changed, &record);
            QCOMPARE(before, published);
        });
        QCOMPARE(count, 1);
        QVERIFY(changes.empty() && !record.isDirty);
    }

    void aNewRecordWaitsForVotesAndForTwoSecondsAtMost()
    {
        ManualClock clock;
        SweepCoverage coverage(1);
        coverage.begin(0);
        PendingChanges changes;
        BoardRecord record = recordOf("r");
        changes.addNew(record);
        (void)changes.edit(record);
        changes.release(coverage, clock, 1);
        QVERIFY(changes.empty());
        clock.advance(2s);
        changes.release(coverage, clock, 1);
        QVERIFY(!changes.empty());
    }

    void aNewRecordWaitsForNoSweepThatIsOver()
    {
        const ManualClock clock;
        PendingChanges changes;
        BoardRecord record = recordOf("r");
        changes.addNew(record);
        changes.release(SweepCoverage(1), clock, 1);
        int count = 0;
        changes.take([&](BoardRecord&, const LockEntryPtr& before) {
            ++count;
            QVERIFY(!before);
        });
        QCOMPARE(count, 1);
    }

    void aDoubtIsReturnedOnceUntilItIsSettled()
    {
        BoardRecords records;
        BoardRecord& record = records.add(entryOf("r"));
        DoubtfulRecords doubts;
        const auto isDoubtful = [](const BoardRecord&) { return true; };
        doubts.add(record);
        doubts.add(record);
        QCOMPARE(doubts.take(9, records, isDoubtful), std::vector<std::string>{"r"});
        doubts.add(record);
        QVERIFY(doubts.take(9, records, isDoubtful).empty());
        DoubtfulRecords::settle(record);
        doubts.add(record);
        QCOMPARE(doubts.take(9, records, isDoubtful), std::vector<std::string>{"r"});
    }

    void aDoubtThatIsOverOrWhoseRecordIsGoneIsDropped()
    {
        BoardRecords records;
        DoubtfulRecords doubts;
        doubts.add(records.add(entryOf("over")));
        BoardRecord& gone = records.add(entryOf("gone"));
        doubts.add(gone);
        records.remove(gone);
        QVERIFY(doubts.take(9, records, [](const BoardRecord&) { return false; }).empty());
        // It may arise again.
        doubts.add(*records.find("over"));
        QCOMPARE(doubts.take(9, records, [](const BoardRecord&) { return true; }).size(),
            std::size_t(1));
    }

    void expiriesReturnEachVoteWhenItsTtlHasPassed()
    {
        CastVotes votes(2, kNow);
        BoardRecord record = recordOf("r", 2);
        for (const auto& [master, ttl] : {std::pair(0U, 10s), std::pair(1U, 20s)})
            votes.set(record, master, held(ttl), {});
        const auto expired = [&](SteadyTime now) {
            std::vector<std::size_t> masters;
            for (const ExpiredVote& vote : votes.takeExpired(now, [](BoardRecord&) {}))
                masters.push_back(vote.master);
            return masters;
        };
        using Masters = std::vector<std::size_t>;
        QCOMPARE(expired(kNow + 9s), Masters());
        QCOMPARE(expired(kNow + 11s), Masters{0});
        // The vote of the first master was returned, and its TTL is still over.
        QCOMPARE(expired(kNow + 21s), (Masters{0, 1}));
        QCOMPARE(expired(kNow + 1h), Masters());
    }

    void theTtlOfAMasterThatHasFailedStillPasses()
    {
        CastVotes cast(1, kNow);
        BoardRecord record = recordOf("r", 1);
        Votes& votes = record.entry->votes;
        QVERIFY(!votes.mayBeStored(kNow));
        cast.set(record, 0, held(10s), {});
        QVERIFY(!votes.mayBeStored(kNow));
        votes.setFailed(0, VoteState::NoAnswer, nullptr);
        votes.setFailed(0, VoteState::Error, nullptr);
        QVERIFY(votes.mayBeStored(kNow + 9s));
        QVERIFY(!votes.mayBeStored(kNow + 10s));
        std::size_t times = 0;
        QVERIFY(cast.takeExpired(kNow + 11s, [&](BoardRecord&) { ++times; }).empty());
        QCOMPARE(times, std::size_t(1));
        votes.set(0, held({}));
        votes.setFailed(0, VoteState::NoAnswer, nullptr);
        QVERIFY(votes.mayBeStored(kNow + 24h * 999));
        votes.set(0, {.state = VoteState::Free});
        votes.setFailed(0, VoteState::NoAnswer, nullptr);
        QVERIFY(!votes.mayBeStored(kNow));
    }

    void roundsVisitAllRecordsInTurn()
    {
        BoardRecords records;
        for (int i = 0; i < 5; ++i)
            records.add(entryOf(std::to_string(i)));
        std::map<std::string, int> visits;
        for (int i = 0; i < 6; ++i)
            records.visitNext(
                2, [&](const BoardRecord& record) { ++visits[record.entry->resource.value()]; });
        QCOMPARE(visits.size(), std::size_t(5));
        for (const auto& [name, count] : visits)
            QCOMPARE(count, 2);
        records.remove(*records.find("2"));
        for (int i = 0; i < 3; ++i)
            records.visitNext(
                2, [&](const BoardRecord& record) { ++visits[record.entry->resource.value()]; });
        for (const auto& [name, count] : visits)
            QCOMPARE(count, name == "2" ? 2 : 3);
    }

    void aSweepReturnsTheLocksThatItHasNotSeenOnce()
    {
        KnownKeys keys(1);
        BoardRecord& seen = keys.addLock(entryOf("seen")).record;
        keys.addLock(entryOf("unseen"));
        keys.beginSweep(0);
        keys.markSeen(0, seen);
        std::vector<std::string> names;
        const auto note
            = [&](const BoardRecord& record) { names.push_back(record.entry->resource.value()); };
        keys.takeUnseen(0, note);
        keys.takeUnseen(0, note);
        QCOMPARE(names, std::vector<std::string>{"unseen"});
    }

    void anotherKeyThatASweepHasNotSeenIsGone()
    {
        KnownKeys keys(2);
        keys.noteOther(0, "page", true);
        keys.beginSweep(0);
        keys.endSweep(0, [](const BoardRecord&) {});
        QCOMPARE(keys.others().readCount(), std::size_t(0));
    }

    void aLockKnowsWhichMastersStoreAnotherKeyThere()
    {
        KnownKeys keys(2);
        keys.noteOther(1, "r", true);
        const auto [record, others] = keys.addLock(entryOf("r", 2));
        QCOMPARE(others, masterBit(1));
        QCOMPARE(keys.others().readCount(), std::size_t(0));
        keys.removeLock(record, masterBit(0));
        QVERIFY(keys.find("r") == nullptr);
        QVERIFY(keys.others().isStored("r", 0) && !keys.others().isStored("r", 1));
    }

    void aValueIsNoTokenUnlessItIsALock()
    {
        const ManualClock clock;
        const Recognition recognition(builtinFormats(), clock);
        LockEntry lock = *entryOf("r");
        for (const ValueType type : {ValueType::String, ValueType::Hash}) {
            lock.type = type;
            const auto foreign = recognition.recognise(0, stringReading("no token"), &lock);
            QCOMPARE(foreign.vote.state, VoteState::Free);
            QCOMPARE(foreign.vote.error->kind, ErrorClass::WrongType);
            QCOMPARE(
                recognition.recognise(0, stringReading(kToken), &lock).vote.state, VoteState::Held);
        }
        // It is the lock's, whatever it looks like.
        lock.votes.set(0, {.state = VoteState::Held, .token = Fingerprint::ofString("no token")});
        QCOMPARE(
            recognition.recognise(0, stringReading("no token"), &lock).vote.state, VoteState::Held);
    }

    /// SET replaces a hash, but nobody takes a lock so.
    void onlyAValueOfTheSameTypeTakesALockOver()
    {
        const ManualClock clock;
        const Recognition recognition(builtinFormats(), clock);
        LockEntry lock = *entryOf("r");
        lock.votes.set(0, held(10s));
        lock.packedLock = *recognition.decode(stringReading(kToken));
        KeyReading possible = stringReading("0123456789abcdef0123456789abcdef");
        possible.ttl = 90s; // longer than a lease usually is
        lock.type = ValueType::String;
        QVERIFY(recognition.recognise(0, possible, &lock).isTakeover);
        lock.type = ValueType::Hash;
        const auto foreign = recognition.recognise(0, possible, &lock);
        QVERIFY(!foreign.isTakeover);
        QCOMPARE(foreign.vote.state, VoteState::Free);
        QCOMPARE(foreign.vote.error->kind, ErrorClass::WrongType);
    }

    void aKnownValueIsNotHashedAgain()
    {
        const ManualClock clock;
        const Recognition recognition(builtinFormats(), clock);
        LockEntry lock = *entryOf("r");
        // A token that the value does not have shows that it was not computed.
        Vote vote = held(10s);
        vote.token = Fingerprint::ofString("another");
        lock.votes.set(0, vote);
        lock.mark = ValueMark(kToken);
        QCOMPARE(recognition.recognise(0, stringReading(kToken), &lock).vote.token, vote.token);
        lock.mark = {};
        QCOMPARE(
            recognition.recognise(0, stringReading(kToken), &lock).vote.token, held(10s).token);
    }

    void aMissingKeyIsAFreeVote()
    {
        const ManualClock clock;
        const Recognition recognition(builtinFormats(), clock);
        const auto recognised = recognition.recognise(0, {.key = "r", .readAt = kNow}, nullptr);
        QCOMPARE(recognised.vote.state, VoteState::Free);
        QVERIFY(!recognised.vote.error);
    }

    void onlyAJumpOfTheTtlIsARenewal()
    {
        LockEntry entry = *entryOf("r", 2);
        entry.votes.set(1, {.state = VoteState::Free, .readAt = kNow});
        QVERIFY(setVote(entry, 0, held(10s), {}));
        QVERIFY(!setVote(entry, 0, held(9s, kNow + 1s), {}));
        QCOMPARE(entry.renewals.count, 0U);
        QVERIFY(!setVote(entry, 0, held(10s, kNow + 2s), {}));
        QCOMPARE(entry.renewals.count, 1U);
        // The other master shows the same renewal.
        QVERIFY(setVote(entry, 1, held(10s, kNow + 2s), {}));
        QCOMPARE(entry.renewals.count, 1U);
        QCOMPARE(entry.longestTtl(), std::optional<std::chrono::milliseconds>(10s));
    }

    void theMajoritysRenewalIsTheLocks()
    {
        LockEntry entry = *entryOf("r", 3);
        for (std::size_t master = 0; master < 3; ++master)
            QVERIFY(setVote(entry, master, held(10s), {}));
        // Somebody has prolonged it on one master.
        QVERIFY(!setVote(entry, 2, held(1h, kNow + 1s), {}));
        QCOMPARE(entry.renewals.count, 0U);
        for (int round = 1; round <= 3; ++round) {
            for (std::size_t master = 0; master < 2; ++master)
                QVERIFY(!setVote(entry, master, held(10s, kNow + round * 3s), {}));
            QCOMPARE(entry.renewals.count, static_cast<unsigned>(round));
        }
        QCOMPARE(std::chrono::milliseconds(entry.renewals.interval), 3000ms);
    }

    void aRenewalOfMastersWhoseTtlsDifferIsOne()
    {
        LockEntry entry = *entryOf("r", 2);
        QVERIFY(setVote(entry, 0, held(20s), {}));
        QVERIFY(setVote(entry, 1, held(19s), {}));
        for (int round = 1; round <= 2; ++round) {
            QVERIFY(!setVote(entry, 1, held(20s, kNow + round * 2s), {}));
            QVERIFY(!setVote(entry, 0, held(20s, kNow + round * 2s + 2ms), {}));
        }
        QCOMPARE(entry.renewals.count, 2U);
        QVERIFY(std::chrono::milliseconds(entry.renewals.interval) > 1900ms);
    }

    void attemptsDuringAnOutageAreNoRenewals()
    {
        LockEntry entry = *entryOf("r", 3);
        for (std::size_t master = 0; master < 3; ++master)
            QVERIFY(setVote(entry, master, held(20s), {}));
        for (const std::size_t silent : {1U, 2U})
            entry.votes.setFailed(silent, VoteState::NoAnswer, nullptr);
        for (int attempt = 1; attempt <= 9; ++attempt)
            QVERIFY(!setVote(entry, 0, held(20s, kNow + attempt * 600ms), {}));
        QCOMPARE(entry.renewals.count, 0U);
        // Where the others surely do not store it, they are renewals of what is left.
        for (const std::size_t free : {1U, 2U})
            entry.votes.set(free, {.state = VoteState::Free, .readAt = kNow + 6s});
        QVERIFY(!setVote(entry, 0, held(20s, kNow + 7s), {}));
        QCOMPARE(entry.renewals.count, 1U);
    }

    void anExceptionDoesNotChangeTheRhythmOfRenewals()
    {
        LockEntry entry = *entryOf("r", 1);
        QVERIFY(setVote(entry, 0, held(30s), {}));
        SteadyTime now = kNow;
        const auto renewAfter = [&](std::chrono::milliseconds time) {
            now += time;
            QVERIFY(!setVote(entry, 0, held(30s, now), {}));
        };
        for (int i = 0; i < 4; ++i)
            renewAfter(10s);
        QCOMPARE(entry.renewals.steady, 2U);
        renewAfter(17s); // an outage
        renewAfter(10s);
        renewAfter(10s);
        QCOMPARE(std::chrono::milliseconds(entry.renewals.interval), 10'000ms);
        for (int i = 0; i < 5; ++i)
            renewAfter(5s);
        QCOMPARE(std::chrono::milliseconds(entry.renewals.interval), 5000ms);
        QVERIFY(entry.renewals.steady > 0);
    }

    void aTtlThatSomebodyElseHasSetIsNoRenewalOfTheHolder()
    {
        LockEntry entry = *entryOf("r", 1);
        QVERIFY(setVote(entry, 0, held(10s), {}));
        for (int round = 1; round <= 3; ++round)
            QVERIFY(!setVote(entry, 0, held(10s, kNow + round * 3s), {}));
        QCOMPARE(std::chrono::milliseconds(entry.renewals.interval), 3000ms);
        QVERIFY(!setVote(entry, 0, held(1h, kNow + 9100ms), {}));
        QCOMPARE(std::chrono::milliseconds(entry.renewals.interval), 0ms);
        QCOMPARE(entry.renewals.steady, 0U);
    }

    void theMarkIsThatOfTheFirstToken()
    {
        LockEntry entry = *entryOf("r", 2);
        const ValueMark mark(kToken);
        setVote(entry, 0, held(10s), mark);
        QVERIFY(entry.mark == mark);
        Vote other = held(10s);
        other.token = Fingerprint::ofString("another");
        setVote(entry, 1, other, ValueMark("another"));
        QVERIFY(entry.mark == mark);
        QVERIFY(!entry.isSettled);
        setVote(entry, 0, {.state = VoteState::Free, .readAt = kNow}, {});
        QVERIFY(entry.mark == ValueMark());
    }
};

LOCKKEEPER_TEST(BoardPartsTest)

} // namespace lockkeeper::tests::board_parts_test

#include "board_parts_test.moc"
