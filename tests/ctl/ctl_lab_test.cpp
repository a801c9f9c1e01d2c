// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"
#include "tests/support/zookeeper_fixture.h"

#include <csignal>

namespace lockkeeper::tests::ctl_lab_test {

/// Experiments, for real: servers, processes, faults.
class CtlLabTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesAsPredicted_data()
    {
        columns<QString, bool>();
        for (const lab::Experiment& one : lab::builtInExperiments()) {
            QTest::addRow("%s", one.name.c_str()) << QString::fromStdString(one.name) << false;
            QTest::addRow("%s, cured", one.name.c_str())
                << QString::fromStdString(one.name) << true;
        }
    }
    void goesAsPredicted()
    {
        const auto [name, isCure] = fetch<QString, bool>();
        const auto& all = lab::builtInExperiments();
        const auto one = std::ranges::find(all, name.toStdString(), &lab::Experiment::name);
        if ((isCure ? one->cure : one->fault).isInZooKeeper() && !isZooKeeperInstalled())
            QSKIP(kNoZooKeeper);
        QStringList words{u"lab"_s, u"play"_s, name, u"--speed"_s, u"fast"_s, u"--json"_s};
        if (isCure)
            words += u"--cure"_s;
        CtlResult result = m_lockctl.run(words);
        // Of a machine that is too busy nothing is ruled.
        for (int left = 3; left > 0 && result.errors.contains("stood still"); --left)
            result = m_lockctl.run(words);
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
        const QList<QByteArray> lines = result.output.trimmed().split('\n');
        QCOMPARE(lines.size(), 2); // where its masters are, and the run
        const QJsonObject run = QJsonDocument::fromJson(lines.last()).object();
        QVERIFY(run[u"as_predicted"_s].toBool());
        QVERIFY(!run[u"commands"_s].toArray().isEmpty());
    }

    void whatWasNotPredictedIsTold()
    {
        const CtlResult result = playFile("It does not.",
            step("A takes", "A takes the lock.") + step("A sells 4", "A sells.", "A holds")
                + step("end", "That is all.", "A has sold"),
            "two = true\n");
        QVERIFY2(result.fails(1, "that was not predicted"), result.told());
        QVERIFY2(result.errors.contains("two hold the lock at once"), result.errors); // predicted
        QVERIFY2(result.output.contains("A sells."), result.output);
        QVERIFY2(result.output.contains("sold 4 of 10"), result.output);
        QVERIFY2(!result.output.contains("It does not."), result.output); // nor taught
    }

    /// Nothing is ruled of a run that did not go its way.
    void aStepThatNeverComesIsNoVerdict()
    {
        const CtlResult result = playFile("-",
            step("A reads", "A looks.") + step("end", "It was never told to take it.", "A holds"));
        QVERIFY(result.exitCode > 1);
        QVERIFY2(result.errors.contains("experiment mine, line 15: what this step waits for did "
                                        "not come true"),
            result.errors);
        QVERIFY2(!result.output.contains("held"), result.output);
    }

    void theDeadDoNothing()
    {
        const CtlResult result
            = playFile("-", step("A is killed", "A dies.") + step("A takes", "And takes it."));
        QVERIFY(result.exitCode > 1);
        QVERIFY2(result.errors.contains("A is dead"), result.errors);
    }

    /// The lock is free when its holder has released it as often as it took it.
    void aReentrantLockIsFreedByTheLastRelease()
    {
        const CtlResult result = playFile("It counts.",
            step("A takes", "Once.") + step("A takes", "Twice.", "A holds")
                + step("A releases", "Once.", {}, 0.2) + step("B takes", "B wants it.", {}, 0.1)
                + step("A releases", "Twice.", "B waits", 0.2)
                + step("end", "B has it.", "B holds", 0.1),
            "reentrant = true\nwaits = false\n");
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
        QVERIFY2(result.output.contains("It counts."), result.output);
    }

    /// Nothing is ruled of masters that died on their own.
    void aMasterThatDiesUnplannedEndsTheRun()
    {
        const auto run = m_lockctl.start("lab play watchdog");
        QTRY_VERIFY(run->bytesAvailable() > 0 || run->state() == QProcess::NotRunning);
        QTRY_VERIFY(!serversBelow(run->processId()).empty());
        QTRY_VERIFY((m_said += run->readAllStandardOutput()).contains("A takes"));
        for (const pid_t server : serversBelow(run->processId()))
            ::kill(server, SIGKILL);
        QVERIFY(run->waitForFinished());
        QVERIFY(run->exitCode() > 1);
        const QByteArray errors = run->readAllStandardError();
        QVERIFY2(errors.contains("master a has ended, which was not planned"), errors);
    }

