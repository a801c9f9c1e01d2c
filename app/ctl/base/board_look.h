// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/target.h"
#include "core/observe/board/board_update.h"
#include "core/observe/reading/key_reading.h"

#include <chrono>
#include <functional>
#include <vector>

namespace lockkeeper::ctl {

/// The result of one sweep of a deployment, for `list`, `check`, `export` and `metrics`.
struct BoardLook {
    Target target;
    observe::BoardUpdate board;
    std::vector<observe::LockEntryPtr> locks; ///< sorted by name
    std::vector<Error> failures; ///< see masterFailures()
    std::vector<Error> partialReadErrors; ///< one for each other master with unreadable keys
    /// The duration of the sweep.
    std::chrono::milliseconds took{0};

    /// True if every master is in `failures`: nothing is known.
    [[nodiscard]] bool hasNoAnswer() const { return failures.size() == board.masters.size(); }
    [[nodiscard]] const config::Deployment& deployment() const { return target.deployment; }
};

/// How certain a lock must be to be shown.
[[nodiscard]] inline observe::Certainty leastOf(const GlobalOptions& globals) noexcept
{
    return globals.arePossibleWanted ? observe::Certainty::Possible : observe::Certainty::Likely;
}

/// Opens the target that the options name and sweeps all its masters once. If there is a history,
/// usual hold times come from it.
///
/// Effects: prints openTarget()'s warnings on standard error. Errors: those of openTarget(), and
/// the error of the sweep, such as TooManyKeys. A failing master is not an error but an entry in
/// `failures`. Blocks as long as openTarget(), observe::sweepOnce() and the reading of the history
/// do.
[[nodiscard]] Result<BoardLook> lookAtBoard(const GlobalOptions& globals);

/// The same with a target that is open already. Calls `onReading` for each key that is read.
[[nodiscard]] Result<BoardLook> lookAtBoard(const GlobalOptions& globals, Target target,
    std::function<void(const observe::KeyReading&)> onReading = {});

/// One error, with `master` set, for each master that was not swept completely, or of which no key
/// could be read.
[[nodiscard]] std::vector<Error> masterFailures(const observe::BoardUpdate& board);

/// Why an answering master's data are incomplete or late: keys that can't be read, and changes that
/// it does not push. One error for each, with `master` set.
[[nodiscard]] std::vector<Error> incompletenessErrors(const observe::MasterStatus& master);

/// What happened to a master, as an error for complainAbout() to which no advice is added.
[[nodiscard]] Error masterNotice(const observe::MasterStatus& master, std::string text);

/// The latest failover of a master, as an error for complainAbout(). There must have been one.
[[nodiscard]] Error failoverNotice(const observe::MasterStatus& master);

/// That a master has been running for `age` only, as an error for complainAbout(), and how long its
/// vote does not count.
[[nodiscard]] Error restartNotice(
    const observe::MasterStatus& master, std::chrono::milliseconds age);

/// Prints one line on standard error for each failure, each loss, and each master that failed over
/// during the sweep. Returns the exit code of exitCodeForFailures().
int printErrorAndExitCode(const BoardLook& look);

} // namespace lockkeeper::ctl
