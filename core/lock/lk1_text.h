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

// What the texts that begin with `lk1:` have in common: fields between colons, some of which
// describe a process. Text fields are percent-encoded. All pure.

inline constexpr std::size_t kMostLk1Fields = 12;
using Lk1Fields = absl::InlinedVector<std::string_view, kMostLk1Fields>;

/// nullopt: there are too many.
[[nodiscard]] std::optional<Lk1Fields> splitLk1Fields(std::string_view text);

/// `<host>:<pid>:<app>:<unix-ms>:p<process>:k:a:`. p is missing if the process is unknown, k unless
/// Owner::mayOutliveProcess, a unless Owner::hearsAsks.
[[nodiscard]] std::string lk1OwnerFields(const Owner& owner, WallTime time);

struct Lk1Owner {
    Owner owner;
    WallTime time{};
};
/// How many fields every owner has.
inline constexpr std::size_t kLk1OwnerFields = 4;
/// Reads these fields and those of `named` that describe the owner. nullopt: one is malformed.
[[nodiscard]] std::optional<Lk1Owner> readLk1Owner(
    std::span<const std::string_view, kLk1OwnerFields> fields,
    std::span<const std::string_view> named);

/// What follows the letter in the named field that begins with it; nullopt: there is none.
[[nodiscard]] std::optional<std::string_view> namedLk1Field(
    std::span<const std::string_view> named, char letter) noexcept;

} // namespace lockkeeper::lock
