// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/token.h"
#include "core/text/percent.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <limits>
#include <set>
#include <unistd.h>

namespace lockkeeper::tests::token_test {

using namespace lockkeeper::lock;

namespace {

const WallTime kAcquired{1'750'000'000'123ms};
const std::string kRandom = "0123456789abcdef0123456789abcdef01234567";

std::string tokenWith(const std::string& fields)
{
    return "lk1:" + fields + ":" + kRandom;
}

} // namespace

class TokenTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesThatDoNotFitAreRefused()
    {
        QVERIFY(makeToken({"host", 1, std::string(3900, 'a')}, {}).has_value());
        const auto token = makeToken({"host", 1, std::string(4096, 'a')}, {});
        QVERIFY(!token.has_value());
        QCOMPARE(token.error().kind, ErrorClass::InvalidArgument);
    }

    void tokenTellsItsOwnerAndTime_data()
    {
        const auto row = columns<std::string, std::string>();
        row("plain", "web-1.example.org", "billing_2");
        row("colons", "fe80::1", "a:b:c");
        row("percent", "100%", "%41");
        row("not text", std::string("\xff\n\x00z", 4), std::string("größe 1"));
        row("empty", "", "");
    }
    void tokenTellsItsOwnerAndTime()
    {
        const auto [host, app] = fetch<std::string, std::string>();

        const auto token = makeToken({.host = host, .pid = 4711, .app = app}, kAcquired);
        QVERIFY(token.has_value());
        const auto parts = parseToken(token->value());

        QVERIFY(parts.has_value());
        QCOMPARE(parts->owner.host, host);
        QCOMPARE(parts->owner.app, app);
        QCOMPARE(parts->owner.pid, std::int64_t(4711));
        QCOMPARE(parts->acquired, kAcquired);
        QVERIFY(token->value().ends_with(":" + parts->random));
    }

    void tokenHasTheDocumentedLayout()
    {
        const auto token = makeToken({.host = "a:b", .pid = 7, .app = "my app"}, kAcquired);

        QVERIFY(token.has_value());
        const std::string head = "lk1:a%3Ab:7:my%20app:1750000000123:";
        QVERIFY(token->value().starts_with(head));
        const auto random = token->value().substr(head.size());
        QCOMPARE(random.size(), std::size_t(40));
        QCOMPARE(random.find_first_not_of("0123456789abcdef"), std::string::npos);
    }

    void tokenTellsItsProcess()
    {
        const auto owner = Owner::thisProcess("billing");
        QVERIFY(!owner.process.empty());
        const auto token = makeToken(owner, kAcquired);
        QVERIFY(token.has_value());
        QCOMPARE(parseToken(token->value()).value().owner.process, owner.process);
        QVERIFY(!parseToken(token->value()).value().owner.mayOutliveProcess);
    }

    void tokenTellsWhetherTheLockMayOutliveItsProcess()
    {
        auto owner = Owner::thisProcess("billing");
        owner.mayOutliveProcess = true;
        const auto token = makeToken(owner, kAcquired);
        QVERIFY(token.has_value());
        QVERIFY(parseToken(token->value()).value().owner.mayOutliveProcess);
        QCOMPARE(parseToken(token->value()).value().owner.process, owner.process);
        QVERIFY(!parseToken(tokenWith("h:1:a:1:p0123-7:kelse")).value().owner.mayOutliveProcess);
    }

    void fieldsOfLaterVersionsAreIgnored()
    {
        const auto parts = parseToken(tokenWith("h:1:a:1:p0123-7:znew"));
        QVERIFY(parts.has_value());
        QCOMPARE(parts->owner.process, std::string("0123-7"));
        QVERIFY(parseToken(tokenWith("h:1:a:1:a:b:c:d:e:f:g")).has_value());
        QVERIFY(!parseToken(tokenWith("h:1:a:1:a:b:c:d:e:f:g:h")).has_value());
        QVERIFY(!parseToken(tokenWith("h:1:a:1::b")).has_value());
    }

    void tokensAreNeverAlike()
    {
        constexpr std::size_t kTokens = 1000;
        std::set<std::string> randoms;
        for (std::size_t i = 0; i < kTokens; ++i) {
            const auto token = makeToken({.host = "h", .pid = 1, .app = "a"}, kAcquired);
            QVERIFY(token.has_value());
            randoms.insert(parseToken(token->value()).value().random);
        }
        QCOMPARE(randoms.size(), kTokens);
    }

