// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <absl/functional/any_invocable.h>
#include <cstdint>

namespace lockkeeper {

/// Runs functions later, on one thread. Tests use a manual clock. Call it on that thread only.
class Scheduler {
public:
    /// Move-only; holds a shared or weak pointer inline.
    using Task = absl::AnyInvocable<void()>;
    using TimerId = std::uint64_t;
    static constexpr TimerId kNoTimer = 0;

    Scheduler() = default;
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;
    virtual ~Scheduler() = default;

    /// Runs `task` once, at `when` or soon after, never before returning. Never kNoTimer.
    virtual TimerId schedule(SteadyTime when, Task task) = 0;

    /// Ignores unknown ids.
    virtual void cancel(TimerId id) noexcept = 0;
};

} // namespace lockkeeper
