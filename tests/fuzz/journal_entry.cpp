// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/journal_entry.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

#include <algorithm>

// A line of the journal that anybody may have written: what is read can be written again as one
// line of ASCII, and is read as the same from that, unless a text was too long.
namespace lockkeeper::fuzz {
namespace {

void run(std::string_view input)
{
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
