// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::redis {

/// By Redis' rules, byte by byte. Takes at most glob length times key length steps. Source: Redis,
/// util.c, stringmatchlen.
[[nodiscard]] bool globMatches(std::string_view glob, std::string_view key) noexcept;

[[nodiscard]] bool anyGlobMatches(
    const std::vector<std::string>& globs, std::string_view key) noexcept;

/// InvalidArgument for a glob hardly meant: empty, an open bracket, a final backslash.
[[nodiscard]] Result<void> checkGlob(std::string_view glob);

[[nodiscard]] std::string literalGlob(std::string_view text);

[[nodiscard]] std::string fixedPrefix(std::string_view pattern);

[[nodiscard]] std::vector<std::string> withoutCovered(std::vector<std::string> prefixes);

/// For CLIENT TRACKING: none covers another. Empty if a pattern has no fixed prefix: every key
/// would be tracked.
[[nodiscard]] std::vector<std::string> trackingPrefixes(const std::vector<std::string>& patterns);

} // namespace lockkeeper::redis
