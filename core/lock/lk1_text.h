// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/lock/token.h"

#include <absl/container/inlined_vector.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockkeeper::lock {

// Texts that begin with `lk1:`: percent-encoded fields between colons.

inline constexpr std::size_t kMostLk1Fields = 12;
using Lk1Fields = absl::InlinedVector<std::string_view, kMostLk1Fields>;

[[nodiscard]] std::optional<Lk1Fields> splitLk1Fields(std::string_view text);

/// `<host>:<pid>:<app>:<unix-ms>:p<process>:k:a:`, as in TokenParts.
[[nodiscard]] std::string lk1OwnerFields(const Owner& owner, WallTime time);

struct Lk1Owner {
    Owner owner;
    WallTime time{};
};
inline constexpr std::size_t kLk1OwnerFields = 4;
[[nodiscard]] std::optional<Lk1Owner> readLk1Owner(
    std::span<const std::string_view, kLk1OwnerFields> fields,
    std::span<const std::string_view> named);

/// Its text, without the letter.
[[nodiscard]] std::optional<std::string_view> namedLk1Field(
    std::span<const std::string_view> named, char letter) noexcept;

} // namespace lockkeeper::lock
