// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/journal_lines.h"
#include "tests/support/private_directory.h"
#include "tests/support/test_class.h"

#include <fstream>

namespace lockkeeper::tests::release_journal_lines_test {

using namespace lockkeeper::release;

namespace {

std::string intent(const std::string& id)
{
    return formatJournalEntry(JournalIntent{.id = id}) + "\n";
}

std::string result(const std::string& id)
{
    return formatJournalEntry(JournalResult{.id = id, .isQuorumFreed = true}) + "\n";
}

std::string next(const std::string& id, const std::string& holder)
{
    return formatJournalEntry(JournalNext{.id = id, .holder = holder}) + "\n";
}

/// What is read of a journal with this text.
JournalEntries readOf(const std::string& text, JournalLimits limits = {})
{
    const PrivateDirectory directory;
    std::ofstream(directory.path() / "journal") << text;
    return readJournal(directory.path() / "journal", limits).value();
}

std::vector<std::string> idsOf(const JournalEntries& read)
{
    std::vector<std::string> ids;
    for (const JournalEntry& entry : read.entries)
        ids.push_back(std::get<JournalIntent>(entry).id);
    return ids;
}

} // namespace

class ReleaseJournalLinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMissingJournalIsEmpty()
    {
        const PrivateDirectory directory;
        QVERIFY(readJournal(directory.path() / "none")->entries.empty());
    }

    void theLastLinesAreReadOldestFirst()
    {
        const auto read = readOf(intent("1") + intent("2") + "\n" + intent("3"), {.lines = 2});
        QCOMPARE(idsOf(read), (std::vector<std::string>{"2", "3"}));
    }

    void aLineThatTheLimitCutsIsLeftOut()
    {
        const std::string last = intent("2");
        const auto read = readOf(intent("1") + last, {.bytes = last.size() + 5});
        QCOMPARE(idsOf(read), std::vector<std::string>{"2"});
        QCOMPARE(read.unreadable, std::size_t(0));
    }

    void aLineWithoutItsEndIsUnreadable()
    {
        const auto read = readOf(intent("1") + "{\"id\":\"cut sh");
        QCOMPARE(idsOf(read), std::vector<std::string>{"1"});
        QCOMPARE(read.unreadable, std::size_t(1));
    }

    void aResultBelongsToItsIntent()
    {
        const Deeds read = deedsOf(readOf(intent("1") + intent("2") + result("1") + result("0")));
        QCOMPARE(read.deeds.size(), std::size_t(2));
        QVERIFY(read.deeds[0].result && read.deeds[0].result->isQuorumFreed);
        QVERIFY(!read.deeds[1].result);
    }

    void ofTwoThatSawTheNextHolderTheFirstIsBelieved()
    {
        const Deeds read = deedsOf(readOf(intent("1") + next("1", "first") + next("1", "later")));
        QVERIFY(read.deeds.at(0).next);
        QCOMPARE(read.deeds[0].next->holder, std::string("first"));
    }

    void aSecondIntentWithAnIdCountsAsUnreadable()
    {
        const Deeds read = deedsOf(readOf(intent("1") + intent("1")));
        QCOMPARE(read.deeds.size(), std::size_t(1));
        QCOMPARE(read.unreadable, std::size_t(1));
    }
};

LOCKKEEPER_TEST(ReleaseJournalLinesTest)

} // namespace lockkeeper::tests::release_journal_lines_test

#include "release_journal_lines_test.moc"
