// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/glob.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::glob_test {

class GlobTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesAsRedisDoes_data()
    {
        columns<std::string, std::string, bool>();
        const auto row = [](const std::string& glob, const std::string& key, bool isMatch) {
            QTest::newRow((glob + " / " + key).c_str()) << glob << key << isMatch;
        };
        row("*", "", true);
        row("lock:*", "lock:a", true);
        row("lock:*", "lock", false);
        row("*:lock", "a:b:lock", true);
        row("*a*b*c", "xaxbxbxc", true);
        row("*a*b*c", "xaxcxb", false);
        row("a?c", "abc", true);
        row("a?c", "ac", false);
        row("[a-c]x", "bx", true);
        row("[c-a]x", "bx", true);
        row("[^a-c]x", "bx", false);
        row("[^a-c]x", "dx", true);
        row("[\\]]", "]", true);
        row("\\*", "*", true);
        row("\\*", "a", false);
        row("[a", "a", true);
        row("", "", true);
        row("", "a", false);
        row("{orders}:*", "{orders}:x", true);
    }
    void matchesAsRedisDoes()
    {
        const auto [glob, key, isMatch] = fetch<std::string, std::string, bool>();
        QCOMPARE(redis::globMatches(glob, key), isMatch);
    }

    void manyStarsTakeNoLongerThanFew()
    {
        // With a step for each way to share the key out, this would not end.
        std::string glob;
        for (int i = 0; i < 60; ++i)
            glob += "*a";
        QVERIFY(!redis::globMatches(glob + "b", std::string(5000, 'a')));
    }

    void refusesWhatIsHardlyMeant()
    {
        for (const std::string glob : {"", "lock:[a", "lock:\\", "[^", "[", "[\\]"})
            QVERIFY2(!redis::checkGlob(glob).has_value(), glob.c_str());
        QVERIFY(!redis::checkGlob(std::string("a\0b", 3)).has_value());
        for (const std::string glob : {"*", "lock:[ab]", "\\[", "a\\\\", "[\\]]", "[]a]"})
            QVERIFY2(redis::checkGlob(glob).has_value(), glob.c_str());
    }
};

LOCKKEEPER_TEST(GlobTest)

} // namespace lockkeeper::tests::glob_test

#include "glob_test.moc"
