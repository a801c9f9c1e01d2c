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

} // namespace lockkeeper
