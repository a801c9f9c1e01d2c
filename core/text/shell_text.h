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

/// The text as one word of any POSIX shell: as it is, or in single quotes.
[[nodiscard]] std::string shellQuoted(std::string_view text);

} // namespace lockkeeper
