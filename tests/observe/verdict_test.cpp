// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/votes/verdict.h"
#include "tests/support/test_class.h"

#include <algorithm>

namespace lockkeeper::tests::verdict_test {

using namespace lockkeeper::observe;

namespace {

const SteadyTime kNow{1h};

Fingerprint fingerprintOf(char token)
{
    return Fingerprint::ofString(std::string(1, token));
}

using MaybeTtl = std::optional<std::chrono::milliseconds>;

Vote held(char token, MaybeTtl ttl = 10s, SteadyTime readAt = kNow)
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

/// The votes when these masters have failed since they were read.
Votes votesAfterFailures(const std::string& pattern, std::initializer_list<std::size_t> failed)
{
    Votes votes = votesFrom(pattern);
    for (const std::size_t master : failed)
        votes.setFailed(master, VoteState::NoAnswer, nullptr);
    return votes;
}

/// The first and the last by fingerprint of three tokens.
const auto [kFirst, kLast] = std::ranges::minmax({'a', 'b', 'c'}, {}, fingerprintOf);

/// The pattern with '1' for the first token and '2' for the last one.
std::string named(std::string pattern)
{
    std::ranges::replace(pattern, '1', kFirst);
    std::ranges::replace(pattern, '2', kLast);
    return pattern;
}

} // namespace

class VerdictTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void votesAddUpToAVerdict_data()
    {
        const auto row = columns<std::string, Verdict, std::size_t>();
        row.named("a", Verdict::Held, 1);
        row.named("-", Verdict::Free, 0);
        row.named("?", Verdict::Unknown, 0);
        row.named("!", Verdict::Unknown, 0);

        row.named("aa", Verdict::Held, 2);
        row.named("a-", Verdict::Minority, 1);
        row.named("a?", Verdict::Unknown, 1);
        row.named("ab", Verdict::Split, 1);
        row.named("-?", Verdict::Free, 0);

        row.named("aa-", Verdict::Held, 2);
        row.named("a??", Verdict::Unknown, 1);
        row.named("-??", Verdict::Unknown, 0);
        row.named("--?", Verdict::Free, 0);

        row.named("aaa-", Verdict::Held, 3);
        row.named("aa--", Verdict::Minority, 2);
        row.named("aabb", Verdict::Split, 2);
        row.named("aa-?", Verdict::Unknown, 2);
        row.named("aab?", Verdict::Unknown, 2);
        row.named("ab-?", Verdict::Split, 1);

        row.named("aaaaa", Verdict::Held, 5);
        row.named("aaa--", Verdict::Held, 3);
        row.named("aaabb", Verdict::Held, 3);
        row.named("aaa??", Verdict::Held, 3);
        row.named("aa---", Verdict::Minority, 2);
        row.named("a----", Verdict::Minority, 1);
        row.named("a---?", Verdict::Minority, 1);
        row.named("aabb-", Verdict::Split, 2);
        row.named("aabbc", Verdict::Split, 2);
        row.named("abcd?", Verdict::Split, 1);
        row.named("aabb?", Verdict::Unknown, 2);
        row.named("aa--?", Verdict::Unknown, 2);
        row.named("aa--!", Verdict::Unknown, 2);
        row.named("a--??", Verdict::Unknown, 1);
        row.named("a--?!", Verdict::Unknown, 1);
        row.named("-----", Verdict::Free, 0);
        row.named("---??", Verdict::Free, 0);
        row.named("--???", Verdict::Unknown, 0);
        row.named("?????", Verdict::Unknown, 0);
    }
    void votesAddUpToAVerdict()
    {
        const auto [votes, verdict, tokenVotes] = fetch<std::string, Verdict, std::size_t>();

        const auto judgement = judge(votesFrom(votes), kNow);

        QCOMPARE(judgement.verdict, verdict);
        QCOMPARE(judgement.tokenVotes, tokenVotes);
        QCOMPARE(judgement.token.has_value(), tokenVotes > 0);
    }

    void tokensAreToldApartByMoreThanPeopleSee()
    {
        const std::string digits = fingerprintOf('a').hex();
        const char other = digits.back() == '0' ? '1' : '0';
        const auto twin = Fingerprint::fromHex(digits.substr(0, digits.size() - 1) + other);
        QVERIFY(twin && twin->shortHex() == fingerprintOf('a').shortHex());
        std::vector<Vote> votes = votesFrom("aa-");
        QCOMPARE(judge(votes, kNow).verdict, Verdict::Held);
        votes[1].token = twin;
        QCOMPARE(judge(votes, kNow).verdict, Verdict::Split);
    }

    void orderOfMastersDoesNotMatter()
    {
        std::string pattern = "aab-?";
        std::ranges::sort(pattern);
        const auto expected = judge(votesFrom(pattern), kNow);
        while (std::ranges::next_permutation(pattern).found)
            QVERIFY(judge(votesFrom(pattern), kNow) == expected);
    }

    void mostVotedTokenLeads()
    {
        QVERIFY(judge(votesFrom("abbcc-b"), kNow).token == fingerprintOf('b'));
    }

    void equallyVotedTokensAreLedByTheFirstFingerprint()
    {
        const auto first = std::min(fingerprintOf('a'), fingerprintOf('b'));
        QVERIFY(judge(votesFrom("aabb-"), kNow).token == first);
        QVERIFY(judge(votesFrom("bbaa-"), kNow).token == first);
    }

