// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/event_loop.h"

#include <QtTest>
#include <sys/wait.h>
#include <unistd.h>

using namespace lockkeeper;

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

[[noreturn]] void fails()
{
    throw std::runtime_error("a handler failed");
}

} // namespace

/// A handler may run on a thread that waits for something else: an exception has nowhere to go.
class EventLoopTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
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

QTEST_APPLESS_MAIN(EventLoopTest)
#include "event_loop_test.moc"
