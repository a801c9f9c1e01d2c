// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockkeeper::tests {

/// `count` different names that a hostile or careless program could give its keys: very long ones,
/// emoji, bidirectional overrides, control bytes, invalid UTF-8, HTML, Markdown, CSV formulas,
/// options, quotes, escapes and newlines. The same for the same seed.
[[nodiscard]] std::vector<std::string> hostileNames(std::size_t count, std::uint32_t seed = 1);

} // namespace lockkeeper::tests
