// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::ctl_completion_test {

using tests::CtlResult;
using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

constexpr const char* kToken = "5ccedab049f911f08f3a0242ac110002";
/// Where what a name smuggles into a shell would leave a trace.
constexpr const char* kTrace = "$HOME/trace";

/// Names that a shell would take for something else. All begin with "l:".
const std::vector<std::string> kNames{"l:orders:42", "l:my lock:1", "l:a$(touch $HOME/trace)",
    "l:b`touch $HOME/trace`", "l:c;touch $HOME/trace", "l:d\"$(touch $HOME/trace)", "l:e'f",
    "l:g!h", "l:i*", "l:[j]", "l:{k,l}", "l:~root", "l:#m", "l:\xc3\xbc", "l:n=o@p", "l:q&r|s>t",
    "l:%u"};
/// And two that can't be completed: a name with a newline, and one with an escape of a terminal.
const std::vector<std::string> kUntypable{"l:x\ny", "l:z\x1b[2J"};

QString quoted(const std::string& text)
{
    return QLatin1Char('\'')
        + QString::fromStdString(text).replace(QLatin1Char('\''), QLatin1String("'\\''"))
        + QLatin1Char('\'');
}

/// The words of the answer, without what they are about.
QStringList wordsOf(const CtlResult& answer)
{
    QStringList words;
    for (const QByteArray& line : answer.outputLines().mid(1))
        words += QString::fromUtf8(line.split('\t').first());
    return words;
}

} // namespace

class CtlCompletionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_servers.command({"FLUSHALL"});
        m_home.emplace();
    }

    void offersEachCommandWithItsHelp()
    {
        const CtlResult answer = complete({""});
        QCOMPARE(answer.outputLines().value(0), QByteArray("values"));
        QVERIFY(answer.outputLines().contains("list\tOne look at all locks, then exit"));
        const QByteArray help = ctl().run({QStringLiteral("--help")}).output;
        const QStringList commands = wordsOf(answer);
        QVERIFY(commands.size() >= 19);
        for (const QString& command : commands)
            QVERIFY2(help.contains("\n  " + command.toUtf8() + ' '), qPrintable(command));
        QVERIFY(!commands.contains(QStringLiteral("__complete")));
    }

    void offersTheOptionsThatFit()
    {
        const QStringList first = wordsOf(complete({"list", "--"}));
        QVERIFY(first.contains(QStringLiteral("--stale")));
        QVERIFY(first.contains(QStringLiteral("--sandbox")));
        QVERIFY(!first.contains(QStringLiteral("--hold")));
        const QStringList then = wordsOf(complete({"list", "--stale", "--sandbox", "--"}));
        QVERIFY(!then.contains(QStringLiteral("--stale")));
        QVERIFY(!then.contains(QStringLiteral("--master"))); // which --sandbox excludes
        QVERIFY(wordsOf(complete({"list", "--match", "a", "--"}))
                    .contains(QStringLiteral("--match"))); // which may be repeated
    }

    void offersAllOnce()
    {
        const QStringList words = wordsOf(complete({"kinds", "--"}));
        QCOMPARE(words.count(QStringLiteral("--all")), 1); // its own
        const QStringList then = wordsOf(complete({"list", "--all", "--"}));
        QVERIFY(!then.contains(QStringLiteral("--deployment")));
        QVERIFY(!then.contains(QStringLiteral("--history")));
        QVERIFY(then.contains(QStringLiteral("--config")));
    }

    void offersTheValuesOfOptions()
    {
        QCOMPARE(wordsOf(complete({"acquire", "--on-deadlock", ""})),
            (QStringList{QStringLiteral("wait"), QStringLiteral("fail")}));
        QCOMPARE(wordsOf(complete({"watch", "--on", "st"})), QStringList{QStringLiteral("stale")});
        QCOMPARE(wordsOf(complete({"watch", "--on", "stale,s"})),
            QStringList{QStringLiteral("stale,split")});
        QCOMPARE(wordsOf(complete({"serve", "--on=lost,qu"})),
            QStringList{QStringLiteral("--on=lost,quorum")});
        QCOMPARE(complete({"--journal", ""}).output, QByteArray("files\n"));
        QCOMPARE(complete({"journal", "verify", ""}).output, QByteArray("files\n"));
        QCOMPARE(complete({"release", "--plan", ""}).output, QByteArray("files\n"));
        QCOMPARE(complete({"apply", ""}).output, QByteArray("files\n"));
        QCOMPARE(complete({"run", "x", "--", "ls", ""}).output, QByteArray("command\n"));
        QCOMPARE(complete({"acquire", "--ttl", ""}).output, QByteArray("values\n"));
    }

    void offersTheDeploymentsOfTheFile()
    {
        QVERIFY(QDir(m_home->path()).mkpath(QStringLiteral(".config/lockkeeper")));
        write(QStringLiteral(".config/lockkeeper/deployments.toml"), {"orders", "my shop"});
        QCOMPARE(wordsOf(complete({"--deployment", ""})),
            (QStringList{QStringLiteral("orders"), QStringLiteral("my shop")}));
        QCOMPARE(wordsOf(complete({"list", "--deployment=o"})),
            QStringList{QStringLiteral("--deployment=orders")});
        write(QStringLiteral("other.toml"), {"billing"});
        const std::string other = m_home->filePath(QStringLiteral("other.toml")).toStdString();
        QCOMPARE(wordsOf(complete({"--config", other, "--deployment", ""})),
            QStringList{QStringLiteral("billing")});
    }

    void offersTheLocksOfTheLastLookOfAPerson()
    {
        setLocks({"l:a", "l:b"});
        QCOMPARE(ctl().run({QStringLiteral("list")}).exitCode, 0);
        QVERIFY(wordsOf(complete({"show", "l:"})).isEmpty());
        look();
        QCOMPARE(wordsOf(complete({"show", "l:"})),
            (QStringList{QStringLiteral("l:a"), QStringLiteral("l:b")}));
        QVERIFY(wordsOf(complete({"show", "l:a", "l:"})).isEmpty()); // it takes only one
        QVERIFY(wordsOf(complete({"--sandbox", "show", "l:"})).isEmpty()); // which has others
        m_servers.command({"DEL", "l:a"});
        look();
        QCOMPARE(wordsOf(complete({"show", "l:"})), QStringList{QStringLiteral("l:b")});
    }

    void connectsToNoMaster()
    {
        setLocks({"l:a"});
        look();
        const auto connections = [this] {
            const std::string info(m_servers.command({"INFO", "stats"}).text);
            return info.substr(info.find("total_connections_received:"), 40);
        };
        const std::string before = connections();
        QCOMPARE(wordsOf(complete({"show", "l:"})), QStringList{QStringLiteral("l:a")});
        QCOMPARE(connections(), before);
    }

    void keepsTheNamesFromOtherUsers()
    {
        setLocks({"l:a"});
        look();
        const QDir names(m_home->filePath(QStringLiteral(".cache/lockkeeper/names")));
        const QFileInfoList files = names.entryInfoList(QDir::Files);
        QCOMPARE(files.size(), 1);
        const QFile::Permissions others
            = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY((files.first().permissions() & others) == 0);
        // What others can write is not offered.
        QVERIFY(QFile::setPermissions(
            files.first().filePath(), files.first().permissions() | QFile::WriteOther));
        QVERIFY(wordsOf(complete({"show", "l:"})).isEmpty());
    }

    /// Each insertion is one word for bash, the name itself, and executes nothing.
    void bashGetsWordsThatAreTheNames_data()
    {
        QTest::addColumn<QString>("begun");
        QTest::newRow("without quotes") << QStringLiteral("l");
        QTest::newRow("in single quotes") << QStringLiteral("'l");
        QTest::newRow("in double quotes") << QStringLiteral("\"l");
    }
    void bashGetsWordsThatAreTheNames()
    {
        QFETCH(QString, begun);
        setLocks(kNames);
        setLocks(kUntypable);
        look();
        const std::string quote = begun.chopped(1).toStdString();
        const CtlResult result = inBash(QStringLiteral("lockctl show ") + begun,
            QStringLiteral("quote=") + quoted(quote)
                + QStringLiteral("; for word in \"${COMPREPLY[@]}\"; do "
                                 "eval \"printf '%s\\n' $quote$word$quote\"; done; test ! -e ")
                + QLatin1String(kTrace));
        QVERIFY2(result.exitCode == 0, result.errors.constData());
        QStringList expected;
        for (const std::string& name : kNames) {
            // Within double quotes, nothing keeps an interactive bash from expanding "!".
            if (quote != "\"" || name.find('!') == std::string::npos)
                expected += QString::fromStdString(name);
        }
        QStringList found
            = QString::fromUtf8(result.output).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        found.sort();
        expected.sort();
        QCOMPARE(found, expected);
    }

    /// bash replaces only what stands behind the last character that breaks words.
    void bashGetsOnlyWhatItReplaces()
    {
        setLocks({"l:orders:42"});
        look();
        const QString print = QStringLiteral("printf '%s\\n' \"${COMPREPLY[@]}\"");
        QCOMPARE(
            inBash(QStringLiteral("lockctl show l:ord"), print).output, QByteArray("orders:42\n"));
        QCOMPARE(inBash(QStringLiteral("lockctl show l\\:ord"), print).output,
            QByteArray("l:orders:42\n"));
        QCOMPARE(inBash(QStringLiteral("lockctl acquire --on-deadlock=f"), print).output,
            QByteArray("fail\n"));
    }

    void zshAndFishGetTheNames()
    {
        setLocks(kNames);
        look();
        const QString scripts = QStringLiteral(COMPLETION_DIR);
        QStringList expected;
        for (const std::string& name : kNames)
            expected += QString::fromStdString(name);
        expected.sort();
        const auto check = [&](const QString& script) {
            const CtlResult result = ctl().runInShell(
                script + QStringLiteral(" && test ! -e ") + QLatin1String(kTrace));
            QVERIFY2(result.exitCode == 0, result.errors.constData());
            QStringList found
                = QString::fromUtf8(result.output).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
            found.sort();
            QCOMPARE(found, expected);
        };
        if (QStandardPaths::findExecutable(QStringLiteral("fish")).isEmpty()
            || QStandardPaths::findExecutable(QStringLiteral("zsh")).isEmpty())
            QSKIP("there is no fish or no zsh");
        check(QStringLiteral(
            "fish --no-config -c \"source %1/lockctl.fish; complete -C 'lockctl show "
            "l:'\"")
                  .arg(scripts));
        // compadd works only in the line editor.
        check(
            QStringLiteral("zsh -f -c 'compadd() { print -rl -- $values }; words=(lockctl show l:) "
                           "CURRENT=3 PREFIX=l:; . %1/_lockctl'")
                .arg(scripts));
    }

