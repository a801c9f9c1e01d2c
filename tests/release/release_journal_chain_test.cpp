// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/journal_chain.h"
#include "core/release/journal_entry.h"
#include "core/release/journal_file.h"
#include "core/release/journal_lines.h"
#include "core/release/journal_verify.h"
#include "tests/support/private_directory.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sys/stat.h>

namespace lockkeeper::tests::release_journal_chain_test {

using namespace lockkeeper::release;

namespace {

using Lines = std::vector<std::string>;
using Edit = std::function<void(Lines&)>;

std::string entry(int number)
{
    return formatJournalEntry(
        JournalIntent{.id = "id" + std::to_string(number), .reason = "reason of it"});
}

std::string textOf(const Lines& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text.append(line).append("\n");
    return text;
}

} // namespace

class ReleaseJournalChainTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<PrivateDirectory>();
        m_file = m_directory->path() / "journal.jsonl";
    }

    void aJournalOfSeveralEntriesIsWhole()
    {
        append(5);
        const JournalProof proof = verify();
        QVERIFY(!proof.chain.broken);
        QCOMPARE(proof.chain.entries, std::size_t(5));
        QCOMPARE(proof.chain.olderLines, std::size_t(0));
        QVERIFY(!proof.chain.isCutShort);
        QCOMPARE(proof.chain.head, parseChainLink(lines().back())->hash);
    }

    void eachLineIsStillItsEntry()
    {
        append(2);
        const auto read = readJournal(m_file);
        QCOMPARE(read->entries.size(), std::size_t(2));
        QCOMPARE(std::get<JournalIntent>(read->entries[1]).id, std::string("id2"));
        QCOMPARE(read->chainBreak, std::string());
    }

    /// As somebody would check it without this program: a tool for SHA-256 and a text editor.
    void theHashIsOfTheLineUpToItself()
    {
        const std::string first = chainedLine("{\"id\":\"x\"}", {});
        QCOMPARE(first,
            std::string(R"({"id":"x","seq":1,"prev":null,"hash":")"
                        "d085a2e09e1de628258cefb374ec113f00c7efcc9fc515d65d024b45b02aef9c"
                        R"("})"));
    }

    void everyChangedByteIsFound()
    {
        append(3);
        const Lines whole = lines();
        for (std::size_t at = 0; at < whole[1].size(); ++at) {
            Lines changed = whole;
            changed[1][at] = static_cast<char>(changed[1][at] ^ 1);
            write(changed);
            verifyBroken(2);
        }
    }

    void aChangeInTheLastLineIsFound()
    {
        append(3);
        const Lines whole = lines();
        for (std::size_t at = 0; at < whole[2].size(); ++at) {
            Lines changed = whole;
            changed[2][at] = static_cast<char>(changed[2][at] ^ 1);
            write(changed);
            verifyBroken(3);
        }
    }

    void whatWasDoneToTheLinesIsFound_data()
    {
        const auto row = columns<Edit, std::size_t, QByteArray>();
        row(
            "a line is missing", [](Lines& lines) { lines.erase(lines.begin() + 2); }, 3,
            "entry 4 stands where entry 3 belongs: lines are missing");
        row(
            "the beginning is missing",
            [](Lines& lines) { lines.erase(lines.begin(), lines.begin() + 2); }, 1,
            "entry 3 stands where entry 1 belongs");
        row(
            "lines are swapped", [](Lines& lines) { std::swap(lines[2], lines[3]); }, 3,
            "in another order");
        row(
            "a line is repeated",
            [](Lines& lines) { lines.insert(lines.begin() + 1, std::string(lines[1])); }, 3,
            "entry 2 stands where entry 3 belongs: lines are repeated");
        row(
            "an entry is rewritten with its hash",
            [](Lines& lines) {
                lines[1] = chainedLine(entry(99), {1, parseChainLink(lines[0])->hash, {}});
            },
            3, "does not continue the entry before it");
    }
    void whatWasDoneToTheLinesIsFound()
    {
        const auto [edit, line, reason] = fetch<Edit, std::size_t, QByteArray>();
        append(5);
        Lines changed = lines();
        edit(changed);
        write(changed);
        verifyBroken(line, reason.constData());
    }

    void linesThatWereAddedAreFound()
    {
        append(3);
        for (const std::string& added : {entry(99), std::string("rubbish"), std::string()}) {
            Lines more = lines();
            more.insert(more.begin() + 1, added);
            const Lines before = lines();
            write(more);
            verifyBroken(2);
            more = before;
            more.push_back(added);
            write(more);
            verifyBroken(4);
            write(before);
        }
    }

    void anEntryWithoutAHashStaysBadWhenOthersFollow()
    {
        append(2);
        Lines more = lines();
        more.push_back(entry(99));
        write(more);
        append(2);
        verifyBroken(3, "it has no hash");
    }

    /// Documented: nothing in the file tells of it. Only a head that is kept elsewhere does.
    void aMissingEndIsFoundByItsHeadOnly()
    {
        append(5);
        const std::string head = verify().chain.head;
        QVERIFY(verify(head).isHeadFound);
        const Lines whole = lines();
        write({whole.begin(), whole.end() - 1});
        QVERIFY(!verify().chain.broken);
        QVERIFY(!verify(head).isHeadFound);
        write({});
        QVERIFY(!verify(head).isHeadFound);
    }

    void anOlderHeadIsStillInTheChain()
    {
        append(2);
        const std::string head = verify().chain.head;
        append(3);
        QVERIFY(verify(head).isHeadFound);
    }

    void anOldJournalGoesOn()
    {
        write({entry(1), "{\"id\":\"cut sh", entry(2)});
        append(2);
        const JournalProof proof = verify();
        QVERIFY(!proof.chain.broken);
        QCOMPARE(proof.chain.entries, std::size_t(2));
        QCOMPARE(proof.chain.olderLines, std::size_t(3));
        QCOMPARE(readJournal(m_file)->entries.size(), std::size_t(4));
        for (std::size_t changed = 0; changed < 3; ++changed) {
            const Lines whole = lines();
            Lines other = whole;
            other[changed].back() = '#';
            write(other);
            verifyBroken(1, "before the first hash");
            other = whole;
            other.erase(other.begin() + static_cast<std::ptrdiff_t>(changed));
            write(other);
            verifyBroken(1, "before the first hash");
            write(whole);
        }
    }

    void anOldJournalWithoutAnyHashHasNoChain()
    {
        write({entry(1), entry(2)});
        const JournalProof proof = verify();
        QCOMPARE(proof.chain.entries, std::size_t(0));
        QCOMPARE(proof.chain.olderLines, std::size_t(2));
        QVERIFY(!proof.isEmpty);
    }

    void anEmptyJournalIsWhole()
    {
        write({});
        QVERIFY(verify().isEmpty);
        QVERIFY(!verify().chain.broken);
    }

    void rubbishHasNoChain()
    {
        std::string rubbish;
        for (int i = 0; i < 100'000; ++i)
            rubbish += static_cast<char>((static_cast<unsigned>(i) * 2654435761U) >> 13U);
        writeText(rubbish);
        QCOMPARE(verify().chain.entries, std::size_t(0));
        append(1);
        QVERIFY(!verify().chain.broken);
        QCOMPARE(verify().chain.entries, std::size_t(1));
    }

    /// What a crash or a full disk may leave: some of the line, or zeros in its place.
    void aLastLineThatWasCutShortIsNoBreak()
    {
        append(2);
        const Lines whole = lines();
        const std::string third = chainedLine(entry(3), {2, parseChainLink(whole[1])->hash, {}});
        for (const std::string& part : {third.substr(0, 1), third.substr(0, third.size() / 2),
                 third.substr(0, third.size() - 1), std::string(100, '\0')}) {
            writeText(textOf(whole) + part);
            QVERIFY(!verify().chain.broken);
            QVERIFY(verify().chain.isCutShort);
            append(2);
            const JournalProof proof = verify();
            QVERIFY2(
                !proof.chain.broken, proof.chain.broken ? proof.chain.broken->reason.c_str() : "");
            QCOMPARE(proof.chain.entries, std::size_t(4));
            QCOMPARE(proof.chain.fragments, std::size_t(1));
            QVERIFY(!proof.chain.isCutShort);
            Lines without = lines();
            without.erase(without.begin() + 2);
            write(without);
            verifyBroken(3, "missing");
        }
    }

    void aLineOfWhichOnlyTheNewlineIsMissingCounts()
    {
        append(2);
        std::string text = textOf(lines());
        text.pop_back();
        writeText(text);
        append(1);
        const JournalProof proof = verify();
        QVERIFY(!proof.chain.broken);
        QCOMPARE(proof.chain.entries, std::size_t(3));
        QCOMPARE(proof.chain.fragments, std::size_t(0));
    }

    void aLongLineIsContinued()
    {
        auto file = JournalFile::open(m_file);
        const std::string longName(200'000, 'x');
        QVERIFY(file->append(formatJournalEntry(JournalIntent{.id = "1", .resource = longName})));
        QVERIFY(file->append(entry(2)));
        QCOMPARE(verify().chain.entries, std::size_t(2));
        QVERIFY(!verify().chain.broken);
    }

    void aBreakBeforeThePartThatIsReadIsNotSeen()
    {
        append(50);
        Lines changed = lines();
        changed[1][5] = '#';
        write(changed);
        const std::size_t some = textOf({changed.end() - 10, changed.end()}).size() + 5;
        QCOMPARE(readJournal(m_file, {.bytes = some})->chainBreak, std::string());
        QVERIFY(readJournal(m_file)->chainBreak.starts_with("line 2: it was changed"));
        changed[45][5] = '#';
        write(changed);
        QVERIFY(readJournal(m_file, {.bytes = some})->chainBreak.starts_with("it was changed"));
    }

    void aHundredThousandLinesCostLittle()
    {
        ChainEnd end;
        const std::string same = entry(1);
        std::ofstream out(m_file, std::ios::binary);
        for (int i = 0; i < 100'000; ++i) {
            const std::string line = chainedLine(same, end);
            out << line << '\n';
            end = {end.number + 1, parseChainLink(line)->hash, {}};
        }
        out.close();
        const std::clock_t before = std::clock();
        const JournalProof proof = verify();
        const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
        qInfo("processor time: %.3f s", seconds);
        QVERIFY(!proof.chain.broken);
        QCOMPARE(proof.chain.entries, std::size_t(100'000));
    }

    void whatIsNoFileIsRefused()
    {
        QCOMPARE(verifyJournal(m_file).error().kind, ErrorClass::Journal);
        QCOMPARE(verifyJournal(m_directory->path()).error().kind, ErrorClass::Journal);
        QCOMPARE(::mkfifo(m_file.c_str(), 0600), 0);
        const auto refused = verifyJournal(m_file);
        QVERIFY(!refused);
        QVERIFY(refused.error().text.find("not a regular file") != std::string::npos);
    }

    void onlyTheExactFormIsALink()
    {
        const std::string good = chainedLine("{\"id\":\"x\"}", {7, std::string(64, 'a'), {}});
        QVERIFY(parseChainLink(good));
        QCOMPARE(parseChainLink(good)->number, std::uint64_t(8));
        for (const auto& [from, to] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"\"seq\":8", "\"seq\":08"}, {"\"seq\":8", "\"seq\":"},
                 {"\"seq\":8", "\"seq\":-8"}, {"\"seq\":8", "\"seq\":1234567890123456"},
                 {"\"prev\":\"a", "\"prev\":\"A"}, {"\"prev\"", "\"prov\""}, {"\"}", "\"} "}}) {
            std::string bad = good;
            bad.replace(bad.rfind(from), std::string_view(from).size(), to);
            QVERIFY2(!parseChainLink(bad), bad.c_str());
        }
        QVERIFY(!parseChainLink(""));
        QVERIFY(!parseChainLink("\"}"));
    }

private:
    void append(int count)
    {
        auto file = JournalFile::open(m_file);
        QVERIFY(file.has_value());
        for (int i = 0; i < count; ++i)
            QVERIFY(file->append(entry(i + 1)).has_value());
    }
    void writeText(const std::string& text) const
    {
        std::ofstream(m_file, std::ios::binary | std::ios::trunc) << text;
        std::filesystem::permissions(m_file, std::filesystem::perms(0600));
    }
    void write(const Lines& lines) const { writeText(textOf(lines)); }
    [[nodiscard]] Lines lines() const
    {
        std::ifstream in(m_file, std::ios::binary);
        Lines found;
        for (std::string line; std::getline(in, line);)
            found.push_back(line);
        return found;
    }
    [[nodiscard]] JournalProof verify(const std::string& head = {}) const
    {
        return verifyJournal(m_file, head).value();
    }
    void verifyBroken(std::size_t line, const char* reason = "") const
    {
        const auto broken = verify().chain.broken;
        QVERIFY(broken.has_value());
        QCOMPARE(broken->line, line);
        QVERIFY2(broken->reason.find(reason) != std::string::npos, broken->reason.c_str());
    }

    std::unique_ptr<PrivateDirectory> m_directory;
    std::filesystem::path m_file;
};

LOCKKEEPER_TEST(ReleaseJournalChainTest)

} // namespace lockkeeper::tests::release_journal_chain_test

#include "release_journal_chain_test.moc"
