// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/round.h"

#include <vector>

namespace lockkeeper::lock {

/// Longest wait and timeout; longer ones could overflow the steady clock.
inline constexpr std::chrono::milliseconds kLongestDuration = std::chrono::hours(24 * 365 * 100);

/// Refuses invalid and unsupported requests before anything is sent. InvalidArgument for what is
/// out of its range, Unsupported for what the scheme can't do, ReadOnlyDeployment. Pure.
[[nodiscard]] Result<void> checkAcquire(const LockContext& context,
    const std::vector<Resource>& resources, const AcquireOptions& options);

} // namespace lockkeeper::lock
