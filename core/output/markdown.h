// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::output {

/// Foreign bytes after displaySafe(), up to `limit` characters: never markup, HTML or a link.
/// `isCell`: in a table.
[[nodiscard]] std::string codeSpan(
    std::string_view bytes, bool isCell = false, std::size_t limit = 16384);

[[nodiscard]] std::string codeSpanOfSafe(std::string_view text, bool isCell = false);

/// As safe as codeSpan(). Not within lists.
[[nodiscard]] std::string codeBlock(std::string_view bytes);

[[nodiscard]] std::string markdownText(std::string_view sentence);

/// GitHub Flavored Markdown, with an empty line after it. The first row has titles. Cells are
/// Markdown. Leaves out empty columns.
[[nodiscard]] std::string markdownTable(const std::vector<std::vector<std::string>>& rows);

} // namespace lockkeeper::output
