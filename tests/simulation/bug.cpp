// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/bug.h"

#include <algorithm>
#include <array>

namespace lockkeeper::simulation {
namespace {

constexpr std::array<BugName, 27> kBugs{{
    {Bug::AmnesiaIgnored, "amnesia-ignored",
        "masters that restart without their data vote at once, in a run that promises exclusion"},
    {Bug::CounterForgets, "counter-forgets", "the counters of fencing tokens live 50 ms"},
    {Bug::DeadlineFromTheEnd, "deadline-from-the-end",
        "the deadline counts from the quorum's last answer, not from the start"},
    {Bug::DriftIgnored, "drift-ignored", "nothing is subtracted from the TTL for clock drift"},
    {Bug::FailoverUnnoticed, "failover-unnoticed",
        "another server in the place of a master is taken for the same one"},
    {Bug::FenceNotRaised, "fence-not-raised",
        "the second step of fencing is skipped, and counts as done"},
    {Bug::HeldAgain, "held-again", "an extension that was too late counts as won"},
    {Bug::LateReplyForTheNext, "late-reply-for-the-next",
        "a reply that comes after its timeout is taken for that of the next command"},
    {Bug::MastersShorten, "masters-shorten", "an extension sets the TTL even if that shortens it"},
    {Bug::NoAnswerIsNo, "no-answer-is-no", "a missing answer counts as a no"},
    {Bug::NoAnswerIsYes, "no-answer-is-yes", "a missing answer to a take counts as a yes"},
    {Bug::OperatorDeletes, "operator-deletes", "an operator's release is a DEL"},
    {Bug::QuarantineTooShort, "quarantine-too-short",
        "masters that may have forgotten locks vote again after a 32nd of the longest TTL"},
    {Bug::QuorumOfHalf, "quorum-of-half",
        "each client asks all masters but one, so that two halves of them can be two quorums"},
    {Bug::ReleaseDoesNotCompare, "release-does-not-compare", "a release or an undo is a DEL"},
    {Bug::ReleaseForgotten, "release-forgotten", "a release is sent to no master"},
    {Bug::RenewedAfterRelease, "renewed-after-release",
        "the token is stored again after its release"},
    {Bug::RepairCountsAsVote, "repair-counts-as-vote",
        "a master that had lost the token and gets it again counts as extended"},
    {Bug::RepairWithoutNx, "repair-without-nx",
        "a master without the token gets it again, whatever it stores now"},
    {Bug::SameToken, "same-token", "all tries of a client use one token"},
    {Bug::SleepingClock, "sleeping-clock",
        "the steady clock stands still while its machine sleeps"},
    {Bug::SlowClock, "slow-clock", "the clients' clocks are 5 % slow"},
    {Bug::TakeWithoutTtl, "take-without-ttl", "a take sets no TTL"},
    {Bug::TimersLost, "timers-lost", "one of 50 timers never comes"},
    {Bug::UndoOnAnotherConnection, "undo-on-another-connection",
        "an undo goes by a connection of its own, and may overtake what it undoes"},
    {Bug::UndoSkipped, "undo-skipped", "a lost try is not undone"},
    {Bug::WallClock, "wall-clock", "deadlines are taken from the wall clock, which may jump"},
}};

} // namespace

std::span<const BugName> allBugs() noexcept
{
    return kBugs;
}

std::optional<Bug> findBug(std::string_view name) noexcept
{
    const auto* const found = std::ranges::find(kBugs, name, &BugName::name);
    return found == kBugs.end() ? std::nullopt : std::optional(found->bug);
}

} // namespace lockkeeper::simulation
