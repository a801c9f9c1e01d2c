// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <absl/functional/function_ref.h>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper {

// Percent encoding (RFC 3986, 2.1). Pure functions.

/// Replaces each byte of `bytes` that is not plain by `%XX`. To be reversible, `%` must not be
/// plain.
[[nodiscard]] std::string percentEncode(
    std::string_view bytes, absl::FunctionRef<bool(char)> isPlain);
/// Decodes `text`; nullopt if a `%` is not followed by two hex digits (any case).
[[nodiscard]] std::optional<std::string> percentDecode(std::string_view text);

/// Encodes every byte except `A-Z a-z 0-9 . _ -`. The result contains no colon, space or newline.
[[nodiscard]] std::string percentEncodeField(std::string_view bytes);
/// The inverse; nullopt for text that percentEncodeField() can't have written.
[[nodiscard]] std::optional<std::string> percentDecodeField(std::string_view text);

} // namespace lockkeeper
