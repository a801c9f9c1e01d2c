// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/lease_state.h"

#include <functional>
#include <variant>

namespace lockkeeper::lock {

using AcquisitionResult = Result<std::variant<HeldClaim, Contended, NoQuorum>>;
using AcquisitionHandler = std::function<void(AcquisitionResult)>;

/// Tries with a fresh token each until one is won, or the tries or `options.wait` are used up.
/// Between tries it waits for the resources to become free: told by the masters (KeyWatch), by
/// their TTLs, and after a random pause. Calls `handler` exactly once, on the scheduler's thread;
/// must be called there too.
///
/// The pauses are random because contenders that retry in step split the masters between them for
/// ever.
void acquire(const LockContext& context, const Owner& owner, std::vector<Resource> resources,
    AcquireOptions options, AcquisitionHandler handler);

/// Each once, in one order for all: two that want the same resources then never each hold what the
/// other needs. What acquire() does with its resources.
[[nodiscard]] std::vector<Resource> inCanonicalOrder(std::vector<Resource> resources);

} // namespace lockkeeper::lock
