// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/unique_fd.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/matrix/matrix_bed.h"
#include "tests/support/test_class.h"

#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>

namespace lockkeeper::tests::process_rows_test {

#if !defined(LOCKKEEPER_HAS_TSAN) && !defined(LOCKKEEPER_HAS_ASAN)
#define LOCKKEEPER_CAN_REFUSE_THREADS
#endif

// A system without another thread to give: this definition comes before that of the C library.
namespace {
std::atomic<bool> hasNoThreads = false;
}
#ifdef LOCKKEEPER_CAN_REFUSE_THREADS
extern "C" int pthread_create(
    pthread_t* thread, const pthread_attr_t* attr, void* (*routine)(void*), void* arg)
{
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto real = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
    return hasNoThreads ? EAGAIN : real(thread, attr, routine, arg);
}
#endif

using observe::EvidenceKind;
using observe::Verdict;
using redis::LinkState;

namespace {

/// A clock that runs at a third of the true rate.
class SlowClock final : public Clock {
public:
    [[nodiscard]] SteadyTime now() const noexcept override
    {
        return m_start + (BootClock::now() - m_start) / 3;
    }
    [[nodiscard]] WallTime wallNow() const noexcept override { return m_system.wallNow(); }

private:
    SystemClock m_system;
    SteadyTime m_start = BootClock::now();
};

/// Lets the process open no further descriptor while this object exists. Those that are open stay.
class NoDescriptors {
public:
    NoDescriptors()
    {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        // No less: the limit also bounds how many descriptors poll() takes.
        const rlimit few{16, m_before.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &few);
        for (int file = 0; file >= 0; m_files.emplace_back(file))
            file = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &m_before); }
    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;

private:
    rlimit m_before{};
    std::vector<UniqueFd> m_files{};
};

} // namespace

/// Rows of the fault matrix that befall the holder's process.
class ProcessRowsTest : public QObject {
    Q_OBJECT

    /// lockctl, which holds the lock for one TTL after the other.
    std::unique_ptr<QProcess> holder(const RedisServerFixture& servers, const char* ttl)
    {
        return Lockctl(m_home.path(), urlsOf(servers))
            .start({u"acquire"_s, QString::fromStdString(kResource.value()), u"--ttl"_s,
                QString::fromLatin1(ttl), u"--hold"_s});
    }
    static void signal(const QProcess& process, int number)
    {
        ::kill(static_cast<pid_t>(process.processId()), number);
    }
    const QTemporaryDir m_home;

private Q_SLOTS:
    void row15AHolderWhoseClockIsSlowIsFencedOff()
    {
        RedisServerFixture servers;
        const SlowClock slow; // outlives the client
        Taker sleepy(servers.urls(), slow);
        const auto old = sleepy.take({.ttl = ttl(150ms), .isRenewed = false, .isFenced = true});
        QVERIFY(old);
        Taker prompt(servers.urls());
        const auto next = prompt.take({.ttl = ttl(60s), .wait = 30s, .isFenced = true});
        QVERIFY(next);
        // Nothing but the numbers tells the guard of the data who is late: the first believes.
        QVERIFY(next->fencingToken() > old->fencingToken());
    }

