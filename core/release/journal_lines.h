// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/journal_entry.h"

#include <filesystem>

namespace lockkeeper::release {

/// How much of a journal is read. Older lines are left out.
struct JournalLimits {
    std::size_t lines = 2000;
    std::size_t bytes = std::size_t{8} * 1024 * 1024;
};

/// Reads and parses the last lines of a journal, oldest first, and checks their chain (see
/// journal_chain.h) as far as it reads. A file that does not exist has none.
/// Journal error, with path and reason, if it is no regular file or can't be read. Blocks for the
/// disk. Writers are not kept waiting: a line that is being written may count as unreadable.
[[nodiscard]] Result<JournalEntries> readJournal(
    const std::filesystem::path& file, JournalLimits limits = {});

/// One action of the journal.
struct Deed {
    JournalIntent intent;
    std::optional<JournalResult> result{}; ///< nullopt: the journal does not tell
    std::optional<JournalNext> next{}; ///< nullopt: nobody was watching, or nobody took it
    friend bool operator==(const Deed&, const Deed&) = default;
};

/// Actions in the order of their intents, and the number of lines that belong to none.
struct Deeds {
    std::vector<Deed> deeds;
    /// Lines that are no entry, and intents with the id of an earlier one, whose result could
    /// belong to either.
    std::size_t unreadable = 0;
    std::string chainBreak{}; ///< as of JournalEntries
};

/// Joins intents and results. A result without its intent is left out: the intent is in an older
/// line that was not read. Pure.
[[nodiscard]] Deeds deedsOf(const JournalEntries& entries);

/// The actions of one plan file, oldest first, from all of a journal; reads it line by line. Errors
/// as readJournal(). A file that does not exist has none.
[[nodiscard]] Result<std::vector<Deed>> deedsOfPlan(
    const std::filesystem::path& file, const std::string& planId);

} // namespace lockkeeper::release
