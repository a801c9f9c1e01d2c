// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/ask.h"
#include "core/lock/lock_client.h"
#include "core/lock/scheme.h"
#include "tests/support/locking.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ask_test {

using namespace lockkeeper::lock;

namespace {

const Ask kAsk{.by = "ada", .at = WallTime(1'700'000'000'000ms), .reason = "deploy: now"};
const Fingerprint kToken = Fingerprint::ofString("token");

/// A lease that a test extends itself.
std::optional<Lease> take(LockClient& client, const char* name = "orders:42")
{
    return leaseIn(client.acquire(name, {.ttl = ttl(60s), .isRenewed = false}));
}

void ask(RedisServerFixture& servers, std::size_t server, const std::string& key,
    const Fingerprint& token, const Ask& what = kAsk)
{
    servers.command(server, {"SET", askKeyOf(Resource(key)).value(), askText(token, what)});
}

} // namespace

class AskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textTellsAllAgain()
    {
        QCOMPARE(parseAsk(askText(kToken, kAsk), kToken), std::optional(kAsk));
        const Ask bytes{.by = "a:b%\n", .at = {}, .reason = std::string("\0\xff:", 3)};
        QCOMPARE(parseAsk(askText(kToken, bytes), kToken), std::optional(bytes));
        QCOMPARE(parseAsk(askText(kToken, kAsk), Fingerprint::ofString("next")), std::nullopt);
    }

    void textIsBounded()
    {
        const std::string endless(100'000, '\n');
        const std::string text
            = askText(kToken, {.by = endless, .at = WallTime::max(), .reason = endless});
        QVERIFY(text.size() <= kLongestAsk);
        QVERIFY(parseAsk(text, kToken).has_value());
    }

    void malformedTextAsksNobody_data()
    {
        QTest::addColumn<QByteArray>("text");
        const QByteArray whole = QByteArray::fromStdString(askText(kToken, kAsk));
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("only the prefix") << QByteArray("lk1-ask:");
        QTest::newRow("no time") << whole.left(whole.indexOf(":1700"));
        QTest::newRow("a time that is none") << QByteArray(whole).replace("17000", "x7000");
        QTest::newRow("a negative time") << QByteArray(whole).replace("17000", "-7000");
        QTest::newRow("another prefix") << QByteArray(whole).replace("lk1-ask", "lk2-ask");
        QTest::newRow("a broken escape") << whole + "%4";
        QTest::newRow("too long") << whole + QByteArray(2000, 'x');
    }
    void malformedTextAsksNobody()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(parseAsk(text.toStdString(), kToken), std::nullopt);
    }

    void isHeardByTheHolder_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("a name") << QByteArray("orders:42");
        QTest::newRow("with a hash tag") << QByteArray("{orders}:42");
        QTest::newRow("with an empty tag") << QByteArray("a{}b");
        QTest::newRow("with half a tag") << QByteArray("a}b{c");
        QTest::newRow("with an unclosed tag") << QByteArray("a{b");
    }
    /// Also shows that the script and askKeyOf() agree on the key's name.
    void isHeardByTheHolder()
    {
        QFETCH(QByteArray, name);
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        auto lease = take(client, name.constData());
        QVERIFY(lease.has_value());
        QVERIFY(lease->extend(ttl(60s)).has_value());
        QVERIFY(!lease->askedToRelease());
        const std::stop_token asked = lease->asked();
        for (std::size_t i = 0; i < servers.size(); ++i)
            ask(servers, i, name.toStdString(), lease->fingerprint());
        QVERIFY(!asked.stop_requested());
        QVERIFY(lease->extend(ttl(60s)).has_value());
        QVERIFY(asked.stop_requested());
        QVERIFY(lease->asked().stop_requested());
        QCOMPARE(lease->askedToRelease(), std::optional(kAsk));
        QVERIFY(lease->isHeld());
    }

    void isHeardFromOneMaster()
    {
        RedisServerFixture servers({.count = 3});
        LockClient client = makeClient(servers);
        auto lease = take(client);
        servers.kill(0);
        ask(servers, 1, "orders:42", lease->fingerprint());
        QVERIFY(lease->extend(ttl(60s)).has_value());
        QVERIFY(lease->askedToRelease().has_value());
    }

    void aRenewalHearsIt()
    {
        RedisServerFixture servers;
        LockClient client = makeClient(servers);
        auto lease = leaseIn(client.acquire("orders:42", {.ttl = ttl(600ms)}));
        QVERIFY(lease.has_value());
        ask(servers, 0, "orders:42", lease->fingerprint());
        QTRY_VERIFY(lease->asked().stop_requested());
        QCOMPARE(lease->askedToRelease(), std::optional(kAsk));
        lease->release();
        QVERIFY(!lease->askedToRelease());
    }

    void ofAnotherHolderIsNotHeard()
    {
        RedisServerFixture servers;
        LockClient client = makeClient(servers);
        auto before = take(client);
        ask(servers, 0, "orders:42", before->fingerprint());
        before->release();
        auto lease = take(client);
        QVERIFY(lease->extend(ttl(60s)).has_value());
        QVERIFY(!lease->askedToRelease());
    }

    void ofOneOfSeveralResourcesIsHeard()
    {
        RedisServerFixture servers;
        LockClient client = makeClient(servers);
        auto lease
            = leaseIn(client.acquire({"a", "b", "c"}, {.ttl = ttl(60s), .isRenewed = false}));
        QVERIFY(lease.has_value());
        ask(servers, 0, "b", lease->fingerprint());
        QVERIFY(lease->extend(ttl(60s)).has_value());
        QCOMPARE(lease->askedToRelease(), std::optional(kAsk));
    }

    void somethingElseInItsPlaceIsIgnored()
    {
        RedisServerFixture servers;
        LockClient client = makeClient(servers);
        auto lease = take(client);
        const std::string key = askKeyOf(Resource("orders:42")).value();
        servers.command({"LPUSH", key, "x"});
        QVERIFY(lease->extend(ttl(60s)).has_value());
        servers.command({"SET", key, std::string(100'000, 'x')});
        QVERIFY(lease->extend(ttl(60s)).has_value());
        servers.command({"SET", key, "lk1-ask:" + lease->fingerprint().hex()});
        QVERIFY(lease->extend(ttl(60s)).has_value());
        QVERIFY(!lease->askedToRelease());
        // That was no reason to listen no more.
        ask(servers, 0, "orders:42", lease->fingerprint());
        QVERIFY(lease->extend(ttl(60s)).has_value());
        QVERIFY(lease->askedToRelease().has_value());
    }

    void aUserWhoMayNotReadItRenewsAllTheSame()
    {
        RedisServerFixture servers(
            1, {"ACL", "SETUSER", "app", "on", ">pw", "~orders:*", "&*", "+@all"});
        std::string url = servers.urls().front();
        url.insert(url.find("://") + 3, "app:pw@");
        LockClient client(config::deploymentFromUrls("test", {url}).value(),
            Owner::thisProcess("test"), systemClock());
        auto lease = take(client);
        QVERIFY(lease.has_value());
        for (int i = 0; i < 5; ++i)
            QVERIFY(lease->extend(ttl(60s)).has_value());
        QVERIFY(!lease->askedToRelease());
        // It was refused once, and did not ask again.
        const redis::Reply log = servers.command({"ACL", "LOG"});
        QCOMPARE(log.elements.size(), std::size_t(1));
        QCOMPARE(log.elements[0].elements[1].integer, 1);
    }

    void onlyTokensThatAreRenewedSayThatTheyHear()
    {
        RedisServerFixture servers;
        LockClient client = makeClient(servers);
        const auto hears = [&](AcquireOptions options) {
            const auto lease = leaseIn(client.acquire("orders:42", std::move(options)));
            const auto parts = parseToken(servers.command({"GET", "orders:42"}).text);
            return lease && parts && parts->owner.hearsAsks;
        };
        QVERIFY(hears({.ttl = ttl(60s)}));
        QVERIFY(!hears({.ttl = ttl(60s), .isRenewed = false}));
        QVERIFY(!hears({.ttl = ttl(60s), .scheme = *findScheme("set-nx-px-token")}));
    }
};

LOCKKEEPER_TEST(AskTest)

} // namespace lockkeeper::tests::ask_test

#include "ask_test.moc"
