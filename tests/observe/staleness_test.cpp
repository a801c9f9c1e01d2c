// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/staleness.h"

#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

#include <array>

namespace lockkeeper::tests::staleness_test {

using namespace lockkeeper::observe;

namespace {

const SteadyTime kNow{1h};
const WallTime kWallNow{1'750'000'000s};
constexpr std::int64_t kPid = 4711;

const std::string kProcess = "0123456789abcdef-4711";

class FakeProbe final : public ProcessProbe {
public:
    explicit FakeProbe(ProcessState state)
        : m_state(state)
    { }
    [[nodiscard]] ProcessState stateOf(std::int64_t pid, std::string_view identity) const override
    {
        return pid == kPid && identity == kProcess ? m_state : ProcessState::Unknown;
    }

private:
    ProcessState m_state;
};
// A board refers to the probe for as long as it lives: a temporary is refused.
static_assert(std::is_convertible_v<const FakeProbe&, decltype(EvidenceRules::processes)>);
static_assert(!std::is_convertible_v<FakeProbe, decltype(EvidenceRules::processes)>);

const FakeProbe kAlive(ProcessState::Running);
const FakeProbe kGone(ProcessState::Gone);

using MaybeTtl = std::optional<std::chrono::milliseconds>;

Vote held(const char* token, MaybeTtl ttl)
{
    return {.state = VoteState::Held,
        .token = Fingerprint::ofString(token),
        .ttl = ttl,
        .readAt = kNow};
}

const Vote kFree{.state = VoteState::Free};

DecodedLock heldBy(std::string process)
{
    DecodedLock lock{.scope = ValueScope::Acquisition, .format = "lk1"};
    lock.holder.host = "here";
    lock.holder.pid = kPid;
    lock.holder.since = kWallNow - 1h;
    lock.holder.process = std::move(process);
    return lock;
}

LockEntry entryOf(const Votes& votes)
{
    LockEntry entry;
    entry.votes = votes;
    entry.asOf = entry.firstSeen = kNow;
    return entry;
}

std::vector<Evidence> evidenceOf(const LockEntry& entry, const EvidenceRules& rules = {kAlive})
{
    ManualClock clock;
    clock.setWallNow(kWallNow);
    return findEvidence(entry, entry.countVotes(), rules, clock);
}

std::vector<Evidence> evidenceOf(const std::vector<Vote>& votes,
    const DecodedLock& lock = DecodedLock{.scope = ValueScope::Acquisition},
    const ProcessProbe& processes = kAlive)
{
    LockEntry entry = entryOf(votes);
    entry.packedLock = PackedLock(lock);
    return evidenceOf(entry, {processes});
}

std::vector<EvidenceKind> kindsOf(const std::vector<Evidence>& found)
{
    std::vector<EvidenceKind> kinds;
    for (const auto& evidence : found)
        kinds.push_back(evidence.kind);
    return kinds;
}

using Kinds = std::vector<EvidenceKind>;

} // namespace

LockEntry outvotedBy(const std::string& process, MaybeTtl ttl)
{
    LockEntry entry = entryOf({held("a", 9s), held("a", 9s), held("b", ttl)});
    entry.packedLock = PackedLock(heldBy("another process"));
    entry.rivals.edit([&](std::vector<RivalToken>& rivals) {
        rivals.push_back({.token = Fingerprint::ofString("b"),
            .lock = PackedLock(heldBy(process)),
            .type = ValueType::String});
    });
    return entry;
}

namespace {

std::vector<EvidenceKind> kindsWith(
    const DecodedLock& lock, std::optional<bool> isConnected, std::string* asked = nullptr)
{
    LockEntry entry = entryOf({held("t", 1s)});
    entry.packedLock = PackedLock(lock);
    EvidenceRules rules{kAlive};
    rules.isConnected = [&](const std::string& name) {
        if (asked != nullptr)
            *asked = name;
        return isConnected;
    };
    return kindsOf(evidenceOf(entry, rules));
}

DecodedLock heldByApp(std::string app)
{
    DecodedLock lock = heldBy("fedcba9876543210-4711");
    lock.holder.app = std::move(app);
    return lock;
}

} // namespace

class StalenessTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void votesAndTheHolderTellWhatIsWrong_data()
    {
        using enum EvidenceKind;
        const auto row = columns<std::vector<Vote>, DecodedLock, ProcessState, Kinds>();
        const auto votes = [&row](const char* name, const std::vector<Vote>& stored, Kinds kinds) {
            row(name, stored, {.scope = ValueScope::Acquisition}, ProcessState::Running,
                std::move(kinds));
        };
        votes("a TTL of a moment", {held("t", 1ms)}, {});
        votes("a TTL that is over", {held("t", 0ms)}, {});
        votes("a TTL of a day", {held("t", 24h)}, {});
        votes("a quorum that expires", {held("t", {}), held("t", 1s), held("t", 2s)}, {});
        votes("a leftover without a TTL", {held("t", {}), held("t", 1s), kFree, kFree, kFree},
            {NeverExpires, MinorityLeftover});
        votes("a split", {held("a", 9s), held("b", 9s), kFree}, {SplitVotes});
        votes("a split without a TTL", {held("a", {}), held("b", {}), kFree},
            {NeverExpires, SplitVotes});
        votes("a split of which one token has none",
            {held("t", 1s), held("t", 1s), held("other", {}), kFree, kFree},
            {NeverExpires, SplitVotes});
        votes("a leftover that ends at once", {held("t", 2s), kFree, kFree}, {});
        votes("a split that ends at once", {held("a", 2s), held("b", 1s), kFree}, {});
        votes("a split of which one token ends at once", {held("a", 2s), held("b", 3s), kFree},
            {SplitVotes});
        votes("a leftover that never ends", {held("t", {}), kFree, kFree},
            {NeverExpires, MinorityLeftover});

