// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "core/observe/board/process_probe.h"
#include "core/output/json_writer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What `lockctl serve --board` sends its page, in the thread's language: see InLanguage. Texts are
// displaySafe(). Times are milliseconds of the server's steady clock.
namespace lockkeeper::ctl {

/// A name, or a long one's hash; fits a request.
[[nodiscard]] std::string pageIdOf(const Resource& resource);
/// nullopt: a hash, or invalid.
[[nodiscard]] std::optional<Resource> nameInPageId(std::string_view id);
/// As `pageIdOf(resource) == id`, but faster for a mismatch.
[[nodiscard]] bool isPageIdOf(const Resource& resource, std::string_view id);

[[nodiscard]] std::int64_t pageTime(SteadyTime time);
[[nodiscard]] std::vector<observe::Freshness> freshnessOf(const observe::BoardUpdate& board);

struct PageRow {
    observe::LockEntryPtr entry;
    int urgency = 0; ///< see words::urgency(); brief problems don't count
    std::optional<SteadyTime> oldSince{}; ///< since when no quorum of its votes is fresh
};

struct PageSummary {
    const config::Deployment& deployment;
    const observe::BoardUpdate& board; ///< without entries
    std::size_t locks = 0;
    std::size_t unknown = 0;
    std::size_t problems = 0;
    bool isChecking = false; ///< a problem is too young to be listed
    std::vector<observe::LockEntryPtr> first{};
    bool areOnlyProblems = false;
};

void writePageSummary(output::JsonWriter& out, const PageSummary& summary, const Clock& clock);
void writePageRow(output::JsonWriter& out, const PageRow& row, const Clock& clock);

struct PageLock {
    const PageRow& row;
    const config::Deployment& deployment;
    const observe::BoardUpdate& board;
    const observe::ProcessProbe& processes;
    const std::string& options;
};
/// Looks for the holder's process.
void writePageLock(output::JsonWriter& out, const PageLock& lock, const Clock& clock);

} // namespace lockkeeper::ctl
