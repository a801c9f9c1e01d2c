// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockkeeper {

// Text to paste into a shell. All pure.

/// displaySafe() only changes backslashes.
[[nodiscard]] bool isFitForTerminal(std::string text);

/// Visible ASCII without quotes and backslashes.
[[nodiscard]] bool isRedisCliWord(std::string_view text) noexcept;

/// No NUL, no final newline.
[[nodiscard]] bool isShellWord(const std::string& text) noexcept;

/// A printable word that dash, bash, zsh and fish (3.4 and later) read as these bytes, if
/// isShellWord(): plain, quoted, or `"$(printf 'a\001b')"` for bytes that a terminal should not
/// get.
[[nodiscard]] std::string shellWord(const std::string& text);

} // namespace lockkeeper
