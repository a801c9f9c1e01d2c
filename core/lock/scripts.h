// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/script.h"

#include <string_view>

namespace lockkeeper::lock {

// Lua scripts that Redlock runs on a master. KEYS are the claim's resources, ARGV[1] is its token.
// A script that reports a status returns 1: done, 0: a resource is free, -1: a resource has another
// token, -2 (extendScript() only): its token was replaced by a tombstone. A script that takes or
// renews does so for all resources or for none.
//
// A script may be executed long after its sender stopped waiting, and after commands that were sent
// later over another connection. So a script deletes, shortens or lowers only what stores the token
// of a lease that is over; see docs/guarantees.md, "Late commands". Scripts that compare treat an
// empty value as free, but never overwrite it.

/// A script that begins with two functions in Lua. `stored(key)` returns the value, or its
/// beginning of one byte more than a token can have: the value may be anybody's, of any size.
/// `at_least(key, ttl)` extends a TTL, but never shortens it, and leaves a key without a TTL as it
/// is.
[[nodiscard]] redis::Script scriptWithFunctions(std::string_view body);

/// Deletes those resources that store the token. Source: redis.io, "Distributed Locks with Redis".
[[nodiscard]] const redis::Script& releaseScript();

/// ARGV[2] = TTL in ms. Renews the TTLs of the resources. Never shortens a TTL, and leaves a key
/// without a TTL as it is. Then reads whether the holder is asked to release a resource, see
/// askKeyOf(); not if there is an ARGV[3]. Returns {1, ask} if it is, {1} if it may not read that.
/// The keys of asks are not among KEYS: a user without access to them could not renew.
[[nodiscard]] const redis::Script& extendScript();

/// ARGV[2] = TTL in ms. Stores the token in the resources if all are free. Returns OK, else nil.
/// For one resource SET NX PX does the same.
[[nodiscard]] const redis::Script& takeAllScript();

/// ARGV[2] = TTL in ms. Stores the token where it is missing, unless a resource stores another.
[[nodiscard]] const redis::Script& repairScript();

/// KEYS = one resource, then its counter if a fencing token is wanted. ARGV[2] = TTL in ms, ARGV[3]
/// = a value, ARGV[4] = the counter's TTL in ms. Stores the token if the resource is free or stores
/// that value, whose time is never shortened: until then a former holder may work. Returns the
/// fencing token (0: none is wanted), and 1 if the value was replaced; else nil.
[[nodiscard]] const redis::Script& takePlaceScript();

/// KEYS = one resource. ARGV[2] = a value, ARGV[3] = its TTL in ms. Replaces the token by the
/// value. The undo of takePlaceScript(), and its release before the time of the value is over.
[[nodiscard]] const redis::Script& putBackScript();

/// KEYS = the resources, then their counters. ARGV[2] = TTL in ms, ARGV[3] = the counters' TTL in
/// ms, which is never shortened. As takeAllScript(), but raises each counter by one and returns the
/// largest. An error if a counter is not from 0 to 2^53: then nothing is stored.
[[nodiscard]] const redis::Script& takeFencedScript();

/// KEYS as in takeFencedScript(). ARGV[2] = fencing token, ARGV[3] = the counters' TTL in ms, which
/// is never shortened. Raises the counters to the fencing token if all resources still store our
/// token.
[[nodiscard]] const redis::Script& raiseFenceScript();

} // namespace lockkeeper::lock
