// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/reading/key_reading.h"
#include "core/text/fingerprint.h"
#include "core/text/split.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::fingerprint_test {

using namespace lockkeeper::observe;

namespace {

const std::string kAbc = "a9993e364706816aba3e25717850c26c9cd0d89d"; // FIPS 180-4's example

// The parts point into the text: a temporary is refused.
template <class T>
concept CanBeSplit = requires(T&& text)
{
    split(std::forward<T>(text), ',');
};
static_assert(CanBeSplit<const std::string&> && CanBeSplit<const char*>);
static_assert(!CanBeSplit<std::string>);

} // namespace

class FingerprintTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stringIsNamedByItsSha1_data()
    {
        const auto row = columns<std::string, std::string>();
        row("abc", "abc", kAbc);
        row("empty", "", "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        row("NUL", std::string(1, '\0'), "5ba93c9db0cff93f52b521d7420e43f6eda2784f");
    }
    void stringIsNamedByItsSha1()
    {
        const auto [value, hex] = fetch<std::string, std::string>();
        QCOMPARE(Fingerprint::ofString(value).hex(), hex);
        QCOMPARE(Fingerprint::ofString(value).shortHex(), hex.substr(0, 8));
    }

    void hashIsNamedByAllItsFields()
    {
        const auto expected = Fingerprint::ofString("1:a2:xx3:bcd0:");
        QCOMPARE(Fingerprint::ofHash({{"a", "xx"}, {"bcd", ""}}).hex(), expected.hex());
    }

    void orderOfFieldsDoesNotMatter()
    {
        QVERIFY(Fingerprint::ofHash({{"a", "1"}, {"b", "2"}})
            == Fingerprint::ofHash({{"b", "2"}, {"a", "1"}}));
    }

    void fieldsSortByUnsignedBytes()
    {
        const auto expected = Fingerprint::ofString("1:z1:01:\xff"
                                                    "1:1");
        QCOMPARE(Fingerprint::ofHash({{"\xff", "1"}, {"z", "0"}}).hex(), expected.hex());
    }

    void movingAByteBetweenFieldsChangesTheFingerprint()
    {
        QVERIFY(Fingerprint::ofHash({{"ab", "c"}}) != Fingerprint::ofHash({{"a", "bc"}}));
    }

    void renewalOfAMultiLockKeepsTheFingerprint()
    {
        const std::string part = "sVQ2JmGQHl0bVvFk4LwGGg";
        const std::string owner = "229d85ce-6b7e-4018-a5ad-434aede67a02:7";
        const auto of = [&](const char* ending, const char* value, const std::string& holder) {
            return Fingerprint::ofHash({{part, holder}, {part + ":" + owner + ending, value}});
        };
        for (const char* const ending : {":expire_time", ":lock_count"}) {
            QVERIFY(of(ending, "1", owner) == of(ending, "2", owner));
            QVERIFY(of(ending, "1", owner) != of(ending, "1", "another"));
        }
        QVERIFY(of(":else", "1", owner) != of(":else", "2", owner));
        for (const std::string& other :
            {":" + owner, std::string("job:7"), std::string(), std::string(":")}) {
            const std::string field = other + ":expire_time";
            QVERIFY(Fingerprint::ofHash({{field, "1"}}) != Fingerprint::ofHash({{field, "2"}}));
        }
    }

    void hexRoundTrips()
    {
        const auto parsed = Fingerprint::fromHex(kAbc);
        QVERIFY(parsed.has_value());
        QVERIFY(*parsed == Fingerprint::ofString("abc"));
    }

    void onlyFortyLowerCaseDigitsAreAFingerprint_data()
    {
        QTest::addColumn<std::string>("hex");
        QTest::newRow("empty") << std::string();
        QTest::newRow("39 digits") << kAbc.substr(1);
        QTest::newRow("41 digits") << kAbc + "0";
        QTest::newRow("capital") << "A" + kAbc.substr(1);
        QTest::newRow("not hex") << "g" + kAbc.substr(1);
    }
    void onlyFortyLowerCaseDigitsAreAFingerprint()
    {
        QFETCH(std::string, hex);
        QVERIFY(!Fingerprint::fromHex(hex).has_value());
    }

    void prefixOfEightOrMoreDigitsMatches_data()
    {
        const auto row = columns<std::string, bool>();
        row("eight digits", "a9993e36", true);
        row("capitals", "A9993E36", true);
        row("all digits", kAbc, true);
        row("seven digits", "a9993e3", false);
        row("nothing", "", false);
        row("last digit differs", "a9993e37", false);
        row("too long", kAbc + "0", false);
    }
    void prefixOfEightOrMoreDigitsMatches()
    {
        const auto [prefix, isMatch] = fetch<std::string, bool>();
        QCOMPARE(Fingerprint::ofString("abc").startsWith(prefix), isMatch);
    }

    void readingIsNamedByWhatItHolds()
    {
        const KeyReading string{.key = "k", .type = ValueType::String, .value = "abc"};
        const KeyReading hash{.key = "k", .type = ValueType::Hash, .fields = {{"f", "v"}}};
        QVERIFY(string.fingerprint() == Fingerprint::ofString("abc"));
        QVERIFY(hash.fingerprint() == Fingerprint::ofHash({{"f", "v"}}));
    }

    void readingWithoutAReadableValueHasNoFingerprint_data()
    {
        QTest::addColumn<KeyReading>("reading");
        QTest::newRow("no key") << KeyReading{.key = "k"};
        QTest::newRow("list") << KeyReading{.key = "k", .type = ValueType::Other};
        QTest::newRow("long string")
            << KeyReading{.key = "k", .type = ValueType::String, .value = "abc", .isTooLong = true};
        QTest::newRow("large hash") << KeyReading{.key = "k", .type = ValueType::Hash};
    }
    void readingWithoutAReadableValueHasNoFingerprint()
    {
        QFETCH(KeyReading, reading);
        QVERIFY(!reading.fingerprint().has_value());
    }
};

LOCKKEEPER_TEST(FingerprintTest)

} // namespace lockkeeper::tests::fingerprint_test

#include "fingerprint_test.moc"
