// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockkeeper {

// For pasting into a shell.

/// displaySafe() only changes backslashes.
[[nodiscard]] bool isFitForTerminal(std::string text);

/// Visible ASCII without quotes and backslashes.
[[nodiscard]] bool isRedisCliWord(std::string_view text) noexcept;

/// No NUL, no final newline.
[[nodiscard]] bool isShellWord(const std::string& text) noexcept;

/// A printable word that dash, bash, zsh and fish (from 3.4) read as these bytes, if isShellWord():
/// plain, quoted, or `"$(printf 'a\001b')"` for bytes unfit for a terminal.
[[nodiscard]] std::string shellWord(const std::string& text);

} // namespace lockkeeper
