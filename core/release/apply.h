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
    std::string holder{}; ///< in words; raw bytes
    std::optional<std::chrono::milliseconds> held{}; ///< nullopt: the value does not tell
    std::vector<std::string> evidence{};
    ShownSafety shown{};
    bool mayLive = false; ///< free it although its holder is not proven dead
    /// See noteExpiries().
    std::vector<PlannedExpiry> expiries{};
    observe::Votes votes{}; ///< (repeatable value) if planned in this process

    [[nodiscard]] bool isRepeatable() const { return !expiries.empty() || !votes.empty(); }
};

/// Fills in expiries, so that another process can apply the plan; none for a lock written since its
/// votes. Errors and blocking as readLock().
[[nodiscard]] Result<void> noteExpiries(const config::Deployment& deployment,
    std::vector<PlannedLock>& locks, const Clock& clock, const observe::ProcessProbe& processes);

enum class Fate {
    Freed,
    Gone, ///< its token is no longer stored
    Changed, ///< another token leads, or its TTL was set anew
    Refused, ///< by plan, server or journal
    Noted, ///< it has somebody else's note
    MayLive, ///< somebody may still work under it
    NotReached, ///< masters that may still store the token could form a quorum
    NotBegun,
};
constexpr auto enumNames(Fate /*of*/) noexcept
{
    return std::array{"freed", "gone-already", "changed", "refused", "noted", "may-live",
        "not-reached", "not-begun"};
}

enum class RunEnd {
    Whole,
    Stopped, ///< by a person
    Surprise,
    Failed, ///< by an error
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
    std::string text{}; ///< why, in English, with bytes from servers; may be empty
    /// (Freed) A warning about a repeatable value.
    std::string caution{};
    bool isEarlier = false; ///< (Freed) by an earlier run, by the journal
    std::optional<Deed> deed{}; ///< nullopt: nothing was sent
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
    /// For the journal: `lock` has what was shown when the plan was made.
    std::function<ShownSafety(const PlannedLock& lock, const SafetyVerdict& now)> shown{};
    /// Words somebody else's note, whose lock is left alone. Empty: notes are not read.
    std::function<std::string(const observe::Note&)> noteText{};
    std::function<bool()> isStopped{};
    /// Called after each lock, on apply()'s thread. May be empty.
    std::function<void(std::size_t index, const AppliedLock& lock)> onLock{};
};

/// How many locks apply() would free if nothing changes.
[[nodiscard]] std::size_t countToFree(
    const std::vector<PlannedLock>& locks, const std::vector<Deed>& earlier);

/// Frees a plan's locks one by one. Reads each again at most a second before; frees it only if the
/// same token leads and it is safe to free or `mayLive`. Repeatable values are read twice,
/// kSightNeeded apart; one written since the plan has changed, unless it is safe to free.
///
/// Ends at the first surprise, unless `skipsSurprises`: a lock that has changed, is refused, not
/// reached or no longer safe, or an unexpected outcome on a master. A lock that is gone, has a
/// note, or was neither safe nor ticked in the plan is no surprise. A journal error always ends the
/// run.
///
/// `earlier`: from deedsOfPlan(). Skips what it freed; such a lock has changed if its token leads
/// again. An intent without a result counts as done once the token no longer leads. `journal` null:
/// a dry run; Freed means "would be freed".
///
/// The journal gets an entry before the first lock, and one on how the run ended.
///
/// With an error nothing is done: InvalidArgument (read-only); System. Blocks until the end.
[[nodiscard]] Result<Applied> apply(const config::Deployment& deployment,
    const std::vector<PlannedLock>& locks, const std::vector<Deed>& earlier, Journal* journal,
    const Clock& clock, const observe::ProcessProbe& processes, const ApplyOptions& options);

} // namespace lockkeeper::release
