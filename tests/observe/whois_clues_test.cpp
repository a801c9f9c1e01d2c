// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/whois/whois_clues.h"

#include "core/observe/whois/whois.h"
#include "core/words/whois_words.h"
#include "tests/support/test_class.h"

#include <set>

namespace lockkeeper::tests::whois_clues_test {

using namespace lockkeeper::observe;

namespace {

const std::string kToken = "0123456789abcdef0123456789abcdef";
const MasterId kMaster("a");
const WallTime kNow{1'750'000'100s};

KeyReading reading(std::string value)
{
    return {.key = "orders:42", .type = ValueType::String, .value = std::move(value), .ttl = 30s};
}

OwnerMarks marksWith(const Holder& holder, const std::string& value = kToken)
{
    return marksOf(reading(value),
        DecodedLock{.scope = ValueScope::Acquisition, .format = "test", .holder = holder}, kNow);
}

ClientInfo client(const std::string& id, std::string name = {}, std::string command = "get")
{
    return {.id = id,
        .address = "10.0.0." + id + ":1",
        .name = std::move(name),
        .lastCommand = std::move(command),
        .age = 1h};
}

TapResult tapOf(const std::string& address, KeyUse use, const std::string& sent)
{
    TapResult tap;
    tap.clients[address] = {
        .lastCommand = "evalsha", .commands = 1, .use = use, .sent = {Fingerprint::ofString(sent)}};
    return tap;
}

std::vector<WhoisClient> clues(const std::vector<OwnerMarks>& marks,
    const std::vector<ClientInfo>& clients, const TapResult& tap = {})
{
    return cluesFor(marks, kMaster, clients, tap, "lk:whois:here:1");
}

} // namespace

class WhoisCluesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isCertainOfWhoSendsTheToken()
    {
        const auto found = clues(
            {marksWith({})}, {client("1", "api")}, tapOf("10.0.0.1:1", KeyUse::Tries, kToken));
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found[0].certainty == Certainty::Certain);
        QVERIFY(found[0].clue == Clue::SentToken);
        QVERIFY(found[0].token == Fingerprint::ofString(kToken));
        QCOMPARE(found[0].client.name, std::string("api"));
    }

    /// It may only compare the token, as one that checks an order's lock does.
    void aScriptSendsATokenOnceItWrites()
    {
        MonitorTap tap("orders:42", 0);
        const auto hear = [&tap](const char* address, std::vector<std::string> arguments) {
            tap.add({.address = address, .arguments = std::move(arguments)});
        };
        const auto hasSent
            = [&tap](const char* address) { return !tap.clients().at(address).sent.empty(); };
        hear("checks", {"eval", "return ...", "1", "orders:42", kToken});
        hear("lua", {"get", "orders:42"});
        QVERIFY(!hasSent("checks"));
        hear("renews", {"evalsha", "0123", "1", "orders:42", kToken});
        hear("lua", {"get", "orders:42"});
        hear("lua", {"pexpire", "orders:42", "30000"});
        QVERIFY(hasSent("renews"));
        hear("frees", {"evalsha", "4567", "1", "orders:42", kToken});
        hear("lua", {"del", "orders:42"});
        QVERIFY(hasSent("frees"));
        hear("lua", {"pexpire", "orders:42", "30000"});
        QVERIFY(!hasSent("checks"));
    }

    void holdsAWaiterForPossibleOnly()
    {
        const auto found = clues({marksWith({})}, {client("1")},
            tapOf("10.0.0.1:1", KeyUse::Tries, "another token of its own"));
        QVERIFY(found.at(0).certainty == Certainty::Possible);
        QVERIFY(found[0].clue == Clue::UsedKey);
    }

    void makesNoSecretOfWhatManySend_data()
    {
        QTest::addColumn<QString>("value");
        for (const char* value : {"1", "1750000000", "1750000000123", "\"exclusive\"", "locked"})
            QTest::addRow("%s", value) << QString::fromLatin1(value);
    }
    void makesNoSecretOfWhatManySend()
    {
        QFETCH(QString, value);
        const auto found = clues({marksWith({}, value.toStdString())}, {client("1")},
            tapOf("10.0.0.1:1", KeyUse::Tries, value.toStdString()));
        QVERIFY(found.at(0).certainty == Certainty::Possible);
    }

