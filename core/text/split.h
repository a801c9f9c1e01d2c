// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper {

/// Parts may be empty; they point into `text`.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
template <std::same_as<std::string> T> void split(T&& text, char separator) = delete;

/// Takes the text before the first `mark`, and drops the mark; without one, takes all.
[[nodiscard]] std::string_view takeUntil(std::string_view& text, std::string_view mark) noexcept;

[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

} // namespace lockkeeper
