// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/lock_entry.h"

#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// Replaces the names saved for completion: a 0600 file per set of masters in $XDG_CACHE_HOME or
/// ~/.cache. Omits names that can't be typed as shown, and all beyond 10 000 or 1 MiB. Ignores
/// failures.
void keepNames(
    const config::Deployment& deployment, const std::vector<observe::LockEntryPtr>& locks);

/// Empty if another user could have written them.
[[nodiscard]] std::vector<std::string> keptNames(const config::Deployment& deployment);

} // namespace lockkeeper::ctl
