// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/result.h"

namespace lockkeeper::observe {

/// redis-cli line that creates a user for watching, named as in the first master's URL, else
/// "lockkeeper": docs/observation.md, "The smallest user". InvalidArgument: it can't hold a name or
/// pattern.
[[nodiscard]] Result<std::string> smallestUserLine(const config::Deployment& deployment);

} // namespace lockkeeper::observe
