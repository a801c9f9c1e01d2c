// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/workload/actor.h"

namespace lockkeeper::sandbox {

/// Takes its lock with LockClient, holds it for some seconds, releases it and pauses, for ever.
int runHealthyHolder(const Actor& actor, const config::Deployment& deployment);

/// Like a healthy holder, but impatient: waits for its turn and pauses briefly.
int runContender(const Actor& actor, const config::Deployment& deployment);

} // namespace lockkeeper::sandbox
