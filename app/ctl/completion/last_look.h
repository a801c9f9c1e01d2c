// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/lock_entry.h"

#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// Keeps the names of these locks, so that the shell can complete them: in a file 0600 in
/// `$XDG_CACHE_HOME/lockkeeper/names`, or below `~/.cache`, one for each set of masters. Replaces
/// what an earlier look has kept. Left out are names that can't be typed as they are shown, and
/// what goes beyond 10 000 names or 1 MiB. Does nothing if that fails. Blocks for the disk.
void keepNames(
    const config::Deployment& deployment, const std::vector<observe::LockEntryPtr>& locks);

/// The names that keepNames() has kept for a deployment with these masters. Empty if there are
/// none, or if another user could have written them. Blocks for the disk.
[[nodiscard]] std::vector<std::string> keptNames(const config::Deployment& deployment);

} // namespace lockkeeper::ctl
