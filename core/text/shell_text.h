// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockkeeper {

// Text for people to paste into a shell. All pure.

/// True if a terminal may receive the text as it is: displaySafe() would change nothing but double
/// its backslashes.
[[nodiscard]] bool isFitForTerminal(std::string text);

/// True if the prompt of redis-cli takes the text for one word as it is: visible ASCII without
/// quotes and backslashes.
[[nodiscard]] bool isRedisCliWord(std::string_view text) noexcept;

/// True if shellWord() can hold the text: it has no NUL and no newline at its end.
[[nodiscard]] bool isShellWord(const std::string& text) noexcept;

/// The text as one word that dash, bash, zsh and fish (3.4 and later) all read as the same bytes,
/// if isShellWord(). As it is; or in single quotes; or, if a terminal should not receive it, as
/// what printf makes of it: `"$(printf 'a\001b')"`. The word itself is printable.
[[nodiscard]] std::string shellWord(const std::string& text);

} // namespace lockkeeper
