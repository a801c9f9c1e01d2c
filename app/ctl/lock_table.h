// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <limits>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// As many columns as a table needs.
inline constexpr std::size_t kAllColumns = std::numeric_limits<std::size_t>::max();

/// A table of locks: a header, then one line per lock, each within `columns`. Remaining times are
/// those at `now`.
///
/// Where there is no room, TOKEN, VOTES and FORMAT are left out, in this order; then names and
/// holders lose their middle, and evidence is named by its kind instead of in a sentence. Needs a
/// UTF-8 LC_CTYPE.
[[nodiscard]] std::vector<std::string> lockTable(
    const std::vector<observe::LockEntryPtr>& locks, SteadyTime now, std::size_t columns);

} // namespace lockkeeper::ctl