        const auto holder = [&row](const char* name, DecodedLock lock, Kinds kinds,
                                const std::vector<Vote>& stored = {held("t", 1s)},
                                ProcessState state = ProcessState::Gone) {
            row(name, stored, std::move(lock), state, std::move(kinds));
        };
        holder(
            "a process that lives", heldBy(kProcess), {}, {held("t", 1s)}, ProcessState::Running);
        holder("a process of another place", heldBy("fedcba9876543210-4711"), {});
        DecodedLock byName = heldBy({});
        byName.holder.process.reset();
        holder("a process by its pid alone", byName, {});
        holder("an ended process behind silent masters", heldBy(kProcess), {HolderProcessGone},
            {held("t", 1s), Vote{}, kFree});
        const auto expiring = [](WallTime time) {
            return DecodedLock{.scope = ValueScope::Acquisition, .format = "f", .expiresAt = time};
        };
        holder(
            "a value that states a future expiry", expiring(kWallNow + 1min), {}, {held("t", {})});
        holder("a value that states the expiry of this moment", expiring(kWallNow - 1s), {});
        DecodedLock over = heldBy(kProcess);
        over.expiresAt = kWallNow - 1h;
        holder("a free resource", over, {}, {kFree});
    }
    void votesAndTheHolderTellWhatIsWrong()
    {
        const auto [votes, lock, state, kinds]
            = fetch<std::vector<Vote>, DecodedLock, ProcessState, Kinds>();
        QVERIFY(kindsOf(evidenceOf(votes, lock, FakeProbe(state))) == kinds);
    }

    void heldLockWithoutTtlNeverExpires()
    {
        QVERIFY(kindsOf(evidenceOf({held("t", {})})) == Kinds{EvidenceKind::NeverExpires});
    }

    void anotherTypeOnAMasterIsEvidence()
    {
        Vote foreign{.state = VoteState::Free};
        foreign.error = Error{ErrorClass::WrongType, "a list"};
        QVERIFY(kindsOf(evidenceOf({held("t", 1s), held("t", 1s), foreign}))
            == Kinds{EvidenceKind::WrongType});
    }

    /// Redisson sets none on the number of a semaphore or a latch.
    void aCountNeedsNoTtl()
    {
        for (const char* name : {"redisson-semaphore", "redisson-latch"}) {
            const FormatPtr format = builtinFormat(name);
            const KeyReading reading{.key = "pool", .type = ValueType::String, .value = "3"};
            LockEntry entry = entryOf(Votes({held("t", {})}));
            entry.packedLock = PackedLock(format, *format->recognise(reading, kWallNow));
            QVERIFY(evidenceOf(entry).empty());
        }
    }

