// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace lockkeeper {

inline constexpr std::size_t kDisplayLimit = 256;

/// Makes text from a server safe to show. The result is valid UTF-8. Control, bidirectional,
/// zero-width, tag and other invisible characters, blanks at the beginning and end, and bytes that
/// are not UTF-8, become visible escapes (`\n`, `\x1b`, `\x20`, `\u202e`, `\U000e0041`; a backslash
/// becomes `\\`). Variation selectors remain.
///
/// At most `limit` characters; an escape counts as one and is never split. A truncated text ends in
/// "…", which counts too. The result is still plain text: a `<` stays a `<`, so show it with
/// Qt::PlainText.
[[nodiscard]] LOCKKEEPER_EXPORT std::string displaySafe(
    std::string_view bytes, std::size_t limit = kDisplayLimit);

/// The inverse of displaySafe(), if that did not truncate. Text that displaySafe() would not have
/// written, such as a backslash before another character, is unchanged. The result may contain any
/// byte: pass it through displaySafe() again before showing it. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT std::string fromDisplaySafe(std::string_view text);

/// True if `bytes` is well-formed UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] LOCKKEEPER_EXPORT bool isValidUtf8(std::string_view bytes) noexcept;

} // namespace lockkeeper
