// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/freshness.h"
#include "core/observe/board/lock_entry.h"

#include <span>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// In columns: each row is as wide as the longest name.
inline constexpr std::size_t kLongestName = 128;

struct LockOrigin {
    std::string deployment{}; ///< safe to print; may be empty
    std::vector<observe::Freshness> masters{}; ///< until when votes are fresh; empty: for ever
};

struct ShownLock {
    observe::LockEntryPtr entry;
    const LockOrigin* origin;
};

/// Within `columns`. Needs a UTF-8 LC_CTYPE.
/// - Unless `isWide`, cuts the middle of names beyond kLongestName.
/// - Times of votes that are not fresh stop, and are marked as old.
/// - Without room, drops TOKEN, VOTES and LIBRARY, then cuts the middle of names and holders, and
///   shortens evidence.
[[nodiscard]] std::vector<std::string> lockTable(
    std::span<const ShownLock> locks, SteadyTime now, std::size_t columns, bool isWide);

} // namespace lockkeeper::ctl
