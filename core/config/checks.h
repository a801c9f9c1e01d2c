// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"

namespace lockkeeper::config {

/// Warnings, one line each, about a deployment that is allowed but hardly intended: a number of
/// masters that has no advantage over the next smaller one.
[[nodiscard]] LOCKKEEPER_EXPORT std::vector<std::string> warnings(const Deployment& deployment);

} // namespace lockkeeper::config
