// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::ctl {

inline constexpr std::size_t kAllColumns = std::numeric_limits<std::size_t>::max();

/// On a terminal. All but joinedLines() need valid UTF-8 and a UTF-8 LC_CTYPE.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

[[nodiscard]] std::string padded(std::string text, std::size_t columns);

/// Cut to `columns`. Cells must be safe to print.
[[nodiscard]] std::vector<std::string> alignedLines(
    const std::vector<std::vector<std::string>>& rows, std::size_t columns = kAllColumns);

[[nodiscard]] std::string joinedLines(const std::vector<std::string>& lines);

[[nodiscard]] std::string cutEnd(const std::string& text, std::size_t columns);
/// Names differ at both ends.
[[nodiscard]] std::string cutMiddle(const std::string& text, std::size_t columns);

/// Continuations are indented by two blanks. Splits only a piece longer than a line.
[[nodiscard]] std::vector<std::string> wrappedLines(
    const std::vector<std::string>& pieces, std::string_view gap, std::size_t columns);

} // namespace lockkeeper::ctl
