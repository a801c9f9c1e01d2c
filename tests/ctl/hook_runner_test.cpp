// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/hook_runner.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

#include <csignal>
#include <unistd.h>

namespace lockkeeper::tests::hook_runner_test {

using ctl::HookLimits;
using ctl::HookRunner;

namespace {

constexpr int kPatience = 30'000;

/// Waits until there is such a file; runs until then.
constexpr const char* kUntilGo = "while [ ! -e \"$0/go\" ]; do sleep 0.05; done";

} // namespace

/// Real commands, and a clock of our own.
class HookRunnerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory.emplace();
        m_reports.clear();
        m_runner.reset();
    }
    void cleanup() { m_runner.reset(); }

    void aCommandReadsItsEvent()
    {
        begin("cat > \"$0/event\"; touch \"$0/done\"");
        offer("a");
        QVERIFY(runUntil([&] { return has("done") && !m_runner->isBusy(); }));
        QCOMPARE(read("event"), QByteArray("a 0\n"));
        QCOMPARE(m_runner->counts().runs, std::uint64_t(1));
        QCOMPARE(m_runner->counts().failures, std::uint64_t(0));
        QCOMPARE(m_reports, QStringList());
    }

    void aCommandMayLeaveItsEventUnread()
    {
        begin("exit 0");
        m_runner->offer({.id = "a", .about = "a", .text = [](std::size_t) {
                             return std::string(std::size_t{1} << 20U, 'x');
                         }});
        QVERIFY(runUntilIdle());
        QCOMPARE(m_reports, QStringList());
    }

    void aFailureIsReportedAndNotTriedAgain()
    {
        begin("echo >> \"$0/runs\"; exit 7");
        offer("stale a");
        QVERIFY(runUntilIdle());
        QCOMPARE(m_reports, QStringList({u"/bin/sh, told of stale a, ended with code 7"_s}));
        QCOMPARE(m_runner->counts().failures, std::uint64_t(1));
        QCOMPARE(read("runs"), QByteArray("\n"));
    }

    void aSignalIsReported()
    {
        begin("kill -USR1 $$");
        offer("stale a");
        QVERIFY(runUntilIdle());
        QCOMPARE(m_reports, QStringList({u"/bin/sh, told of stale a, was ended by signal 10"_s}));
    }

    void aCommandThatHangsIsEndedWithWhatItHasStarted()
    {
        begin("trap '' TERM; sleep 1000 & echo $! > \"$0/pid\"; wait; " + std::string(kUntilGo));
        offer("stale a");
        QVERIFY(runUntil([&] { return read("pid").endsWith('\n'); }));
        const auto grandchild = static_cast<pid_t>(read("pid").trimmed().toInt());
        QVERIFY(grandchild > 0);
        m_clock.advance(29s);
        m_runner->work();
        QCOMPARE(m_reports, QStringList());
        m_clock.advance(1s);
        m_runner->work();
        QCOMPARE(m_reports,
            QStringList({u"/bin/sh, told of stale a, did not end within 30 s, and is ended"_s}));
        QVERIFY(m_runner->isBusy()); // it does not listen
        m_clock.advance(5s);
        QVERIFY(runUntilIdle());
        QCOMPARE(m_reports.size(), 1);
        QCOMPARE(m_runner->counts().failures, std::uint64_t(1));
        QVERIFY(QTest::qWaitFor([&] { return isGone(grandchild); }, kPatience));
    }

    void fourRunAtATime()
    {
        begin("touch \"$0/$$.begun\"; " + std::string(kUntilGo));
        for (int i = 0; i < 6; ++i)
            offer("event " + std::to_string(i));
        m_runner->work();
        QCOMPARE(m_runner->counts().runs, std::uint64_t(4));
        touch("go");
        QVERIFY(runUntilIdle());
        QCOMPARE(m_runner->counts().runs, std::uint64_t(6));
    }

    void whatIsBeyondTheQueueIsLeftOutAndTheNextIsTold()
    {
        begin("cat >> \"$0/events\"", {.mostWaiting = 2});
        for (const char* name : {"a", "b", "c", "d"})
            offer(name);
        QCOMPARE(m_reports, QStringList({u"too many events for /bin/sh: some are left out"_s}));
        QVERIFY(runUntilIdle());
        QVERIFY(read("events").contains("a 2\n"));
        QVERIFY(read("events").contains("b 0\n"));
        QVERIFY(!read("events").contains("c"));
        QCOMPARE(m_reports.value(1), u"2 events were left out"_s);
        QCOMPARE(m_runner->counts().dropped, std::uint64_t(2));
        offer("c", true); // the end of what was not told
        QVERIFY(!m_runner->isBusy());
    }

    void aMinuteHasSoManyRuns()
    {
        begin("cat >> \"$0/events\"", {.mostAMinute = 2});
        for (const char* name : {"a", "b", "c"})
            offer(name);
        QVERIFY(runUntil([&] { return read("events").count('\n') == 2; }));
        m_clock.advance(59s);
        m_runner->work();
        QCOMPARE(m_runner->counts().runs, std::uint64_t(2));
        m_clock.advance(1s);
        QVERIFY(runUntilIdle());
        QCOMPARE(m_runner->counts().runs, std::uint64_t(3));
    }

    void anEndIsToldAfterItsBeginningAndNeverLeftOut()
    {
        begin("cat >> \"$0/events\"; " + std::string(kUntilGo), {.mostWaiting = 1});
        offer("a");
        m_runner->work();
        offer("b");
        offer("a", true);
        m_runner->work();
        QCOMPARE(m_runner->counts().runs, std::uint64_t(2)); // not the end of a
        touch("go");
        QVERIFY(runUntilIdle());
        QCOMPARE(m_runner->counts().runs, std::uint64_t(3));
        QVERIFY(read("events").endsWith("a over 0\n"));
        offer("a"); // it may begin anew
        QVERIFY(runUntilIdle());
        QCOMPARE(m_runner->counts().runs, std::uint64_t(4));
    }

    void whatIsUrgentGoesFirst()
    {
        begin("cat >> \"$0/events\"", {.mostAtOnce = 1});
        offer("a");
        offer("b");
        offer("quorum", false, true);
        QVERIFY(runUntilIdle());
        QCOMPARE(read("events"), QByteArray("quorum 0\na 0\nb 0\n"));
    }

    void theEndWaitsBrieflyForCommandsAndThenEndsThem()
    {
        begin("trap 'touch \"$0/told\"; exit 0' TERM; touch \"$0/begun\"; " + std::string(kUntilGo),
            {.mostAtOnce = 1, .lastWait = 0ms});
        offer("a");
        offer("b");
        QVERIFY(runUntil([&] { return has("begun"); }));
        m_runner->finish();
        QVERIFY(has("told"));
        QVERIFY(m_reports.last().contains("after lockctl was told to end"_L1));
        QVERIFY(m_reports.filter(u"did not end"_s).isEmpty());
        QCOMPARE(m_runner->counts().dropped, std::uint64_t(1));
        QVERIFY(!m_runner->isBusy());
    }

    void whatCanNotBeStartedIsAFailure()
    {
        m_runner.emplace(HookRunner::Program{.words = {"/nonexistent/command"}}, HookLimits{},
            m_clock,
            [this](const std::string& line) { m_reports << QString::fromStdString(line); });
        offer("stale a");
        QVERIFY(runUntilIdle());
        QCOMPARE(m_reports,
            QStringList(
                {u"/nonexistent/command, told of stale a, could not be started: No such file or directory"_s}));
        QCOMPARE(m_runner->counts().runs, std::uint64_t(0));
    }