    void whatIsBeingTakenIsNoLeftoverYet()
    {
        LockEntry entry = entryOf({held("t", 9s), kFree, kFree});
        entry.firstSeen = kNow - 1s;
        EvidenceRules rules{kAlive};
        QVERIFY(kindsOf(evidenceOf(entry, rules)) == Kinds{EvidenceKind::MinorityLeftover});
        const WatchCoverage before{.since = kNow - 1min};
        std::vector attention(3, before);
        rules.attention = &attention;
        QVERIFY(evidenceOf(entry, rules).empty());
        entry.firstSeen = kNow - 2s;
        QVERIFY(kindsOf(evidenceOf(entry, rules)) == Kinds{EvidenceKind::MinorityLeftover});
        // What the first sweep found may have been there for long.
        entry.firstSeen = kNow - 1s;
        attention[2] = {.since = kNow - 500ms};
        QVERIFY(kindsOf(evidenceOf(entry, rules)) == Kinds{EvidenceKind::MinorityLeftover});
    }

    void leftoverTellsItsVotes()
    {
        const auto found = evidenceOf({held("t", 9s), held("t", 9s), kFree, kFree, kFree});
        const Evidence expected{.kind = EvidenceKind::MinorityLeftover, .votes = 2, .masters = 5};
        QVERIFY(found == std::vector{expected});
    }

    void anOutvotedTokenMayHaveAHolder()
    {
        const Evidence expected{.kind = EvidenceKind::OutvotedToken, .votes = 1, .masters = 3};
        QVERIFY(evidenceOf({held("a", 9s), held("a", 9s), held("b", 9s)}) == std::vector{expected});
        QVERIFY(evidenceOf({held("a", 9s), held("a", 9s), held("b", 2s)}).empty()); // ends at once
        LockEntry changing = entryOf({held("a", 9s), held("a", 9s), held("b", 9s)});
        changing.isSettled = false;
        QVERIFY(evidenceOf(changing).empty());
    }

    void anOutvotedTokenWhoseProcessLivesIsASecondHolder()
    {
        Evidence expected{.kind = EvidenceKind::OutvotedToken, .votes = 1, .masters = 3};
        QVERIFY(evidenceOf(outvotedBy("of another host", 9s)) == std::vector{expected});
        expected.pid = kPid;
        for (const ProcessState state :
            {ProcessState::Running, ProcessState::Stopped, ProcessState::Blocked}) {
            const FakeProbe probe(state);
            QVERIFY(evidenceOf(outvotedBy(kProcess, 9s), {probe}) == std::vector{expected});
        }
    }

    void anOutvotedTokenWhoseProcessHasEndedIsNone()
    {
        QVERIFY(evidenceOf(outvotedBy(kProcess, 9s), {kGone}).empty());
        // What never expires stays there for good.
        const Evidence expected{.kind = EvidenceKind::OutvotedToken, .votes = 1, .masters = 3};
        QVERIFY(evidenceOf(outvotedBy(kProcess, {}), {kGone}) == std::vector{expected});
    }

    void processThatIsGoneIsEvidence()
    {
        const auto found = evidenceOf({held("t", 1s)}, heldBy(kProcess), kGone);
        const Evidence expected{.kind = EvidenceKind::HolderProcessGone, .pid = kPid};
        QVERIFY(found == std::vector{expected});
    }

    void processWhosePidIsReusedIsGone()
    {
        const auto found
            = evidenceOf({held("t", 1s)}, heldBy(kProcess), FakeProbe(ProcessState::Replaced));
        const Evidence expected{
            .kind = EvidenceKind::HolderProcessGone, .pid = kPid, .isPidReused = true};
        QVERIFY(found == std::vector{expected});
    }

    void valueThatStatesAPastExpiryHasExpired()
    {
        const auto expiry = kWallNow - 1001ms;
        const auto found = evidenceOf({held("t", {})},
            {.scope = ValueScope::Acquisition, .format = "f", .expiresAt = expiry});
        const Evidence expected{.kind = EvidenceKind::ExpiredByOwnTimestamp, .expiredAt = expiry};
        QVERIFY(found == (std::vector{Evidence{.kind = EvidenceKind::NeverExpires}, expected}));
    }

