// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/options.h"
#include "core/config/deployment.h"
#include "core/sandbox/sandbox.h"

#include <filesystem>
#include <optional>

namespace lockkeeper::ctl {

/// The deployment that a command works on, and the sandbox behind it, if it is one.
struct Target {
    std::optional<sandbox::Sandbox> sandbox;
    config::Deployment deployment;
};

enum class TargetUse {
    Look,
    Act, ///< takes or releases locks: refused for a deployment that is read-only
};

/// Makes sense of --master, --sandbox, --config, --deployment and --match; starts the sandbox if
/// that is what was asked. Warns on standard error of a deployment that is hardly what was meant,
/// and of what is wrong in the deployments file.
[[nodiscard]] Result<Target> openTarget(const GlobalOptions& globals, TargetUse use);

/// The deployment's history: the file that was named, or the default one.
[[nodiscard]] std::filesystem::path historyFileOf(
    const GlobalOptions& globals, const config::Deployment& deployment);

} // namespace lockkeeper::ctl
