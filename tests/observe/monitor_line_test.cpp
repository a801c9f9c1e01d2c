// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/traffic/monitor.h"
#include "tests/support/test_class.h"

#include <random>

namespace lockkeeper::tests::monitor_line_test {

using namespace lockkeeper::observe;
using namespace std::string_literals;

namespace {

const std::string kSet = "1339518083.107412 [3 127.0.0.1:60866] \"SET\" \"orders:42\" \"a "
                         "\\\"b\\\" \\\\ \\r\\n\\x00\\xff\" \"NX\"";

MonitorLine command(std::vector<std::string> arguments)
{
    return {.arguments = std::move(arguments)};
}

KeyUse use(std::vector<std::string> arguments)
{
    return command(std::move(arguments)).useOf("k");
}

} // namespace

class MonitorLineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesALineApart()
    {
        const auto line = parseMonitorLine(kSet);
        QVERIFY(line.has_value());
        QCOMPARE(line->database, 3);
        QCOMPARE(line->address, "127.0.0.1:60866"s);
        const std::vector<std::string> expected{
            "SET", "orders:42", "a \"b\" \\ \r\n\x00\xff"s, "NX"};
        QVERIFY(line->arguments == expected);
        QCOMPARE(line->command(), "set"s);
    }

    void knowsAllKindsOfAddresses()
    {
        QCOMPARE(parseMonitorLine("1.2 [0 [::1]:60866] \"ping\"")->address, "[::1]:60866"s);
        QCOMPARE(parseMonitorLine("1.2 [0 unix:/tmp/a b/s] \"ping\"")->address, "unix:/tmp/a b/s"s);
        QCOMPARE(parseMonitorLine("1.2 [0 lua] \"get\" \"k\"")->address, "lua"s);
    }

    void isNotMisledByArgumentsThatLookLikeASource()
    {
        const auto line
            = parseMonitorLine("1.2 [0 1.1.1.1:1] \"get\" \"9.9 [5 6.6.6.6:6] \\\"set\\\"\"");
        QVERIFY(line.has_value());
        QCOMPARE(line->address, "1.1.1.1:1"s);
        QCOMPARE(line->arguments.size(), std::size_t(2));
    }

