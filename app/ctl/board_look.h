// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/options.h"
#include "core/config/deployment.h"
#include "core/observe/board_update.h"

#include <chrono>
#include <vector>

namespace lockkeeper::ctl {

/// One look at all locks of a deployment.
struct BoardLook {
    observe::BoardUpdate board;
    std::vector<observe::LockEntryPtr> locks; ///< by their names
    std::vector<Error> failures; ///< one for each master whose keys could not all be read
    std::chrono::milliseconds took{0};

    /// True if no master could be looked at.
    [[nodiscard]] bool isBlind() const { return failures.size() == board.masters.size(); }
};

/// Sweeps all masters once, and judges by the history where there is one. Blocks as observe::sweepOnce() does. `board.error` is set if there are
/// too many keys.
[[nodiscard]] BoardLook lookAtBoard(
    const GlobalOptions& globals, const config::Deployment& deployment);

/// Complains about what failed; returns the exit code.
int complainAndExitCode(const BoardLook& look, const config::Deployment& deployment);

} // namespace lockkeeper::ctl
