// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <absl/functional/function_ref.h>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper {

// RFC 3986, 2.1.

/// Can't be undone if `isPlain` accepts `%`.
[[nodiscard]] std::string percentEncode(
    std::string_view bytes, absl::FunctionRef<bool(char)> isPlain);
/// nullopt: a `%` without two hex digits.
[[nodiscard]] std::optional<std::string> percentDecode(std::string_view text);

/// All but `A-Z a-z 0-9 . _ -`: no colons, spaces or newlines.
[[nodiscard]] std::string percentEncodeField(std::string_view bytes);
/// nullopt: percentEncodeField() can't have written it.
[[nodiscard]] std::optional<std::string> percentDecodeField(std::string_view text);

} // namespace lockkeeper
