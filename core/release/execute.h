// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/journal.h"
#include "core/release/report.h"

namespace lockkeeper::release {

/// Executes a plan. The only code in Lockkeeper that deletes a lock which this process does not
/// hold. In this order: writes the intent to `journal`; reads the resource again on all masters,
/// and stops (hasHolderChanged) if a master that showed the plan's token now shows another; sends
/// the plan's compare-and-delete to all masters at once; writes the result.
///
/// In these cases nothing is sent: InvalidArgument for a read-only deployment, for an empty
/// `reason`, for a plan of another deployment, and for a plan with any command but
/// releaseCommand(); the Journal error if the intent can't be written; System if no thread can be
/// started. Nothing is sent to replicas either, because their answers prove nothing. Blocks at most
/// for the connect timeout, a few times deployment.timeout, and the disk. Safe to call from any
/// thread.
[[nodiscard]] Result<Report> execute(const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock& clock);

} // namespace lockkeeper::release
