// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <absl/functional/function_ref.h>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper {

// Percent encoding (RFC 3986, 2.1). Pure functions.

/// `bytes` with `%XX` in place of each byte that is not plain. For an inverse, `%` must not be
/// plain.
[[nodiscard]] std::string percentEncode(
    std::string_view bytes, absl::FunctionRef<bool(char)> isPlain);
/// The bytes that `text` encodes; nullopt if a `%` has no two hex digits (of any case) behind it.
[[nodiscard]] std::optional<std::string> percentDecode(std::string_view text);

/// With every byte but `A-Z a-z 0-9 . _ -` encoded: a field that holds no colon, space or newline.
[[nodiscard]] std::string percentEncodeField(std::string_view bytes);
/// The inverse; nullopt for anything that percentEncodeField() would not have written.
[[nodiscard]] std::optional<std::string> percentDecodeField(std::string_view text);

} // namespace lockkeeper
