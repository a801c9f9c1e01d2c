// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::ctl {

/// As many columns as a line needs.
inline constexpr std::size_t kAllColumns = std::numeric_limits<std::size_t>::max();

/// The number of columns that a text takes on a terminal. `text` must be valid UTF-8. Needs a UTF-8
/// LC_CTYPE.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// The text with as many blanks behind it as make it `columns` wide. Like displayWidth().
[[nodiscard]] std::string padded(std::string text, std::size_t columns);

/// Aligns the cells of `rows` in columns: one line per row, cut to `columns` characters. Cells must
/// be safe to print. Needs a UTF-8 LC_CTYPE.
[[nodiscard]] std::vector<std::string> alignedLines(
    const std::vector<std::vector<std::string>>& rows, std::size_t columns = kAllColumns);

/// The lines as one text, with a newline after each.
[[nodiscard]] std::string joinedLines(const std::vector<std::string>& lines);

/// Cuts the end of a text to `columns`; a cut text ends in "…". Like displayWidth().
[[nodiscard]] std::string cutEnd(const std::string& text, std::size_t columns);
/// Cuts the middle of a text to `columns`: names differ at both ends. Like displayWidth().
[[nodiscard]] std::string cutMiddle(const std::string& text, std::size_t columns);

/// Lines of at most `columns` that hold all pieces, `gap` between two. A line begins with two
/// blanks if it continues another. A piece is split only if it is longer than a line. Like
/// displayWidth().
[[nodiscard]] std::vector<std::string> wrappedLines(
    const std::vector<std::string>& pieces, std::string_view gap, std::size_t columns);

} // namespace lockkeeper::ctl
