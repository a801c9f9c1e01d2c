// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <absl/hash/hash.h>
#include <absl/strings/string_view.h>
#include <cstdint>
#include <string_view>

namespace lockkeeper {

/// A hash of the bytes that is another one in each process, so that nobody can store keys which
/// collide in it. Not for what is kept or sent.
[[nodiscard]] inline std::uint64_t seededHash(std::string_view bytes)
{
    // Of a std::string_view, absl takes the standard library's hash where it has a string_view of
    // its own; that one is the same everywhere.
    return absl::Hash<absl::string_view>()(absl::string_view(bytes.data(), bytes.size()));
}

} // namespace lockkeeper
