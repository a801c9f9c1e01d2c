// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <absl/hash/hash.h>
#include <absl/strings/string_view.h>
#include <cstdint>
#include <string_view>

namespace lockkeeper {

/// A hash of `bytes` that differs between processes, so that nobody can store keys that collide. Do
/// not store or send it.
[[nodiscard]] inline std::uint64_t seededHash(std::string_view bytes)
{
    // If absl::string_view is not std::string_view, absl hashes a std::string_view with the
    // standard library's hash, which is the same in each process.
    return absl::Hash<absl::string_view>()(absl::string_view(bytes.data(), bytes.size()));
}

} // namespace lockkeeper
