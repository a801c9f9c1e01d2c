// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/records.h"
#include "core/release/journal_lines.h"

#include <span>

// What a journal tells of the ends in a history: masters show only that a token is gone.
namespace lockkeeper::output {

/// Sets Interval::freedBy of those that one of these deeds has ended. Pure.
void noteWhoFreed(std::span<history::Interval> intervals, const std::vector<release::Deed>& deeds);

/// The deeds of a journal; none if it can't be read. Blocks as release::readJournal().
[[nodiscard]] std::vector<release::Deed> deedsIn(const std::filesystem::path& journal);

} // namespace lockkeeper::output
