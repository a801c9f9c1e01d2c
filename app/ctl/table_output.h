// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// The number of columns that a text takes on a terminal. `text` must be valid UTF-8. Needs a UTF-8
/// LC_CTYPE.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// Aligns the cells of `rows` in columns: one line per row, cut to `columns` characters. Cells must
/// be safe to print. Needs a UTF-8 LC_CTYPE.
[[nodiscard]] std::vector<std::string> alignedLines(
    const std::vector<std::vector<std::string>>& rows, std::size_t columns);

/// A table of locks: a header, then one line per lock, each cut to `columns` characters. Remaining
/// times are those at `now`.
[[nodiscard]] std::vector<std::string> lockTable(
    const std::vector<observe::LockEntryPtr>& locks, SteadyTime now, std::size_t columns);

} // namespace lockkeeper::ctl
