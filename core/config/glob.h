// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <string_view>

namespace lockkeeper::config {

/// True if Redis would say that `key` matches `glob` (`*`, `?`, `[a-z]`, `[^a]`, backslash), byte
/// by byte. Takes at most glob times key steps, whatever they are. Source: Redis, util.c,
/// stringmatchlen.
[[nodiscard]] bool globMatches(std::string_view glob, std::string_view key) noexcept;

/// InvalidArgument with one line if Redis would take `glob`, but hardly for what was meant: it is
/// empty, a bracket is not closed, a backslash is its last byte.
[[nodiscard]] Result<void> checkGlob(std::string_view glob);

} // namespace lockkeeper::config
