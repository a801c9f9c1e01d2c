// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/event_loop.h"

#include "core/timer_queue.h"

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <atomic>
#include <deque>
#include <thread>
#include <utility>
#include <vector>

namespace lockkeeper {
namespace {

/// How long the background thread leaves the loop alone after a caller has driven it: the next one
/// then need not take it from that thread. What becomes due meanwhile waits for this long.
constexpr std::chrono::milliseconds kNap{2};

using WorkGuard = asio::executor_work_guard<asio::io_context::executor_type>;

} // namespace

struct EventLoop::Private {
    explicit Private(asio::io_context* callers)
        : own(callers == nullptr ? std::make_unique<asio::io_context>(1) : nullptr)
        , context(callers == nullptr ? *own : *callers)
        , timers(std::make_shared<TimerQueue>(context))
    {
        if (own)
            work.emplace(own->get_executor());
    }

    /// The background thread.
    void run() noexcept;
    void driveInBackground() noexcept;
    /// Begins what a caller waits for; what that puts off runs right behind it, and not in Asio's
    /// queue behind a look at all sockets.
    void begin(const std::function<void()>& start);
    /// Drives for one that waits, until it is done.
    void drive(const Waiter& waiter);
    void leave() LK_REQUIRES(mutex);

    std::unique_ptr<asio::io_context> own;
    asio::io_context& context;
    std::shared_ptr<TimerQueue> timers;
    std::optional<WorkGuard> work;
    std::thread thread;

    // On the loop's thread only.
    bool isBeginning = false;
    std::vector<std::function<void()>> putOff; ///< (isBeginning)

    std::atomic<std::thread::id> driver{}; ///< no thread: nobody drives
    std::atomic<bool> isYieldWanted{false}; ///< the background thread is to make way
    std::atomic<bool> isStopped{false};

    Mutex mutex;
    Condition backgroundWakeUp;
    std::deque<Waiter*> waiting LK_GUARDED_BY(mutex);
    bool isDriven LK_GUARDED_BY(mutex) = false;
    bool isBackgroundAsleep LK_GUARDED_BY(mutex) = false;
    std::uint64_t drives LK_GUARDED_BY(mutex) = 0; ///< by callers
};

EventLoop::EventLoop()
    : m_d(std::make_shared<Private>(nullptr))
{
    m_d->thread = std::thread([d = m_d.get()] { d->run(); });
}

EventLoop::EventLoop(asio::io_context& context)
    : m_d(std::make_shared<Private>(&context))
{ }

EventLoop::~EventLoop()
{
    stop();
    if (!m_d->own)
        return;
    // Handlers still queued are destroyed with the context, and what they own may cancel timers:
    // the (cleared) queue has to outlive it.
    m_d->work.reset();
    m_d->own.reset();
}

void EventLoop::stop() noexcept
{
    m_d->isStopped = true;
    if (m_d->thread.joinable()) {
        m_d->own->stop();
        {
            const MutexLock lock(m_d->mutex);
            m_d->backgroundWakeUp.notify();
        }
        m_d->thread.join();
    }
    m_d->timers->clear();
}

void EventLoop::post(std::function<void()> task)
{
    if (m_d->own)
        return asio::post(m_d->context, std::move(task));
    // The context outlives this object.
    asio::post(m_d->context, [weak = std::weak_ptr(m_d), task = std::move(task)] {
        const auto d = weak.lock();
        if (d && !d->isStopped)
            task();
    });
}

void EventLoop::runNext(std::function<void()> task)
{
    if (m_d->isBeginning)
        m_d->putOff.push_back(std::move(task));
    else
        post(std::move(task));
}

bool EventLoop::isLoopThread() const noexcept
{
    if (!m_d->own)
        return m_d->context.get_executor().running_in_this_thread();
    return m_d->driver.load(std::memory_order_relaxed) == std::this_thread::get_id();
}

bool EventLoop::isStopped() const noexcept
{
    return m_d->isStopped;
}

bool EventLoop::hasThread() const noexcept
{
    return m_d->own != nullptr;
}

asio::io_context& EventLoop::context() noexcept
{
    return m_d->context;
}

Scheduler::TimerId EventLoop::schedule(SteadyTime when, std::function<void()> task)
{
    return m_d->timers->add(when, std::move(task));
}

void EventLoop::cancel(TimerId id) noexcept
{
    m_d->timers->remove(id);
}

void EventLoop::waitFor(Waiter& waiter, const std::function<void()>& start)
{
    Private& d = *m_d;
    MutexLock lock(d.mutex);
    if (d.own && !d.isDriven) {
        d.isDriven = waiter.isDriving = true;
        d.driver = std::this_thread::get_id();
        lock.unlock();
        d.begin(start);
        d.drive(waiter);
        lock.lock();
        return d.leave();
    }
    d.waiting.push_back(&waiter);
    d.isYieldWanted = true;
    lock.unlock();
    asio::post(d.context, [&start] { start(); });
    lock.lock();
    while (!waiter.isDone && !waiter.isDriving)
        waiter.wakeUp.wait(d.mutex);
    if (!waiter.isDriving) {
        std::erase(d.waiting, &waiter);
        return;
    }
    d.driver = std::this_thread::get_id();
    lock.unlock();
    d.drive(waiter);
    lock.lock();
    d.leave();
}

void EventLoop::wake(Waiter& waiter)
{
    // The one that drives looks at it itself.
    if (waiter.isDriving) {
        waiter.isDone = true;
        return;
    }
    const MutexLock lock(m_d->mutex);
    waiter.isDone = true;
    waiter.wakeUp.notify();
}

void EventLoop::Private::begin(const std::function<void()>& start)
{
    isBeginning = true;
    start();
    isBeginning = false;
    for (const auto& task : std::exchange(putOff, {}))
        task();
}

void EventLoop::Private::drive(const Waiter& waiter)
{
    while (!waiter.isDone)
        context.run_one();
}

/// Hands the loop on to the next that waits; to the background thread if there is none.
void EventLoop::Private::leave()
{
    ++drives;
    isDriven = false;
    driver = std::thread::id();
    while (!waiting.empty()) {
        Waiter& next = *waiting.front();
        waiting.pop_front();
        if (next.isDone)
            continue; // on its way out
        isDriven = next.isDriving = true;
        return next.wakeUp.notify();
    }
    if (isBackgroundAsleep)
        backgroundWakeUp.notify();
}

void EventLoop::Private::run() noexcept
{
    MutexLock lock(mutex);
    std::uint64_t seen = drives;
    while (!isStopped) {
        if (drives != std::exchange(seen, drives)) {
            backgroundWakeUp.waitFor(mutex, kNap);
        } else if (isDriven) {
            isBackgroundAsleep = true;
            backgroundWakeUp.wait(mutex);
            isBackgroundAsleep = false;
        } else {
            isDriven = true;
            isYieldWanted = false;
            driver = std::this_thread::get_id();
            lock.unlock();
            driveInBackground();
            lock.lock();
            leave();
            seen = drives;
        }
    }
}

void EventLoop::Private::driveInBackground() noexcept
{
    while (!isYieldWanted && !isStopped)
        context.run_one();
}

} // namespace lockkeeper
