// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/value_pattern.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::value_pattern_test {

using config::UserFormat;
using config::ValuePattern;

namespace {

UserFormat formatOf(std::string value)
{
    return {.name = "acme", .keys = "*", .value = std::move(value)};
}

ValuePattern patternOf(std::string value)
{
    return ValuePattern::compile(formatOf(std::move(value))).value();
}

} // namespace

class ValuePatternTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namedGroupsTellTheHolder()
    {
        const auto pattern = patternOf(
            "(?<host>[^:]+):(?<pid>\\d+)(:(?<thread>\\w+))?:(?<app>\\w+)@(?<since>\\d+)");
        const auto fields = pattern.match("web-1:42:billing@1750000000");
        QVERIFY(fields.has_value());
        QCOMPARE(fields->host, std::optional<std::string>("web-1"));
        QCOMPARE(fields->pid, std::optional<std::string>("42"));
        QCOMPARE(fields->thread, std::nullopt);
        QCOMPARE(fields->app, std::optional<std::string>("billing"));
        QCOMPARE(fields->since, std::optional<std::string>("1750000000"));
    }

    void theWholeValueHasToMatch()
    {
        const auto pattern = patternOf("(?<pid>\\d+)");
        QVERIFY(pattern.match("42").has_value());
        QVERIFY(!pattern.match("42 ").has_value());
        QVERIFY(!pattern.match("x42").has_value());
        QVERIFY(!pattern.match("42\n").has_value());
    }

    void withoutAnExpressionEveryValueMatches()
    {
        const auto pattern = patternOf("");
        QVERIFY(pattern.match("").has_value());
        QVERIFY(pattern.match(std::string("a\n\0\xff", 4)).has_value());
    }

    void bytesNeedNotBeText()
    {
        const auto fields = patternOf("(?<host>.+);(?<pid>\\d+)").match("\xff\xfe;7");
        QVERIFY(fields.has_value());
        QCOMPARE(fields->host, std::optional<std::string>("\xff\xfe"));
    }

    void aValueThatMakesItTryForEverDoesNotMatch()
    {
        QVERIFY(!patternOf("(a+)+b").match(std::string(4096, 'a')).has_value());
    }

    void refusesWhatIsNoExpression_data()
    {
        const auto row = columns<std::string, std::string>();
        row("parenthesis", "(a", "character 3");
        row("unknown group", "(?<user>a)", "'user'");
        row("long", std::string(5000, 'a'), "longer than");
        row("UTF", "(*UTF)a", "character");
    }
    void refusesWhatIsNoExpression()
    {
        const auto [value, hint] = fetch<std::string, std::string>();
        const auto pattern = ValuePattern::compile(formatOf(value));
        QVERIFY(!pattern.has_value());
        QVERIFY2(
            pattern.error().text.find(hint) != std::string::npos, pattern.error().text.c_str());
    }
};

LOCKKEEPER_TEST(ValuePatternTest)

} // namespace lockkeeper::tests::value_pattern_test

#include "value_pattern_test.moc"
