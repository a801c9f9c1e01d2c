// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/global_options.h"
#include "core/output/plan_file.h"

#include <CLI/CLI.hpp>
#include <string>

namespace lockkeeper::ctl {

/// What is typed to plan the release of many locks.
struct PlanOptions {
    std::string file{}; ///< to write; empty: no plan is wanted
    output::PlanSelection selection{};
};

/// Adds --plan, --holder and --stale, and returns --plan. Parsing fills `options`, which must
/// outlive it.
CLI::Option* addPlan(CLI::App& command, PlanOptions& options);

/// Takes --match into the selection. Throws CLI::ValidationError if no lock is named.
void checkPlan(PlanOptions& options, const GlobalOptions& globals);

/// Looks at all locks once and writes the plan for those that are selected. Prints how many are
/// safe, and the command that applies it. Returns the exit code. `reason` may be empty.
[[nodiscard]] int makePlan(const GlobalOptions& globals, const PlanOptions& options,
    release::Action action, const std::string& reason);

} // namespace lockkeeper::ctl
