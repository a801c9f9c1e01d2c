// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::tests::ctl_completion_test {

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
    return u'\'' + QString::fromStdString(text).replace(u'\'', "'\\''"_L1) + u'\'';
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
        const QByteArray help = ctl().run("--help").output;
        const QStringList commands = wordsOf(answer);
        QVERIFY(commands.size() >= 19);
        for (const QString& command : commands)
            QVERIFY2(help.contains("\n  " + command.toUtf8() + ' '), qPrintable(command));
        QVERIFY(!commands.contains(u"__complete"_s));
    }

    void offersTheOptionsThatFit()
    {
        const QStringList first = wordsOf(complete({"list", "--"}));
        QVERIFY(first.contains(u"--stale"_s));
        QVERIFY(first.contains(u"--sandbox"_s));
        QVERIFY(!first.contains(u"--hold"_s));
        const QStringList then = wordsOf(complete({"list", "--stale", "--sandbox", "--"}));
        QVERIFY(!then.contains(u"--stale"_s));
        QVERIFY(!then.contains(u"--master"_s)); // which --sandbox excludes
        QVERIFY(wordsOf(complete({"list", "--match", "a", "--"}))
                    .contains(u"--match"_s)); // which may be repeated
    }

    void offersAllOnce()
    {
        const QStringList words = wordsOf(complete({"kinds", "--"}));
        QCOMPARE(words.count(u"--all"_s), 1); // its own
        const QStringList then = wordsOf(complete({"list", "--all", "--"}));
        QVERIFY(!then.contains(u"--deployment"_s));
        QVERIFY(!then.contains(u"--history"_s));
        QVERIFY(then.contains(u"--config"_s));
    }

    void offersTheValuesOfOptions()
    {
        QCOMPARE(wordsOf(complete({"acquire", "--on-deadlock", ""})),
            (QStringList{u"wait"_s, u"fail"_s}));
        QCOMPARE(wordsOf(complete({"watch", "--on", "st"})), QStringList{u"stale"_s});
        QCOMPARE(wordsOf(complete({"watch", "--on", "stale,s"})), QStringList{u"stale,split"_s});
        QCOMPARE(wordsOf(complete({"serve", "--on=lost,qu"})), QStringList{u"--on=lost,quorum"_s});
        QCOMPARE(complete({"--journal", ""}).output, QByteArray("files\n"));
        QCOMPARE(complete({"journal", "verify", ""}).output, QByteArray("files\n"));
        QCOMPARE(complete({"release", "--plan", ""}).output, QByteArray("files\n"));
        QCOMPARE(complete({"apply", ""}).output, QByteArray("files\n"));
        QCOMPARE(complete({"run", "x", "--", "ls", ""}).output, QByteArray("command\n"));
        QCOMPARE(complete({"acquire", "--ttl", ""}).output, QByteArray("values\n"));
    }

    void offersTheDeploymentsOfTheFile()
    {
        QVERIFY(QDir(m_home->path()).mkpath(u".config/lockkeeper"_s));
        write(u".config/lockkeeper/deployments.toml"_s, {"orders", "my shop"});
        QCOMPARE(wordsOf(complete({"--deployment", ""})), (QStringList{u"orders"_s, u"my shop"_s}));
        QCOMPARE(
            wordsOf(complete({"list", "--deployment=o"})), QStringList{u"--deployment=orders"_s});
        write(u"other.toml"_s, {"billing"});
        const std::string other = m_home->filePath(u"other.toml"_s).toStdString();
        QCOMPARE(
            wordsOf(complete({"--config", other, "--deployment", ""})), QStringList{u"billing"_s});
    }

    void offersTheLocksOfTheLastLookOfAPerson()
    {
        setLocks({"l:a", "l:b"});
        QCOMPARE(ctl().run("list").exitCode, 0);
        QVERIFY(wordsOf(complete({"show", "l:"})).isEmpty());
        look();
        QCOMPARE(wordsOf(complete({"show", "l:"})), (QStringList{u"l:a"_s, u"l:b"_s}));
        QVERIFY(wordsOf(complete({"show", "l:a", "l:"})).isEmpty()); // it takes only one
        QVERIFY(wordsOf(complete({"--sandbox", "show", "l:"})).isEmpty()); // which has others
        m_servers.command({"DEL", "l:a"});
        look();
        QCOMPARE(wordsOf(complete({"show", "l:"})), QStringList{u"l:b"_s});
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
        QCOMPARE(wordsOf(complete({"show", "l:"})), QStringList{u"l:a"_s});
        QCOMPARE(connections(), before);
    }

    void keepsTheNamesFromOtherUsers()
    {
        setLocks({"l:a"});
        look();
        const QDir names(m_home->filePath(u".cache/lockkeeper/names"_s));
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
        QTest::newRow("without quotes") << u"l"_s;
        QTest::newRow("in single quotes") << u"'l"_s;
        QTest::newRow("in double quotes") << u"\"l"_s;
    }
    void bashGetsWordsThatAreTheNames()
    {
        QFETCH(QString, begun);
        setLocks(kNames);
        setLocks(kUntypable);
        look();
        const std::string quote = begun.chopped(1).toStdString();
        const CtlResult result = inBash(u"lockctl show "_s + begun,
            u"quote="_s + quoted(quote)
                + u"; for word in \"${COMPREPLY[@]}\"; do "
                  u"eval \"printf '%s\\n' $quote$word$quote\"; done; test ! -e "_s
                + QLatin1String(kTrace));
        QVERIFY2(result.exitCode == 0, result.errors);
        QStringList expected;
        for (const std::string& name : kNames) {
            // Within double quotes, nothing keeps an interactive bash from expanding "!".
            if (quote != "\"" || name.find('!') == std::string::npos)
                expected += QString::fromStdString(name);
        }
        QStringList found = QString::fromUtf8(result.output).split(u'\n', Qt::SkipEmptyParts);
        found.sort();
        expected.sort();
        QCOMPARE(found, expected);
    }

    /// bash replaces only what stands behind the last character that breaks words.
    void bashGetsOnlyWhatItReplaces()
    {
        setLocks({"l:orders:42"});
        look();
        const QString print = u"printf '%s\\n' \"${COMPREPLY[@]}\""_s;
        QCOMPARE(inBash(u"lockctl show l:ord"_s, print).output, QByteArray("orders:42\n"));
        QCOMPARE(inBash(u"lockctl show l\\:ord"_s, print).output, QByteArray("l:orders:42\n"));
        QCOMPARE(inBash(u"lockctl acquire --on-deadlock=f"_s, print).output, QByteArray("fail\n"));
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
            const CtlResult result
                = ctl().runInShell(script + u" && test ! -e "_s + QLatin1String(kTrace));
            QVERIFY2(result.exitCode == 0, result.errors);
            QStringList found = QString::fromUtf8(result.output).split(u'\n', Qt::SkipEmptyParts);
            found.sort();
            QCOMPARE(found, expected);
        };
        if (QStandardPaths::findExecutable(u"fish"_s).isEmpty()
            || QStandardPaths::findExecutable(u"zsh"_s).isEmpty())
            QSKIP("there is no fish or no zsh");
        check(u"fish --no-config -c \"source %1/lockctl.fish; complete -C 'lockctl show "
              u"l:'\""_s.arg(scripts));
        // compadd works only in the line editor.
        check(u"zsh -f -c 'compadd() { print -rl -- $values }; words=(lockctl show l:) "
              u"CURRENT=3 PREFIX=l:; . %1/_lockctl'"_s.arg(scripts));
    }

private:
    [[nodiscard]] Lockctl ctl() const { return Lockctl(m_home->path(), urlsOf(m_servers)); }

    [[nodiscard]] CtlResult complete(const std::vector<std::string>& words) const
    {
        QStringList arguments{u"__complete"_s, u"words"_s};
        for (const std::string& word : words)
            arguments += QString::fromStdString(word);
        return ctl().run(arguments);
    }

    /// Completes the line by the function for bash, then runs `script`.
    [[nodiscard]] CtlResult inBash(const QString& line, const QString& script) const
    {
        return ctl().runInShell(u". %1/lockctl.bash; COMP_LINE=%2; "
                                u"COMP_POINT=${#COMP_LINE}; _lockctl; "_s.arg(
                                    QStringLiteral(COMPLETION_DIR), quoted(line.toStdString()))
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
        const CtlResult looked = ctl().runOnTerminal(80, u"--match \"l:*\" list"_s);
        QVERIFY2(looked.exitCode == 0, looked.output);
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

} // namespace lockkeeper::tests::ctl_completion_test

#include "ctl_completion_test.moc"
