// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/event_loop.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace lockkeeper::tests::event_loop_test {

namespace {

constexpr int kTerminated = 42;
constexpr int kLeftByAnException = 43;

/// The exit code of a child that does `task`; kTerminated if std::terminate() ended it.
int exitCodeOf(const std::function<void()>& task)
{
    const pid_t child = ::fork();
    if (child == 0) {
        std::set_terminate([] { ::_exit(kTerminated); });
        try {
            task();
        } catch (const std::exception&) {
            ::_exit(kLeftByAnException);
        }
        ::_exit(0);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::size_t openDescriptors()
{
    const std::filesystem::directory_iterator descriptors("/proc/self/fd");
    return static_cast<std::size_t>(std::distance(begin(descriptors), end(descriptors)));
}

[[noreturn]] void fails()
{
    throw std::runtime_error("a handler failed");
}

/// Many callers that all wait for each other, in several rounds. Tells which threads began what
/// they wanted in the last round.
class Crowd {
public:
    explicit Crowd(EventLoop& loop)
        : m_loop(loop)
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < kCallers; ++i)
            threads.emplace_back([this] { call(); });
        for (const std::jthread& thread : threads)
            m_callers.push_back(thread.get_id());
    }

    [[nodiscard]] bool isServedByOneOfItself() const
    {
        return std::ranges::any_of(m_drivers, [this](std::thread::id driver) {
            return std::ranges::find(m_callers, driver) != m_callers.end();
        });
    }

private:
    static constexpr std::size_t kCallers = 8;
    static constexpr int kRounds = 20;

    void call()
    {
        for (int round = 0; round < kRounds; ++round)
            (void)m_loop.await<bool>([this](std::function<void(bool)> done) {
                if (m_handlers.empty())
                    m_drivers.clear();
                m_drivers.push_back(std::this_thread::get_id());
                m_handlers.push_back(std::move(done));
                if (m_handlers.size() < kCallers)
                    return;
                for (const auto& handler : std::exchange(m_handlers, {}))
                    handler(true);
            });
    }

    EventLoop& m_loop;
    std::vector<std::thread::id> m_callers;
    // On the loop's thread only.
    std::vector<std::thread::id> m_drivers;
    std::vector<std::function<void(bool)>> m_handlers;
};

/// The thread on which the loop begins what this one wants.
std::thread::id driverFor(EventLoop& loop)
{
    return loop.await<std::thread::id>([](const auto& done) { done(std::this_thread::get_id()); });
}

/// Always has something else to do.
void keepBusy(asio::io_context& context)
{
    asio::post(context, [&context] { keepBusy(context); });
}

} // namespace

class EventLoopTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whoIsAloneDrivesForItself()
    {
        EventLoop loop;
        QCOMPARE(driverFor(loop), std::this_thread::get_id());
    }

    void theBackgroundThreadServesACrowd()
    {
        EventLoop loop;
        QVERIFY(!Crowd(loop).isServedByOneOfItself());
    }

    void whoIsAloneAfterACrowdDrivesForItselfAgain()
    {
        EventLoop loop;
        const Crowd crowd(loop);
        QVERIFY(driverFor(loop) != std::this_thread::get_id());
        std::vector<std::thread::id> drivers;
        for (int i = 0; i < 100; ++i)
            drivers.push_back(driverFor(loop));
        QCOMPARE(drivers.back(), std::this_thread::get_id());
    }

    void whatACallerWantsIsBegunHoweverBusyTheLoopIs()
    {
        EventLoop loop;
        loop.post([&loop] { keepBusy(loop.context()); });
        QVERIFY(loop.await<bool>([](const auto& done) { done(true); }));
        std::jthread([&loop] { QVERIFY(loop.await<bool>([](const auto& done) { done(true); })); });
    }

    void callersThatNeedNotWaitStarveNobody()
    {
        EventLoop loop;
        const auto limit = BootClock::now() + 30s;
        std::atomic<bool> isRun = false;
        loop.call([&] { loop.schedule(BootClock::now() + 5ms, [&isRun] { isRun = true; }); });
        while (!isRun && BootClock::now() < limit)
            loop.call([] {});
        QVERIFY(isRun);
        loop.stop();
    }

    /// A nap that no timer ends lasts for 20 ms from its beginning, each time. One that a timer
    /// ends may last as long on a busy machine, but not each time.
    void aTimerEndsTheNap()
    {
        const SystemClock clock;
        bool isInTime = false;
        for (int i = 0; i < 200 && !isInTime; ++i) {
            EventLoop loop;
            std::promise<void> isUp; // the background thread
            loop.post([&isUp] { isUp.set_value(); });
            isUp.get_future().wait();
            const SteadyTime start = clock.now();
            std::promise<SteadyTime> ran;
            // Done a step later, so that this thread drives and the other naps behind it.
            (void)loop.await<bool>([&](const auto& done) {
                loop.schedule(start + 5ms, [&] { ran.set_value(clock.now()); });
                loop.post([done] { done(true); });
            });
            isInTime = ran.get_future().get() < start + 15ms;
        }
        QVERIFY(isInTime);
    }

    void aCallersContextRunsWhatOthersWaitFor()
    {
        asio::io_context context;
        EventLoop loop(context);
        std::thread::id driver;
        std::jthread other([&] {
            loop.call([&driver] { driver = std::this_thread::get_id(); });
            context.stop();
        });
        const auto work = asio::make_work_guard(context);
        context.run();
        other.join();
        QCOMPARE(driver, std::this_thread::get_id());
    }

    void aTimerThatHasRunLeavesTheContextIdle()
    {
        asio::io_context context;
        EventLoop loop(context);
        bool isRun = false;
        loop.schedule(BootClock::now() + 1ms, [&isRun] { isRun = true; });
        QVERIFY(context.run() > 0); // until there is nothing to wait for
        QVERIFY(isRun);
        QCOMPARE(context.poll(), std::size_t(0));
        loop.schedule(BootClock::now() + 1h, [] {});
        context.restart();
        QCOMPARE(context.poll(), std::size_t(0));
    }

    void anEarlierTimerRunsFirst()
    {
        asio::io_context context;
        EventLoop loop(context);
        std::vector<int> order;
        const SteadyTime start = BootClock::now();
        loop.schedule(start + 2ms, [&order] { order.push_back(2); });
        loop.schedule(start + 1ms, [&order] { order.push_back(1); });
        loop.schedule(SteadyTime::min(), [&order] { order.push_back(0); });
        context.run();
        QCOMPARE(order, (std::vector{0, 1, 2}));
    }

    void aLoopThatTheSystemHasNoDescriptorsForThrowsAndLeavesNoneOpen()
    {
#ifdef LOCKKEEPER_HAS_ASAN
        QSKIP("a sanitizer that looks at an exception needs descriptors itself");
#endif
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        const std::size_t open = openDescriptors();
        unsigned thrown = 0;
        bool isMade = false;
        for (rlim_t limit = 3; !isMade && limit < before.rlim_cur; ++limit) {
            const rlimit lowered{limit, before.rlim_max};
            QCOMPARE(::setrlimit(RLIMIT_NOFILE, &lowered), 0);
            try {
                const EventLoop loop;
                isMade = true;
            } catch (const std::system_error&) {
                ++thrown;
            }
            QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
            QCOMPARE(openDescriptors(), open);
        }
        QVERIFY(isMade);
        QVERIFY(thrown > 0);
    }

    // A handler may run on a thread that waits for something else: an exception has nowhere to go.

    void aHandlerThatThrowsEndsTheProgram()
    {
        const auto task = [] {
            EventLoop loop;
            (void)loop.await<bool>([&](const auto& done) {
                loop.post(fails);
                loop.post([done] { done(true); });
            });
        };
        QCOMPARE(exitCodeOf(task), kTerminated);
    }

    void soDoesOneThatIsCalledAtOnce()
    {
        const auto task = [] {
            EventLoop loop;
            loop.call([&loop] { loop.dispatch(fails); });
        };
        QCOMPARE(exitCodeOf(task), kTerminated);
    }

    void soDoesATimer()
    {
        const auto task = [] {
            EventLoop loop;
            (void)loop.await<bool>([&](const auto&) { loop.schedule(SteadyTime{}, fails); });
        };
        QCOMPARE(exitCodeOf(task), kTerminated);
    }

    void soDoesOneThatTheBackgroundThreadCalls()
    {
        const auto task = [] {
            EventLoop loop;
            loop.post(fails);
            ::pause();
        };
        QCOMPARE(exitCodeOf(task), kTerminated);
    }
};

LOCKKEEPER_TEST(EventLoopTest)

} // namespace lockkeeper::tests::event_loop_test

#include "event_loop_test.moc"
