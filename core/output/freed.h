// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/records.h"
#include "core/release/journal_lines.h"

#include <span>

// Who ended an ownership, by the journal: masters only show that a token is gone.
namespace lockkeeper::output {

/// Sets Interval::freedBy.
void noteWhoFreed(std::span<history::Interval> intervals, const std::vector<release::Deed>& deeds);

/// None if unreadable. Blocks as release::readJournal().
[[nodiscard]] std::vector<release::Deed> deedsIn(const std::filesystem::path& journal);

} // namespace lockkeeper::output
