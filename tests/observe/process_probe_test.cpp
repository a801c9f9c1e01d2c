// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/process_identity.h"
#include "core/observe/board/process_probe.h"
#include "tests/support/test_class.h"

#include <array>
#include <csignal>
#include <limits>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockkeeper::tests::process_probe_test {

using namespace lockkeeper::observe;

namespace {

/// A process that waits until it is killed; ended and reaped with the object at the latest.
class Child {
public:
    /// What its main thread does.
    enum class Main {
        Waits,
        Ends, ///< and leaves another thread
        Blocks, ///< in the kernel: until the process that it creates ends
        BlocksBesideAnother, ///< the same, while another thread waits
    };
    explicit Child(Main main = Main::Waits)
        : m_pid(::fork())
    {
        if (m_pid == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            run(main);
            pauseForever(nullptr);
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() { reap(); }

    [[nodiscard]] pid_t pid() const { return m_pid; }

    /// Stops it, or lets it go on, and waits until that has happened.
    void stop() const { signal(SIGSTOP, WSTOPPED); }
    void goOn() const { signal(SIGCONT, WCONTINUED); }

    /// Kills it and waits until it is a zombie.
    void endUnreaped() const
    {
        ::kill(m_pid, SIGKILL);
        siginfo_t info{};
        ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOWAIT);
    }
    void reap()
    {
        if (m_isReaped)
            return;
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
        m_isReaped = true;
    }

private:
    static void run(Main main)
    {
        const bool isAlone = main == Main::Waits || main == Main::Blocks;
        pthread_t thread{};
        if (!isAlone && ::pthread_create(&thread, nullptr, pauseForever, nullptr) != 0)
            return;
        if (main == Main::Ends)
            ::syscall(SYS_exit, 0);
        if (main != Main::Waits && ::vfork() == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            pauseForever(nullptr);
        }
    }
    static void* pauseForever(void*)
    {
        for (;;)
            ::pause();
    }
    void signal(int number, int change) const
    {
        ::kill(m_pid, number);
        siginfo_t info{};
        ::waitid(P_PID, static_cast<id_t>(m_pid), &info, change);
    }

    pid_t m_pid;
    bool m_isReaped = false;
};

} // namespace

class ProcessProbeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ownProcessRuns()
    {
        QVERIFY(m_probe.stateOf(::getpid(), lock::processIdentity(::getpid()))
            == ProcessState::Running);
    }

    void nameFullOfParenthesesIsNoObstacle()
    {
        std::array<char, 16> before{};
        ::prctl(PR_GET_NAME, before.data());
        ::prctl(PR_SET_NAME, ") R 1 (x) Z 2 )");
        const std::string identity = lock::processIdentity(::getpid());
        ::prctl(PR_SET_NAME, before.data());
        QCOMPARE(identity, lock::processIdentity(::getpid()));
    }

    void zombieIsGone()
    {
        const Child child;
        const std::string identity = lock::processIdentity(child.pid());
        QVERIFY(m_probe.stateOf(child.pid(), identity) == ProcessState::Running);
        child.endUnreaped();
        QVERIFY(m_probe.stateOf(child.pid(), identity) == ProcessState::Gone);
    }

    void processWhoseMainThreadHasEndedRuns()
    {
        const Child child(Child::Main::Ends);
        QTRY_COMPARE(lock::readProcessStat(child.pid()).value().state, 'Z');
        const std::string identity = lock::processIdentity(child.pid());
        QVERIFY(m_probe.stateOf(child.pid(), identity) == ProcessState::Running);
        ::kill(child.pid(), SIGSTOP);
        QTRY_VERIFY(m_probe.stateOf(child.pid(), identity) == ProcessState::Stopped);
        ::kill(child.pid(), SIGCONT);
        QTRY_VERIFY(m_probe.stateOf(child.pid(), identity) == ProcessState::Running);
    }

