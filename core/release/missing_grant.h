// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/plan.h"

namespace lockkeeper::release {

/// Adds to a NoPermission error what the user lacks, and the line that grants it. Before Redis 7.2
/// the refused command is unknown: then names all that reading has not proven. Source: Redis 6.2
/// scripting.c and server.c, 7.0 script.c, 7.2 acl.c.
[[nodiscard]] Error explainMissingGrant(
    const Error& error, const Plan& plan, const PlannedMaster& master);

/// Deleted by a second command: the master had refused the whole first one.
[[nodiscard]] Error notNotifiedError(const Error& refused);
/// Deleted, but the server refused `command`, which wakes waiters.
[[nodiscard]] Error notNotifiedError(std::string_view refusal, std::string_view command,
    const Plan& plan, const PlannedMaster& master);

/// Per plan, the first refusal that ACL DRYRUN (Redis 7, if permitted) foresees, as
/// explainMissingGrant(). Blocks for the connect timeout and the answers.
[[nodiscard]] std::vector<std::optional<Error>> foreseenRefusals(
    const config::Deployment& deployment, const std::vector<Plan>& plans);

} // namespace lockkeeper::release
