// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/script.h"

namespace lockkeeper::lock {

/// KEYS[1] = resource, ARGV[1] = token. Deletes the key if it stores the token. Returns 1: deleted,
/// 0: nothing there, -1: another token. Source: redis.io, "Distributed Locks with Redis".
[[nodiscard]] const redis::Script& releaseScript();

/// KEYS[1] = resource, ARGV[1] = token, ARGV[2] = TTL in ms. Renews the TTL if the key stores the
/// token. Returns 1: renewed, 0: nothing there, -1: another token.
[[nodiscard]] const redis::Script& extendScript();

} // namespace lockkeeper::lock