    void stoppedProcessIsStoppedUntilItGoesOn()
    {
        const Child child;
        const std::string identity = lock::processIdentity(child.pid());
        child.stop();
        QVERIFY(m_probe.stateOf(child.pid(), identity) == ProcessState::Stopped);
        child.goOn();
        QVERIFY(m_probe.stateOf(child.pid(), identity) == ProcessState::Running);
    }

    void processIsBlockedIfAllItsThreadsAre()
    {
#ifdef LOCKKEEPER_HAS_TSAN
        QSKIP("ThreadSanitizer replaces vfork() by fork(), which does not block.");
#endif
        const Child child(Child::Main::Blocks);
        const std::string identity = lock::processIdentity(child.pid());
        QTRY_VERIFY(m_probe.stateOf(child.pid(), identity) == ProcessState::Blocked);
        const Child other(Child::Main::BlocksBesideAnother);
        QTRY_COMPARE(lock::readProcessStat(other.pid()).value().state, 'D');
        QVERIFY(m_probe.stateOf(other.pid(), lock::processIdentity(other.pid()))
            == ProcessState::Running);
    }

    void reapedChildIsGone()
    {
        Child child;
        const std::string identity = lock::processIdentity(child.pid());
        child.reap();
        QVERIFY(m_probe.stateOf(child.pid(), identity) == ProcessState::Gone);
    }

    void processThatStartedAtAnotherTimeIsReplaced()
    {
        QVERIFY(m_probe.stateOf(::getpid(), lock::thisPlace() + "-1") == ProcessState::Replaced);
    }

    void processOfAnotherPlaceIsUnknown()
    {
        Child child;
        child.reap();
        QVERIFY(m_probe.stateOf(child.pid(), "0123456789abcdef-1") == ProcessState::Unknown);
    }

    void malformedIdentityIsUnknown_data()
    {
        QTest::addColumn<std::string>("identity");
        const std::string place = lock::thisPlace();
        QTest::newRow("empty") << std::string();
        QTest::newRow("place alone") << place;
        QTest::newRow("no number") << place + "-";
        QTest::newRow("something behind it") << place + "-1x";
        QTest::newRow("another separator") << place + ":1";
    }
    void malformedIdentityIsUnknown()
    {
        QFETCH(const std::string, identity);
        QVERIFY(m_probe.stateOf(::getpid(), identity) == ProcessState::Unknown);
    }

    void impossiblePidIsNoProcess_data()
    {
        QTest::addColumn<std::int64_t>("pid");
        QTest::newRow("zero") << std::int64_t(0);
        QTest::newRow("negative") << std::int64_t(-1);
        QTest::newRow("beyond pid_t") << std::numeric_limits<std::int64_t>::max();
    }
    void impossiblePidIsNoProcess()
    {
        QFETCH(const std::int64_t, pid);
        QVERIFY(m_probe.stateOf(pid, lock::thisPlace() + "-1") == ProcessState::Gone);
    }

    void pidNamespaceIsAnotherPlace()
    {
        // The parent of the namespace's first process reports what that saw.
        const pid_t outer = ::fork();
        if (outer == 0) {
            if (::unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0)
                ::_exit(2);
            const std::string before = lock::thisPlace();
            const pid_t inner = ::fork();
            if (inner == 0)
                ::_exit(lock::thisPlace() == before ? 1 : 0);
            int status = 0;
            ::waitpid(inner, &status, 0);
            ::_exit(WEXITSTATUS(status));
        }
        int status = 0;
        ::waitpid(outer, &status, 0);
        if (WEXITSTATUS(status) == 2)
            QSKIP("this system allows no namespaces");
        QCOMPARE(WEXITSTATUS(status), 0);
    }

private:
    const LocalProcessProbe m_probe;
};

LOCKKEEPER_TEST(ProcessProbeTest)

} // namespace lockkeeper::tests::process_probe_test

#include "process_probe_test.moc"
