// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/hint_editor.h"
#include "tests/support/scratch_directory.h"
#include "tests/support/test_class.h"

#include <algorithm>

namespace lockkeeper::tests::hint_editor_test {

using namespace std::string_literals;
using config::FormatHint;
using config::NewHint;

namespace {

const std::string kHead = "# our deployments\n\n[[deployment]] # the first\nname = \"orders\"\n"
                          "masters = [\n  \"redis://h\", # the old one\n]\n";
const std::string kNext
    = "\n# the second one\n[[deployment]]\nname = \"billing\"\nmasters = [\"redis://i\"]\n";
const std::string kTable = "\n[deployment.format_hints] # hints\n# sessions\n"
                           "\"session:*\" = \"none\"   # no locks\n";
const std::string kLines = "# because\n\"idem:*\" = \"none\"\n";

NewHint hint(std::string keys = "idem:*", std::string format = "none")
{
    return {"orders", {std::move(keys), std::move(format)}, "because"};
}

std::string edited(const std::string& text, const NewHint& wanted = hint())
{
    const auto result = config::withHint(text, wanted);
    return result ? *result : "refused: " + result.error().text;
}

/// The hints of the first deployment in a text.
std::vector<FormatHint> hintsIn(const std::string& text)
{
    const auto parsed = config::parseDeployments(text, "f");
    return parsed.deployments.empty() ? std::vector<FormatHint>()
                                      : parsed.deployments[0].formatHints;
}

} // namespace

class HintEditorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void addsALineToTheHints()
    {
        QCOMPARE(edited(kHead + kTable + kNext), kHead + kTable + kLines + kNext);
        QCOMPARE(edited(kHead + kTable), kHead + kTable + kLines);
        QCOMPARE(edited(kHead + "[deployment.format_hints]\n"),
            kHead + "[deployment.format_hints]\n" + kLines);
    }

    void aNewHintIsTheLastOne()
    {
        const auto hints = hintsIn(edited(kHead + kTable + kNext, hint("a:*", "redis-py")));
        QVERIFY((hints == std::vector<FormatHint>{{"session:*", "none"}, {"a:*", "redis-py"}}));
    }

    void addsATableWhereThereIsNone()
    {
        const std::string table = "\n[deployment.format_hints]\n" + kLines;
        QCOMPARE(edited(kHead + kNext), kHead + table + kNext);
        QCOMPARE(edited(kHead), kHead + table);
        // After what belongs to the deployment.
        const std::string limits = "[deployment.thresholds]\ntimes_usual = 3 # x\n";
        QCOMPARE(edited(kHead + limits + kNext), kHead + limits + table + kNext);
        const std::string format = "[[deployment.format]]\nname = \"n\"\nkeys = \"k\"\n";
        QCOMPARE(edited(kHead + format + kNext), kHead + format + table + kNext);
        const std::string list = "patterns = [\n  \"a:*\",\n  \"b:*\" ]\n";
        QCOMPARE(edited(kHead + list + kNext), kHead + list + table + kNext);
    }

    void addsToTheNamedDeployment()
    {
        NewHint second = hint();
        second.deployment = "billing";
        QCOMPARE(edited(kHead + kTable + kNext, second),
            kHead + kTable + kNext + "\n[deployment.format_hints]\n" + kLines);
        second.deployment = "nope";
        QVERIFY(
            edited(kHead + kNext, second).starts_with("refused: there is no deployment 'nope'"));
    }

    void givesAKnownPatternItsNewFormat()
    {
        const std::string text = edited(kHead + kTable + kNext, hint("session:*", "unknown"));
        std::string expected = kHead + kTable + kNext;
        const std::string line = "\"session:*\" = \"none\"";
        expected.replace(
            expected.find(line), line.size(), "# because\n\"session:*\" = \"unknown\"");
        QCOMPARE(text, expected);
        // What is there already changes nothing.
        QCOMPARE(edited(kHead + kTable, hint("session:*", "none")), kHead + kTable);
        // Also in a table of one line.
        const std::string inlined = "format_hints = { \"idem:*\" = 'redis-py' }\n";
        QVERIFY((hintsIn(edited(kHead + inlined)) == std::vector<FormatHint>{{"idem:*", "none"}}));
    }