    void findsTheOwnerOfOurTokensByName()
    {
        const std::string token = "lk1:web-3:812:api:1750000000000:" + std::string(40, 'a');
        const auto found = clues({marksOf(reading(token), std::nullopt, kNow)},
            {client("1", "lk:api:web-3:812"), client("2", "lk:api:web-3:81")});
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found[0].clue == Clue::TokenNamesConnection);
        QVERIFY(found[0].certainty == Certainty::Likely);
    }

    void findsANameThatTellsHostAndProcess()
    {
        const Holder holder{.host = "web-3", .pid = 81};
        const auto found = clues({marksWith(holder)},
            {client("1", "worker@web-3/81"), client("2", "worker@web-3/812"),
                client("3", "web-3")});
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].client.id, std::string("1"));
        QVERIFY(found[0].clue == Clue::NameTellsHolder);
    }

    void leavesOutWhoNamesItsConnectionsAfterAnotherHolder()
    {
        OwnerMarks mark = marksWith({.since = kNow - 100s});
        mark.connectionName = "lk:shop:web-3:81";
        ClientInfo another = client("1", "lk:shop:web-3:82", "set");
        another.idle = 100s;
        QVERIFY(clues({mark}, {another}).empty());
        another.name = "shop:web-3:82";
        QCOMPARE(clues({mark}, {another}).size(), std::size_t(1));
    }

    void likesTheOnlyOneThatIsIdleSinceTheLockWasTaken()
    {
        ClientInfo idle = client("1", "", "set");
        idle.idle = 100s;
        ClientInfo busy = client("2", "", "set");
        busy.idle = 1s;
        const std::vector<OwnerMarks> marks{marksWith({.since = kNow - 100s})};
        const auto found = clues(marks, {busy, idle});
        QCOMPARE(found.size(), std::size_t(2));
        QVERIFY(found[1].clue == Clue::IdleSinceTaken);
        QVERIFY(found[1].certainty == Certainty::Likely);
        QVERIFY(found[0].clue == Clue::MayHaveTaken);

        ClientInfo another = idle;
        another.id = "3";
        for (const WhoisClient& one : clues(marks, {idle, another}))
            QVERIFY(one.certainty == Certainty::Possible);
    }

    void leavesOutWhoCameAfterTheLock()
    {
        ClientInfo late = client("1", "", "set");
        late.age = 50s;
        QVERIFY(clues({marksWith({.since = kNow - 100s})}, {late}).empty());
        QCOMPARE(clues({marksWith({})}, {late}).size(), std::size_t(1));
    }

    void namesNobodyForAFreeLock()
    {
        QVERIFY(clues({}, {client("1", "", "set")}).empty());
        const auto heard = clues({}, {client("1")}, tapOf("10.0.0.1:1", KeyUse::Writes, kToken));
        QVERIFY(heard.at(0).certainty == Certainty::Possible);
    }

    void cannotTellClientsOfOneSocketApart()
    {
        std::vector<ClientInfo> clients{client("1", "a"), client("2", "b"), client("3", "c")};
        for (ClientInfo& one : clients)
            one.address = "/run/redis.sock:0";
        clients[2].name = "lk:whois:here:1";
        const auto found
            = clues({marksWith({})}, clients, tapOf("unix:/run/redis.sock", KeyUse::Tries, kToken));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].alike, std::size_t(2));
        QVERIFY(found[0].client.name.empty());
    }

    void leavesOutItsOwnConnections()
    {
        QVERIFY(clues({marksWith({})}, {client("1", "lk:whois:here:1", "set")}).empty());
    }

    void costlyListeningIsRefused()
    {
        const auto deployment = config::deploymentFromUrls("x", {"redis://127.0.0.1:1"}).value();
        for (const WhoisOptions& options : {WhoisOptions{.tap = 0ms}, WhoisOptions{.tap = -1ms},
                 WhoisOptions{.tap = WhoisOptions::kLongestTap + 1ms},
                 WhoisOptions{.tap = 1s, .tapLines = 0},
                 WhoisOptions{.tap = 1s, .tapLines = WhoisOptions::kMostLines + 1}}) {
            const auto answer = whois(deployment, Resource("r"), options, systemClock());
            QVERIFY(!answer);
            QCOMPARE(answer.error().kind, ErrorClass::InvalidArgument);
        }
    }

    void eachClueHasANameAndASentence()
    {
        std::set<std::string> names;
        std::set<std::string> sentences;
        using enum Clue;
        const std::vector<Clue> clues{SentToken, TokenNamesConnection, NameTellsHolder, WroteKey,
            IdleSinceTaken, UsedKey, MayHaveTaken, ReadKey};
        for (const Clue clue : clues) {
            names.insert(nameOf(clue));
            sentences.insert(words::clueText(clue));
        }
        QCOMPARE(names.size(), clues.size());
        QCOMPARE(sentences.size(), clues.size());
    }
};

LOCKKEEPER_TEST(WhoisCluesTest)

} // namespace lockkeeper::tests::whois_clues_test

#include "whois_clues_test.moc"