private:
    void begin(const std::string& script, const HookLimits& limits = {})
    {
        m_runner.emplace(HookRunner::Program{.words
                             = {"/bin/sh", "-c", script, m_directory->path().toStdString()},
                             .environment = {"PATH=/usr/bin:/bin"}},
            limits, m_clock,
            [this](const std::string& line) { m_reports << QString::fromStdString(line); });
    }
    void offer(const std::string& id, bool isOver = false, bool isUrgent = false)
    {
        m_runner->offer({.id = id,
            .about = id,
            .isOver = isOver,
            .isUrgent = isUrgent,
            .text = [id, isOver](std::size_t leftOut) {
                return id + (isOver ? " over " : " ") + std::to_string(leftOut) + "\n";
            }});
    }
    bool runUntil(const std::function<bool()>& isDone)
    {
        return QTest::qWaitFor(
            [&] {
                m_runner->work();
                return isDone();
            },
            kPatience);
    }
    bool runUntilIdle()
    {
        return runUntil([this] { return !m_runner->isBusy(); });
    }
    [[nodiscard]] bool has(const char* name) const
    {
        return QFile::exists(m_directory->filePath(QString::fromLatin1(name)));
    }
    [[nodiscard]] QByteArray read(const char* name) const
    {
        QFile file(m_directory->filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void touch(const char* name) const
    {
        QFile file(m_directory->filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    /// True once the process has ended, also while nobody has waited for it.
    static bool isGone(pid_t pid)
    {
        QFile status(u"/proc/%1/stat"_s.arg(pid));
        return !status.open(QIODevice::ReadOnly) || status.readAll().contains(") Z ");
    }

    ManualClock m_clock;
    std::optional<QTemporaryDir> m_directory;
    QStringList m_reports;
    std::optional<HookRunner> m_runner;
};

LOCKKEEPER_TEST(HookRunnerTest)

} // namespace lockkeeper::tests::hook_runner_test

#include "hook_runner_test.moc"
