// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/driver_policy.h"
#include "core/loop/scheduler.h"

#include <absl/functional/any_invocable.h>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

namespace asio {
class io_context;
}

namespace lockkeeper {

/// The one event loop of a client, on which its connections, attempts, renewals and watchers all
/// live, so that none of them needs a mutex. At any time one thread at most drives it, and that is
/// "the loop's thread": whoever waits in await() or call() drives it itself, for a hand-off to
/// another thread would cost more than the work; with several waiting, one drives for all. What
/// must go on unattended is driven by a background thread that takes over when nobody waits, or so
/// many that it pays to have one thread for all of them.
///
/// Or it lives on an io_context of the caller, who runs it with one thread.
///
/// What it runs must not throw: the thread that it happens to run on waits for something else. An
/// exception ends the program (std::terminate); on the caller's io_context it comes out of run().
///
/// Thread-safety: post(), call(), await() and isLoopThread() from any thread; the Scheduler members
/// and context() on the loop's thread only (or before anything was posted).
class EventLoop final : public Scheduler {
public:
    /// What runs once. Move-only, so that it may keep what is; a shared pointer fits into it.
    using Task = absl::AnyInvocable<void()>;

    /// Starts the background thread. Throws std::system_error if the system has no thread or no
    /// file descriptor to give.
    EventLoop();
    /// Lives on `context`, which the caller runs, with one thread at a time, and which outlives
    /// this object. It is stopped and destroyed on the thread that runs the context, while the
    /// context does not run, or by a handler that the context destroys. Throws std::system_error if
    /// the system has no file descriptor to give.
    explicit EventLoop(asio::io_context& context);
    /// Stops the loop. Tasks not yet run are dropped.
    ~EventLoop() override;

    /// Runs `task` on the loop's thread, after this call has returned. Never blocks.
    void post(Task task);

    /// Runs `task` at once on the loop's own thread, else as post() does.
    void dispatch(Task task)
    {
        if (isLoopThread())
            task();
        else
            post(std::move(task));
    }

    /// Runs `task` behind what is under way on the loop's thread, and before the loop next waits
    /// for sockets and timers (never, if it is stopped first); but not in Asio's queue, where a
    /// look at all sockets comes first. For doing once what several steps ask for, and for what has
    /// time until the next caller has begun. On the loop's thread only.
    void putOff(Task task);

    /// Ends the background thread; what was not yet run never will be. Owners whose handlers refer
    /// to them call this before they take themselves apart. Idempotent; of a loop with a background
    /// thread, not from the loop's own thread, nor while others wait in await() or call().
    void stop() noexcept;

    /// Runs `task` on the loop's thread and waits for its result; on the loop's own thread, or
    /// after stop(), runs it at once. `task` must not wait for anything.
    template <class F> auto call(F task) -> std::invoke_result_t<F>
    {
        using T = std::invoke_result_t<F>;
        if (isLoopThread() || isStopped())
            return task();
        if constexpr (std::is_void_v<T>)
            (void)await<bool>([&](auto done) { task(), done(true); });
        else
            return await<T>([&](auto done) { done(task()); });
    }

    /// Runs `start(handler)` on the loop's thread and waits until somebody calls the handler, once,
    /// with a T. Not from the loop's own thread.
    template <class T, class F> T await(F start)
    {
        // Shared: a handler may be called twice by mistake, or after this call was given up.
        auto waiting = std::make_shared<Waiting<T>>();
        waitFor(waiting, [&] {
            start([this, waiting](T value) {
                waiting->value.emplace(std::move(value));
                wake(*waiting);
            });
        });
        return std::move(*waiting->value);
    }

    [[nodiscard]] bool isLoopThread() const noexcept;
    [[nodiscard]] bool isStopped() const noexcept;
    /// False for a loop on an io_context of the caller.
    [[nodiscard]] bool hasThread() const noexcept;
    [[nodiscard]] asio::io_context& context() noexcept;

    TimerId schedule(SteadyTime when, std::function<void()> task) override;
    void cancel(TimerId id) noexcept override;

private:
    struct Private;
    template <class T> struct Waiting : Waiter {
        std::optional<T> value;
    };

    void waitFor(const std::shared_ptr<Waiter>& waiter, const std::function<void()>& start);
    void wake(Waiter& waiter);

    std::shared_ptr<Private> m_d;
};

} // namespace lockkeeper
