// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/loop/event_loop.h"

#include "core/loop/mutex.h"
#include "core/loop/timer_queue.h"

#include <algorithm>
#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <atomic>
#include <bit>
#include <thread>
#include <utility>
#include <vector>

namespace lockkeeper {
namespace {

/// How long the background thread leaves the loop alone after a caller has driven it. The next
/// caller then need not take the loop from that thread, and the thread need not wake up often.
/// Replies and the connections' own timers wait for up to this long; schedule() and posted tasks do
/// not.
constexpr std::chrono::milliseconds kNap{20};

/// With this many callers at a time, the background thread drives for all of them and they only
/// sleep. Handing the loop from one caller to the next would cost a wake-up and cold caches each
/// time.
constexpr std::size_t kCrowd = 6;
/// It continues to drive for this many calls after there are fewer callers.
constexpr unsigned kCrowdLasts = 64;

/// Read pending replies before starting new requests: their handlers often issue more commands, and
/// all of them then share one write per master. Bounded, so that new requests are not starved.
constexpr unsigned kMostReadFirst = 64;
/// One yield counts as this many polls: the scheduler may not return for a whole time slice.
constexpr unsigned kYieldCounts = 16;

using WorkGuard = asio::executor_work_guard<asio::io_context::executor_type>;

} // namespace

struct EventLoop::Private : std::enable_shared_from_this<Private> {
    // Only one thread drives at a time, so sockets need no locks in Asio. Posting keeps its own.
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

    /// Main function of the background thread.
    void run() noexcept;
    void nap() LK_REQUIRES(mutex);
    void driveInBackground() noexcept;
    /// Returns true if the driver must be notified: this is the first task since it last looked.
    [[nodiscard]] bool enqueue(Task task) LK_REQUIRES(mutex);
    /// Sends one notification for all tasks that are queued before the driver looks.
    void tellDriver()
    {
        asio::post(context, [keep = shared_from_this()] { keep->isQueueDue = true; });
    }
    /// Runs what is ready; blocks if there is nothing to do.
    void turn() noexcept;
    void runQueued();
    void runPutOff() noexcept;
    /// Starts what a caller waits for; drive() follows.
    void begin(const std::function<void()>& start) noexcept;
    /// Call when no thread drives any more.
    void dropQueued() noexcept;
    /// Drives until the waiter is done. Returns false if it was done already, so that no turn was
    /// run.
    bool drive(const Waiter& waiter) noexcept;
    /// Blocks until the waiter is done, or has to drive.
    void sleep(const Waiter& waiter) noexcept;
    /// Wakes the sleeping waiters that are done, with one system call. Called after runPutOff(), so
    /// that writes go out first.
    void wakeDone() noexcept;
    /// Adds a waiter while another thread drives.
    void add(const std::shared_ptr<Waiter>& waiter) LK_REQUIRES(mutex);
    void leave(bool hasDriven) LK_REQUIRES(mutex);

    std::unique_ptr<asio::io_context> own;
    asio::io_context& context;
    std::shared_ptr<TimerQueue> timers;
    std::optional<WorkGuard> work;
    std::thread thread;

    // On the loop's thread only.
    std::vector<Task> putOff;
    // The tasks that run now. Members, to reuse their memory.
    std::vector<Task> putOffNow;
    std::vector<Task> queuedNow;
    Sleepers::Bits done = 0; ///< bits of waiters that are done and still sleep
    std::size_t lastCallers = 0; ///< number of callers that started together
    bool isQueueDue = false; ///< the driver has been notified of tasks in `queued`
    unsigned readFirst = 0; ///< polls for replies since isQueueDue was set
    bool hasYielded = false; ///< since isQueueDue was set and the last reply was read

    std::atomic<std::thread::id> driver{}; ///< default value: no thread drives
    std::atomic<bool> isYieldWanted{false}; ///< the background thread must give up the loop
    std::atomic<bool> isStopped{false};

    Sleepers sleepers;

    Mutex mutex;
    Condition backgroundWakeUp;
    /// Waiters that do not drive, in order of arrival; some of them may be done.
    std::vector<std::shared_ptr<Waiter>> waiting LK_GUARDED_BY(mutex);
    std::vector<Task> queued LK_GUARDED_BY(mutex); ///< tasks posted by other threads
    Sleepers::Bits lastBit LK_GUARDED_BY(mutex) = 1; ///< last bit given to a waiter
    std::size_t queuedCallers LK_GUARDED_BY(mutex) = 0; ///< number of callers in `queued`
    bool isDriven LK_GUARDED_BY(mutex) = false;
    /// To the background thread, which must drive now.
    bool isHandedOver LK_GUARDED_BY(mutex) = false;
    unsigned crowdLeft LK_GUARDED_BY(mutex) = 0; ///< calls for which the background thread drives
    bool isBackgroundAsleep LK_GUARDED_BY(mutex) = false;
    SteadyTime napEnd LK_GUARDED_BY(mutex) = SteadyTime::min(); ///< end of the current nap
    SteadyTime nextTimer LK_GUARDED_BY(mutex) = SteadyTime::max(); ///< valid while no thread drives
    std::uint64_t drives LK_GUARDED_BY(mutex) = 0; ///< how often a thread has driven the loop
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
    // Queued tasks may own sockets of the context. Objects owned by its handlers may cancel timers,
    // so the (cleared) timer queue must outlive the context.
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
        const bool isToTell = m_d->enqueue(std::move(task));
        if (!m_d->isDriven)
            m_d->backgroundWakeUp.notify();
        lock.unlock();
        if (isToTell)
            m_d->tellDriver();
        return;
    }
    // The context outlives this object.
    asio::post(m_d->context, [weak = std::weak_ptr(m_d), task = std::move(task)]() mutable {
        const auto d = weak.lock();
        if (d && !d->isStopped)
            task();
    });
}

