// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/loop/event_loop.h"

#include "core/loop/driver_policy.h"
#include "core/loop/mutex.h"
#include "core/loop/scheduler.h"

#include <absl/container/btree_map.h>
#include <absl/container/flat_hash_map.h>
#include <algorithm>
#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/post.hpp>
#include <atomic>
#include <cerrno>
#include <memory>
#include <optional>
#include <sys/timerfd.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace lockkeeper {

/// All timers on one timerfd, set only when the first one changes: small enough for a timer per
/// lease. Counts BootClock's time: timers due in a suspension run right after it. Thread: the
/// loop's.
class TimerQueue : public std::enable_shared_from_this<TimerQueue> {
public:
    explicit TimerQueue(asio::io_context& context);

    /// Never runs at SteadyTime::max().
    Scheduler::TimerId add(SteadyTime when, Scheduler::Task task);
    void remove(Scheduler::TimerId id) noexcept;
    [[nodiscard]] SteadyTime nextWakeUp() const noexcept { return m_armedFor; }
    /// Also drops the context; add() does nothing afterwards.
    void clear() noexcept;

private:
    using Key = std::pair<SteadyTime, Scheduler::TimerId>;

    void arm();
    void runDue();

    /// Empty after clear(): the context may be gone.
    std::optional<asio::posix::stream_descriptor> m_timer;
    absl::btree_map<Key, Scheduler::Task> m_tasks;
    absl::flat_hash_map<Scheduler::TimerId, SteadyTime> m_times;
    Scheduler::TimerId m_last = Scheduler::kNoTimer;
    SteadyTime m_armedFor = SteadyTime::max();
    bool m_isAwaited = false;
};

namespace {

void setTimer(int timer, SteadyTime when) noexcept
{
    using namespace std::chrono;
    // Zero disarms a timerfd.
    const auto time = std::max(when.time_since_epoch(), SteadyTime::duration(1));
    const auto whole = floor<seconds>(time);
    itimerspec spec{};
    spec.it_value.tv_sec = whole.count();
    spec.it_value.tv_nsec = (time - whole).count();
    ::timerfd_settime(timer, TFD_TIMER_ABSTIME, &spec, nullptr); // fails for wrong arguments only
}

} // namespace

TimerQueue::TimerQueue(asio::io_context& context)
    : m_timer(std::in_place, context)
{
    const int timer = ::timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (timer < 0)
        throw std::system_error(errno, std::generic_category(), "timerfd_create");
    asio::error_code error;
    m_timer->assign(timer, error);
    if (error) {
        ::close(timer);
        throw std::system_error(error, "timerfd");
    }
}

Scheduler::TimerId TimerQueue::add(SteadyTime when, Scheduler::Task task)
{
    const Scheduler::TimerId id = ++m_last;
    if (!m_timer)
        return id;
    m_tasks.emplace(Key(when, id), std::move(task));
    m_times.emplace(id, when);
    arm();
    return id;
}

void TimerQueue::remove(Scheduler::TimerId id) noexcept
{
    const auto found = m_times.find(id);
    if (found == m_times.end())
        return;
    const auto task = m_tasks.extract(Key(found->second, id));
    m_times.erase(found);
    // The task's destructor may call remove().
}

void TimerQueue::clear() noexcept
{
    m_timer.reset();
    m_times.clear();
    const auto tasks = std::exchange(m_tasks, {});
}

/// Keeps a removed timer's time, as a needless wake-up is cheaper than a system call. Setting the
/// timerfd clears its count, so nobody reads it.
void TimerQueue::arm()
{
    if (!m_timer || m_tasks.empty() || m_tasks.begin()->first.first >= m_armedFor)
        return;
    m_armedFor = m_tasks.begin()->first.first;
    setTimer(m_timer->native_handle(), m_armedFor);
    if (std::exchange(m_isAwaited, true))
        return;
    m_timer->async_wait(asio::posix::stream_descriptor::wait_read,
        [weak = weak_from_this()](const asio::error_code& error) {
            const auto self = weak.lock();
            if (!error && self)
                self->runDue();
        });
}

void TimerQueue::runDue()
{
    m_isAwaited = false;
    m_armedFor = SteadyTime::max();
    const SteadyTime now = BootClock::now();
    // Timers added meanwhile wait for a later turn.
    const Scheduler::TimerId last = m_last;
    while (!m_tasks.empty()) {
        const auto [when, id] = m_tasks.begin()->first;
        if (when > now || id > last)
            break;
        auto task = m_tasks.extract(m_tasks.begin());
        m_times.erase(id);
        task.mapped()();
    }
    arm();
}