    void refusesWhatIsNoLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "OK", "1", "1.2", "1.2 [", "1.2 [0 a]", "1.2 [0 a] ",
                 "1.2 [0 a] \"", "1.2 [0 a] \"get", "1.2 [0 a] \"get\\\"", "1.2 [0 a] \"get\\x1\"",
                 "1.2 [0 a] \"get\\xzz\"", "1.2 [0 a] \"get\\q\"", "1.2 [0 a] \"get\"\"k\"",
                 "1.2 [0 a] get k", "1.2 [x a] \"get\"", "1.2 [-1 a] \"get\"", "1.2 [0] \"get\"",
                 "1.2 [] \"get\"", "1.2 [99999999999999 a] \"get\"", "1.2x [0 a] \"get\"",
                 "x1.2 [0 a] \"get\"", "] \"1.2 [0 a", "1.2 ] \" [0 a"})
            QTest::addRow("%s", text) << QByteArray(text);
    }
    void refusesWhatIsNoLine()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!parseMonitorLine(text.toStdString()));
    }

    void refusesWhatIsTooLarge()
    {
        QVERIFY(!parseMonitorLine("1.2 [0 a] \"set\" \"" + std::string(65'536, 'v') + "\""));
        std::string many = "1.2 [0 a] \"del\"";
        for (int i = 0; i < 1023; ++i)
            many += " \"k\"";
        QVERIFY(parseMonitorLine(many).has_value());
        QVERIFY(!parseMonitorLine(many + " \"k\""));
    }

    void survivesAnyCut()
    {
        std::size_t makeInvocation = 0;
        for (std::size_t length = 0; length <= kSet.size(); ++length)
            makeInvocation += parseMonitorLine(kSet.substr(0, length)).has_value() ? 1 : 0;
        QCOMPARE(makeInvocation, std::size_t(7));
    }

    void survivesRandomBytes()
    {
        std::mt19937 random(42);
        for (int round = 0; round < 5000; ++round) {
            std::string text = kSet;
            for (int change = 0; change < 6; ++change)
                text[random() % text.size()] = "\"\\ [x]0\0\xff"[random() % 9];
            if (const auto line = parseMonitorLine(text)) {
                QVERIFY(!line->arguments.empty());
                (void)line->useOf("orders:42");
                QVERIFY(line->valuesBeside("orders:42").size() < line->arguments.size());
            }
        }
    }

    void neverTakesAValueForACommand()
    {
        QCOMPARE(command({"s3cret-t0ken-of-somebody-else"}).command(), "?"s);
        QCOMPARE(command({"a b"}).command(), "?"s);
        QCOMPARE(command({"\x1b[2J"}).command(), "?"s);
        QCOMPARE(command({""}).command(), "?"s);
    }

    void tellsTryingFromWriting()
    {
        QVERIFY(use({"SET", "k", "v", "PX", "9", "NX"}) == KeyUse::Tries);
        QVERIFY(use({"set", "k", "v", "nx"}) == KeyUse::Tries);
        QVERIFY(use({"set", "k", "v", "xx"}) == KeyUse::Writes);
        QVERIFY(use({"getex", "k", "ex", "9"}) == KeyUse::Writes);
        QVERIFY(use({"set", "k", "nx"}) == KeyUse::Writes);
        QVERIFY(use({"set", "k", "v", "px", "9"}) == KeyUse::Writes);
        QVERIFY(use({"pexpire", "k", "9"}) == KeyUse::Writes);
        QVERIFY(use({"setnx", "k", "v"}) == KeyUse::Tries);
        QVERIFY(use({"get", "k"}) == KeyUse::Reads);
        QVERIFY(use({"del", "a", "k"}) == KeyUse::Reads);
        QVERIFY(use({"no-such-command", "k"}) == KeyUse::Reads);
    }

    void countsTheKeyAmongAScriptsArguments()
    {
        QVERIFY(use({"evalsha", "abc", "1", "k", "token"}) == KeyUse::Scripted);
        QVERIFY(use({"evalsha", "abc", "0", "token", "k"}) == KeyUse::Scripted);
        QVERIFY(use({"eval", "return 1", "99999999999999999999", "k"}) == KeyUse::Scripted);
        QVERIFY(use({"fcall", "f", "1", "k"}) == KeyUse::Scripted);
        QVERIFY(use({"evalsha_ro", "abc", "1", "k"}) == KeyUse::Reads);
        QVERIFY(use({"evalsha", "k", "0"}) == KeyUse::None);
        QVERIFY(use({"evalsha"}) == KeyUse::None);
    }

    void countsBlockedCommands()
    {
        QVERIFY(use({"blpop", "a", "k", "0"}) == KeyUse::Reads);
        QVERIFY(use({"blpop", "a", "k"}) == KeyUse::None); // a timeout
        QVERIFY(use({"bzpopmin", "k", "0"}) == KeyUse::Reads);
        QVERIFY(use({"blmpop", "0", "1", "k", "LEFT"}) == KeyUse::Reads);
        QVERIFY(use({"blpop"}) == KeyUse::None);
    }

    void takesOnlyKeysForTheKey()
    {
        QVERIFY(use({"set", "other", "k"}) == KeyUse::None);
        QVERIFY(use({"publish", "k", "v"}) == KeyUse::None);
        QVERIFY(use({"auth", "k", "password"}) == KeyUse::None);
        QVERIFY(use({"hello", "3", "AUTH", "k", "password"}) == KeyUse::None);
        QVERIFY(use({"config", "k"}) == KeyUse::None);
        QVERIFY(use({"msetnx", "a", "k", "b", "v"}) == KeyUse::None);
        QVERIFY(use({"msetnx", "a", "v", "k", "v"}) == KeyUse::Tries);
        QVERIFY(use({"k"}) == KeyUse::None);
    }

    void findsWhatIsSentBesideTheKey()
    {
        const std::vector<std::size_t> set{2, 3};
        QVERIFY(command({"set", "k", "token", "NX"}).valuesBeside("k") == set);
        const std::vector<std::size_t> script{4};
        QVERIFY(command({"eval", "return 1", "1", "k", "token"}).valuesBeside("k") == script);
    }
};

LOCKKEEPER_TEST(MonitorLineTest)

} // namespace lockkeeper::tests::monitor_line_test

#include "monitor_line_test.moc"
