// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/master_words.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::master_words_test {

using redis::LinkState;

namespace {

const SteadyTime kNow{1h};

} // namespace

class MasterWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stateTellsTheErrorWithItsCure()
    {
        const redis::LinkStatus down{.state = LinkState::Down,
            .error = Error{ErrorClass::Unreachable, "Connection refused", MasterId("b")}};
        QCOMPARE(words::shortLinkStateText(down, kNow), std::string("down"));
        QCOMPARE(words::linkStateText(down, kNow),
            std::string("down: Connection refused; check its address, and that it is running"));
    }

    void lossSaysHowManyWhenAndPerhapsWhy()
    {
        observe::Loss loss{.at = kNow - 5s, .locks = 12, .cause = observe::LossCause::Unknown};
        QCOMPARE(words::lossText(loss, kNow),
            std::string("12 locks vanished together 5.0 s ago, before their TTL: SWAPDB or the "
                        "like: no command was reported"));
        loss.locks = 1;
        loss.cause = observe::LossCause::Flush;
        QCOMPARE(words::lossText(loss, kNow),
            std::string("1 lock vanished 5.0 s ago, before its TTL: a flush"));
        loss.cause = observe::LossCause::Failover;
        QCOMPARE(words::lossText(loss, kNow),
            std::string("1 lock vanished 5.0 s ago, before its TTL: a failover"));
    }

    void otherDatabasesWithKeysAreNamed()
    {
        const auto master = [](std::vector<observe::DatabaseKeys> databases) {
            observe::MasterStatus status;
            status.url = "redis://h:6379";
            status.facts = std::make_shared<const observe::ServerFacts>(
                observe::ServerFacts{.databases = std::move(databases)});
            return status;
        };
        QCOMPARE(
            words::otherDatabasesText({master({{0, 9}}), observe::MasterStatus()}), std::string());
        QCOMPARE(words::otherDatabasesText({master({{0, 9}, {3, 11}}), master({{3, 12}, {5, 1}})}),
            std::string("only database 0 is looked at; keys are in 3 (12 keys), 5 (1 key): name "
                        "one at the end of the URL, as /3"));
        QVERIFY(
            words::otherDatabasesText({master({{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}})})
                .find("4 (1 key), 2 more:")
            != std::string::npos);
        auto onSocket = master({{3, 1}});
        onSocket.url = "unix:///run/redis.sock";
        QVERIFY(words::otherDatabasesText({onSocket}).ends_with("as ?db=3"));
    }

    void stateTellsTheLatencyOrTheSilence()
    {
        const redis::LinkStatus up{.state = LinkState::Up, .latency = 420us};
        QCOMPARE(words::linkStateText(up, kNow), std::string("up < 1 ms"));
        QCOMPARE(words::latencyText(499us), std::string("< 1 ms"));
        QCOMPARE(words::latencyText(6600us), std::string("7 ms"));
        const redis::LinkStatus silent{.state = LinkState::Silent, .lastReply = kNow - 12s};
        QCOMPARE(words::linkStateText(silent, kNow), std::string("no answer for 12 s"));
    }

    void roleIsNamedInTodaysWords()
    {
        QCOMPARE(words::roleText("slave"), std::string("replica"));
        QCOMPARE(words::roleText("master"), std::string("master"));
        QCOMPARE(words::roleText(std::nullopt), std::string("not known"));
    }

    void quorumTellsWhoIsMissing()
    {
        const auto stateOf = [](std::size_t up) {
            return observe::QuorumState{
                .masters = 5, .quorum = 3, .up = up, .readable = up, .voting = up};
        };
        QCOMPARE(words::quorumText(stateOf(5)), std::string("quorum 3/5 ok"));
        QCOMPARE(words::quorumText(stateOf(4)), std::string("quorum 3/5 ok, 4 answer"));
        QCOMPARE(words::quorumText(stateOf(2)), std::string("quorum lost: 2 of 5 answer"));
    }

    void unreadKeysAreEscapedOnce()
    {
        observe::MasterStatus master;
        master.unreadKeys = 1;
        master.readError = Error{ErrorClass::NoPermission, "a\\b", {}};
        QCOMPARE(words::unreadKeysError(master).text, std::string("1 key could not be read: a\\b"));
    }
};

LOCKKEEPER_TEST(MasterWordsTest)

} // namespace lockkeeper::tests::master_words_test

#include "master_words_test.moc"
