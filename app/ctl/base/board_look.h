// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/target.h"
#include "core/observe/board/board_update.h"
#include "core/observe/reading/key_reading.h"
#include "core/observe/waits/deadlock_evidence.h"

#include <chrono>
#include <functional>
#include <vector>

namespace lockkeeper::ctl {

struct BoardLook {
    Target target;
    observe::BoardUpdate board;
    std::vector<observe::LockEntryPtr> locks;
    std::vector<Error> failures;
    std::vector<Error> partialReadErrors; ///< of masters not in `failures`
    std::chrono::milliseconds took{0};

    [[nodiscard]] bool hasNoAnswer() const { return failures.size() == board.masters.size(); }
    [[nodiscard]] bool areWaitsKnown() const
    {
        return observe::areWaitsKnown(board.masters, deployment().quorum());
    }
    [[nodiscard]] const config::Deployment& deployment() const { return target.deployment; }
};

[[nodiscard]] inline observe::Certainty leastOf(const GlobalOptions& globals) noexcept
{
    return globals.arePossibleWanted ? observe::Certainty::Possible : observe::Certainty::Likely;
}

/// Opens and sweeps the target once; blocks. Prints warnings. Errors: openTarget()'s and the
/// sweep's, such as TooManyKeys. Failing masters are in `failures`.
[[nodiscard]] Result<BoardLook> lookAtBoard(const GlobalOptions& globals);

[[nodiscard]] Result<BoardLook> lookAtBoard(const GlobalOptions& globals, Target target,
    std::function<void(const observe::KeyReading&)> onReading = {});

/// Unreadable keys, and changes not pushed.
[[nodiscard]] std::vector<Error> incompletenessErrors(const observe::MasterStatus& master);

/// For complainAbout(), which adds no advice.
[[nodiscard]] Error masterNotice(const observe::MasterStatus& master, std::string text);

[[nodiscard]] Error failoverNotice(const observe::MasterStatus& master);

/// How long the vote does not count after a restart `age` ago.
[[nodiscard]] Error restartNotice(
    const observe::MasterStatus& master, std::chrono::milliseconds age);

/// Prints failures, failovers and late starts.
int printErrorAndExitCode(const BoardLook& look);

} // namespace lockkeeper::ctl
