// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/journal.h"
#include "core/release/report.h"

#include <functional>
#include <stop_token>

namespace lockkeeper::release {

/// The most locks that are freed at once.
inline constexpr std::size_t kMostAtOnce = 50;

/// True if the result differs from what the plan predicts, so that a person must look before the
/// next lock is freed: an error, another holder, a lock that keeps its quorum, a refusal, an
/// unknown outcome, a master that answered when it was planned and does not now, or a result that
/// is not in the journal. A lock that is gone already is no surprise. Pure.
[[nodiscard]] bool isSurprise(const Plan& plan, const Result<Report>& result);

/// Called with the index of a plan and its result.
using BulkHandler = std::function<void(std::size_t index, const Result<Report>& result)>;

/// Executes the plans one after the other, see execute(), and stops after the first surprise, or
/// before the next plan when `stop` is requested. Calls `handler` after each, on this thread.
/// Returns the number of executed plans; after a surprise, the last of them is the surprise.
///
/// InvalidArgument for more than kMostAtOnce plans; nothing is done then.
[[nodiscard]] Result<std::size_t> executeAll(const config::Deployment& deployment,
    const std::vector<Plan>& plans, const std::string& reason, Journal& journal, const Clock& clock,
    const BulkHandler& handler, const std::stop_token& stop = {});

} // namespace lockkeeper::release
