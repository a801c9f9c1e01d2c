// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply.h"

#include <optional>
#include <span>

namespace lockkeeper::redis {

/// The channel on which a connection that CLIENT TRACKING redirects to hears of changes.
inline constexpr const char* kInvalidations = "__redis__:invalidate";

/// What a server tells of keys that were touched.
struct Invalidation {
    bool isFlush = false; ///< any key may have changed
    std::span<const Reply> keys{}; ///< the names; refers to the message
};

/// Reads a message that was pushed; nullopt if it is none on kInvalidations. Pure. Source:
/// redis.io, "Client-side caching in Redis".
[[nodiscard]] std::optional<Invalidation> invalidationIn(const Reply& push);

} // namespace lockkeeper::redis
