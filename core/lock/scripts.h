// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/script.h"

namespace lockkeeper::lock {

// What Redlock runs on a master. KEYS are the claim's resources, ARGV[1] its token. Those that
// answer with a number say 1: done, 0: a resource is free, -1: a resource has another token. A
// script that takes or renews does so for all resources or for none.
//
// Each may be executed long after its sender has stopped waiting, behind commands that were sent
// later over another connection. So none of them deletes, shortens or lowers anything but by the
// token of a lease that is over; see docs/guarantees.md, "Late commands". An empty value counts as
// free for what compares; it is never overwritten.

/// Deletes those resources that store the token. Source: redis.io, "Distributed Locks with Redis".
[[nodiscard]] const redis::Script& releaseScript();

/// ARGV[2] = TTL in ms. Renews the TTLs of the resources; never shortens one, and leaves a key
/// without a TTL as it is.
[[nodiscard]] const redis::Script& extendScript();

/// ARGV[2] = TTL in ms. Stores the token in the resources if all are free: OK, else nil. For one
/// resource SET NX PX does the same.
[[nodiscard]] const redis::Script& takeAllScript();

/// ARGV[2] = TTL in ms. Stores the token where it is missing, unless another has a resource.
[[nodiscard]] const redis::Script& repairScript();

/// KEYS = the resources, then their counters; ARGV[2] = TTL in ms, ARGV[3] = the counters' TTL in
/// ms, which is never shortened. As takeAllScript(), but answers with the largest of the counters,
/// each raised by one.
[[nodiscard]] const redis::Script& takeFencedScript();

/// KEYS as in takeFencedScript(); ARGV[2] = fencing token, ARGV[3] = the counters' TTL in ms, which
/// is never shortened. Raises the counters to the fencing token while the resources are still ours.
[[nodiscard]] const redis::Script& raiseFenceScript();

} // namespace lockkeeper::lock
