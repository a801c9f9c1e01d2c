// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/workload/actor.h"

namespace lockkeeper::sandbox {

// Actors that leave a lock behind. Each does nothing while its resource is still locked. Otherwise
// it takes the resource and ends itself by SIGKILL, like a process that crashed.

/// Killed while it held a lock of our library. The lock lives on for ten minutes.
int runKilledHolder(const Actor& actor, const config::Deployment& deployment);

/// Killed during an acquire by our library: only a minority stores its token.
int runKilledInAcquire(const Actor& actor, const config::Deployment& deployment);

/// Killed between SETNX and EXPIRE: the lock never expires.
int runKilledBeforeExpire(const Actor& actor, const config::Deployment& deployment);

/// Killed while it held a lock whose value is its expiry (a Unix time that has passed).
int runKilledTimestampHolder(const Actor& actor, const config::Deployment& deployment);

} // namespace lockkeeper::sandbox
