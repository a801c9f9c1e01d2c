// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/enum_names.h"
#include "core/release/journal.h"
#include "core/release/journal_lines.h"

#include <functional>

namespace lockkeeper::release {

struct PlannedExpiry {
    MasterId master;
    Expiry expiry{};
};

/// One line of a plan file.
struct PlannedLock {
    Resource resource;
    Fingerprint token;
    Action action = Action::Release;
    std::string holder{}; ///< raw bytes
    std::optional<std::chrono::milliseconds> held{}; ///< nullopt: unknown
    std::vector<std::string> evidence{};
    ShownSafety shown{};
    bool mayLive = false; ///< free it without proof that its holder is dead
    std::vector<PlannedExpiry> expiries{};
    observe::Votes votes{}; ///< (repeatable value) if planned in this process

    [[nodiscard]] bool isRepeatable() const { return !expiries.empty() || !votes.empty(); }
};

/// Fills in expiries for another process to apply the plan; none if the lock was written since its
/// votes. Errors and blocking as readLock().
[[nodiscard]] Result<void> noteExpiries(const config::Deployment& deployment,
    std::vector<PlannedLock>& locks, const Clock& clock, const observe::ProcessProbe& processes);

enum class Fate {
    Freed,
    Gone, ///< its token is not stored
    Changed, ///< another token leads, or its TTL was set anew
    Refused, ///< by plan, server or journal
    Noted, ///< has another's note
    MayLive, ///< somebody may work under it
    NotReached, ///< a quorum of masters may still store the token
    NotBegun,
};
constexpr auto enumNames(Fate /*of*/) noexcept
{
    return std::array{"freed", "gone-already", "changed", "refused", "noted", "may-live",
        "not-reached", "not-begun"};
}

enum class RunEnd {
    Whole,
    Stopped,
    Surprise,
    Failed,
};
constexpr auto enumNames(RunEnd /*of*/) noexcept
{
    return std::array{"whole", "stopped", "surprise", "failed"};
}

struct AppliedLock {
    struct Deed {
        Plan plan;
        Report report;
    };

    Fate fate = Fate::NotBegun;
    std::string text{}; ///< why, in English; may hold bytes from servers
    /// (Freed) A warning about a repeatable value.
    std::string caution{};
    bool isEarlier = false; ///< (Freed) by an earlier run, by the journal
    std::optional<Deed> deed{}; ///< nullopt: nothing was sent
    std::vector<Error> failures{}; ///< (nothing was sent) of the masters, or of the plan
};

struct Applied {
    std::vector<AppliedLock> locks{};
    std::optional<Error> journalError{};

    [[nodiscard]] std::size_t count(Fate fate) const;
};

struct ApplyOptions {
    std::string planId{};
    std::string reason{};
    bool skipsSurprises = false;
    unsigned perSecond = 200;
    /// For the journal. `lock` has what was shown in the plan.
    std::function<ShownSafety(const PlannedLock& lock, const SafetyVerdict& now)> shown{};
    /// Words another's note; its lock is left alone. Empty: reads no notes.
    std::function<std::string(const observe::Note&)> noteText{};
    std::function<bool()> isStopped{};
    /// On apply()'s thread.
    std::function<void(std::size_t index, const AppliedLock& lock)> onLock{};
};

/// How many locks apply() frees if nothing changes.
[[nodiscard]] std::size_t countToFree(
    const std::vector<PlannedLock>& locks, const std::vector<Deed>& earlier);

/// Frees a plan's locks one by one. Reads each again at most a second before; frees it only if the
/// same token leads, and it is safe to free or `mayLive`. Repeatable values are read twice,
/// kSightNeeded apart; one written since the plan counts as changed unless it is safe to free.
///
/// Unless `skipsSurprises`, the first surprise ends the run: docs/lockctl.md, "apply". A journal
/// error always does.
///
/// `earlier`: from deedsOfPlan(). Skips what it freed; if its token leads again, that lock has
/// changed. An intent without a result counts as done once the token no longer leads. `journal`
/// null: a dry run; Freed means "would be freed".
///
/// The journal also gets the run's beginning and end. Errors: InvalidArgument (read-only), before
/// anything is done; System.
[[nodiscard]] Result<Applied> apply(const config::Deployment& deployment,
    const std::vector<PlannedLock>& locks, const std::vector<Deed>& earlier, Journal* journal,
    const Clock& clock, const observe::ProcessProbe& processes, const ApplyOptions& options);

} // namespace lockkeeper::release
