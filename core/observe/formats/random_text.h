// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace lockkeeper::observe {

// Signs that the characters of a text were chosen at random. All pure.

/// How often the text changes between lower case, upper case and digits. Random letters and digits
/// do so at more than every second character, hex digits at every second, CamelCase at every third
/// or less.
[[nodiscard]] std::size_t kindChanges(std::string_view text);

/// True if there are letters between its digits: `01KDTEEBP61WX122`, but not `worker0012`.
[[nodiscard]] bool hasDigitsTwice(std::string_view text);

} // namespace lockkeeper::observe
