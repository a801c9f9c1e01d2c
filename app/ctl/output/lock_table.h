// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/freshness.h"
#include "core/observe/board/lock_entry.h"

#include <span>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// Longest name shown whole, in columns: each row is as wide.
inline constexpr std::size_t kLongestName = 128;

/// A header and a line per lock, within `columns`, as of `now`. Needs a UTF-8 LC_CTYPE.
/// - Unless `isWide`, cuts the middle of names beyond kLongestName.
/// - `masters`: how long votes stay fresh; empty: for ever. Times of older votes stop, and are
///   marked as old.
/// - Without room, drops TOKEN, VOTES and LIBRARY, then cuts the middle of names and holders, and
///   shortens evidence.
[[nodiscard]] std::vector<std::string> lockTable(const std::vector<observe::LockEntryPtr>& locks,
    SteadyTime now, std::size_t columns, bool isWide,
    std::span<const observe::Freshness> masters = {});

} // namespace lockkeeper::ctl
