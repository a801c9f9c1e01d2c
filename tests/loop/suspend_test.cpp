// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/loop/event_loop.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <mutex>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace lockkeeper::tests::suspend_test {

// A machine that was suspended, as this process sees it: these definitions come before those of the
// C library. CLOCK_BOOTTIME has gone on, the other clocks have not, and a timer of the system that
// is set to a time that has passed meanwhile expires.
namespace {

struct Machine {
    std::mutex mutex;
    std::time_t suspendedFor = 0; ///< seconds
    int timer = -1; ///< the latest one that was set to a time of day, and so not by Asio
    itimerspec setTo{};
};

Machine& machine()
{
    static Machine that;
    return that;
}

/// With the mutex held. The kernel's clock has not gone on.
int setInKernel(const Machine& that, int timer, itimerspec spec, itimerspec* old)
{
    spec.it_value.tv_sec -= that.suspendedFor;
    if (spec.it_value.tv_sec < 0)
        spec.it_value = {0, 1};
    return static_cast<int>(::syscall(SYS_timerfd_settime, timer, TFD_TIMER_ABSTIME, &spec, old));
}

void suspend(std::chrono::seconds duration)
{
    Machine& that = machine();
    const std::lock_guard lock(that.mutex);
    that.suspendedFor += duration.count();
    if (that.timer >= 0)
        (void)setInKernel(that, that.timer, that.setTo, nullptr);
}

} // namespace

extern "C" int clock_gettime(clockid_t id, timespec* tp) noexcept
{
    const int result = static_cast<int>(::syscall(SYS_clock_gettime, id, tp));
    if (id != CLOCK_BOOTTIME)
        return result;
    Machine& that = machine();
    const std::lock_guard lock(that.mutex);
    tp->tv_sec += that.suspendedFor;
    return result;
}

extern "C" int timerfd_settime(
    int ufd, int flags, const itimerspec* utmr, itimerspec* otmr) noexcept
{
    if ((flags & TFD_TIMER_ABSTIME) == 0 || utmr->it_value.tv_sec == 0)
        return static_cast<int>(::syscall(SYS_timerfd_settime, ufd, flags, utmr, otmr));
    Machine& that = machine();
    const std::lock_guard lock(that.mutex);
    that.timer = ufd;
    that.setTo = *utmr;
    return setInKernel(that, ufd, *utmr, otmr);
}

using namespace lockkeeper::lock;

// Times of a clock that stands still while the machine is suspended are no deadlines.
static_assert(!std::is_convertible_v<std::chrono::steady_clock::time_point, SteadyTime>);
static_assert(!std::equality_comparable_with<std::chrono::steady_clock::time_point, SteadyTime>);

namespace {

std::optional<Lease> take(LockClient& client, std::chrono::milliseconds ttl)
{
    return leaseIn(client.acquire(Resource("r"), {.ttl = Ttl::from(ttl).value()}));
}

/// What the kernel tells of the timers of this process on CLOCK_BOOTTIME.
std::vector<QByteArray> bootTimers()
{
    std::vector<QByteArray> found;
    const QDir folder(QStringLiteral("/proc/self/fdinfo"));
    for (const QString& name : folder.entryList(QDir::Files)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QByteArray text = file.readAll();
        if (text.contains("clockid: " + QByteArray::number(CLOCK_BOOTTIME) + '\n'))
            found.push_back(text);
    }
    return found;
}

} // namespace

class SuspendTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { machine().timer = -1; }

    void aLeaseIsOverWhenTheMachineWakesUp()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client(servers.deployment(), Owner::thisProcess("test"));
        auto lease = take(client, 30s);
        QVERIFY(lease && lease->isHeld());
        suspend(1h);
        QVERIFY(!lease->isHeld());
        const auto extended = lease->extend(Ttl::from(30s).value());
        QVERIFY(!extended.has_value());
        QCOMPARE(extended.error().kind, ErrorClass::LeaseLost);
    }

    void theLossIsToldWhenTheMachineWakesUp()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client(servers.deployment(), Owner::thisProcess("test"));
        const auto lease = take(client, 1h); // no renewal is due for 20 minutes
        QVERIFY(lease && lease->isHeld());
        suspend(2h);
        QTRY_VERIFY(lease->lost().stop_requested());
    }

    void whatIsOverWhenTheMachineWakesUpIsNeverRenewed()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client(servers.deployment(), Owner::thisProcess("test"));
        const auto lease = take(client, 1s);
        QVERIFY(lease.has_value());
        suspend(1h);
        QTRY_COMPARE(servers.command({"EXISTS", "r"}).integer, 0);
        QVERIFY(!lease->isHeld());
        QTRY_VERIFY(lease->lost().stop_requested());
    }

    void aLeaseOutlivesAShortSuspension()
    {
        RedisServerFixture servers({.count = 1});
        LockClient client(servers.deployment(), Owner::thisProcess("test"));
        const auto lease = take(client, 1h);
        QVERIFY(lease.has_value());
        const SteadyTime before = lease->deadline();
        suspend(30min); // the renewal is due when it wakes up
        QTRY_VERIFY(lease->deadline() > before + 20min);
        QVERIFY(lease->isHeld());
    }

    void timersOfALoopCountWhileTheMachineIsSuspended()
    {
        EventLoop loop;
        loop.call([&] { loop.schedule(BootClock::now() + 2h, [] {}); });
        const std::vector<QByteArray> timers = bootTimers();
        QCOMPARE(timers.size(), std::size_t(1));
        QVERIFY2(!timers.front().contains("it_value: (0, 0)"), timers.front().constData());
    }
};

LOCKKEEPER_TEST(SuspendTest)

} // namespace lockkeeper::tests::suspend_test

#include "suspend_test.moc"
