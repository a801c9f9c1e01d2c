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

// What the page of `lockctl serve --board` is sent, in the thread's language: see InLanguage. All
// texts are displaySafe(). Times are milliseconds of the server's steady clock.
namespace lockkeeper::ctl {

/// Unique, and short enough for a request: a name, or the hash of a long one.
[[nodiscard]] std::string pageIdOf(const Resource& resource);
/// nullopt: it is a hash, or none.
[[nodiscard]] std::optional<Resource> nameInPageId(std::string_view id);
/// Same as `pageIdOf(resource) == id`, but faster for a mismatch.
[[nodiscard]] bool isPageIdOf(const Resource& resource, std::string_view id);

[[nodiscard]] std::int64_t pageTime(SteadyTime time);
/// How long each master's votes are fresh, in the deployment's order.
[[nodiscard]] std::vector<observe::Freshness> freshnessOf(const observe::BoardUpdate& board);

struct PageRow {
    observe::LockEntryPtr entry;
    int urgency = 0; ///< see words::urgency(); what comes and goes at once does not change it
    std::optional<SteadyTime> oldSince{}; ///< until then a quorum of its votes was fresh
};

/// What the page shows above all locks.
struct PageSummary {
    const config::Deployment& deployment;
    const observe::BoardUpdate& board; ///< its entries don't count
    std::size_t locks = 0;
    std::size_t unknown = 0;
    std::size_t problems = 0;
    bool isChecking = false; ///< rows show a problem that is too young to be listed
    std::vector<observe::LockEntryPtr> first{}; ///< of the problems, the most urgent one first
    bool areOnlyProblems = false;
};

/// Appends the fields of an event that are not of single locks.
void writePageSummary(output::JsonWriter& out, const PageSummary& summary, const Clock& clock);
void writePageRow(output::JsonWriter& out, const PageRow& row, const Clock& clock);

/// Holds references.
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
