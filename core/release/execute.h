// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/journal.h"
#include "core/release/report.h"

#include <functional>
#include <stop_token>

namespace lockkeeper::release {

struct Links;

/// Executes a plan: docs/lockctl.md, "release". Only execute(), executeSteal() and finish() change
/// another process's lock. Sends nothing and sets hasHolderChanged if a master that showed the
/// plan's token shows another.
///
/// With an error nothing is sent: InvalidArgument (a read-only or other deployment, an empty or
/// isReasonTooLong() `reason`); Journal; System. Replicas get nothing. Blocks for the connect
/// timeout, a few times deployment.timeout, and the disk. Thread-safe.
[[nodiscard]] Result<Report> execute(const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock& clock);

/// The same over open connections.
[[nodiscard]] Result<Report> execute(Links& links, const config::Deployment& deployment,
    const Plan& plan, const std::string& reason, Journal& journal, const Clock& clock);

/// Acquires the lock in the tombstone's place. Must not throw.
using TakeOver = std::function<Taken(const Report&)>;

/// As execute(), for planSteal(). Calls `take` once enough masters for a quorum lost the old token;
/// then writes the result.
[[nodiscard]] Result<Report> executeSteal(const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock& clock, const TakeOver& take);

[[nodiscard]] std::vector<MasterId> unansweredMasters(const Report& report);

struct FinishLimits {
    std::chrono::milliseconds time{std::chrono::hours(1)};
    std::stop_token stop{};
};

/// Sends the plan's comparing command to masters that did not answer execute(), once they answer.
/// Retries masters that can't write. Ends when all have answered, or at a limit. Returns `report`
/// with the new outcomes. Errors as execute().
[[nodiscard]] Result<Report> finish(const config::Deployment& deployment, const Plan& plan,
    const Report& report, const std::string& reason, Journal& journal, const Clock& clock,
    const FinishLimits& limits = {});

} // namespace lockkeeper::release
