// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/markdown.h"
#include "tests/support/test_class.h"

#include <QtTest>

namespace lockkeeper::markdown_test {

using namespace lockkeeper::output;
using namespace std::string_literals;

class MarkdownTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCodeSpanHasAFenceThatItsTextDoesNotContain_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("span");
        QTest::newRow("plain") << "orders:42"s
                               << "`orders:42`"s;
        QTest::newRow("markup") << "*a* <img src=x> [b](c)"s
                                << "`*a* <img src=x> [b](c)`"s;
        QTest::newRow("backticks") << "a``b`c"s
                                   << "```a``b`c```"s;
        QTest::newRow("backtick at the edge") << "`a"s
                                              << "`` `a ``"s;
        QTest::newRow("blanks at the edges") << " a "s
                                             << "`\\x20a\\x20`"s;
        QTest::newRow("nothing but blanks") << "  "s
                                            << "`\\x20\\x20`"s;
        QTest::newRow("newline") << "a\n# b"s
                                 << "`a\\n# b`"s;
        QTest::newRow("empty") << ""s
                               << "(empty)"s;
    }
    void aCodeSpanHasAFenceThatItsTextDoesNotContain()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, span);
        QCOMPARE(codeSpan(text), span);
    }

    void aBarDoesNotEndACell() { QCOMPARE(codeSpan("a|b", true), "`a\\|b`"s); }

    void aSentenceIsNoMarkup()
    {
        QCOMPARE(markdownText("a *b* <c> [d] e_f | ~g~"),
            "a \\*b\\* \\<c\\> \\[d\\] e\\_f \\| \\~g\\~"s);
    }

    void anAddressInASentenceIsNoLink()
    {
        QCOMPARE(markdownText("http://a.b: WWW.c.d, e@f.g"), "http\\://a.b: WWW\\.c.d, e\\@f.g"s);
    }

    void theTitlesOfATableAreUnderlined()
    {
        QCOMPARE(
            markdownTable({{"a", "b"}, {"1", "2"}}), "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n"s);
    }

    void aColumnWithoutValuesIsLeftOut()
    {
        QCOMPARE(markdownTable({{"a", "b", "c"}, {"1", "", "2"}, {"", "", "3"}}),
            "| a | c |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |\n\n"s);
    }
};

LOCKKEEPER_TEST(MarkdownTest)

} // namespace lockkeeper::markdown_test

#include "markdown_test.moc"
