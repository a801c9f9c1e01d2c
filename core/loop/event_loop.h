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

/// A client's event loop. One thread drives at a time, "the loop's thread": a waiting or the
/// background thread (DriverPolicy), or the one that runs the caller's io_context.
/// - Tasks must not throw: it ends the program, or leaves the caller's run().
/// - Thread: any for post(), call(), await() and isLoopThread(); else the loop's, or any before the
///   first post().
class EventLoop final : public Scheduler {
public:
    /// Throws std::system_error without threads or file descriptors.
    EventLoop();
    /// Runs on `context`, which must outlive it and run on one thread at a time. Stop and destroy
    /// the loop there, while the context does not run, or in a handler that the context destroys.
    /// Throws std::system_error without file descriptors.
    explicit EventLoop(asio::io_context& context);
    ~EventLoop() override;

    /// Runs `task` on the loop's thread, after returning. Never blocks.
    void post(Task task);

    void dispatch(Task task)
    {
        if (isLoopThread())
            task();
        else
            post(std::move(task));
    }

    /// Runs `task` after the loop's current work, before it waits; Asio's queue would poll all
    /// sockets first. Not after stop(). Loop's thread only. As post() on a caller's io_context.
    void defer(Task task);

    /// As defer(), but after all defer() tasks, when a driver is about to wait: a caller with a
    /// reply writes its next command before the loop reads on.
    void deferToWait(Task task);

    /// Joins the background thread; remaining tasks never run. Call it before destroying what
    /// handlers use. Idempotent. With a background thread: not on the loop's thread, nor during
    /// await() or call().
    void stop() noexcept;

    /// Runs `task` on the loop's thread and waits for its result. Runs it at once on that thread,
    /// or after stop(). `task` must not wait.
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

    /// Runs `start(handler)` on the loop's thread; blocks until `handler` gets a T. Not on that
    /// thread.
    template <class T, class F> T await(F start)
    {
        // A faulty handler may be called twice, or too late.
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
    /// False on a caller's io_context.
    [[nodiscard]] bool hasThread() const noexcept;
    /// Whether this thread may await().
    [[nodiscard]] bool canAwait() const noexcept { return hasThread() && !isLoopThread(); }
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
