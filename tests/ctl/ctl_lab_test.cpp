// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

namespace lockkeeper::ctl_lab_test {

using namespace Qt::StringLiterals;
using tests::CtlResult;
using tests::Lockctl;

/// Experiments, for real: servers, processes, faults.
class CtlLabTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesAsPredicted_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isCure");
        for (const lab::Experiment& one : lab::builtInExperiments()) {
            QTest::addRow("%s", one.name.c_str()) << QString::fromStdString(one.name) << false;
            QTest::addRow("%s, cured", one.name.c_str())
                << QString::fromStdString(one.name) << true;
        }
    }
    void goesAsPredicted()
    {
        QFETCH(QString, name);
        QFETCH(bool, isCure);
        QStringList words{u"lab"_s, u"play"_s, name, u"--speed"_s, u"fast"_s, u"--json"_s};
        if (isCure)
            words += u"--cure"_s;
        const CtlResult result = m_lockctl.run(words);
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
        QVERIFY(result.json()[u"as_predicted"_s].toBool());
        QVERIFY(!result.json()[u"commands"_s].toArray().isEmpty());
    }

    void whatWasNotPredictedIsTold()
    {
        QFile file(m_home.filePath(u"wrong.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"(name = "wrong"
title = "Wrong"
group = "Mine"
question = "Does a correct release fail?"
[fault]
scheme = "set-nx-px-token"
two = true
lesson = "It does not."
[cure]
scheme = "redlock"
lesson = "None."
[[step]]
do = "A takes"
say = "A takes the lock."
[[step]]
when = "A holds"
do = "A sells 4"
say = "A sells."
[[step]]
when = "A has sold"
do = "end"
say = "That is all."
)");
        file.close();
        const CtlResult result = m_lockctl.run(
            {u"lab"_s, u"play"_s, u"--file"_s, file.fileName(), u"--speed"_s, u"fast"_s});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("not what was predicted"), result.errors);
        QVERIFY2(result.output.contains("A sells."), result.output);
        QVERIFY2(result.output.contains("sold 4 of 10"), result.output);
    }

    /// Nothing is ruled of a run that did not go its way.
    void aStepThatNeverComesIsNoVerdict()
    {
        QFile file(m_home.filePath(u"never.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"(name = "never"
title = "Never"
group = "Mine"
question = "?"
[fault]
scheme = "set-nx-px-token"
lesson = "-"
[cure]
scheme = "redlock"
lesson = "-"
[[step]]
when = "A holds"
do = "end"
say = "A was never told to take it."
)");
        file.close();
        const CtlResult result = m_lockctl.run({u"lab"_s, u"play"_s, u"--file"_s, file.fileName(),
            u"--speed"_s, u"fast"_s, u"--json"_s});
        QVERIFY(result.exitCode != 0);
        QVERIFY2(result.errors.contains("line 11: what this step waits for did not come true"),
            result.errors);
        QVERIFY2(result.output.isEmpty(), result.output);
    }

    void mistakes()
    {
        const CtlResult unknown = m_lockctl.run({u"lab"_s, u"play"_s, u"nothing"_s});
        QVERIFY2(unknown.errors.contains("there are crash, late-del"), unknown.errors);
        QCOMPARE(unknown.exitCode, 64);
        QCOMPARE(m_lockctl.run({u"lab"_s, u"play"_s}).exitCode, 64);
        QCOMPARE(m_lockctl.run({u"lab"_s}).exitCode, 64);
        const CtlResult gone
            = m_lockctl.run({u"lab"_s, u"play"_s, u"--file"_s, u"/nowhere.toml"_s});
        QVERIFY2(gone.errors.contains("/nowhere.toml"), gone.errors);
    }

    void listsThem()
    {
        const CtlResult list = m_lockctl.run({u"lab"_s, u"list"_s});
        QCOMPARE(list.exitCode, 0);
        for (const lab::Experiment& one : lab::builtInExperiments())
            QVERIFY2(list.output.contains(one.question.c_str()), list.output);
    }

private:
    QTemporaryDir m_home;
    Lockctl m_lockctl{m_home.path()};
};

LOCKKEEPER_TEST(CtlLabTest)

} // namespace lockkeeper::ctl_lab_test

#include "ctl_lab_test.moc"
