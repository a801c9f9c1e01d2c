// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply.h"

#include <optional>
#include <span>

namespace lockkeeper::redis {

/// The channel on which a connection receives the changes that CLIENT TRACKING redirects to it.
inline constexpr const char* kInvalidations = "__redis__:invalidate";

/// A server's notification of changed keys.
struct Invalidation {
    bool isFlush = false; ///< any key may have changed
    std::span<const Reply> keys{}; ///< names of the changed keys; refers to the message
};

/// Parses a pushed message; nullopt if it is no message on kInvalidations. Pure. Source: redis.io,
/// "Client-side caching in Redis".
[[nodiscard]] std::optional<Invalidation> invalidationIn(const Reply& push);
std::optional<Invalidation> invalidationIn(Reply&& push) = delete; // the keys refer to it

} // namespace lockkeeper::redis
