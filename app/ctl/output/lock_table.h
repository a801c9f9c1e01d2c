// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/freshness.h"
#include "core/observe/board/lock_entry.h"

#include <span>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// The longest name that a table shows whole, in columns. Other programs choose names, and each row
/// is as wide as the longest.
inline constexpr std::size_t kLongestName = 128;

/// A table of locks: a header, then one line per lock, each within `columns`. Remaining times are
/// those at `now`. A longer name than kLongestName loses its middle, unless `isWide`. `masters`:
/// how long the votes of each master are fresh; times of votes that are not fresh stand still and
/// are marked as old. Empty: all votes are fresh.
///
/// Where there is no room, TOKEN, VOTES and LIBRARY are left out, in this order; then names and
/// holders lose their middle, and evidence has a few words instead of a sentence. Needs a UTF-8
/// LC_CTYPE.
[[nodiscard]] std::vector<std::string> lockTable(const std::vector<observe::LockEntryPtr>& locks,
    SteadyTime now, std::size_t columns, bool isWide,
    std::span<const observe::Freshness> masters = {});

} // namespace lockkeeper::ctl
