// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scheduler.h"

#include <functional>
#include <future>
#include <memory>
#include <type_traits>

namespace asio {
class io_context;
}

namespace lockkeeper {

/// The one event loop of a client: an Asio io_context and the background thread that runs it.
/// Connections, attempts, renewals and watchers of one client all live on this thread, so none of
/// them needs a mutex.
///
/// Thread-safety: post(), call() and isLoopThread() from any thread; the Scheduler members and
/// context() on the loop's thread only (or before anything was posted).
class EventLoop final : public Scheduler {
public:
    /// Starts the thread. Throws std::system_error if the system has no thread to give.
    EventLoop();
    /// Stops the loop and joins its thread. Tasks not yet run are dropped.
    ~EventLoop() override;

    /// Runs `task` on the loop's thread, after this call has returned. Never blocks.
    void post(std::function<void()> task);

    /// Ends the thread; what was not yet run never will be. Owners whose handlers refer to them
    /// call this before they take themselves apart. Idempotent; not from the loop's own thread.
    void stop() noexcept;

    /// Runs `task` on the loop's thread and waits for its result; on the loop's own thread, or
    /// after stop(), runs it at once. `task` must not wait for anything.
    template <class F> auto call(F task) -> std::invoke_result_t<F>
    {
        if (isLoopThread() || isStopped())
            return task();
        // Shared: the caller may wake up, and leave, before the task has quite returned.
        auto packaged
            = std::make_shared<std::packaged_task<std::invoke_result_t<F>()>>(std::move(task));
        auto result = packaged->get_future();
        post([packaged] { (*packaged)(); });
        return result.get();
    }

    /// Runs `start(handler)` on the loop's thread and waits until somebody calls the handler, once,
    /// with a T. Not from the loop's own thread.
    template <class T, class F> T await(F start)
    {
        auto promise = std::make_shared<std::promise<T>>();
        auto result = promise->get_future();
        post([&start, promise] {
            start([promise](T value) { promise->set_value(std::move(value)); });
        });
        return result.get();
    }

    [[nodiscard]] bool isLoopThread() const noexcept;
    [[nodiscard]] bool isStopped() const noexcept;
    [[nodiscard]] asio::io_context& context() noexcept;

    TimerId schedule(SteadyTime when, std::function<void()> task) override;
    void cancel(TimerId id) noexcept override;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper
