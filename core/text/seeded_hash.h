// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <absl/hash/hash.h>
#include <absl/strings/string_view.h>
#include <cstdint>
#include <string_view>

namespace lockkeeper {

/// Another in each process: nobody can prepare collisions. Don't store or send it.
[[nodiscard]] inline std::uint64_t seededHash(std::string_view bytes)
{
    // An absl with its own string_view hashes std::string_view without a seed.
    return absl::Hash<absl::string_view>()(absl::string_view(bytes.data(), bytes.size()));
}

} // namespace lockkeeper
