// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::output {

/// Bytes from a server, a program or a person as a code span: displaySafe(), of at most `limit`
/// characters. No part of it is read as markup, HTML or a link; what a reader copies is what
/// displaySafe() returned. `isCell`: for a cell of a table.
[[nodiscard]] std::string codeSpan(
    std::string_view bytes, bool isCell = false, std::size_t limit = 16384);

/// The same for text that has passed through displaySafe() already, such as that of core/words.
[[nodiscard]] std::string codeSpanOfSafe(std::string_view text, bool isCell = false);

/// A line of code as a block of its own, outside lists. As safe as codeSpan().
[[nodiscard]] std::string codeBlock(std::string_view bytes);

/// A sentence of core/words, with the characters escaped that Markdown could read as markup.
[[nodiscard]] std::string markdownText(std::string_view sentence);

/// A table (GitHub Flavored Markdown), and an empty line. The first row has the titles; a column
/// with nothing below its title is left out. The cells are Markdown already.
[[nodiscard]] std::string markdownTable(const std::vector<std::vector<std::string>>& rows);

} // namespace lockkeeper::output