    void anythingElseIsNoToken_data()
    {
        QTest::addColumn<std::string>("value");
        QTest::newRow("empty") << std::string();
        QTest::newRow("prefix alone") << std::string("lk1:");
        QTest::newRow("another version") << "lk2:h:1:a:1:" + kRandom;
        QTest::newRow("too few fields") << tokenWith("h:1:a");
        QTest::newRow("too many fields") << tokenWith("h:1:a:1:1");
        QTest::newRow("pid not a number") << tokenWith("h:x:a:1");
        QTest::newRow("negative pid") << tokenWith("h:-1:a:1");
        QTest::newRow("leading zero") << tokenWith("h:01:a:1");
        QTest::newRow("pid too large") << tokenWith("h:9223372036854775808:a:1");
        QTest::newRow("time empty") << tokenWith("h:1:a:");
        QTest::newRow("time beyond the clock") << tokenWith("h:1:a:9223372036855");
        QTest::newRow("bad escape") << tokenWith("h%4:1:a:1");
        QTest::newRow("lower-case escape") << tokenWith("h%3a:1:a:1");
        QTest::newRow("needless escape") << tokenWith("%41:1:a:1");
        QTest::newRow("unescaped space") << tokenWith("h h:1:a:1");
        QTest::newRow("random part too short") << "lk1:h:1:a:1:" + kRandom.substr(1);
        QTest::newRow("random part too long") << tokenWith("h:1:a:1") + "0";
        QTest::newRow("random part in capitals") << "lk1:h:1:a:1:" + std::string(40, 'A');
        QTest::newRow("something before it") << " " + tokenWith("h:1:a:1");
        QTest::newRow("newline behind it") << tokenWith("h:1:a:1") + "\n";
    }
    void anythingElseIsNoToken()
    {
        QFETCH(std::string, value);
        QVERIFY(parseToken(tokenWith("h:1:a:1")).has_value());
        QVERIFY(!parseToken(value).has_value());
    }

    void latestTimeIsParsedWithoutOverflow()
    {
        const auto parts = parseToken(tokenWith("h:1:a:9223372036854"));
        QVERIFY(parts.has_value());
        QCOMPARE(sinceEpoch(parts->acquired), 9223372036854ms);
    }

    void thisProcessIsNamedByHostAndPid()
    {
        std::array<char, 256> host{};
        QCOMPARE(::gethostname(host.data(), host.size()), 0);

        const auto owner = Owner::thisProcess("billing");

        QCOMPARE(owner.host, std::string(host.data()));
        QCOMPARE(owner.pid, std::int64_t(::getpid()));
        QCOMPARE(owner.app, std::string("billing"));
    }

    void connectionNameIsLegalForRedis()
    {
        const Owner owner{.host = "h\xc3\xb6st\n", .pid = 7, .app = "my app:\x01"};

        const auto name = owner.connectionName();

        QCOMPARE(name, std::string("lk:my%20app%3A%01:h%C3%B6st%0A:7"));
        QVERIFY(std::ranges::all_of(name, [](char c) { return c >= '!' && c <= '~'; }));
    }

    void percentEscapingKeepsEveryByte()
    {
        std::string bytes;
        for (int i = 0; i <= std::numeric_limits<unsigned char>::max(); ++i)
            bytes.push_back(static_cast<char>(i));

        const auto escaped = percentEncodeField(bytes);

        QCOMPARE(escaped.find_first_of(": \n"), std::string::npos);
        QVERIFY(percentDecodeField(escaped) == bytes);
    }

    void unescapingTakesOnlyWhatEscapingWrites_data()
    {
        QTest::addColumn<std::string>("escaped");
        QTest::newRow("lone percent") << std::string("a%");
        QTest::newRow("one digit") << std::string("a%4");
        QTest::newRow("no digits") << std::string("%zz");
        QTest::newRow("lower-case digits") << std::string("%c3");
        QTest::newRow("escaped letter") << std::string("%61");
        QTest::newRow("bare colon") << std::string("a:b");
    }
    void unescapingTakesOnlyWhatEscapingWrites()
    {
        QFETCH(std::string, escaped);
        QVERIFY(!percentDecodeField(escaped).has_value());
    }
};

LOCKKEEPER_TEST(TokenTest)

} // namespace lockkeeper::tests::token_test

#include "token_test.moc"
