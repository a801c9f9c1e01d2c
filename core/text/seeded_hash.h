// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <absl/hash/hash.h>
#include <absl/strings/string_view.h>
#include <cstdint>
#include <string_view>

namespace lockkeeper {

/// Differs between processes, so nobody can prepare collisions. Don't store or send it.
[[nodiscard]] inline std::uint64_t seededHash(std::string_view bytes)
{
    // If absl has a string_view of its own, it hashes std::string_view without a seed.
    return absl::Hash<absl::string_view>()(absl::string_view(bytes.data(), bytes.size()));
}

} // namespace lockkeeper
