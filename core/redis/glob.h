// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::redis {

/// True if Redis would say that `key` matches `glob` (`*`, `?`, `[a-z]`, `[^a]`, backslash), byte
/// by byte. Takes at most glob times key steps, whatever they are. Source: Redis, util.c,
/// stringmatchlen.
[[nodiscard]] bool globMatches(std::string_view glob, std::string_view key) noexcept;

/// InvalidArgument with one line if Redis would take `glob`, but hardly for what was meant: it is
/// empty, a bracket is not closed, a backslash is its last byte.
[[nodiscard]] Result<void> checkGlob(std::string_view glob);

/// What every match of `pattern` begins with: the pattern up to its first special character.
[[nodiscard]] std::string fixedPrefix(std::string_view pattern);

/// The fixed prefixes of the patterns, without those that another one covers, as CLIENT TRACKING
/// wants them. Empty if a pattern has none: then every key would be told.
[[nodiscard]] std::vector<std::string> trackingPrefixes(const std::vector<std::string>& patterns);

} // namespace lockkeeper::redis
