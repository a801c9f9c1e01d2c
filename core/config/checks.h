// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"

namespace lockkeeper::config {

/// An even number of masters survives no more failures than one less.
[[nodiscard]] LOCKKEEPER_EXPORT std::vector<std::string> warnings(const Deployment& deployment);

} // namespace lockkeeper::config