    void keepsTheEndsOfLines()
    {
        std::string text = kHead + kTable;
        for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
            text.insert(at, "\r");
        QCOMPARE(edited(text), text + "# because\r\n\"idem:*\" = \"none\"\r\n");
        // A last line without an end.
        const std::string whole = kHead + kTable;
        QCOMPARE(edited(whole.substr(0, whole.size() - 1)), whole + kLines);
    }

    void escapesWhatIsWritten()
    {
        const std::string keys = "a\"b\\\\*\xc3\xb6";
        NewHint odd = hint(keys);
        odd.comment = "no\nmaster = 1\t\x1b\xff";
        const std::string text = edited(kHead + kTable, odd);
        QVERIFY2(hintsIn(text).back().keys == keys, text.c_str());
        QVERIFY2(text.find("# no\\nmaster = 1\\t\\x1b\\xff\n") != std::string::npos, text.c_str());
        QVERIFY(edited(kHead, hint("\xff*")).starts_with("refused: the pattern is not valid"));
        QVERIFY(edited(kHead, hint("[")).starts_with("refused: "));
    }

    void refusesWhatItDoesNotKnow_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        row("one line", kHead + "format_hints = { \"a:*\" = \"none\" }\n");
        row("dotted", kHead + "format_hints.\"a:*\" = \"none\"\n");
        row("inline deployments",
            "deployment = [ { name = \"orders\", masters = [\"redis://h\"] } ]\n");
        row("value over lines",
            kHead + "[deployment.format_hints]\n\"idem:*\" = \"\"\"\nnone\"\"\"\n");
        row("value like its key",
            kHead + "[deployment.format_hints]\n\"idem:*\" = \"\\u006eone\"\n");
        row("another deployment alone", "[deployment]\nname = \"x\"\nmasters = [\"redis://h\"]\n");
        row("no deployment", "");
        row("no TOML", kHead + "[[[\n");
        row("a mistake", kHead + "colour = 1\n");
    }
    void refusesWhatItDoesNotKnow()
    {
        QFETCH(const QByteArray, text);
        const auto result = config::withHint(text.toStdString(), hint("idem:*", "redis-py"));
        QVERIFY2(!result, result ? result->c_str() : "");
        QVERIFY(!result.error().text.empty());
        QCOMPARE(result.error().text.find('\n'), std::string::npos);
    }

    void aDeploymentThatIsNoListCanBeEdited()
    {
        const std::string only = "[deployment]\nname = \"orders\"\nmasters = [\"redis://h\"]\n";
        QCOMPARE(edited(only), only + "\n[deployment.format_hints]\n" + kLines);
    }

    void refusesWhatIsNoText()
    {
        QVERIFY(edited(kHead, hint("\xff:*")).starts_with("refused: "));
        QVERIFY(edited(kHead, hint("a:*", "\xff")).starts_with("refused: "));
    }

    void endsTheLastLineFirst()
    {
        const std::string open = (kHead + kTable).substr(0, (kHead + kTable).size() - 1);
        QCOMPARE(edited(open), open + "\n" + kLines);
    }

    void theDocumentedFileCanBeEdited()
    {
        const std::string document = contentOf(LOCKKEEPER_DEPLOYMENTS_DOCUMENT);
        const std::size_t begin = document.find("```toml\n") + 8;
        const std::string example = document.substr(begin, document.find("```", begin) - begin);
        for (const char* name : {"orders", "billing", "sessions"}) {
            NewHint wanted = hint();
            wanted.deployment = name;
            const std::string text = edited(example, wanted);
            const auto parsed = config::parseDeployments(text, "f").deployments;
            const auto found = std::ranges::find(parsed, name, &config::Deployment::name);
            QVERIFY2(found != parsed.end(), text.c_str());
            QVERIFY(found->formatHints.back() == wanted.hint);
            // Without the new lines, all is as it was.
            std::string rest = text;
            rest.erase(rest.find(kLines), kLines.size());
            const std::string table = "\n[deployment.format_hints]\n";
            if (rest != example)
                rest.erase(rest.rfind(table, text.find(kLines)), table.size());
            QCOMPARE(rest, example);
        }
    }
};

LOCKKEEPER_TEST(HintEditorTest)

} // namespace lockkeeper::tests::hint_editor_test

#include "hint_editor_test.moc"
