// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::release {

/// When a key expires, by its server's own clock. Unlike a TTL it stays the same, however late a
/// command arrives, until somebody sets the key anew.
struct Expiry {
    std::optional<std::chrono::milliseconds> at; ///< since 1970; nullopt: the key has no TTL
};

/// Two looks at the same expiry differ by less: a server reads its clock and the TTL one after the
/// other.
inline constexpr std::chrono::milliseconds kExpiryTolerance{100};

/// True for the same expiry, to kExpiryTolerance.
[[nodiscard]] bool isSameExpiry(const Expiry& a, const Expiry& b) noexcept;

/// One per master; nullopt: it did not tell, or does not have the key.
using Expiries = std::vector<std::optional<Expiry>>;

/// Asks all masters at once when the key expires, by PTTL and TIME. Calls `done` once, with one
/// result per master, in their order. The transports must outlive the question.
void readExpiryOnAll(const std::vector<redis::Transport*>& masters, const std::string& key,
    std::chrono::milliseconds timeout, std::function<void(Expiries)> done);

} // namespace lockkeeper::release
