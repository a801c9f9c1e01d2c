// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace lockkeeper::simulation {

/// A fault that can be put into the simulated world or into the seams of the library, to see that
/// the simulation finds it.
enum class Bug {
    None,
    AmnesiaIgnored,
    CounterForgets,
    DeadlineFromTheEnd,
    DriftIgnored,
    FailoverUnnoticed,
    FenceNotRaised,
    HeldAgain,
    LateReplyForTheNext,
    MastersShorten,
    NoAnswerIsNo,
    NoAnswerIsYes,
    OperatorDeletes,
    QuarantineTooShort,
    QuorumOfHalf,
    ReleaseDoesNotCompare,
    ReleaseForgotten,
    RenewedAfterRelease,
    RepairCountsAsVote,
    RepairWithoutNx,
    SameToken,
    SleepingClock,
    SlowClock,
    TakeWithoutTtl,
    TimersLost,
    UndoOnAnotherConnection,
    UndoSkipped,
    WallClock,
};

struct BugName {
    Bug bug;
    std::string_view name; ///< for the command line
    std::string_view text; ///< what is wrong
};

/// All but Bug::None.
[[nodiscard]] std::span<const BugName> allBugs() noexcept;
/// nullopt: there is no bug of that name.
[[nodiscard]] std::optional<Bug> findBug(std::string_view name) noexcept;

} // namespace lockkeeper::simulation
