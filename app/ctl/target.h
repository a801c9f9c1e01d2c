// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/options.h"
#include "core/config/deployment.h"
#include "core/sandbox/sandbox.h"

#include <optional>

namespace lockkeeper::ctl {

/// The deployment that a command works on, and the sandbox behind it, if it is one.
struct Target {
    std::optional<sandbox::Sandbox> sandbox;
    config::Deployment deployment;
};

/// Makes sense of --master, --sandbox and --match; starts the sandbox if that is what was asked.
/// Warns on standard error of a deployment that is hardly what was meant.
[[nodiscard]] Result<Target> openTarget(const GlobalOptions& globals);

} // namespace lockkeeper::ctl
