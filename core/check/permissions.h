// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/step.h"
#include "core/config/deployment.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <vector>

namespace lockkeeper::check {

/// A command that watching sends. It reads one key, which need not exist, and changes nothing.
struct Probe {
    redis::Command command;
    std::string grant; ///< the permission that allows it: `+scan`
    std::string keyGrant; ///< the permission to read its key: `~lock:*`; empty: it has no key
    /// What can't be seen without it, as a sentence; empty: some locks.
    std::string loss{};
    bool isExtra = false; ///< locks are seen whole without it: a refusal is said, and is no warning
};

/// One probe for each command of "The smallest user" in docs/observation.md, and for each pattern.
/// Pure.
[[nodiscard]] std::vector<Probe> watchProbes(const config::Deployment& deployment, bool isCluster);

/// The outcome of Step::Permissions from one reply to each probe. `user`: empty for the default
/// user. Failed without what no lock can be seen without, Warning without another permission. The
/// cure grants all that was refused. Done with a cure if only an extra is refused. Replies that are
/// other errors count as allowed: the server checks permissions first. Pure.
[[nodiscard]] StepOutcome judgePermissions(const std::vector<Probe>& probes,
    const std::vector<Result<redis::Reply>>& replies, const std::string& user);

/// The command that grants `rules` to `user` (empty: the default user). Pure.
[[nodiscard]] std::string grantCommand(
    const std::string& user, const std::vector<std::string>& rules);

} // namespace lockkeeper::check
