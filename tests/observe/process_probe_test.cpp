// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/token.h"
#include "core/observe/board/process_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <csignal>
#include <limits>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lockkeeper;
using namespace lockkeeper::observe;
using namespace std::chrono_literals;

namespace {

/// A process that waits until it is killed; ended and reaped with the object at the latest.
class Child {
public:
    Child()
        : m_pid(::fork())
    {
        if (m_pid == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (;;)
                ::pause();
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() { reap(); }

    [[nodiscard]] pid_t pid() const { return m_pid; }

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
    pid_t m_pid;
    bool m_isReaped = false;
};

} // namespace

class ProcessProbeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hostIsNamedAsInTokens();
    void ownProcessStartedBeforeNow();
    void childStartedBetweenForkAndNow();
    void nameFullOfParenthesesIsNoObstacle();
    void firstProcessIsAlive();
    void zombieIsGone();
    void reapedChildIsGone();
    void impossiblePidIsNoProcess_data();
    void impossiblePidIsNoProcess();

private:
    const LocalProcessProbe m_probe;
};

void ProcessProbeTest::hostIsNamedAsInTokens()
{
    QVERIFY(!m_probe.hostName().empty());
    QCOMPARE(m_probe.hostName(), lock::Owner::thisProcess({}).host);
}

void ProcessProbeTest::ownProcessStartedBeforeNow()
{
    const auto started = m_probe.startTime(::getpid());
    QVERIFY(started.has_value());
    QVERIFY(*started <= std::chrono::system_clock::now());
    QVERIFY(*started > WallTime{});
}

void ProcessProbeTest::childStartedBetweenForkAndNow()
{
    constexpr auto kTolerance = 1s; // start times are cut to ticks
    const auto before = std::chrono::system_clock::now();
    const Child child;
    const auto started = m_probe.startTime(child.pid());
    QVERIFY(started.has_value());
    QVERIFY(*started >= before - kTolerance);
    QVERIFY(*started <= std::chrono::system_clock::now());
}

void ProcessProbeTest::nameFullOfParenthesesIsNoObstacle()
{
    std::array<char, 16> before{};
    ::prctl(PR_GET_NAME, before.data());
    const auto expected = m_probe.startTime(::getpid());

    ::prctl(PR_SET_NAME, ") Z (1) 2 3 ) ");
    const auto started = m_probe.startTime(::getpid());
    ::prctl(PR_SET_NAME, before.data());

    QVERIFY(expected.has_value() && started.has_value());
    QVERIFY(std::chrono::abs(*started - *expected) < 1s);
}

void ProcessProbeTest::firstProcessIsAlive()
{
    QVERIFY(m_probe.startTime(1).has_value());
}

void ProcessProbeTest::zombieIsGone()
{
    const Child child;
    QVERIFY(m_probe.startTime(child.pid()).has_value());
    child.endUnreaped();
    QVERIFY(!m_probe.startTime(child.pid()).has_value());
}

void ProcessProbeTest::reapedChildIsGone()
{
    Child child;
    child.reap();
    QVERIFY(!m_probe.startTime(child.pid()).has_value());
}

void ProcessProbeTest::impossiblePidIsNoProcess_data()
{
    QTest::addColumn<qint64>("pid");
    QTest::newRow("zero") << qint64(0);
    QTest::newRow("negative") << qint64(-1);
    QTest::newRow("own pid plus 2^32") << (qint64(1) << 32) + ::getpid();
    QTest::newRow("largest") << std::numeric_limits<qint64>::max();
}

void ProcessProbeTest::impossiblePidIsNoProcess()
{
    QFETCH(qint64, pid);
    QVERIFY(!m_probe.startTime(pid).has_value());
}

LOCKKEEPER_TEST(ProcessProbeTest)
#include "process_probe_test.moc"
