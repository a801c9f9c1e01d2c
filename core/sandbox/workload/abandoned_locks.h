// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/workload/actor.h"

namespace lockkeeper::sandbox {

// The actors that leave a lock behind. Each does nothing while its resource is still locked, and
// otherwise takes it and ends itself by SIGKILL, as a process that crashed.

/// Killed while it held a lock of our library, which then lives on for ten minutes.
int runKilledHolder(const Actor& actor, const config::Deployment& deployment);

/// Killed in the middle of an acquire by our library: its token is on a minority only.
int runKilledInAcquire(const Actor& actor, const config::Deployment& deployment);

/// Killed between SETNX and EXPIRE: the lock never expires.
int runKilledBeforeExpire(const Actor& actor, const config::Deployment& deployment);

/// Killed while it held a lock whose value is its own expiry (a Unix time that has passed).
int runKilledTimestampHolder(const Actor& actor, const config::Deployment& deployment);

} // namespace lockkeeper::sandbox
