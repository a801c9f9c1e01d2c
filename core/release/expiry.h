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

/// When a key expires, by its server's clock. Unlike a TTL, it changes only if the key is set anew.
struct Expiry {
    std::optional<std::chrono::milliseconds> at; ///< since 1970; nullopt: no TTL
};

/// Servers read clock and TTL one after the other.
inline constexpr std::chrono::milliseconds kExpiryTolerance{100};

[[nodiscard]] bool isSameExpiry(const Expiry& a, const Expiry& b) noexcept;

/// By master; nullopt: no answer or no key.
using Expiries = std::vector<std::optional<Expiry>>;

/// Asks by PTTL and TIME. Calls `done` once.
void readExpiryOnAll(const std::vector<redis::Transport*>& masters, const std::string& key,
    std::chrono::milliseconds timeout, std::function<void(Expiries)> done);

} // namespace lockkeeper::release
