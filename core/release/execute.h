// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/journal.h"
#include "core/release/report.h"

namespace lockkeeper::release {

/// Carries out a plan; the only code in Lockkeeper that deletes a lock which this process does not
/// hold. In this order: writes the intent to `journal`; reads the resource again on all masters and
/// stops (hasHolderChanged) if a master that showed the plan's token now shows another; sends the
/// plan's compare-and-delete to all masters at once; writes the result.
///
/// InvalidArgument for a deployment that is read-only, for an empty `reason`, and for a plan that
/// is not of this deployment or whose commands are anything but releaseCommand(); a journal that
/// can't take the intent is the Journal error; in all these cases nothing was sent. Replicas are
/// not sent anything either: what they answer proves nothing. Blocks at most three times
/// deployment.timeout plus the connect timeout, and for the disk. Safe to call from any thread.
[[nodiscard]] Result<Report> execute(const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock& clock);

} // namespace lockkeeper::release