    void evidenceHasTheNamesOfTheContract()
    {
        QCOMPARE(nameOf(EvidenceKind::NeverExpires), "never-expires");
        QCOMPARE(nameOf(EvidenceKind::MinorityLeftover), "minority-leftover");
        QCOMPARE(nameOf(EvidenceKind::HolderProcessGone), "holder-process-gone");
        QCOMPARE(nameOf(EvidenceKind::ExpiredByOwnTimestamp), "expired-by-own-timestamp");
    }

    void aTtlAboveTheMaximumIsEvidence()
    {
        const auto found = evidenceOf({held("t", std::chrono::hours(25))});
        QVERIFY(kindsOf(found) == Kinds{EvidenceKind::TtlTooLarge});
        QVERIFY(found.front().measure == std::chrono::hours(24));
    }

    void renewalsThatAreOverdueAreEvidence()
    {
        LockEntry entry = entryOf({held("t", 1min)});
        entry.renewals = {.count = 5,
            .interval = std::chrono::duration<std::uint32_t, std::milli>(10'000),
            .last = kNow - 14s};
        QVERIFY(evidenceOf(entry).empty());
        entry.renewals.last = kNow - 15s;
        QVERIFY(kindsOf(evidenceOf(entry)) == Kinds{EvidenceKind::RenewalLate});
        entry.renewals.last = kNow - 20s;
        const auto found = evidenceOf(entry);
        QVERIFY(kindsOf(found) == Kinds{EvidenceKind::RenewalsStopped});
        QVERIFY(found.front().since == kNow - 20s && found.front().measure == 10s);
    }

    /// A worker that renews after each piece of work takes longer for some.
    void irregularRenewalsStopOnlyWhenMuchOfTheTtlIsOver()
    {
        LockEntry entry = entryOf({held("t", 20s)});
        entry.renewals = {.count = 40,
            .steady = 3,
            .level = Renewals::levelOf(30s) & 0xffU,
            .interval = std::chrono::duration<std::uint32_t, std::milli>(600),
            .last = kNow - 6s};
        QVERIFY(evidenceOf(entry).empty());
        entry.renewals.last = kNow - 10s;
        QVERIFY(kindsOf(evidenceOf(entry)) == Kinds{EvidenceKind::RenewalsStopped});
        entry.renewals.last = kNow - 2s;
        entry.renewals.steady = 12; // by a timer
        QVERIFY(kindsOf(evidenceOf(entry)) == Kinds{EvidenceKind::RenewalsStopped});
    }

    void renewalsHaveStoppedOnlyWhereAQuorumWouldHaveShownThem()
    {
        LockEntry entry = entryOf({held("t", 1min), held("t", 1min), held("t", 1min)});
        entry.renewals = {.count = 5,
            .interval = std::chrono::duration<std::uint32_t, std::milli>(10'000),
            .last = kNow - 30s};
        EvidenceRules rules{kAlive};
        // What the other two were last told of is as old as the last renewal.
        const WatchCoverage slow{.pushedUntil = kNow - 29s};
        std::vector<WatchCoverage> attention{{.pushedUntil = kNow}, slow, slow};
        rules.attention = &attention;
        QVERIFY(evidenceOf(entry, rules).empty());
        attention[1] = {.pushedUntil = kNow};
        QVERIFY(kindsOf(evidenceOf(entry, rules)) == Kinds{EvidenceKind::RenewalsStopped});
    }

    void aLockThatWasProlongedByHandAndNeverExpiresHasNoRenewalsThatStop()
    {
        LockEntry entry = entryOf({held("t", std::nullopt)});
        entry.renewals = {.count = 2,
            .interval = std::chrono::duration<std::uint32_t, std::milli>(10'000),
            .last = kNow - 60s};
        QVERIFY(kindsOf(evidenceOf(entry)) == Kinds{EvidenceKind::NeverExpires});
        entry.renewals.steady = 1; // by a timer
        QVERIFY(kindsOf(evidenceOf(entry))
            == (Kinds{EvidenceKind::NeverExpires, EvidenceKind::RenewalsStopped}));
    }

    void ourRenewalsOfALockWhoseTtlIsLongerOrNoneAreNotSeen()
    {
        LockEntry entry = entryOf({held("t", std::nullopt)});
        entry.packedLock = PackedLock(heldBy(kProcess));
        entry.renewals = {.count = 9,
            .steady = 8,
            .level = Renewals::levelOf(1min) & 0xffU,
            .interval = std::chrono::duration<std::uint32_t, std::milli>(10'000),
            .last = kNow - 60s};
        QVERIFY(kindsOf(evidenceOf(entry)) == Kinds{EvidenceKind::NeverExpires});
        entry.votes = Votes{held("t", 5min)};
        QVERIFY(evidenceOf(entry).empty());
        entry.votes = Votes{held("t", 1min)};
        QVERIFY(kindsOf(evidenceOf(entry)) == Kinds{EvidenceKind::RenewalsStopped});
    }

    void whatNobodyKnowsToBeHeldIsNotHeldForLong()
    {
        LockEntry entry = entryOf({held("t", 25h), Vote{}, Vote{}});
        entry.firstSeen = kNow - std::chrono::hours(25);
        entry.renewals = {.count = 5,
            .interval = std::chrono::duration<std::uint32_t, std::milli>(10'000),
            .last = kNow - 30s};
        const EvidenceRules rules{
            .processes = kAlive, .usualHold = [](const Resource&) { return std::optional(10ms); }};
        QVERIFY(kindsOf(evidenceOf(entry, rules)) == Kinds{EvidenceKind::TtlTooLarge});
    }

    void renewingForLongIsEvidence()
    {
        LockEntry entry = entryOf({held("t", 1min)});
        entry.firstSeen = kNow - std::chrono::hours(25);
        QVERIFY(evidenceOf(entry).empty()); // was not seen to be renewed
        entry.renewals = {.count = 1, .last = kNow};
        QVERIFY(kindsOf(evidenceOf(entry)) == Kinds{EvidenceKind::RenewedForLong});
    }

    void aHolderWhoseClockIsAheadIsTimedByOurs()
    {
        LockEntry entry = entryOf({held("t", 1min)});
        entry.firstSeen = kNow - std::chrono::hours(25);
        entry.renewals = {.count = 1, .last = kNow};
        DecodedLock lock{.scope = ValueScope::Acquisition, .format = "lk1"};
        lock.holder.since = kWallNow + 1h;
        entry.packedLock = PackedLock(lock);
        QVERIFY(kindsOf(evidenceOf(entry)) == Kinds{EvidenceKind::RenewedForLong});
    }

    void holdingManyTimesLongerThanUsualIsEvidence()
    {
        LockEntry entry = entryOf({held("t", 1min)});
        entry.firstSeen = kNow - 101s;
        const auto usual = [](std::optional<std::chrono::milliseconds> time) {
            return EvidenceRules{
                .processes = kAlive, .usualHold = [time](const Resource&) { return time; }};
        };
        QVERIFY(evidenceOf(entry, usual(std::nullopt)).empty());
        QVERIFY(evidenceOf(entry, usual(11s)).empty());
        QVERIFY(kindsOf(evidenceOf(entry, usual(10s))) == Kinds{EvidenceKind::HeldUnusuallyLong});
    }

    void aDisagreementThatIsNotConfirmedIsNone()
    {
        LockEntry entry = entryOf({held("a", 1s), kFree, kFree});
        entry.isSettled = false;
        QVERIFY(evidenceOf(entry).empty());
    }

    void ownersThatNoMasterKnowsAreGone()
    {
        std::string asked;
        QVERIFY(kindsWith(heldByApp("api"), false, &asked)
            == Kinds{EvidenceKind::HolderConnectionGone});
        QCOMPARE(asked, std::string("lk:api:here:4711"));
        QCOMPARE(nameOf(EvidenceKind::HolderConnectionGone), "holder-connection-gone");
    }

    void ownersOfWhomNothingIsKnownAreNot()
    {
        QVERIFY(kindsWith(heldByApp("api"), std::nullopt).empty());
        QVERIFY(kindsWith(heldByApp("api"), true).empty());
    }

    void otherLibrariesDoNotNameTheirConnections()
    {
        DecodedLock lock = heldByApp("api");
        lock.format = "DistributedLock.NET";
        QVERIFY(kindsWith(lock, false).empty());
    }

    void locksThatWereLeftToTheirTtlNeedNoConnection()
    {
        QVERIFY(kindsWith(heldByApp("lockctl"), false).empty());
    }
};

LOCKKEEPER_TEST(StalenessTest)

} // namespace lockkeeper::tests::staleness_test

#include "staleness_test.moc"
