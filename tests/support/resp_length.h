// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lockkeeper::tests {

/// Length of the first RESP2 value in `bytes`: a command or a reply. Nullopt while its end is
/// missing. All of `bytes` if they do not begin with a RESP2 value.
[[nodiscard]] std::optional<std::size_t> respLength(std::string_view bytes);

/// The text behind the length of a bulk string, which `value` begins with; empty if it does not.
[[nodiscard]] std::string_view bulkText(std::string_view value);
void bulkText(std::string&& value) = delete;

/// The first element of an array of bulk strings: a command's name, or what a pushed message is.
/// Empty if `value` is something else.
[[nodiscard]] std::string_view firstElement(std::string_view value);
void firstElement(std::string&& value) = delete;

/// Number of elements of an array; 0 if `value` is something else.
[[nodiscard]] std::size_t elementCount(std::string_view value);

} // namespace lockkeeper::tests
