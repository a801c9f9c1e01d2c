// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/run_program.h"
#include "tests/support/test_class.h"

#include <fcntl.h>
#include <unistd.h>

namespace lockkeeper::tests::run_program_test {

namespace {

Result<std::string> shell(const std::string& script, const std::string& input = {},
    std::chrono::milliseconds within = 30s)
{
    return runProgram({"/bin/sh", "-c", script, "sh"}, input, within);
}

/// It has ended, or waits for its parent to notice.
bool hasEnded(long long pid)
{
    QFile stat(u"/proc/%1/stat"_s.arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return true;
    const QByteArray line = stat.readAll();
    return line.isEmpty() || line.mid(line.lastIndexOf(')') + 2, 1) == "Z";
}

} // namespace

class RunProgramTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatItReadsAndPrints()
    {
        const auto printed = shell("cat; echo \"$0\"; echo noise >&2", "in\n");
        QVERIFY(printed);
        QCOMPARE(*printed, std::string("in\nsh\n"));
    }

    void whoReadsNothingIsNoHarm()
    {
        const auto printed = runProgram({"/bin/true"}, std::string(1 << 20, 'x'), 30s);
        QVERIFY(printed && printed->empty());
    }

    void wordsAreNoShellScript()
    {
        const auto printed = runProgram({"/bin/echo", "$(id); `id`", "a b"}, {}, 30s);
        QCOMPARE(*printed, std::string("$(id); `id` a b\n"));
    }

    void aHiddenVariableIsNotInherited()
    {
        qputenv("LK_TEST_PASSWORD", "secret");
        qputenv("LK_TEST_OTHER", "kept");
        const auto printed
            = runProgram({"/bin/sh", "-c", "echo \"$LK_TEST_PASSWORD,$LK_TEST_OTHER\""}, {}, 30s,
                {"LK_TEST_PASSWORD"});
        QCOMPARE(*printed, std::string(",kept\n"));
    }

    void itGetsNoneOfOurDescriptors()
    {
        const int ours
            = ::open("/dev/null", O_RDONLY); // without FD_CLOEXEC, as sockets of libraries
        QVERIFY(ours > STDERR_FILENO);
        const auto printed = shell(
            "[ -e /proc/self/fd/" + std::to_string(ours) + " ] && echo open || echo closed");
        ::close(ours);
        QCOMPARE(*printed, std::string("closed\n"));
    }

    void aFailureIsNoAnswer_data()
    {
        const auto row = columns<QString, QString>();
        row("code", "echo yes; exit 3", "/bin/sh ended with code 3");
        row("signal", "kill -9 $$", "/bin/sh was ended by a signal");
        row("much", "while :; do echo 0123456789; done",
            "/bin/sh printed more than 64 KiB, and was ended");
    }
    void aFailureIsNoAnswer()
    {
        const auto [script, error] = fetch<QString, QString>();
        const auto printed = shell(script.toStdString());
        QVERIFY(!printed);
        QVERIFY(printed.error().kind == ErrorClass::System);
        QCOMPARE(QString::fromStdString(printed.error().text), error);
    }

    void whatIsNotThereIsNamed()
    {
        const auto printed = runProgram({"/nonexistent/is-alive"}, {}, 30s);
        QVERIFY(!printed);
        QVERIFY2(printed.error().text.starts_with("/nonexistent/is-alive can't be started: "),
            printed.error().text.c_str());
    }

    void itsTimeIsLimited()
    {
        const auto printed = shell("echo begun; sleep 1000", {}, 50ms);
        QVERIFY(!printed);
        QVERIFY(printed.error().kind == ErrorClass::Timeout);
        QVERIFY2(printed.error().text.ends_with("did not end within 50 ms, and was ended"),
            printed.error().text.c_str());
    }

    /// Also if it has our end of the pipe.
    void nothingOfItIsLeft()
    {
        const auto printed = shell("sleep 1000 & echo $!");
        QVERIFY(printed);
        const auto pid = QByteArray::fromStdString(*printed).trimmed().toLongLong();
        QVERIFY(pid > 0);
        QTRY_VERIFY(hasEnded(pid));
    }
};

LOCKKEEPER_TEST(RunProgramTest)

} // namespace lockkeeper::tests::run_program_test

#include "run_program_test.moc"
