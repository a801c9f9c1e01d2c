// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/lease_state.h"

#include <functional>
#include <variant>

namespace lockkeeper::lock {

using AcquisitionResult = Result<std::variant<HeldClaim, Contended, NoQuorum, Deadlocked>>;
using AcquisitionHandler = std::function<void(AcquisitionResult)>;
/// Tokens that the waiter holds. Empty function: unknown.
using HeldTokens = std::function<std::vector<Fingerprint>()>;

/// Tries with fresh tokens until one wins or `tries` or `wait` are used up: docs/guarantees.md,
/// "Waiting". Announces `options.holding`, else `held`. Calls `handler` once; before returning if
/// arguments are refused. Thread: the scheduler's.
void acquire(const LockContext& context, const Owner& owner, std::vector<Resource> resources,
    AcquireOptions options, AcquisitionHandler handler, HeldTokens held = {});

/// Sorted, without duplicates: one order for all avoids deadlocks.
[[nodiscard]] std::vector<Resource> inCanonicalOrder(std::vector<Resource> resources);

} // namespace lockkeeper::lock