namespace {

using WorkGuard = asio::executor_work_guard<asio::io_context::executor_type>;

} // namespace

struct EventLoop::Private : std::enable_shared_from_this<Private> {
    // One thread drives at a time, so Asio's sockets need no locks. Posting has its own.
    explicit Private(asio::io_context* callers)
        : own(callers == nullptr
                ? std::make_unique<asio::io_context>(ASIO_CONCURRENCY_HINT_UNSAFE_IO)
                : nullptr)
        , context(callers == nullptr ? *own : *callers)
        , timers(std::make_shared<TimerQueue>(context))
    {
        if (own)
            work.emplace(own->get_executor());
    }

    void run() noexcept;
    void driveInBackground() noexcept;
    [[nodiscard]] bool enqueue(Task task) LK_REQUIRES(mutex);
    /// One for all tasks queued before the driver looks.
    void notifyDriver()
    {
        asio::post(context, [keep = shared_from_this()] { keep->turns.noteQueued(); });
    }
    void turn() noexcept;
    void runQueued();
    void runDeferred(std::vector<Task>& tasks) noexcept;
    static void begin(const std::function<void()>& start) noexcept;
    void dropQueued() noexcept;
    bool drive(const Waiter& waiter) noexcept;
    void sleep(const Waiter& waiter) noexcept;
    /// One system call, after runDeferred(): writes go first.
    void wakeDone() noexcept;
    void leave(bool hasDriven) LK_REQUIRES(mutex);
    void wakeNext(const DriverPolicy::Next& next) LK_REQUIRES(mutex);

    std::unique_ptr<asio::io_context> own;
    asio::io_context& context;
    std::shared_ptr<TimerQueue> timers;
    std::optional<WorkGuard> work;
    std::thread thread;

    // Loop's thread.
    std::vector<Task> defer;
    std::vector<Task> deferToWait;
    // Members reuse memory.
    std::vector<Task> runningDeferred;
    std::vector<Task> queuedNow;
    Sleepers::Bits done = 0;
    TurnPolicy turns;

    std::atomic<std::thread::id> driver{};
    std::atomic<bool> mustYield{false}; ///< the background thread gives up the loop
    std::atomic<bool> isStopped{false};

    Sleepers sleepers;

    Mutex mutex;
    Condition backgroundWakeUp;
    DriverPolicy drivers LK_GUARDED_BY(mutex);
    std::vector<Task> queued LK_GUARDED_BY(mutex);
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
    // The timer queue outlives the context: queued tasks may own sockets, handlers' objects may
    // cancel timers.
    m_d->dropQueued();
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
            m_d->drivers.stop();
            m_d->backgroundWakeUp.notify();
        }
        m_d->thread.join();
    }
    m_d->timers->clear();
    m_d->dropQueued();
}

void EventLoop::post(Task task)
{
    if (m_d->own) {
        MutexLock lock(m_d->mutex);
        const bool mustNotify = m_d->enqueue(std::move(task));
        if (!m_d->drivers.isDriven())
            m_d->backgroundWakeUp.notify();
        lock.unlock();
        if (mustNotify)
            m_d->notifyDriver();
        return;
    }
    asio::post(m_d->context, [weak = std::weak_ptr(m_d), task = std::move(task)]() mutable {
        const auto d = weak.lock();
        if (d && !d->isStopped)
            task();
    });
}

void EventLoop::defer(Task task)
{
    if (!m_d->own)
        return post(std::move(task));
    m_d->defer.push_back(std::move(task));
}

