// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/redlock.h"

#include <functional>
#include <memory>
#include <random>
#include <variant>

namespace lockkeeper::lock {

/// A try that won.
struct Acquired {
    Claim claim;
    SteadyTime deadline{};
    std::vector<MasterVote> votes;
};

using AcquisitionResult = Result<std::variant<Acquired, Contended, NoQuorum>>;
using AcquisitionHandler = std::function<void(AcquisitionResult)>;

/// Tries with a fresh token each, with random pauses between, until one is won or `options.wait`
/// has passed. Calls `handler` exactly once, on the scheduler's thread; must be called there too.
/// The pauses are random because contenders that retry in step split the masters between them for
/// ever.
void acquire(const RedlockContext& context, const Owner& owner, Resource resource,
    AcquireOptions options, AcquisitionHandler handler);

} // namespace lockkeeper::lock
