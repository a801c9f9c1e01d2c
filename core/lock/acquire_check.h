// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/round.h"

#include <vector>

namespace lockkeeper::lock {

/// InvalidArgument if there is no name, one is empty, or together they exceed kLongestNames. Pure.
[[nodiscard]] Result<void> checkNames(const std::vector<Resource>& resources);

/// Refuses invalid and unsupported requests before anything is sent. InvalidArgument for what is
/// out of its range, Unsupported for what the scheme can't do, ReadOnlyDeployment. Pure.
[[nodiscard]] Result<void> checkAcquire(const LockContext& context,
    const std::vector<Resource>& resources, const AcquireOptions& options);

} // namespace lockkeeper::lock
