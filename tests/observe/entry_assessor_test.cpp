// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/publishing.h"

#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::entry_assessor_test {

using namespace lockkeeper::observe;

namespace {

/// A master that has been watched for an hour.
struct Bench {
    ManualClock clock;
    test::NoProcesses processes;
    std::vector<WatchCoverage> attention{{.since = clock.now() - 1h}};
    EntryAssessor assessor{EvidenceRules{.processes = processes, .attention = &attention}};

    [[nodiscard]] LockEntry taken(std::chrono::milliseconds ago) const
    {
        LockEntry entry;
        entry.votes = std::vector<Vote>{{.state = VoteState::Held,
            .token = Fingerprint::ofString("token"),
            .ttl = 30s,
            .readAt = clock.now()}};
        entry.firstSeen = clock.now() - ago;
        DecodedLock lock{.scope = ValueScope::Acquisition, .format = "lk1"};
        lock.holder.pid = 4711;
        lock.holder.process = "0123456789abcdef-4711";
        entry.packedLock = PackedLock(lock);
        return entry;
    }
    void endProcess() { processes.state = ProcessState::Gone; }
};

bool isHolderGone(const EvidenceList& evidence)
{
    return evidence.has(EvidenceKind::HolderProcessGone);
}

} // namespace

/// A process that releases its lock and ends is gone before its release is seen.
class EntryAssessorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aProcessThatHasJustEndedIsNoEvidenceYet()
    {
        Bench t;
        LockEntry entry = t.taken(10s);
        QVERIFY(t.assessor.complete(entry, nullptr, t.clock));
        t.endProcess();
        QVERIFY(!t.assessor.newEvidence(entry, t.clock));
        t.clock.advance(1s);
        const auto found = t.assessor.newEvidence(entry, t.clock);
        QVERIFY(found && isHolderGone(*found));
    }

    void norIsOneThatEndsWhileItsLockIsNew()
    {
        Bench t;
        t.endProcess();
        LockEntry entry = t.taken(0s);
        QVERIFY(t.assessor.complete(entry, nullptr, t.clock));
        QVERIFY(!isHolderGone(entry.stale));
        t.clock.advance(1s);
        const auto found = t.assessor.newEvidence(entry, t.clock);
        QVERIFY(found && isHolderGone(*found));
    }

    void whatWasThereBeforeTheWatchIsToldAtOnce()
    {
        Bench t;
        t.endProcess();
        LockEntry entry = t.taken(2h);
        QVERIFY(t.assessor.complete(entry, nullptr, t.clock));
        QVERIFY(isHolderGone(entry.stale));
        QVERIFY(!t.assessor.newEvidence(entry, t.clock));
    }

    /// Something else that is told of locks may come before the first reading is published.
    void alsoIfItWasLookedAtBeforeItWasPublished()
    {
        Bench t;
        t.endProcess();
        LockEntry entry = t.taken(2h);
        QVERIFY(!t.assessor.newEvidence(entry, t.clock));
        QVERIFY(t.assessor.complete(entry, nullptr, t.clock));
        QVERIFY(isHolderGone(entry.stale));
    }
};

LOCKKEEPER_TEST(EntryAssessorTest)

} // namespace lockkeeper::tests::entry_assessor_test

#include "entry_assessor_test.moc"
