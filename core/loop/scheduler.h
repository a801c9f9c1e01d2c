// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <absl/functional/any_invocable.h>
#include <cstdint>

namespace lockkeeper {

/// Runs functions later, on one thread. Separates the state machines of core from their event loop.
/// EventLoop implements it with a TimerQueue, tests with a manual clock.
///
/// Thread-safety: all members are called on the scheduler's own thread.
class Scheduler {
public:
    /// A function that runs once. Move-only, so it may own move-only objects; a shared or a weak
    /// pointer is stored inline.
    using Task = absl::AnyInvocable<void()>;
    using TimerId = std::uint64_t;
    static constexpr TimerId kNoTimer = 0;

    Scheduler() = default;
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;
    virtual ~Scheduler() = default;

    /// Runs `task` once, at `when` or as soon after it as the loop is free; never before this call
    /// has returned. Returns the id for cancel(), never kNoTimer.
    virtual TimerId schedule(SteadyTime when, Task task) = 0;

    /// Cancels a timer: its task will not run. Unknown ids are ignored.
    virtual void cancel(TimerId id) noexcept = 0;
};

} // namespace lockkeeper
