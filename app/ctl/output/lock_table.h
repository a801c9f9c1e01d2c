// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/freshness.h"
#include "core/observe/board/lock_entry.h"

#include <span>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// A table of locks: a header, then one line per lock, each within `columns`. Remaining times are
/// those at `now`. `masters`: how long the votes of each master are fresh; times of votes that are
/// not fresh stand still and are marked as old. Empty: all votes are fresh.
///
/// Where there is no room, TOKEN, VOTES and LIBRARY are left out, in this order; then names and
/// holders lose their middle, and evidence has a few words instead of a sentence. Needs a UTF-8
/// LC_CTYPE.
[[nodiscard]] std::vector<std::string> lockTable(const std::vector<observe::LockEntryPtr>& locks,
    SteadyTime now, std::size_t columns, std::span<const observe::Freshness> masters = {});

} // namespace lockkeeper::ctl
