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
/// Tells which tokens the waiter holds. Called on the scheduler's thread. Empty: that is unknown.
using HeldTokens = std::function<std::vector<Fingerprint>()>;

/// Tries to take the claim, with a fresh token per try, until a try wins or the tries or
/// `options.wait` are used up. Between tries it waits until the resources become free: it is woken
/// by KeyWatch, by the expiry of the stored TTLs, and by a random backoff timer. A wait that lasts
/// is announced, with `held` unless `options.holding` is set; with OnDeadlock::Fail, a
/// DeadlockGuard may end it then. Call on the scheduler's thread. Calls `handler` exactly once, on
/// that thread; before this function returns if the arguments are refused.
///
/// The backoff is random because contenders that retry in step can split the masters between them
/// for ever.
void acquire(const LockContext& context, const Owner& owner, std::vector<Resource> resources,
    AcquireOptions options, AcquisitionHandler handler, HeldTokens held = {});

/// Sorts the resources and removes duplicates, as acquire() does. With one order for all clients,
/// two that want the same resources never each hold one that the other needs.
[[nodiscard]] std::vector<Resource> inCanonicalOrder(std::vector<Resource> resources);

} // namespace lockkeeper::lock