void EventLoop::putOff(Task task)
{
    if (!m_d->own)
        return post(std::move(task));
    m_d->putOff.push_back(std::move(task));
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

void EventLoop::waitFor(const std::shared_ptr<Waiter>& waiter, const std::function<void()>& start)
{
    Private& d = *m_d;
    if (!d.own) {
        post([&start] { start(); });
        return d.sleep(*waiter);
    }
    MutexLock lock(d.mutex);
    if (!d.isDriven) {
        d.isDriven = true;
        waiter->state = Waiter::State::Driving;
        d.driver = std::this_thread::get_id();
        lock.unlock();
        d.begin(start);
        const bool hasDriven = d.drive(*waiter);
        lock.lock();
        return d.leave(hasDriven);
    }
    d.add(waiter);
    const bool isToTell = d.enqueue([&start] { start(); });
    lock.unlock();
    if (isToTell)
        d.tellDriver();
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
    // After the state is Done, the waiter may be gone, and with it a loop that has no thread.
    const auto threadless = m_d->own ? nullptr : m_d;
    // A driving waiter checks its own state.
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
    runPutOff();
    wakeDone();
    if (!isQueueDue) {
        context.run_one();
        return;
    }
    if (readFirst < kMostReadFirst && context.poll_one() != 0) {
        ++readFirst;
        hasYielded = false;
        return;
    }
    // If several callers started together the last time, more are about to: those that were woken
    // along with the first one, and those whose replies the servers are about to send. One write
    // per master for all of them saves more than the yield costs.
    if (lastCallers > 1 && readFirst < kMostReadFirst && !std::exchange(hasYielded, true)) {
        readFirst += kYieldCounts;
        std::this_thread::yield();
        return;
    }
    isQueueDue = hasYielded = false;
    readFirst = 0;
    runQueued();
}

void EventLoop::Private::runQueued()
{
    {
        const MutexLock lock(mutex);
        queuedNow.swap(queued);
        lastCallers = std::exchange(queuedCallers, 0);
    }
    for (Task& task : queuedNow)
        task();
    queuedNow.clear();
}

void EventLoop::Private::begin(const std::function<void()>& start) noexcept
{
    start();
}

void EventLoop::Private::runPutOff() noexcept
{
    while (!putOff.empty()) {
        putOffNow.swap(putOff);
        for (Task& task : putOffNow)
            task();
        putOffNow.clear();
    }
}

bool EventLoop::Private::drive(const Waiter& waiter) noexcept
{
    bool hasDriven = false;
    for (; waiter.state != Waiter::State::Done; hasDriven = true)
        turn();
    // No thread may look at the loop for a while.
    runPutOff();
    wakeDone();
    return hasDriven;
}

void EventLoop::Private::add(const std::shared_ptr<Waiter>& waiter)
{
    // Waiters that are done are removed here, when the next one comes: another lock would cost them
    // more.
    std::erase_if(waiting, [](const auto& other) { return other->state == Waiter::State::Done; });
    waiter->bit = lastBit = std::rotl(lastBit, 1);
    waiting.push_back(waiter);
    ++queuedCallers;
    if (waiting.size() >= kCrowd)
        crowdLeft = kCrowdLasts;
    else if (crowdLeft > 0)
        --crowdLeft;
    if (crowdLeft == 0)
        isYieldWanted = true;
}

/// Hands the loop on to the next waiter; to the background thread if there is none, or a crowd.
void EventLoop::Private::leave(bool hasDriven)
{
    drives += hasDriven ? 1 : 0;
    driver = std::thread::id();
    isDriven = isHandedOver = crowdLeft > 0 && !isStopped;
    if (isHandedOver)
        return backgroundWakeUp.notify();
    const auto isWaiting
        = [](const auto& waiter) { return waiter->state == Waiter::State::Waiting; };
    if (const auto found = std::ranges::find_if(waiting, isWaiting); found != waiting.end()) {
        const auto next = *found;
        waiting.erase(found);
        isDriven = true;
        next->state = Waiter::State::Driving;
        return sleepers.wake(next->bit);
    }
    nextTimer = timers->nextLook();
    if (isBackgroundAsleep || !queued.empty() || nextTimer < napEnd)
        backgroundWakeUp.notify();
}

void EventLoop::Private::nap()
{
    napEnd = std::min(BootClock::now() + kNap, nextTimer);
    backgroundWakeUp.waitUntil(mutex, napEnd);
    napEnd = SteadyTime::min();
}

void EventLoop::Private::run() noexcept
{
    MutexLock lock(mutex);
    std::uint64_t seen = drives;
    while (!isStopped) {
        const bool isMine = std::exchange(isHandedOver, false);
        const bool isInUse = drives != std::exchange(seen, drives);
        if (!isMine && isInUse && queued.empty()) {
            nap();
        } else if (!isMine && isDriven) {
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
            leave(true);
            seen = drives;
        }
    }
}

void EventLoop::Private::driveInBackground() noexcept
{
    while (!isYieldWanted && !isStopped)
        turn();
    wakeDone();
}

void EventLoop::Private::dropQueued() noexcept
{
    const auto droppedToo = std::exchange(putOff, {});
    std::vector<Task> dropped;
    const MutexLock lock(mutex);
    dropped.swap(queued);
}

} // namespace lockkeeper
