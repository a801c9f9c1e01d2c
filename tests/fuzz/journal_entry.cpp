// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/journal_entry.h"
#include "core/release/journal_chain.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

#include <algorithm>

// A line of the journal that anybody may have written: what is read can be written again as one
// line of ASCII, and is read as the same from that, unless a text was too long. And a whole
// journal: an entry behind it continues its chain, and a change of any byte of the entry breaks
// that.
namespace lockkeeper::fuzz {
namespace {

release::ChainFindings findingsIn(std::string_view journal)
{
    release::ChainCheck chain;
    for (auto end = journal.find('\n'); end != std::string_view::npos; end = journal.find('\n')) {
        chain.take(journal.substr(0, end), true);
        journal.remove_prefix(end + 1);
    }
    if (!journal.empty())
        chain.take(journal, false);
    return chain.finish();
}

void continueJournal(std::string_view input)
{
    const release::ChainFindings before = findingsIn(input);
    if (before.broken) {
        checkPrintable(before.broken->reason);
        return;
    }
    std::string journal(input);
    if (!journal.empty() && journal.back() != '\n')
        journal += '\n';
    const auto end = release::chainEndIn(input, true);
    check(end.has_value(), "a whole journal has an end");
    const std::size_t begin = journal.size();
    const std::string entry = formatJournalEntry(release::JournalIntent{.id = "1"});
    journal.append(chainedLine(entry, *end)).append("\n");
    const release::ChainFindings after = findingsIn(journal);
    check(!after.broken && after.entries == before.entries + 1, "an entry continues the chain");
    const std::size_t changed = begin + input.size() % (journal.size() - 1 - begin);
    journal[changed] = static_cast<char>(journal[changed] ^ 1);
    check(findingsIn(journal).broken || before.entries == 0, "a change breaks the chain");
}

void run(std::string_view input)
{
    continueJournal(input);
    const auto read = release::parseJournalEntry(input);
    if (!read) {
        checkPrintable(read.error().text);
        return;
    }
    const std::string line = release::formatJournalEntry(*read);
    check(std::ranges::all_of(line, [](char c) { return c >= ' ' && c < '\x7f'; }),
        "a line is printable ASCII");
    const auto again = release::parseJournalEntry(line);
    check(again.has_value(), "what was written is read");
    check(input.size() > 1024 || *again == *read, "what was written is read as the same");
}

const Target kTarget("journal_entry", run);

} // namespace
} // namespace lockkeeper::fuzz
