// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/workload/actor.h"

namespace lockkeeper::sandbox {

// Live holders that write what other libraries write. Each takes its lock on all masters and renews
// it for ever. When it loses the lock (for example because an operator released it), it tries to
// get it back.

/// redis-py: `SET name <uuid1 hex> NX PX`, renewed as Lock.reacquire() does.
int runRedisPyHolder(const Actor& actor, const config::Deployment& deployment);

/// Redisson: a hash `<uuid>:<thread>` -> hold count, renewed every third of 30 s like by its
/// watchdog.
int runRedissonHolder(const Actor& actor, const config::Deployment& deployment);

/// node-redlock: 16 random bytes in hex, extended as `using()` does.
int runNodeRedlockHolder(const Actor& actor, const config::Deployment& deployment);

} // namespace lockkeeper::sandbox
