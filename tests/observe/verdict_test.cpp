// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/votes/verdict.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace lockkeeper;
using namespace lockkeeper::observe;
using namespace std::chrono_literals;

namespace {

const SteadyTime kNow{1h};

Fingerprint fingerprintOf(char token)
{
    return Fingerprint::ofString(std::string(1, token));
}

Vote held(char token, std::optional<std::chrono::milliseconds> ttl = 10s, SteadyTime readAt = kNow)
{
    return {.state = VoteState::Held, .token = fingerprintOf(token), .ttl = ttl, .readAt = readAt};
}

/// One vote a character: '-' free, '?' no answer, '!' an error, else the name of a token.
std::vector<Vote> votesFrom(const std::string& pattern)
{
    std::vector<Vote> votes;
    for (const char c : pattern) {
        if (c == '-')
            votes.push_back({.state = VoteState::Free, .readAt = kNow});
        else if (c == '?')
            votes.push_back({.state = VoteState::NoAnswer});
        else if (c == '!')
            votes.push_back({.state = VoteState::Error});
        else
            votes.push_back(held(c));
    }
    return votes;
}

} // namespace

class VerdictTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void votesAddUpToAVerdict_data();
    void votesAddUpToAVerdict();
    void orderOfMastersDoesNotMatter();
    void mostVotedTokenLeads();
    void equallyVotedTokensAreLedByTheFirstFingerprint();
    void remainingIsTheQuorumthLargestTtl();
    void remainingCountsDownFromEachReading();
    void remainingIsNeverNegative();
    void otherTokensTtlsDoNotCount();
    void quorumWithoutTtlNeverExpires();
    void minorityWithoutTtlStillExpires();
    void onlyAHeldLockHasRemainingTime();
};

void VerdictTest::votesAddUpToAVerdict_data()
{
    QTest::addColumn<std::string>("votes");
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<std::size_t>("tokenVotes");
    const auto row = [](const char* votes, Verdict verdict, std::size_t tokenVotes) {
        QTest::newRow(votes) << std::string(votes) << verdict << tokenVotes;
    };
    row("a", Verdict::Held, 1);
    row("-", Verdict::Free, 0);
    row("?", Verdict::Unknown, 0);
    row("!", Verdict::Unknown, 0);

    row("aa", Verdict::Held, 2);
    row("a-", Verdict::Minority, 1);
    row("a?", Verdict::Unknown, 1);
    row("ab", Verdict::Split, 1);
    row("-?", Verdict::Free, 0);

    row("aa-", Verdict::Held, 2);
    row("a??", Verdict::Unknown, 1);
    row("-??", Verdict::Unknown, 0);
    row("--?", Verdict::Free, 0);

    row("aaa-", Verdict::Held, 3);
    row("aa--", Verdict::Minority, 2);
    row("aabb", Verdict::Split, 2);
    row("aa-?", Verdict::Unknown, 2);
    row("aab?", Verdict::Unknown, 2);
    row("ab-?", Verdict::Split, 1);

    row("aaaaa", Verdict::Held, 5);
    row("aaa--", Verdict::Held, 3);
    row("aaabb", Verdict::Held, 3);
    row("aaa??", Verdict::Held, 3);
    row("aa---", Verdict::Minority, 2);
    row("a----", Verdict::Minority, 1);
    row("a---?", Verdict::Minority, 1);
    row("aabb-", Verdict::Split, 2);
    row("aabbc", Verdict::Split, 2);
    row("abcd?", Verdict::Split, 1);
    row("aabb?", Verdict::Unknown, 2);
    row("aa--?", Verdict::Unknown, 2);
    row("aa--!", Verdict::Unknown, 2);
    row("a--??", Verdict::Unknown, 1);
    row("a--?!", Verdict::Unknown, 1);
    row("-----", Verdict::Free, 0);
    row("---??", Verdict::Free, 0);
    row("--???", Verdict::Unknown, 0);
    row("?????", Verdict::Unknown, 0);
}

void VerdictTest::votesAddUpToAVerdict()
{
    QFETCH(std::string, votes);
    QFETCH(Verdict, verdict);
    QFETCH(std::size_t, tokenVotes);

    const auto judgement = judge(votesFrom(votes), kNow);

    QCOMPARE(judgement.verdict, verdict);
    QCOMPARE(judgement.tokenVotes, tokenVotes);
    QCOMPARE(judgement.token.has_value(), tokenVotes > 0);
}

void VerdictTest::orderOfMastersDoesNotMatter()
{
    std::string pattern = "aab-?";
    std::ranges::sort(pattern);
    const auto expected = judge(votesFrom(pattern), kNow);
    while (std::ranges::next_permutation(pattern).found)
        QVERIFY(judge(votesFrom(pattern), kNow) == expected);
}

void VerdictTest::mostVotedTokenLeads()
{
    QVERIFY(judge(votesFrom("abbcc-b"), kNow).token == fingerprintOf('b'));
}

void VerdictTest::equallyVotedTokensAreLedByTheFirstFingerprint()
{
    const auto first = std::min(fingerprintOf('a'), fingerprintOf('b'));
    QVERIFY(judge(votesFrom("aabb-"), kNow).token == first);
    QVERIFY(judge(votesFrom("bbaa-"), kNow).token == first);
}

void VerdictTest::remainingIsTheQuorumthLargestTtl()
{
    const std::vector votes{
        held('a', 2s), held('a', 9s), held('a', 7s), held('a', 5s), held('a', 1s)};
    QVERIFY(judge(votes, kNow).remaining == 5s);
}

void VerdictTest::remainingCountsDownFromEachReading()
{
    const std::vector votes{
        held('a', 10s, kNow - 8s), held('a', 6s, kNow - 1s), held('a', 4s, kNow)};
    QVERIFY(judge(votes, kNow).remaining == 4s);
    QVERIFY(judge(votes, kNow + 1500ms).remaining == 2500ms);
}

void VerdictTest::remainingIsNeverNegative()
{
    const std::vector votes{held('a', 1s, kNow - 1min)};
    QVERIFY(judge(votes, kNow).remaining == 0ms);
}

void VerdictTest::otherTokensTtlsDoNotCount()
{
    const std::vector votes{held('a', 3s), held('a', 4s), held('b', 1h)};
    QVERIFY(judge(votes, kNow).remaining == 3s);
}

void VerdictTest::quorumWithoutTtlNeverExpires()
{
    const std::vector votes{held('a', std::nullopt), held('a', std::nullopt), held('a', 1s)};
    const auto judgement = judge(votes, kNow);
    QVERIFY(judgement.neverExpires);
    QVERIFY(!judgement.remaining.has_value());
}

void VerdictTest::minorityWithoutTtlStillExpires()
{
    const std::vector votes{held('a', std::nullopt), held('a', 2s), held('a', 1s)};
    const auto judgement = judge(votes, kNow);
    QVERIFY(!judgement.neverExpires);
    QVERIFY(judgement.remaining == 2s);
}

void VerdictTest::onlyAHeldLockHasRemainingTime()
{
    for (const char* pattern : {"aa---", "aabb-", "aa--?", "-----"}) {
        const auto judgement = judge(votesFrom(pattern), kNow);
        QVERIFY(!judgement.remaining.has_value());
        QVERIFY(!judgement.neverExpires);
    }
}

LOCKKEEPER_TEST(VerdictTest)
#include "verdict_test.moc"
