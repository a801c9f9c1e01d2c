// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace lockkeeper::observe {

// Forms of variable parts in names. Each function returns the length of such a part at the start of
// `text`, or 0 if there is none. A part never ends within a word or a number. All pure.

/// `8-4-4-4-12` hex digits.
[[nodiscard]] std::size_t uuidLength(std::string_view text) noexcept;
/// `ann@example.org`.
[[nodiscard]] std::size_t emailLength(std::string_view text) noexcept;
/// An address of IPv4, or one of IPv6 with a `::` or eight groups.
[[nodiscard]] std::size_t ipLength(std::string_view text) noexcept;
/// `2026-06-20`, `2026-06`, `2026/06/20`, `2026-06-20T10:15:00.123Z`, `20260620`, `20260620T1015`.
[[nodiscard]] std::size_t dateLength(std::string_view text) noexcept;

/// A random id with dashes or underscores in it, as base64 for URLs has. No part of it is a
/// word.
[[nodiscard]] std::size_t dashedIdLength(std::string_view text) noexcept;

/// Not at the start: a digest in hex that ends `word` behind letters: `lock54b5a2e1...`.
[[nodiscard]] std::size_t digestLength(std::string_view word) noexcept;

/// True for letters and digits that look chosen at random: `3I4Mn1sCShK8`, but not `orderLock`.
[[nodiscard]] bool isRandomWord(std::string_view word) noexcept;

} // namespace lockkeeper::observe
