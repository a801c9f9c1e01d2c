// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/enum_names.h"
#include "core/release/journal.h"
#include "core/release/journal_lines.h"

#include <functional>

namespace lockkeeper::release {

/// When a master's key expired, as it was planned.
struct PlannedExpiry {
    MasterId master;
    Expiry expiry{};
};

/// A lock of a plan that somebody reviewed: a line of a plan file.
struct PlannedLock {
    Resource resource;
    Fingerprint token;
    Action action = Action::Release;
    std::string holder{}; ///< in words; raw bytes
    std::optional<std::chrono::milliseconds> held{}; ///< nullopt: the value does not tell
    std::vector<std::string> evidence{}; ///< nameOf(EvidenceKind)
    ShownSafety shown{}; ///< when the plan was made
    bool mayLive = false; ///< free it even if it is not proven that nobody works under it
    /// (a repeatable value) What tells whether it was written anew since: see noteExpiries().
    std::vector<PlannedExpiry> expiries{};
    observe::Votes votes{}; ///< (a repeatable value) the same, in the process that has seen them

    /// True if the next holder may store the same value.
    [[nodiscard]] bool isRepeatable() const { return !expiries.empty() || !votes.empty(); }
};

/// Notes when the locks with votes expire on each master, for another process, which may apply the
/// plan later. A lock that was written anew since its votes gets no expiry. Errors and blocking as
/// readLock().
[[nodiscard]] Result<void> noteExpiries(const config::Deployment& deployment,
    std::vector<PlannedLock>& locks, const Clock& clock, const observe::ProcessProbe& processes);

/// What became of a lock of a plan.
enum class Fate {
    Freed, ///< released or revoked
    Gone, ///< its token was not stored any more
    Changed, ///< another token leads, or its TTL was set anew: it was left alone
    Refused, ///< the lock can't be freed, or the servers or the journal refused it
    Noted, ///< somebody else's note says that he is on it: it was left alone
    MayLive, ///< it is not proven that nobody works under it: it was left alone
    NotReached, ///< masters that may still store the token are, or may be, a quorum
    NotBegun,
};
constexpr auto enumNames(Fate /*of*/) noexcept
{
    return std::array{"freed", "gone-already", "changed", "refused", "noted", "may-live",
        "not-reached", "not-begun"};
}

struct AppliedLock {
    /// What was sent to the masters, and what came of it.
    struct Deed {
        Plan plan;
        Report report;
    };

    Fate fate = Fate::NotBegun;
    std::string text{}; ///< why, in English, with bytes from servers; may be empty
    /// (Freed) What is to be minded of a repeatable value, as `text`; else empty.
    std::string caution{};
    bool isEarlier = false; ///< (Freed) by an earlier run, as the journal tells
    std::optional<Deed> deed{}; ///< nullopt: nothing was sent
};

/// What became of a plan's locks, in their order.
struct Applied {
    std::vector<AppliedLock> locks{};
    /// The journal could not be written: the run ended with this lock.
    std::optional<Error> journalError{};

    [[nodiscard]] std::size_t count(Fate fate) const;
};

struct ApplyOptions {
    std::string planId{};
    std::string reason{};
    bool skipsSurprises = false;
    unsigned perSecond = 200; ///< locks, at most
    /// The verdict in words, for the journal.
    std::function<ShownSafety(const SafetyVerdict&)> shown{};
    /// Somebody else's note in words, for people: such a lock is left alone. Empty: notes don't
    /// matter, and are not read.
    std::function<std::string(const observe::Note&)> noteText{};
    /// Asked before each lock; true ends the run.
    std::function<bool()> isStopped{};
    /// Called after each lock that was begun, with its index, on the thread of apply(). May be
    /// empty.
    std::function<void(std::size_t index, const AppliedLock& lock)> onLock{};
};

/// The number of locks that apply() would free if nothing has changed: safe ones, and those that
/// may live and are ticked, without those that `earlier` tells of as done. Pure.
[[nodiscard]] std::size_t countToFree(
    const std::vector<PlannedLock>& locks, const std::vector<Deed>& earlier);

/// Frees the locks of a plan one after the other, over connections that stay open. Looks at each
/// anew, on all masters, not more than a second before; judges its safety anew; and executes
/// it, see execute(), only if the same token leads, and nobody works under it for certain or the
/// line says `mayLive`. Repeatable values are looked at twice, kSightNeeded apart, all of them in
/// one wait; a lock that was written anew since the plan was made has changed, unless it is safe to
/// free: a renewal by its holder can't be told from an acquisition by the next one.
///
/// Ends at the first surprise, unless `skipsSurprises`. Surprises are: a lock that has changed, is
/// refused or not reached; one that was safe to free when the plan was made, and is not now; a
/// master that refuses, stores another token, leaves the outcome unknown, or has fallen silent
/// since the look; and a result that is not in the journal. A lock that is gone is none, and
/// neither is one with somebody else's note, or that was not safe before and is not ticked: it is
/// left alone, whatever became of it, unless it is safe now. An error of the journal always ends
/// the run.
///
/// `earlier`: of deedsOfPlan(). What they have freed is not freed again: if its token leads anew it
/// has changed. If an earlier run was killed between intent and result, and the token does not lead
/// any more, the lock is gone.
/// `journal` null: a dry run, which sends and writes nothing, and calls Freed what would be.
///
/// Errors, with nothing done: InvalidArgument for a read-only deployment; System if no thread can
/// be started. Blocks until it ends.
[[nodiscard]] Result<Applied> apply(const config::Deployment& deployment,
    const std::vector<PlannedLock>& locks, const std::vector<Deed>& earlier, Journal* journal,
    const Clock& clock, const observe::ProcessProbe& processes, const ApplyOptions& options);

} // namespace lockkeeper::release
