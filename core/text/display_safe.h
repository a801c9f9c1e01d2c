// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace lockkeeper {

inline constexpr std::size_t kDisplayLimit = 256;

/// Makes foreign text safe to show, as valid UTF-8. Invisible, control, bidirectional and tag
/// characters, outer blanks, and other bytes become escapes (`\n`, `\x1b`, `\x20`, `\u202e`,
/// `\U000e0041`; a backslash becomes `\\`). Variation selectors remain.
///
/// At most `limit` characters; an escape counts as one, as does the "…" of truncated text. The
/// result is plain text: show it with Qt::PlainText.
[[nodiscard]] LOCKKEEPER_EXPORT std::string displaySafe(
    std::string_view bytes, std::size_t limit = kDisplayLimit);

/// Undoes displaySafe(), unless truncated; keeps other text. The result may have any byte: show it
/// only through displaySafe().
[[nodiscard]] LOCKKEEPER_EXPORT std::string fromDisplaySafe(std::string_view text);

/// Rejects overlong forms and surrogates.
[[nodiscard]] LOCKKEEPER_EXPORT bool isValidUtf8(std::string_view bytes) noexcept;

} // namespace lockkeeper
