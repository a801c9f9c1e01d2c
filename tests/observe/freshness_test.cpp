// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/freshness.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::freshness_test {

using namespace lockkeeper::observe;

namespace {

constexpr SteadyTime kNow{1h};

/// The state of a master that answers, and was swept.
constexpr Freshness kSure{.since = SteadyTime::min(), .until = kNow};

Votes votesReadAt(std::initializer_list<SteadyTime> times)
{
    Votes votes;
    for (const SteadyTime time : times)
        votes.push_back({.state = VoteState::Free, .readAt = time});
    return votes;
}

} // namespace

class FreshnessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aVoteIsFreshAsLongAsItsMasterWouldTellAChange()
    {
        QCOMPARE(freshUntil(kNow - 50min, kSure), kNow);
        QCOMPARE(freshUntil(kNow + 1s, kSure), kNow + 1s);
    }

    void whatWasReadBeforeTheLoginIsNotFresh()
    {
        const Freshness loggedIn{.since = kNow - 1s, .until = kNow};
        QCOMPARE(freshUntil(kNow - 2s, loggedIn), kNow - 2s);
        QCOMPARE(freshUntil(kNow - 500ms, loggedIn), kNow);
    }

    void aLockIsFreshWhileAQuorumIs()
    {
        const Votes votes = votesReadAt({kNow - 9s, kNow - 8s, kNow - 7s});
        const Freshness silent{.since = SteadyTime::min(), .until = kNow - 6s};
        QCOMPARE(freshUntil(votes, std::vector{kSure, kSure, silent}), kNow);
        QCOMPARE(freshUntil(votes, std::vector{kSure, silent, silent}), kNow - 6s);
        // Nothing is known of the others.
        QCOMPARE(freshUntil(votes, std::vector{kSure}), kNow - 7s);
    }

    void withoutVotesNothingIsFresh() { QCOMPARE(freshUntil(Votes(), {}), SteadyTime::min()); }
};

LOCKKEEPER_TEST(FreshnessTest)

} // namespace lockkeeper::tests::freshness_test

#include "freshness_test.moc"
