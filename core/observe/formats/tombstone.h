// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <string>
#include <string_view>

namespace lockkeeper::observe {

/// What a revoke stores in place of a holder's token. It keeps everybody out until the TTL that it
/// inherited has passed; nobody holds the lock by it.
struct Tombstone {
    std::string by; ///< who revoked; not empty
    WallTime at{};
    std::string reason;
};

/// Every tombstone begins with this, in a string's value and in the only field of a hash.
inline constexpr std::string_view kTombstonePrefix = "lk1-revoked:";

/// `lk1-revoked:<by>:<unix-ms>:<reason>`, with both texts cut to their limits and percent-encoded.
/// Much shorter than KeyReading::kMaxValue. Pure.
[[nodiscard]] std::string tombstoneText(const Tombstone& tombstone);

/// True for the names of the formats of tombstones: `lk1-revoked` and `lk1-revoked-hash`.
[[nodiscard]] bool isTombstone(std::string_view format) noexcept;

} // namespace lockkeeper::observe