    void aTokenKeepsTheLeadWhileItsMastersFail()
    {
        QVERIFY(leadingToken(votesAfterFailures(named("221"), {0})) == fingerprintOf(kLast));
        QVERIFY(leadingToken(votesAfterFailures(named("112"), {0})) == fingerprintOf(kFirst));
        const Judgement judgement = judge(votesAfterFailures(named("22211"), {0, 1}), kNow);
        QVERIFY(judgement.token == fingerprintOf(kLast));
        QCOMPARE(judgement.tokenVotes, std::size_t(1));
        // As many masters with and without those that failed: more votes lead.
        QVERIFY(leadingToken(votesAfterFailures(named("1122-"), {0})) == fingerprintOf(kLast));
    }

    void whatAMasterStoredBeforeItBecameAReplicaLeadsNothing()
    {
        Votes votes = votesFrom(named("221"));
        const Error replica{ErrorClass::ReadOnly, "this server is a replica of b"};
        votes.setFailed(0, VoteState::Error, std::make_shared<const Error>(replica));
        QVERIFY(leadingToken(votes) == fingerprintOf(kFirst));
        QVERIFY(describedToken(votes) == fingerprintOf(kFirst));
    }

    void failuresLeaveTheVerdictAlone()
    {
        // What the failed masters stored does not count: only that they may store anything.
        for (const char* const pattern :
            {"aabbb--", "aaabb--", "aaaabbb", "aabbccc", "aaabb----"}) {
            const std::string all = pattern;
            for (std::size_t failed = 1; failed <= 3; ++failed) {
                const Votes votes = failed == 1 ? votesAfterFailures(all, {0})
                    : failed == 2               ? votesAfterFailures(all, {0, 1})
                                                : votesAfterFailures(all, {0, 1, 2});
                const std::string unread = std::string(failed, '?') + all.substr(failed);
                QCOMPARE(judge(votes, kNow).verdict, judge(votesFrom(unread), kNow).verdict);
            }
        }
    }

    void aTokenThatOnlyFailedMastersStoredDoesNotLead()
    {
        const Votes votes = votesAfterFailures(named("221"), {0, 1});
        QVERIFY(leadingToken(votes) == fingerprintOf(kFirst));
        QCOMPARE(judge(votes, kNow).verdict, Verdict::Unknown);
    }

    void aMasterThatReturnsVotesAnew()
    {
        Votes votes = votesAfterFailures(named("221"), {0});
        votes.set(0, held(kFirst));
        QVERIFY(leadingToken(votes) == fingerprintOf(kFirst));
        QCOMPARE(judge(votes, kNow).verdict, Verdict::Held);
        votes.set(0, {.state = VoteState::Free, .readAt = kNow});
        votes.setFailed(0, VoteState::NoAnswer, nullptr);
        QVERIFY(leadingToken(votes) == fingerprintOf(kFirst));
    }

    void aDroppedTokenOfAFailedMasterCountsForNoOther()
    {
        Votes votes = votesAfterFailures(named("x21"), {0});
        votes.dropStored(0);
        votes.set(1, held(kLast));
        QCOMPARE(votes.tokenCount(), std::size_t(2));
        QVERIFY(leadingToken(votes) == fingerprintOf(kFirst));
    }

    void aReplacedTokenOfAFailedMasterCountsForNoOther()
    {
        Votes votes = votesAfterFailures("x--", {0});
        votes.set(1, held(kLast));
        votes.set(2, held(kFirst));
        QVERIFY(leadingToken(votes) == fingerprintOf(kFirst));
    }

    void withoutVotesATokenOfTheMostFailedMastersDescribes()
    {
        const Votes votes = votesAfterFailures("abb", {0, 1, 2});
        QVERIFY(!leadingToken(votes));
        QVERIFY(describedToken(votes) == fingerprintOf('b'));
    }

    void theTokenThatAFailedMasterStoredOutlastsTheOthers()
    {
        Votes votes = votesAfterFailures("ab-", {1});
        votes.set(0, {.state = VoteState::Free, .readAt = kNow});
        QVERIFY(describedToken(votes) == fingerprintOf('b'));
        votes.set(2, held('c'));
        QVERIFY(describedToken(votes) == fingerprintOf('c'));
    }

    void remainingIsTheQuorumthLargestTtl_data()
    {
        const auto row = columns<std::vector<Vote>, MaybeTtl>();
        row("a quorum", {held('a', 2s), held('a', 9s), held('a', 7s), held('a', 5s), held('a', 1s)},
            5s);
        row("counts down from each reading",
            {held('a', 10s, kNow - 8s), held('a', 6s, kNow - 1s), held('a', 4s)}, 4s);
        row("has counted down",
            {held('a', 10s, kNow - 9500ms), held('a', 6s, kNow - 2500ms),
                held('a', 4s, kNow - 1500ms)},
            2500ms);
        row("never negative", {held('a', 1s, kNow - 1min)}, 0ms);
        row("others do not count", {held('a', 3s), held('a', 4s), held('b', 1h)}, 3s);
        row("a quorum without a TTL", {held('a', {}), held('a', {}), held('a', 1s)}, {});
        row("a minority without a TTL", {held('a', {}), held('a', 2s), held('a', 1s)}, 2s);
    }
    void remainingIsTheQuorumthLargestTtl()
    {
        const auto [votes, remaining] = fetch<std::vector<Vote>, MaybeTtl>();
        const auto judgement = judge(votes, kNow);
        QVERIFY(judgement.remaining == remaining);
        QCOMPARE(judgement.neverExpires, !remaining);
    }

    void onlyAHeldLockHasRemainingTime()
    {
        for (const char* pattern : {"aa---", "aabb-", "aa--?", "-----"}) {
            const auto judgement = judge(votesFrom(pattern), kNow);
            QVERIFY(!judgement.remaining.has_value());
            QVERIFY(!judgement.neverExpires);
        }
    }
};

LOCKKEEPER_TEST(VerdictTest)

} // namespace lockkeeper::tests::verdict_test

#include "verdict_test.moc"
