// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/process_probe.h"

#include <vector>

namespace lockkeeper::release {

/// One resource as the masters show it right now.
struct Look {
    observe::LockEntryPtr entry; ///< null: free, or not a lock as far as known
    bool isOtherKey = false; ///< there is such a key, but it is not a lock as far as known
    std::vector<Error> failures; ///< one for each master that could not be read

    /// True if no master stores it, and those that could not be read are too few to make a quorum.
    [[nodiscard]] bool isFree(const config::Deployment& deployment) const noexcept
    {
        return !entry && !isOtherKey && failures.size() < deployment.quorum();
    }
};

/// What a look asks for besides the resource.
struct LookOptions {
    /// The masters' clients, where the token tells how its owner calls its connections. Takes as
    /// long again, and twice deployment.timeout at most.
    bool asksForClients = false;
};

/// Reads one resource on all masters at once, without any sweep. Blocks at most for the connect
/// timeout and twice deployment.timeout. System if no thread can be started; InvalidArgument if the
/// deployment's formats can't be used.
[[nodiscard]] Result<Look> lookAt(const config::Deployment& deployment, const Resource& resource,
    const Clock& clock, const observe::ProcessProbe& processes, LookOptions options = {});

} // namespace lockkeeper::release
