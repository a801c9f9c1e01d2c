// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace lockkeeper {

inline constexpr std::size_t kDisplayLimit = 256;

/// Makes text from a server fit to be shown: valid UTF-8 in which control, bidirectional,
/// zero-width, tag and other invisible characters, and bytes that are not UTF-8, have become
/// visible escapes (`\n`, `\x1b`, `\u202e`, `\U000e0041`; a backslash becomes `\\`). Variation
/// selectors stay.
///
/// At most `limit` characters, an escape counting as one, and never cut inside one; a cut is marked
/// with "…", which counts too. Still plain text: a `<` stays a `<`, so show it with Qt::PlainText.
[[nodiscard]] LOCKKEEPER_EXPORT std::string displaySafe(
    std::string_view bytes, std::size_t limit = kDisplayLimit);

/// The bytes that displaySafe() was given, if it did not cut them. Anything that it would not have
/// written, such as a backslash before another character, stays as it is. So the result can hold
/// any byte: to show it, pass it through displaySafe() again. Pure.
[[nodiscard]] std::string fromDisplaySafe(std::string_view text);

/// True if `bytes` is well-formed UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] bool isValidUtf8(std::string_view bytes) noexcept;

} // namespace lockkeeper
