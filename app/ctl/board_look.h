// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/target.h"
#include "core/observe/board/board_update.h"

#include <chrono>
#include <vector>

namespace lockkeeper::ctl {

/// One look at all locks of a deployment: what `list`, `check`, `export` and `metrics` tell of.
struct BoardLook {
    Target target;
    observe::BoardUpdate board;
    std::vector<observe::LockEntryPtr> locks; ///< by their names
    /// One for each master that could not be looked at in whole, or lets none of its keys be read.
    std::vector<Error> failures;
    std::vector<Error> losses; ///< one for each of the others that has keys that can't be read
    std::chrono::milliseconds took{0};

    /// True if no master could be looked at.
    [[nodiscard]] bool isBlind() const { return failures.size() == board.masters.size(); }
    [[nodiscard]] const config::Deployment& deployment() const { return target.deployment; }
};

/// Opens the target that the options name, with its warnings, sweeps all masters once, and judges
/// by the history where there is one. Fails as openTarget() does, and with TooManyKeys; a master
/// that fails is one of `failures`. Blocks as observe::sweepOnce() does.
[[nodiscard]] Result<BoardLook> lookAtBoard(const GlobalOptions& globals);

/// What is not known of a master of which some keys can't be read, and why. `master` is not set.
[[nodiscard]] Error lossOf(const observe::MasterStatus& master);

/// What a watched master does not tell, or does not tell at once, though it answers, and why: for a
/// line each. `master` is set.
[[nodiscard]] std::vector<Error> shortcomingsOf(const observe::MasterStatus& master);

/// The latest failover of a master, for complainAbout(). There has to be one.
[[nodiscard]] Error failoverNotice(const observe::MasterStatus& master);

/// Complains about what failed, and what was lost; reports failovers meanwhile; returns the exit
/// code.
int complainAndExitCode(const BoardLook& look);

} // namespace lockkeeper::ctl
