// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/result.h"

namespace lockkeeper::observe {

/// The command that creates a user who may watch this deployment and do nothing else, as one line
/// for redis-cli: the keys of its patterns, and the commands that watching needs. The user's name
/// is that of the first master, else "lockkeeper"; `PASSWORD` stands for the password. See
/// docs/observation.md, "The smallest user". InvalidArgument if a pattern or the name has a
/// character that can't stand in such a line. Pure.
[[nodiscard]] Result<std::string> smallestUserLine(const config::Deployment& deployment);

} // namespace lockkeeper::observe
