// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <string>
#include <string_view>

namespace lockkeeper::observe {

/// Replaces a holder's token on revoke: nobody holds the lock until the inherited TTL has passed.
struct Tombstone {
    std::string by; ///< who revoked; not empty
    WallTime at{};
    std::string reason;
    /// 16 unique hex digits, known only to the writer until stored. Empty: may have a twin.
    std::string id{};
};

/// Of a string, or of the only field of a hash.
inline constexpr std::string_view kTombstonePrefix = "lk1-revoked:";

/// Texts are shortened and percent-encoded: docs/formats.md. Much shorter than
/// KeyReading::kMaxValue.
[[nodiscard]] std::string tombstoneText(const Tombstone& tombstone);

[[nodiscard]] bool isTombstone(std::string_view format) noexcept;

} // namespace lockkeeper::observe
