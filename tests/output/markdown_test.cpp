// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/markdown.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::markdown_test {

using namespace lockkeeper::output;
using namespace std::string_literals;

class MarkdownTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCodeSpanHasAFenceThatItsTextDoesNotContain_data()
    {
        const auto row = columns<std::string, std::string>();
        row("plain", "orders:42", "`orders:42`");
        row("markup", "*a* <img src=x> [b](c)", "`*a* <img src=x> [b](c)`");
        row("backticks", "a``b`c", "```a``b`c```");
        row("backtick at the edge", "`a", "`` `a ``");
        row("blanks at the edges", " a ", "`\\x20a\\x20`"s);
        row("nothing but blanks", "  ", "`\\x20\\x20`"s);
        row("newline", "a\n# b", "`a\\n# b`");
        row("empty", "", "(empty)");
    }
    void aCodeSpanHasAFenceThatItsTextDoesNotContain()
    {
        const auto [text, span] = fetch<std::string, std::string>();
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

} // namespace lockkeeper::tests::markdown_test

#include "markdown_test.moc"
