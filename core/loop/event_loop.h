// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/driver_policy.h"
#include "core/loop/scheduler.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

namespace asio {
class io_context;
}

namespace lockkeeper {

/// The event loop of a client. Its connections, attempts, renewals and watchers all run on this
/// loop, so none of them needs a mutex. At most one thread drives the loop at a time; that thread
/// is "the loop's thread".
///
/// A thread that waits in await() or call() drives the loop itself, because handing the work to
/// another thread would cost more than the work. If several threads wait, one drives for all. A
/// background thread drives while no thread waits, and when so many wait that one driver for all of
/// them is cheaper.
///
/// Alternatively, the loop runs on an io_context of the caller, who runs it on one thread.
///
/// Tasks must not throw, because the driver thread waits for something else. An exception ends the
/// program (std::terminate); on the caller's io_context it leaves run().
///
/// Thread-safety: post(), call(), await() and isLoopThread() from any thread; the Scheduler members
/// and context() on the loop's thread only (or before anything was posted).
class EventLoop final : public Scheduler {
public:
    /// Starts the background thread. Throws std::system_error if the system has no thread or no
    /// file descriptor to give.
    EventLoop();
    /// Runs on `context`, which the caller runs on one thread at a time and which must outlive this
    /// object. Stop and destroy this object on the thread that runs the context, while the context
    /// does not run, or in a handler that the context destroys. Throws std::system_error if the
    /// system has no file descriptor to give.
    explicit EventLoop(asio::io_context& context);
    /// Stops the loop. Drops tasks that have not run.
    ~EventLoop() override;

    /// Runs `task` on the loop's thread, after this call has returned. Never blocks.
    void post(Task task);

    /// Runs `task` at once on the loop's own thread; otherwise the same as post().
    void dispatch(Task task)
    {
        if (isLoopThread())
            task();
        else
            post(std::move(task));
    }

    /// Defers `task` until the current work of the loop's thread is done. It runs before the loop
    /// next waits for sockets and timers (never, if the loop is stopped first). It does not go
    /// through Asio's queue, which would poll all sockets first. For doing once what several steps
    /// request, and for work that may wait until the next caller has started. On the loop's thread
    /// only. On a caller's io_context the same as post().
    void defer(Task task);

    /// Defers `task` until a thread that drives the loop is about to wait, after all that defer()
    /// defers. Unlike that, it is left to the next driver if this one stops first: a reply that
    /// ends a caller's wait does not make the caller read on before it writes its next command. On
    /// the loop's thread only. On a caller's io_context the same as post().
    void deferToWait(Task task);

    /// Stops the loop and joins the background thread. Tasks that have not run never will. If
    /// handlers refer to their owner, the owner must call this before it destroys its members.
    /// Idempotent. For a loop with a background thread: not from the loop's own thread, nor while
    /// other threads wait in await() or call().
    void stop() noexcept;

    /// Runs `task` on the loop's thread and waits for its result. On the loop's own thread, or
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

    /// Runs `start(handler)` on the loop's thread and blocks until `handler` is called with a T.
    /// Not from the loop's own thread.
    template <class T, class F> T await(F start)
    {
        // Shared, because a handler may be called twice by mistake, or after this call was given
        // up.
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

    TimerId schedule(SteadyTime when, Task task) override;
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
