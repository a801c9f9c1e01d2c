// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper {

/// The parts between the separators, empty ones too; they point into `text`.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
template <std::same_as<std::string> T> void split(T&& text, char separator) = delete;

/// Takes the text up to the first `mark` away, and the mark. All of it if there is none.
[[nodiscard]] std::string_view takeUntil(std::string_view& text, std::string_view mark) noexcept;

/// Without blanks, tabs and carriage returns around it.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

} // namespace lockkeeper
