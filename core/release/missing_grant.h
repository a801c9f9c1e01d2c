// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/plan.h"

namespace lockkeeper::release {

/// The error of a master that refused the plan's command for want of a permission, with what the
/// user lacks there and the line that grants it. Servers before 7.2 don't name a command within a
/// script: then it names those that the readings before have not shown to be granted. Other errors
/// are returned unchanged. Pure. Source of the texts: Redis 6.2 script.c and server.c, 7.0
/// script.c, 7.2 acl.c.
[[nodiscard]] Error explainMissingGrant(
    const Error& error, const Plan& plan, const PlannedMaster& master);

/// Why the waiters were not notified of a lock that was deleted: the server's text to a command of
/// the wake-up. Pure.
[[nodiscard]] Error notNotifiedError(std::string_view refusal, std::string_view command,
    const Plan& plan, const PlannedMaster& master);

/// Asks all masters whether they would refuse the plans' commands, by ACL DRYRUN: Redis 7, and only
/// users that may send it. Returns the first refusal of each plan, as explainMissingGrant() has it;
/// nullopt: none as far as the masters tell. Changes nothing. Blocks at most for the connect
/// timeout, and as long as the answers take.
[[nodiscard]] std::vector<std::optional<Error>> foreseenRefusals(
    const config::Deployment& deployment, const std::vector<Plan>& plans);

} // namespace lockkeeper::release
