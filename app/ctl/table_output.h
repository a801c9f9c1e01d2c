// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// The columns that a text takes on a terminal.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// Rows of cells under a header, aligned, one line a row, at most `columns` wide. Cells must be fit
/// to be shown already. Needs a UTF-8 LC_CTYPE.
[[nodiscard]] std::vector<std::string> alignedLines(
    const std::vector<std::vector<std::string>>& rows, std::size_t columns);

/// A table of locks: a header, then one line a lock, each at most `columns` wide.
[[nodiscard]] std::vector<std::string> lockTable(
    const std::vector<observe::LockEntryPtr>& locks, std::size_t columns);

} // namespace lockkeeper::ctl
