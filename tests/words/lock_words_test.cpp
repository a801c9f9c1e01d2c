// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/time_words.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::lock_words_test {

using namespace lockkeeper::observe;

namespace {

const SteadyTime kNow{1h};

std::string shortToken(char token)
{
    return Fingerprint::ofString(std::string(1, token)).shortHex();
}

/// One vote a character, of masters a, b, c ...: '-' free, '?' no answer, '!' an error, else the
/// name of a token with ten seconds left.
LockEntry entryWith(const std::string& pattern)
{
    std::vector<Vote> votes;
    for (const char c : pattern) {
        Vote vote{.master = MasterId(std::string(1, static_cast<char>('a' + votes.size()))),
            .state = VoteState::NoAnswer,
            .readAt = kNow};
        if (c == '-') {
            vote.state = VoteState::Free;
        } else if (c == '!') {
            vote.state = VoteState::Error;
        } else if (c != '?') {
            vote.state = VoteState::Held;
            vote.token = Fingerprint::ofString(std::string(1, c));
            vote.ttl = 10s;
        }
        votes.push_back(std::move(vote));
    }
    LockEntry entry;
    entry.votes = Votes(votes);
    entry.asOf = kNow;
    return entry;
}

std::string verdictOf(const std::string& pattern)
{
    const LockEntry entry = entryWith(pattern);
    return words::verdictText(entry, entry.countVotes());
}

std::string remainingOf(const LockEntry& entry, SteadyTime now)
{
    return words::remainingText(entry, entry.countVotes(), now);
}

} // namespace

class LockWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void verdictSaysNoMoreThanTheVotes()
    {
        const std::string x = shortToken('x');
        QCOMPARE(verdictOf("xx-"), "held: token " + x + " on 2 of 3 masters, the quorum is 2");
        QCOMPARE(verdictOf("x--"),
            "minority: token " + x + " on 1 of 3 masters, fewer than the quorum of 2");
        QVERIFY(verdictOf("xy-").starts_with(
            "split: 2 tokens, none on more than 1 of 3 masters; the quorum is 2"));
        QCOMPARE(verdictOf("x?-"),
            "unknown: token " + x
                + " on 1 of 3 masters, the quorum is 2; b could not be read and may store it, too");
        QCOMPARE(verdictOf("?!-"),
            std::string("unknown: no token was seen, but a, b could not be read; the quorum is 2"));
    }

    void freeNamesTheMastersThatWereNotRead()
    {
        QCOMPARE(verdictOf("---"), std::string("free: no master stores it"));
        QCOMPARE(verdictOf("--?"),
            std::string("free: no master that was read stores it; c could not be read, too few for "
                        "the quorum of 2"));
    }

    void remainingTimeCountsDown()
    {
        QCOMPARE(remainingOf(entryWith("xx-"), kNow + 4s), std::string("6.0 s"));
        QCOMPARE(remainingOf(entryWith("xx-"), kNow + 1min), std::string("0.0 s"));
    }

    void remainingTimeOfAnUnknownLockIsARange()
    {
        LockEntry entry = entryWith("xy?");
        std::vector<Vote> votes(entry.votes.begin(), entry.votes.end());
        votes[0].ttl = 3s;
        entry.votes = Votes(votes);
        QCOMPARE(remainingOf(entry, kNow), std::string("3.0 s to 10 s"));
        QCOMPARE(remainingOf(entryWith("???"), kNow), std::string("unknown"));
    }

    void idsAreShortenedButHostsAreNot()
    {
        const std::string uuid = "8743c9c0-0795-4907-87fd-6c719a6b4586";
        const std::string pod = "payments-worker-7f9c6d5b8-x2lq9.payments.svc.cluster.local";
        const Holder holder{.host = pod,
            .pid = 7,
            .thread = {},
            .app = "api",
            .since = {},
            .detail = "client " + uuid};
        QCOMPARE(words::holderText(holder), "api@" + pod + " pid 7, client " + uuid);
        QCOMPARE(words::holderText(holder, words::Ids::Short),
            "api@" + pod + " pid 7, client 8743c9c0…");
    }

    void timeOfAHolderWhoseClockIsAheadIsNoDuration()
    {
        const WallTime now{};
        QCOMPARE(words::heldSinceText(now, now + 90s),
            std::string("1 m 30 s, since 1970-01-01 00:00:00 UTC by the holder's clock"));
        QVERIFY(words::heldSinceText(now + 90s, now).ends_with("ahead of the clock here"));
    }

    void renewalsTellTheirInterval()
    {
        QCOMPARE(words::renewalsText(0, std::nullopt, 3s), std::string("none seen"));
        QCOMPARE(words::renewalsText(3, 10s, 4s),
            std::string("3 seen, one every 10 s, the last 4.0 s ago"));
    }

    void onlyWhomAQuorumBearsOutIsNamedAsHolder()
    {
        const auto holderOf = [](const std::string& pattern) {
            const LockEntry entry = entryWith(pattern);
            return words::holderByVotes(entry, entry.countVotes(), "web-3");
        };
        QCOMPARE(holderOf("xx-"), std::string("web-3"));
        QCOMPARE(holderOf("xxy"), std::string("web-3"));
        QCOMPARE(holderOf("x--"), std::string("web-3")); // whose leftover it is
        QCOMPARE(holderOf("xy-"), std::string("2 tokens"));
        QCOMPARE(holderOf("xyz"), std::string("3 tokens"));
        QCOMPARE(holderOf("--?"), std::string("nobody"));
    }

    void aTombstoneIsNotCalledHeld()
    {
        LockEntry entry = entryWith("xx-");
        entry.packedLock
            = PackedLock(DecodedLock{.scope = ValueScope::Acquisition, .format = "lk1-revoked"});
        const auto judgement = entry.countVotes();
        QCOMPARE(words::voteText(entry, entry.votes[0], judgement.token), "revoked");
        QVERIFY(words::verdictText(entry, judgement).starts_with("revoked, nobody holds it: "));
    }

    void aVoteIsToldByTheTokenThatTheReaderLooksAt()
    {
        const LockEntry entry = entryWith("xy-");
        const auto x = Fingerprint::ofString("x");
        QCOMPARE(words::voteText(entry, entry.votes[0], x), "stored"); // nobody holds it
        const LockEntry held = entryWith("xx-");
        QCOMPARE(words::voteText(held, held.votes[0], x), "held");
        QCOMPARE(words::voteText(entry, entry.votes[1], x), "another token");
        QCOMPARE(words::voteText(entry, entry.votes[2], x), "free");
    }

    void everyEvidenceHasASentenceAndShortWords()
    {
        for (const EvidenceKind kind : enumValues<EvidenceKind>()) {
            const Evidence evidence{.kind = kind};
            QVERIFY(!words::evidenceText(evidence, kNow).empty());
            const std::string brief = words::shortEvidenceText(evidence);
            QVERIFY(!brief.empty());
            // A journal tells the kind alone.
            QVERIFY2(brief.find('0') == std::string::npos, brief.c_str());
        }
    }
};

LOCKKEEPER_TEST(LockWordsTest)

} // namespace lockkeeper::tests::lock_words_test

#include "lock_words_test.moc"
