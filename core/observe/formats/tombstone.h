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
    /// 16 hex digits that no other tombstone has: only its writer knows them before they are
    /// stored. Empty: it may have a twin.
    std::string id{};
};

/// Every tombstone begins with this, in a string's value and in the only field of a hash.
inline constexpr std::string_view kTombstonePrefix = "lk1-revoked:";

/// `lk1-revoked:<by>:<unix-ms>:<reason>`, with both texts cut to their limits and percent-encoded;
/// then `:<id>` if there is one. Much shorter than KeyReading::kMaxValue. Pure.
[[nodiscard]] std::string tombstoneText(const Tombstone& tombstone);

/// True for the names of the formats of tombstones: `lk1-revoked` and `lk1-revoked-hash`.
[[nodiscard]] bool isTombstone(std::string_view format) noexcept;

} // namespace lockkeeper::observe
