// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/round.h"

#include <vector>

namespace lockkeeper::lock {

[[nodiscard]] Result<void> checkNames(const std::vector<Resource>& resources);

/// Errors: InvalidArgument, Unsupported, ReadOnlyDeployment.
[[nodiscard]] Result<void> checkAcquire(const LockContext& context,
    const std::vector<Resource>& resources, const AcquireOptions& options);

} // namespace lockkeeper::lock
