// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/invalidation.h"

namespace lockkeeper::redis {

std::optional<Invalidation> invalidationIn(const Reply& push)
{
    if (push.elements.size() != 3 || push.elements[1].text != kInvalidations)
        return std::nullopt;
    const Reply& keys = push.elements[2];
    if (keys.isNil()) // a flush, or the server dropped its tracking table
        return Invalidation{.isFlush = true};
    if (!keys.isArray())
        return std::nullopt;
    return Invalidation{.keys = keys.elements};
}

} // namespace lockkeeper::redis
