// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace lockkeeper::observe {

// Length of a variable part at the start of `text`, or 0. Parts don't end within a word or number.

/// `8-4-4-4-12` hex digits.
[[nodiscard]] std::size_t uuidLength(std::string_view text) noexcept;
/// `ann@example.org`.
[[nodiscard]] std::size_t emailLength(std::string_view text) noexcept;
/// IPv4, or IPv6 with `::` or eight groups.
[[nodiscard]] std::size_t ipLength(std::string_view text) noexcept;
/// `2026-06-20`, `2026-06`, `2026/06/20`, `2026-06-20T10:15:00.123Z`, `20260620T1015`.
[[nodiscard]] std::size_t dateLength(std::string_view text) noexcept;

/// Random, with dashes or underscores, as in URL-safe base64; no piece is a word.
[[nodiscard]] std::size_t dashedIdLength(std::string_view text) noexcept;

/// Of a hex digest after letters, at the end: `lock54b5a2e1...`.
[[nodiscard]] std::size_t digestLength(std::string_view word) noexcept;

/// `3I4Mn1sCShK8`, not `orderLock`.
[[nodiscard]] bool isRandomWord(std::string_view word) noexcept;

} // namespace lockkeeper::observe