    void row16AHolderThatWasStoppedForLongTouchesNothingAfterwards()
    {
        RedisServerFixture servers({.count = 3});
        View view(servers.urls());
        const auto process = holder(servers, "500ms");
        QTRY_COMPARE(view.verdict(), Verdict::Held);
        const auto first = view.entry()->countVotes().token;
        signal(*process, SIGSTOP);
        Taker taker(servers.urls());
        auto lease = taker.take({.ttl = ttl(60s), .wait = 30s, .isRenewed = false});
        QVERIFY(lease);
        signal(*process, SIGCONT);
        QVERIFY(process->waitForFinished(20'000));
        QCOMPARE(process->exitCode(), 1);
        const QByteArray errors = process->readAllStandardError();
        QVERIFY2(errors.contains("lease was lost"), errors);
        QVERIFY(lease->extend(ttl(60s)));
        QTRY_VERIFY(view.entry() && view.entry()->countVotes().token == lease->fingerprint());
        QVERIFY(first != lease->fingerprint());
    }

    void row18TheLockOfAKilledHolderEndsAndIsToldUntilThen()
    {
        RedisServerFixture servers({.count = 3});
        View view(servers.urls());
        const auto process = holder(servers, "5s");
        QTRY_COMPARE(view.verdict(), Verdict::Held);
        signal(*process, SIGKILL);
        QVERIFY(process->waitForFinished(20'000));
        QTRY_VERIFY(view.entry() && view.entry()->stale.has(EvidenceKind::HolderProcessGone));
        QVERIFY(view.entry() && view.entry()->countVotes().remaining > 0ms);
        QTRY_COMPARE_WITH_TIMEOUT(view.verdict(), Verdict::Free, 20'000);
        QCOMPARE(stored(servers), 0);
    }

    void row34WithoutDescriptorsLeasesLiveOnAndNothingLeaks()
    {
#ifdef LOCKKEEPER_HAS_ASAN
        QSKIP("a sanitizer that looks at an exception needs descriptors itself");
#endif
        RedisServerFixture servers({.count = 3});
        std::vector<UniqueFd> low; // so that the connections below have high numbers
        for (int i = 0; i < 16; ++i)
            low.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        View view(servers.urls());
        QTRY_VERIFY(view.latest.get().isComplete);
        Taker taker(servers.urls());
        auto lease = taker.take({.ttl = ttl(800ms)});
        QVERIFY(lease);
        (void)servers.commandAll({"PING"}); // the fixture's own connections
        {
            const NoDescriptors none;
            servers.command(0, {"CLIENT", "KILL", "TYPE", "normal"});
            const SteadyTime deadline = lease->deadline();
            QTRY_VERIFY(lease->deadline() > deadline + 800ms);
            QVERIFY(lease->isHeld());
            QTRY_COMPARE(view.state(0), LinkState::Down);
            const auto error = view.latest.master(0).link.error;
            QVERIFY2(
                error && error->text.find("open files") != std::string::npos, error->text.c_str());
            bool isRefused = false;
            try {
                const Taker another(servers.urls());
            } catch (const std::system_error&) {
                isRefused = true;
            }
            QVERIFY(isRefused);
        }
        QTRY_COMPARE(view.state(0), LinkState::Up);
        lease->release();
        QTRY_COMPARE(stored(servers), 0);
    }

    void row34WithoutThreadsLeasesLiveOnAndNamesAreLookedUpLater()
    {
#ifndef LOCKKEEPER_CAN_REFUSE_THREADS
        QSKIP("a sanitizer creates the threads itself");
#endif
        RedisServerFixture servers({.hasTcp = true});
        QString url = QString::fromStdString(servers.tcpUrls()[0]);
        url.replace(u"127.0.0.1"_s, u"localhost"_s);
        Taker taker({url.toStdString()});
        auto lease = taker.take({.ttl = ttl(600ms), .wait = 30s});
        QVERIFY(lease);
        hasNoThreads = true;
        servers.command({"CLIENT", "KILL", "TYPE", "normal"});
        const SteadyTime deadline = lease->deadline();
        QTRY_VERIFY(lease->deadline() > deadline + 600ms); // by the last good address
        bool isRefused = false;
        try {
            const Taker another(servers.urls());
        } catch (const std::system_error&) {
            isRefused = true;
        }
        hasNoThreads = false;
        QVERIFY(isRefused);
        QVERIFY(lease->isHeld());
    }
};

LOCKKEEPER_TEST(ProcessRowsTest)

} // namespace lockkeeper::tests::process_rows_test

#include "process_rows_test.moc"
