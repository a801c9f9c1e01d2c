// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/staleness.h"

#include "core/observe/names.h"

#include "tests/support/manual_clock.h"

#include <QTest>

#include <array>

using namespace lockkeeper;
using namespace lockkeeper::observe;
using namespace std::chrono_literals;

namespace {

const SteadyTime kNow{1h};
const WallTime kWallNow{1'750'000'000s};
constexpr std::int64_t kPid = 4711;

class FakeProbe final : public ProcessProbe {
public:
    explicit FakeProbe(std::optional<WallTime> started)
        : m_started(started)
    { }
    [[nodiscard]] const std::string& hostName() const noexcept override { return m_hostName; }
    [[nodiscard]] std::optional<WallTime> startTime(std::int64_t pid) const override
    {
        return pid == kPid ? m_started : kWallNow - 24h;
    }

private:
    std::string m_hostName = "here";
    std::optional<WallTime> m_started;
};

const FakeProbe kAlive(kWallNow - 24h);
const FakeProbe kGone(std::nullopt);

using MaybeTtl = std::optional<std::chrono::milliseconds>;

Vote held(const char* token, MaybeTtl ttl)
{
    return {.state = VoteState::Held,
        .token = Fingerprint::ofString(token),
        .ttl = ttl,
        .readAt = kNow};
}

const Vote kFree{.state = VoteState::Free};

Recognised heldBy(std::string host, std::optional<WallTime> since)
{
    Recognised lock{.format = "lk1"};
    lock.holder.host = std::move(host);
    lock.holder.pid = kPid;
    lock.holder.since = since;
    return lock;
}

std::vector<Evidence> evidenceOf(const std::vector<Vote>& votes, const Recognised& lock = {},
    const ProcessProbe& processes = kAlive)
{
    LockEntry entry;
    entry.votes = votes;
    entry.packedLock = PackedLock(lock);
    entry.asOf = kNow;
    entry.firstSeen = kNow;
    tests::ManualClock clock;
    clock.setWallNow(kWallNow);
    return findEvidence(entry, entry.judgement(), EvidenceRules{processes}, clock);
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

class StalenessTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ttlAloneIsNoEvidence_data();
    void ttlAloneIsNoEvidence();
    void heldLockWithoutTtlNeverExpires();
    void quorumThatExpiresIsEnough();
    void leftoverWithoutTtlNeverExpires();
    void splitWithoutTtlNeverExpires();
    void otherTokensTtlIsNoEvidence();
    void leftoverTellsItsVotes();
    void splitIsNoLeftover();
    void processThatIsGoneIsEvidence();
    void processThatLivesIsNone();
    void processThatStartedLaterHasReusedThePid();
    void processThatStartedJustBeforeIsTheHolder();
    void unknownAcquireTimeProvesNoReuse();
    void processOfAnotherHostIsNotLookedFor();
    void unknownVerdictStillHasAHolder();
    void valueThatStatesAPastExpiryHasExpired();
    void valueThatStatesAFutureExpiryIsNotStale();
    void expiryOfThisMomentIsNotPast();
    void freeResourceIsNeverStale();
    void evidenceHasTheNamesOfTheContract();
};

void StalenessTest::ttlAloneIsNoEvidence_data()
{
    QTest::addColumn<qint64>("ttl");
    QTest::newRow("one ms") << qint64(1);
    QTest::newRow("nothing left") << qint64(0);
    QTest::newRow("a year") << qint64(365) * 24 * 3600 * 1000;
}

void StalenessTest::ttlAloneIsNoEvidence()
{
    QFETCH(qint64, ttl);
    QVERIFY(evidenceOf({held("t", std::chrono::milliseconds(ttl))}).empty());
}

void StalenessTest::heldLockWithoutTtlNeverExpires()
{
    QVERIFY(kindsOf(evidenceOf({held("t", {})})) == Kinds{EvidenceKind::NeverExpires});
}

void StalenessTest::quorumThatExpiresIsEnough()
{
    QVERIFY(evidenceOf({held("t", {}), held("t", 1s), held("t", 2s)}).empty());
}

void StalenessTest::leftoverWithoutTtlNeverExpires()
{
    const Kinds expected{EvidenceKind::NeverExpires, EvidenceKind::MinorityLeftover};
    QVERIFY(kindsOf(evidenceOf({held("t", {}), held("t", 1s), kFree, kFree, kFree})) == expected);
}

void StalenessTest::splitWithoutTtlNeverExpires()
{
    QVERIFY(kindsOf(evidenceOf({held("a", {}), held("b", {}), kFree}))
        == Kinds{EvidenceKind::NeverExpires});
}

void StalenessTest::otherTokensTtlIsNoEvidence()
{
    QVERIFY(evidenceOf({held("t", 1s), held("t", 1s), held("other", {}), kFree, kFree}).empty());
}

void StalenessTest::leftoverTellsItsVotes()
{
    const auto found = evidenceOf({held("t", 1s), held("t", 1s), kFree, kFree, kFree});
    const Evidence expected{.kind = EvidenceKind::MinorityLeftover, .votes = 2, .masters = 5};
    QVERIFY(found == std::vector{expected});
}

void StalenessTest::splitIsNoLeftover()
{
    QVERIFY(evidenceOf({held("a", 1s), held("b", 1s), kFree}).empty());
}

void StalenessTest::processThatIsGoneIsEvidence()
{
    const auto found = evidenceOf({held("t", 1s)}, heldBy("here", kWallNow - 1h), kGone);
    const Evidence expected{.kind = EvidenceKind::HolderProcessGone, .pid = kPid};
    QVERIFY(found == std::vector{expected});
}

void StalenessTest::processThatLivesIsNone()
{
    QVERIFY(evidenceOf({held("t", 1s)}, heldBy("here", kWallNow - 1h), kAlive).empty());
}

void StalenessTest::processThatStartedLaterHasReusedThePid()
{
    const auto since = kWallNow - 1h;
    const auto found
        = evidenceOf({held("t", 1s)}, heldBy("here", since), FakeProbe(since + 2001ms));
    const Evidence expected{
        .kind = EvidenceKind::HolderProcessGone, .pid = kPid, .isPidReused = true};
    QVERIFY(found == std::vector{expected});
}

void StalenessTest::processThatStartedJustBeforeIsTheHolder()
{
    const auto since = kWallNow - 1h;
    QVERIFY(evidenceOf({held("t", 1s)}, heldBy("here", since), FakeProbe(since + 2s)).empty());
}

void StalenessTest::unknownAcquireTimeProvesNoReuse()
{
    QVERIFY(evidenceOf({held("t", 1s)}, heldBy("here", {}), FakeProbe(kWallNow)).empty());
}

void StalenessTest::processOfAnotherHostIsNotLookedFor()
{
    QVERIFY(evidenceOf({held("t", 1s)}, heldBy("there", kWallNow - 1h), kGone).empty());
    Recognised nowhere = heldBy("here", kWallNow - 1h);
    nowhere.holder.host.reset();
    QVERIFY(evidenceOf({held("t", 1s)}, nowhere, kGone).empty());
}

void StalenessTest::unknownVerdictStillHasAHolder()
{
    const std::vector votes{held("t", 1s), Vote{}, kFree};
    QVERIFY(kindsOf(evidenceOf(votes, heldBy("here", kWallNow - 1h), kGone))
        == Kinds{EvidenceKind::HolderProcessGone});
}

void StalenessTest::valueThatStatesAPastExpiryHasExpired()
{
    const auto expiry = kWallNow - 1001ms;
    const auto found = evidenceOf({held("t", {})}, {.format = "f", .expiresAt = expiry});
    const Evidence expected{.kind = EvidenceKind::ExpiredByOwnTimestamp, .expiredAt = expiry};
    QVERIFY(found == (std::vector{Evidence{.kind = EvidenceKind::NeverExpires}, expected}));
}

void StalenessTest::valueThatStatesAFutureExpiryIsNotStale()
{
    QVERIFY(evidenceOf({held("t", {})}, {.format = "f", .expiresAt = kWallNow + 1min}).empty());
}

void StalenessTest::expiryOfThisMomentIsNotPast()
{
    QVERIFY(evidenceOf({held("t", 1s)}, {.format = "f", .expiresAt = kWallNow - 1s}).empty());
}

void StalenessTest::freeResourceIsNeverStale()
{
    Recognised lock = heldBy("here", kWallNow - 1h);
    lock.expiresAt = kWallNow - 1h;
    QVERIFY(evidenceOf({kFree}, lock, kGone).empty());
}

void StalenessTest::evidenceHasTheNamesOfTheContract()
{
    QCOMPARE(evidenceName(EvidenceKind::NeverExpires), "never-expires");
    QCOMPARE(evidenceName(EvidenceKind::MinorityLeftover), "minority-leftover");
    QCOMPARE(evidenceName(EvidenceKind::HolderProcessGone), "holder-process-gone");
    QCOMPARE(evidenceName(EvidenceKind::ExpiredByOwnTimestamp), "expired-by-own-timestamp");
}

QTEST_APPLESS_MAIN(StalenessTest)
#include "staleness_test.moc"
