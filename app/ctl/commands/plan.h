// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/global_options.h"
#include "core/output/plan_file.h"

#include <CLI/CLI.hpp>
#include <string>

namespace lockkeeper::ctl {

struct PlanOptions {
    std::string file{}; ///< empty: no plan
    output::PlanSelection selection{};
};

CLI::Option* addPlan(CLI::App& command, PlanOptions& options);

/// Takes --match too.
void checkPlan(PlanOptions& options, const GlobalOptions& globals);

/// Sweeps once, writes the plan, and prints the command that applies it.
[[nodiscard]] int makePlan(const GlobalOptions& globals, const PlanOptions& options,
    release::Action action, const std::string& reason);

} // namespace lockkeeper::ctl