private:
    [[nodiscard]] Lockctl ctl() const { return Lockctl(m_home->path(), urlsOf(m_servers)); }

    [[nodiscard]] CtlResult complete(const std::vector<std::string>& words) const
    {
        QStringList arguments{QStringLiteral("__complete"), QStringLiteral("words")};
        for (const std::string& word : words)
            arguments += QString::fromStdString(word);
        return ctl().run(arguments);
    }

    /// Completes the line by the function for bash, then runs `script`.
    [[nodiscard]] CtlResult inBash(const QString& line, const QString& script) const
    {
        return ctl().runInShell(QStringLiteral(". %1/lockctl.bash; COMP_LINE=%2; "
                                               "COMP_POINT=${#COMP_LINE}; _lockctl; ")
                                    .arg(QStringLiteral(COMPLETION_DIR), quoted(line.toStdString()))
            + script);
    }

    void setLocks(const std::vector<std::string>& names)
    {
        for (const std::string& name : names)
            m_servers.command({"SET", name, kToken, "PX", "600000"});
    }

    /// A look of a person, who sees it on a terminal.
    void look() const
    {
        const CtlResult looked = ctl().runOnTerminal(80, QStringLiteral("--match \"l:*\" list"));
        QVERIFY2(looked.exitCode == 0, looked.output.constData());
    }

    void write(const QString& name, const std::vector<std::string>& deployments) const
    {
        QFile file(m_home->filePath(name));
        QVERIFY(file.open(QFile::WriteOnly));
        for (const std::string& deployment : deployments)
            file.write((
                "[[deployment]]\nname = \"" + deployment + "\"\nmasters = [\"redis://10.0.0.1\"]\n")
                           .c_str());
    }

    RedisServerFixture m_servers;
    std::optional<QTemporaryDir> m_home;
};

LOCKKEEPER_TEST(CtlCompletionTest)

} // namespace lockkeeper::ctl_completion_test

#include "ctl_completion_test.moc"
