// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::redis {

/// True if `key` matches `glob` (`*`, `?`, `[a-z]`, `[^a]`, backslash) by the rules of Redis, byte
/// by byte. Takes at most length of glob times length of key steps. Source: Redis, util.c,
/// stringmatchlen.
[[nodiscard]] bool globMatches(std::string_view glob, std::string_view key) noexcept;

/// InvalidArgument, in one line, for a glob that Redis accepts but that hardly means what was
/// intended: it is empty, a bracket is not closed, or its last byte is a backslash.
[[nodiscard]] Result<void> checkGlob(std::string_view glob);

/// The glob that matches this text alone.
[[nodiscard]] std::string literalGlob(std::string_view text);

/// The prefix of all matches of `pattern`: its text up to the first special character.
[[nodiscard]] std::string fixedPrefix(std::string_view pattern);

/// `prefixes`, without those that another one covers.
[[nodiscard]] std::vector<std::string> withoutCovered(std::vector<std::string> prefixes);

/// The fixed prefixes of the patterns, without those that another prefix covers: the form that
/// CLIENT TRACKING requires. Empty if a pattern has no fixed prefix, because then every key would
/// be tracked.
[[nodiscard]] std::vector<std::string> trackingPrefixes(const std::vector<std::string>& patterns);

} // namespace lockkeeper::redis
