// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/script.h"

#include <string_view>

namespace lockkeeper::lock {

// Redlock's scripts. KEYS: the claim's resources, all taken or renewed, or none; ARGV[1]: its
// token. Status: 1 done, 0 a resource is free, -1 a resource has another token, -2 (extendScript())
// a tombstone replaced ours.
//
// A script may run late, so it deletes, shortens or lowers only what stores a finished lease's
// token: docs/guarantees.md, "Late commands". An empty value counts as free, but is never
// overwritten.

/// `body` behind two Lua functions: `stored(key)`, the value cut one byte beyond a token, and
/// `at_least(key, ttl)`, which neither shortens nor adds a TTL.
[[nodiscard]] redis::Script scriptWithFunctions(std::string_view body);

[[nodiscard]] const redis::Script& releaseScript();

/// ARGV[2] = TTL in ms, by at_least(). Without ARGV[3] also reads the ask (askKeyOf()): {1, ask},
/// or {1} if not permitted. Not in KEYS, or a user without access could not renew.
[[nodiscard]] const redis::Script& extendScript();

/// ARGV[2] = TTL in ms. OK if all were free, else nil.
[[nodiscard]] const redis::Script& takeAllScript();

/// ARGV[2] = TTL in ms. Stores missing tokens, unless a resource has another.
[[nodiscard]] const redis::Script& repairScript();

/// KEYS = one resource, and its counter for a fencing token. ARGV[2] = TTL in ms, ARGV[3] = a
/// value, ARGV[4] = the counter's TTL in ms. Takes the resource if it is free or has the value.
/// Keeps a longer TTL: a former holder may still work. {fencing token or 0, 1 if replaced}, else
/// nil.
[[nodiscard]] const redis::Script& takePlaceScript();

/// Undoes takePlaceScript(): replaces the token by ARGV[2] with a TTL of ARGV[3] ms.
[[nodiscard]] const redis::Script& putBackScript();

/// As takeAllScript(). KEYS = resources, then counters. ARGV[3] = the counters' TTL in ms, never
/// shortened. Raises each counter by one; returns the largest. Error for a counter outside 0 to
/// 2^53.
[[nodiscard]] const redis::Script& takeFencedScript();

/// KEYS and ARGV[3] as takeFencedScript(). Raises the counters to ARGV[2] if all resources store
/// our token.
[[nodiscard]] const redis::Script& raiseFenceScript();

} // namespace lockkeeper::lock
