// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/step.h"
#include "core/config/deployment.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <vector>

namespace lockkeeper::check {

/// A command that watching sends. It changes nothing; the key may be missing.
struct Probe {
    redis::Command command;
    std::string grant; ///< rule for the command: `+scan`
    std::string keyGrant; ///< rule for the key: `~lock:*`; empty: no key
    /// Invisible without it; empty: some locks.
    std::string loss{};
    bool isExtra = false; ///< a refusal is no warning, as locks don't need it
};

/// A probe per command of "The smallest user" in docs/observation.md, and per pattern.
[[nodiscard]] std::vector<Probe> watchProbes(const config::Deployment& deployment, bool isCluster);

/// `user`: empty for default. Failed if no lock is visible, Warning for other refusals, Done with a
/// cure if only an extra is refused. Other errors count as allowed, as servers check permissions
/// first.
[[nodiscard]] StepOutcome judgePermissions(const std::vector<Probe>& probes,
    const std::vector<Result<redis::Reply>>& replies, const std::string& user);

[[nodiscard]] std::string grantCommand(
    const std::string& user, const std::vector<std::string>& rules);

} // namespace lockkeeper::check
