// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply.h"

#include <optional>
#include <span>

namespace lockkeeper::redis {

/// Where CLIENT TRACKING redirects changes.
inline constexpr const char* kInvalidations = "__redis__:invalidate";

struct Invalidation {
    bool isFlush = false; ///< any key may have changed
    std::span<const Reply> keys{}; ///< refers to the message
};

/// nullopt: not on kInvalidations. Source: redis.io, "Client-side caching in Redis".
[[nodiscard]] std::optional<Invalidation> invalidationIn(const Reply& push);
std::optional<Invalidation> invalidationIn(Reply&& push) = delete;

} // namespace lockkeeper::redis