void EventLoop::deferToWait(Task task)
{
    if (!m_d->own)
        return post(std::move(task));
    m_d->deferToWait.push_back(std::move(task));
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

Scheduler::TimerId EventLoop::schedule(SteadyTime when, Task task)
{
    return m_d->timers->add(when, std::move(task));
}

void EventLoop::cancel(TimerId id) noexcept
{
    m_d->timers->remove(id);
}

void EventLoop::waitFor(const std::shared_ptr<Waiter>& waiter, const std::function<void()>& start)
{
    Private& d = *m_d;
    if (!d.own) {
        post([&start] { start(); });
        return d.sleep(*waiter);
    }
    MutexLock lock(d.mutex);
    if (d.drivers.tryDrive(*waiter)) {
        d.driver = std::this_thread::get_id();
        lock.unlock();
        Private::begin(start);
        const bool hasDriven = d.drive(*waiter);
        lock.lock();
        return d.leave(hasDriven);
    }
    d.drivers.join(waiter);
    if (d.drivers.isBackgroundUnwanted())
        d.mustYield = true;
    const bool mustNotify = d.enqueue([&start] { start(); });
    lock.unlock();
    if (mustNotify)
        d.notifyDriver();
    d.sleep(*waiter);
    if (waiter->state == Waiter::State::Done)
        return;
    d.driver = std::this_thread::get_id();
    const bool hasDriven = d.drive(*waiter);
    lock.lock();
    d.leave(hasDriven);
}

void EventLoop::wake(Waiter& waiter)
{
    // After Done, the waiter may be gone, and with it a loop without a thread.
    const auto threadless = m_d->own ? nullptr : m_d;
    if (waiter.state != Waiter::State::Driving)
        m_d->done |= waiter.bit;
    waiter.state = Waiter::State::Done;
    if (threadless)
        threadless->wakeDone();
}

void EventLoop::Private::sleep(const Waiter& waiter) noexcept
{
    while (true) {
        const Sleepers::Ticket ticket = sleepers.ticket();
        if (waiter.state != Waiter::State::Waiting)
            return;
        sleepers.sleep(ticket, waiter.bit);
    }
}

void EventLoop::Private::wakeDone() noexcept
{
    if (const Sleepers::Bits bits = std::exchange(done, 0); bits != 0)
        sleepers.wake(bits);
}

bool EventLoop::Private::enqueue(Task task)
{
    queued.push_back(std::move(task));
    return queued.size() == 1;
}

void EventLoop::Private::turn() noexcept
{
    runDeferred(defer);
    wakeDone();
    runDeferred(deferToWait);
    if (!defer.empty())
        return;
    if (!turns.isQueueDue()) {
        context.run_one();
        return;
    }
    if (turns.isReadFirst() && context.poll_one() != 0)
        return turns.noteRead();
    if (turns.takeYield())
        return std::this_thread::yield();
    runQueued();
}

void EventLoop::Private::runQueued()
{
    {
        const MutexLock lock(mutex);
        queuedNow.swap(queued);
        turns.noteBegun(drivers.takeJoined());
    }
    for (Task& task : queuedNow)
        task();
    queuedNow.clear();
}

void EventLoop::Private::begin(const std::function<void()>& start) noexcept
{
    start();
}

void EventLoop::Private::runDeferred(std::vector<Task>& tasks) noexcept
{
    while (!tasks.empty()) {
        runningDeferred.swap(tasks);
        for (Task& task : runningDeferred)
            task();
        runningDeferred.clear();
    }
}

bool EventLoop::Private::drive(const Waiter& waiter) noexcept
{
    bool hasDriven = false;
    for (; waiter.state != Waiter::State::Done; hasDriven = true)
        turn();
    // Perhaps no thread drives for a while now.
    runDeferred(defer);
    wakeDone();
    return hasDriven;
}

void EventLoop::Private::leave(bool hasDriven)
{
    driver = std::thread::id();
    wakeNext(drivers.leave(hasDriven, !queued.empty(), timers->nextWakeUp()));
}

void EventLoop::Private::wakeNext(const DriverPolicy::Next& next)
{
    if (next.driver)
        sleepers.wake(next.driver->bit);
    else if (next.isBackground)
        backgroundWakeUp.notify();
}

void EventLoop::Private::run() noexcept
{
    MutexLock lock(mutex);
    while (!isStopped) {
        switch (drivers.nextInBackground(!queued.empty(), BootClock::now())) {
        case DriverPolicy::Background::Nap:
            backgroundWakeUp.waitUntil(mutex, drivers.napEnd());
            drivers.backgroundIsAwake();
            break;
        case DriverPolicy::Background::Sleep:
            backgroundWakeUp.wait(mutex);
            drivers.backgroundIsAwake();
            break;
        case DriverPolicy::Background::Drive:
            mustYield = false;
            driver = std::this_thread::get_id();
            lock.unlock();
            driveInBackground();
            lock.lock();
            driver = std::thread::id();
            wakeNext(drivers.backgroundLeaves(!queued.empty(), timers->nextWakeUp()));
            break;
        }
    }
}

void EventLoop::Private::driveInBackground() noexcept
{
    while (!mustYield && !isStopped)
        turn();
    wakeDone();
}

void EventLoop::Private::dropQueued() noexcept
{
    const auto deferred = std::exchange(defer, {});
    const auto deferredToWait = std::exchange(deferToWait, {});
    std::vector<Task> dropped;
    const MutexLock lock(mutex);
    dropped.swap(queued);
}

} // namespace lockkeeper
