// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/journal_entry.h"

#include <filesystem>

namespace lockkeeper::release {

struct JournalLimits {
    std::size_t lines = 2000;
    std::size_t bytes = std::size_t{8} * 1024 * 1024;
};

/// Reads and checks the last lines, oldest first. A missing file has none. Journal error if it is
/// no regular file or unreadable. Blocks for the disk. Takes no lock: a half-written line may count
/// as unreadable.
[[nodiscard]] Result<JournalEntries> readJournal(
    const std::filesystem::path& file, JournalLimits limits = {});

struct Deed {
    JournalIntent intent;
    std::optional<JournalResult> result{};
    std::optional<JournalNext> next{};
    std::optional<JournalPlan> run{}; ///< the plan's latest
    friend bool operator==(const Deed&, const Deed&) = default;
};

struct Deeds {
    std::vector<Deed> deeds;
    /// Lines that are no entries, and intents with a used id.
    std::size_t unreadable = 0;
    std::string chainBreak{};
};

/// Drops results whose intents are in older lines.
[[nodiscard]] Deeds deedsOf(const JournalEntries& entries);

/// One plan's actions, oldest first; none in a missing file. Fails as readJournal().
[[nodiscard]] Result<std::vector<Deed>> deedsOfPlan(
    const std::filesystem::path& file, const std::string& planId);

} // namespace lockkeeper::release