    /// Who wrote an experiment does not write to the terminal.
    void sentencesAreShownAsText()
    {
        const QString picture = m_home.filePath(u"escape.svg"_s);
        const CtlResult result = playFile("\\u009bx",
            step("A takes", "\\u001b[1mbold") + step("A is killed", "\\u0007", "A holds"), {},
            {u"--svg"_s, picture});
        QVERIFY2(result.exitCode == 0, result.errors);
        QFile svg(picture);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray drawn = svg.readAll();
        for (const QByteArray& text : {result.output, drawn})
            QVERIFY2(!text.contains(27) && !text.contains(7), text);
        QVERIFY2(drawn.contains("@media (prefers-color-scheme: dark)"), drawn);
    }

    void nothingIsLeftBehind()
    {
        const QTemporaryDir place(u"/tmp/lk-lab-XXXXXX"_s);
        qputenv("TMPDIR", place.path().toLocal8Bit());
        const auto run = m_lockctl.start("lab play crash");
        QTRY_VERIFY(!QDir(place.path()).entryList({u"lockkeeper-lab-*"_s}, QDir::Dirs).isEmpty());
        run->kill();
        QVERIFY(run->waitForFinished());
        // The next one removes what a killed one could not.
        QCOMPARE(m_lockctl.run("lab play clocks --speed fast").exitCode, 0);
        qunsetenv("TMPDIR");
        QVERIFY(QDir(place.path()).entryList({u"lockkeeper-lab-*"_s}, QDir::Dirs).isEmpty());
    }

    void aFileThatIsNotThereIsNamed()
    {
        const CtlResult gone = m_lockctl.run("lab play --file /nowhere.toml");
        QVERIFY2(gone.errors.contains("/nowhere.toml"), gone.errors);
    }

    void listsThem()
    {
        const CtlResult list = m_lockctl.run("lab list");
        QCOMPARE(list.exitCode, 0);
        for (const lab::Experiment& one : lab::builtInExperiments())
            QVERIFY2(list.output.contains(one.question.c_str()), list.output);
    }

private:
    static QByteArray step(const QByteArray& deed, const QByteArray& say,
        const QByteArray& when = {}, double after = 0)
    {
        return "[[step]]\n" + (when.isEmpty() ? QByteArray() : "when = \"" + when + "\"\n")
            + "after = " + QByteArray::number(after) + "\ndo = \"" + deed + "\"\nsay = \"" + say
            + "\"\n";
    }
    /// Plays an experiment of one's own, fast.
    CtlResult playFile(const QByteArray& lesson, const QByteArray& steps,
        const QByteArray& predicted = {}, const QStringList& options = {})
    {
        QFile file(m_home.filePath(u"mine.toml"_s));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no file");
        file.write("name = \"mine\"\ntitle = \"Mine\"\ngroup = \"Mine\"\nquestion = \"What "
                   "if?\"\n[fault]\nscheme = \"set-nx-px-token\"\n"
            + predicted + "lesson = \"" + lesson
            + "\"\n[cure]\nscheme = \"redlock\"\nlesson = \"-\"\n" + steps);
        file.close();
        return m_lockctl.run(
            QStringList{u"lab"_s, u"play"_s, u"--file"_s, file.fileName(), u"--speed"_s, u"fast"_s}
            + options);
    }

    /// The redis-servers that the process has started.
    static std::vector<pid_t> serversBelow(qint64 parent)
    {
        std::vector<pid_t> found;
        QFile tasks(u"/proc/%1/task"_s.arg(parent));
        for (const QString& task :
            QDir(tasks.fileName()).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            QFile children(u"/proc/%1/task/%2/children"_s.arg(parent).arg(task));
            if (!children.open(QIODevice::ReadOnly))
                continue;
            for (const QByteArray& pid : children.readAll().simplified().split(' ')) {
                QFile name(u"/proc/%1/comm"_s.arg(QString::fromLatin1(pid)));
                if (name.open(QIODevice::ReadOnly) && name.readAll().startsWith("redis-"))
                    found.push_back(pid.toInt());
            }
        }
        return found;
    }

    QByteArray m_said;
    QTemporaryDir m_home;
    Lockctl m_lockctl{m_home.path()};
};

LOCKKEEPER_TEST(CtlLabTest)

} // namespace lockkeeper::tests::ctl_lab_test

#include "ctl_lab_test.moc"
