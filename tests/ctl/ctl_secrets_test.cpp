// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/processes.h"
#include "tests/support/test_class.h"

#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

namespace lockkeeper::tests::ctl_secrets_test {

namespace {

constexpr const char* kRight = "canary-right-3f9c";
constexpr const char* kWrong = "canary-wrong-71aa";
constexpr const char* kToken = "5ccedab049f911f08f3a0242ac110002";
const QByteArray kCanary = "canary-";
const QByteArrayList kSecrets{kCanary, kToken};

QString text(const char* latin1)
{
    return QString::fromLatin1(latin1);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Looks for a password in all that lockctl prints, writes and passes on.
class CtlSecretsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_servers = std::make_unique<RedisServerFixture>(
            RedisServerOptions{.count = 3, .password = kRight});
    }
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qunsetenv("CANARY_PASSWORD");
        m_servers->commandAll({"FLUSHALL"});
        m_servers->commandAll({"SET", "orders:1", kToken, "PX", "600000"});
        m_servers->commandAll({"SET", "orders:2", kToken, "PX", "600000"});
    }

    void noCommandShowsOrWritesThePassword_data()
    {
        columns<QString, QString>();
        for (const char* source : {"environment", "url", "password_env", "password_file"}) {
            for (const char* password : {kRight, kWrong})
                QTest::addRow("%s, %s", source, password) << text(source) << text(password);
        }
    }
    void noCommandShowsOrWritesThePassword()
    {
        const auto [source, password] = fetch<QString, QString>();
        const QStringList target = targetBy(source, password);
        const bool isRight = password == text(kRight);
        for (const QString& command : commands()) {
            const CtlResult result = ctl(password).run(words(command) + target);
            for (const QByteArray& secret : kSecrets) {
                QVERIFY2(!result.output.contains(secret), qPrintable(command));
                QVERIFY2(!result.errors.contains(secret), result.errors);
            }
            // So that the password was used.
            const bool isLocal
                = command.startsWith(text("journal")) || command.startsWith(text("report"));
            QVERIFY2(isLocal || (isRight ? result.exitCode < 2 : result.exitCode > 0),
                qPrintable(command + text(" exits with ") + QString::number(result.exitCode)
                    + text(": ") + QString::fromUtf8(result.errors)));
        }
        QCOMPARE(filesWithCanary(), QStringList());
        QVERIFY(!isRight || files().contains(text("journal.jsonl")));
    }

    void theHistoryHasNeitherPasswordsNorTokens()
    {
        const auto process
            = ctl(text(kRight)).start(words(text("watch --record --json --match orders:*")));
        QVERIFY(waitForLine(*process,
            [](const QJsonObject& object) { return object["changed"_L1].toArray().size() == 2; }));
        m_servers->commandAll({"DEL", "orders:1"});
        QVERIFY(waitForLine(*process,
            [](const QJsonObject& object) { return !object["gone"_L1].toArray().isEmpty(); }));
        QCOMPARE(filesWithCanary(), QStringList()); // with what SQLite keeps beside the file
        QVERIFY(!contentOf(procFile(*process, "cmdline")).contains(kCanary));
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        QCOMPARE(waitForExit(*process), 0);
        QCOMPARE(filesWithCanary(), QStringList());
        QVERIFY(!files().filter(QRegularExpression(text("\\.sqlite|\\.db"))).isEmpty());
    }

    void argumentsAreScrubbed()
    {
        const auto process = ctl({}).start(
            words(text("acquire held --ttl 60s --hold")) + targetBy(text("url"), text(kRight)));
        QVERIFY(process->waitForReadyRead());
        for (const std::string& argument : argumentsOf(static_cast<pid_t>(process->processId())))
            QVERIFY2(argument.find("canary") == std::string::npos, argument.c_str());
    }

    void aCommandDoesNotGetTheVariablesWithPasswords()
    {
        const QString env = text("run job --ttl 60s -- env");
        Lockctl serving = ctl(text(kRight));
        serving.setVariable(text("LOCKKEEPER_SERVE_TOKEN"), text("0123456789abcdef"));
        CtlResult result = serving.run(words(env));
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.output.contains(kCanary));
        QVERIFY(!result.output.contains("LOCKKEEPER_MASTERS="));
        QVERIFY(!result.output.contains("LOCKKEEPER_SERVE_TOKEN="));
        QVERIFY(result.output.contains("LOCKKEEPER_HOLDING="));
        QVERIFY(result.output.contains("HOME="));

        const QStringList target = targetBy(text("password_env"), text(kRight));
        const QString file = m_home->filePath(text("deployments.toml"));
        write(file,
            contentOf(file)
                + "[[deployment]]\nname = \"broken\"\nmasters = [\"redis://h\"]\n"
                  "password_env = \"\"\n"
                  "[[deployment]]\nname = \"other\"\nmasters = [\"redis://h\"]\n"
                  "password_env = \"OTHER_PASSWORD\"\n"
                  "[[deployment]]\nname = \"nul\"\nmasters = [\"redis://h\"]\n"
                  "password_env = \"A\\u0000\\u0000\"\n");
        qputenv("OTHER_PASSWORD", "canary-other");
        result = ctl({}).run(target + words(text("--deployment orders ") + env));
        qunsetenv("OTHER_PASSWORD");
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.output.contains(kCanary));
        QVERIFY(!result.output.contains("CANARY_PASSWORD="));
        QVERIFY(!result.output.contains("OTHER_PASSWORD="));
    }

    void aCommandDoesNotGetThoseOfAFileThatIsNotUsed_data()
    {
        QTest::addColumn<QString>("source");
        for (const char* source : {"environment", "url", "password_file", "sandbox"})
            QTest::newRow(source) << text(source);
    }
    void aCommandDoesNotGetThoseOfAFileThatIsNotUsed()
    {
        QFETCH(QString, source);
        QVERIFY(QDir(m_home->path()).mkpath(text(".config/lockkeeper")));
        write(m_home->filePath(text(".config/lockkeeper/deployments.toml")),
            "[[deployment]]\nname = \"other\"\nmasters = [\"redis://h\"]\n"
            "password_env = \"OTHER_PASSWORD\"\n");
        const bool isSandbox = source == text("sandbox");
        const QStringList target
            = isSandbox ? QStringList{text("--sandbox")} : targetBy(source, text(kRight));
        Lockctl lockctl = ctl(source == text("environment") ? text(kRight) : QString());
        lockctl.setVariable(text("OTHER_PASSWORD"), text("canary-other"));
        lockctl.setVariable(text("LOCKKEEPER_AGENT_TOKEN"), text("canary-agent"));
        const CtlResult result = lockctl.run(target + words(text("run job --ttl 60s -- env")));
        QVERIFY2(result.exitCode == 0, result.errors);
        QVERIFY2(!result.output.contains("canary-other"), result.output);
        QVERIFY2(!result.output.contains("canary-agent"), result.output);
    }

    void aCommandGetsThemWhereThatIsWanted()
    {
        const CtlResult result
            = ctl(text(kRight)).run(words(text("run job --ttl 60s --keep-passwords -- env")));
        QVERIFY(result.output.contains(kRight));
    }

    void aCommandThatMissesThemIsToldWhy_data()
    {
        columns<QString, QByteArray>();
        QTest::newRow("masters") << text("environment") << QByteArray("LOCKKEEPER_MASTERS");
        QTest::newRow("password") << text("password_env") << QByteArray("CANARY_PASSWORD");
    }
    void aCommandThatMissesThemIsToldWhy()
    {
        const auto [source, variable] = fetch<QString, QByteArray>();
        const QString target = targetBy(source, text(kRight)).join(u' ');
        const Lockctl lockctl = ctl(source == text("environment") ? text(kRight) : QString());
        const QString nested = text("lockctl run a --ttl 60s %1 %2 -- lockctl run b %1 -- true");
        CtlResult result = lockctl.runInShell(nested.arg(target, QString()));
        QVERIFY2(result.errors.contains("has removed " + variable), result.errors);
        QVERIFY(result.errors.contains("--keep-passwords"));
        QCOMPARE(result.errors.count('\n'), 1);
        result = lockctl.runInShell(nested.arg(target, text("--keep-passwords")));
        QVERIFY2(result.exitCode == 0, result.errors);
    }

    void urlsWithoutPasswordsArePassedOn()
    {
        RedisServerFixture open;
        const CtlResult result
            = Lockctl(m_home->path(), urlsOf(open)).run(words(text("run job --ttl 60s -- env")));
        QVERIFY(result.output.contains("LOCKKEEPER_MASTERS=unix://"));
    }

    void aCrashTellsNothing()
    {
        const CtlResult result
            = ctl(text(kRight))
                  .runInShell(
                      text("ulimit -S -c $(ulimit -H -c); cd %1; lockctl acquire held --ttl 60s "
                           "--hold >out & pid=$!; until [ -s out ]; do sleep 0.05; done; "
                           "grep '^Max core' /proc/$pid/limits; kill -ABRT $pid; wait $pid")
                          .arg(m_home->path()));
        QCOMPARE(result.exitCode, 128 + SIGABRT);
        QVERIFY2(result.output.contains("Max core file size        0 "), result.output);
        QVERIFY2(!result.errors.contains("core dumped"), result.errors);
        QVERIFY(!result.errors.contains(kCanary));
        QCOMPARE(filesWithCanary(), QStringList());
        QVERIFY(files().filter(QRegularExpression(text("^core"))).isEmpty());
    }

    void aCommandMayDumpCoreAsBefore()
    {
        const CtlResult result
            = ctl(text(kRight))
                  .runInShell(text("ulimit -S -c $(ulimit -H -c); ulimit -S -c; "
                                   "lockctl run job --ttl 60s -- sh -c 'ulimit -S -c'"));
        const auto lines = result.outputLines();
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[1], lines[0]);
    }

    void onlyRootMayReadItsMemory()
    {
        if (::geteuid() == 0)
            QSKIP("root may read all memory: the files of /proc belong to root anyway");
        const auto process = ctl(text(kRight)).start(words(text("acquire held --ttl 60s --hold")));
        QVERIFY(process->waitForReadyRead());
        for (const char* name : {"mem", "environ"}) {
            struct ::stat info { };
            QCOMPARE(::stat(procFile(*process, name).toLatin1().constData(), &info), 0);
            QCOMPARE(info.st_uid, ::uid_t(0));
        }
    }

private:
    /// Without a password, no master is named in the environment.
    [[nodiscard]] Lockctl ctl(const QString& password) const
    {
        return Lockctl(m_home->path(), password.isEmpty() ? QStringList() : urls(password));
    }
    [[nodiscard]] QStringList urls(const QString& password) const
    {
        return urlsOf(*m_servers).replaceInStrings(text(kRight), password);
    }

    /// The options that name the masters with a password from this source.
    [[nodiscard]] QStringList targetBy(const QString& source, const QString& password)
    {
        QStringList target;
        if (source == text("environment"))
            return target;
        if (source == text("url")) {
            for (const QString& url : urls(password))
                target += {text("--master"), url};
            return target;
        }
        qputenv("CANARY_PASSWORD", password.toLatin1());
        QByteArray config = "[[deployment]]\nname = \"orders\"\nread_only = false\nmasters = [";
        for (QString url : urls({}))
            config += '"' + url.remove(text(":@")).toLatin1() + "\", ";
        config += "]\n" + source.toLatin1() + " = "
            + (source == text("password_env") ? "\"CANARY_PASSWORD\"\n" : "\"secret\"\n");
        write(m_home->filePath(text("deployments.toml")), config);
        write(m_home->filePath(text("secret")), password.toLatin1() + '\n');
        return {text("--config"), m_home->filePath(text("deployments.toml"))};
    }

    [[nodiscard]] QStringList commands() const
    {
        const QString token = QString::fromStdString(Fingerprint::ofString(kToken).shortHex());
        const QString home = m_home->path();
        QStringList list;
        for (const char* command :
            {"list", "list --json --possible", "show orders:1", "show orders:1 --json", "check",
                "check --json", "masters", "masters --json", "export --csv", "export --json",
                "export --csv --output HOME/locks.csv", "export --json --output HOME/locks.json",
                "metrics --per-lock", "metrics --output HOME/locks.prom", "kinds", "whois orders:1",
                "whois orders:1 --monitor 1 --lines 1", "waiters", "deadlocks", "report orders:1",
                "report orders:1 --json", "report orders:1 --output HOME/report.md",
                "acquire taken --ttl 60s", "run job --ttl 60s -- true",
                "release orders:1 --token TOKEN --dry-run",
                "revoke orders:2 --token TOKEN --reason test --yes",
                "release orders:1 --token TOKEN --reason test --yes",
                "release gone --token TOKEN --reason test --yes --json", "journal verify"}) {
            list += text(command).replace(text("HOME"), home).replace(text("TOKEN"), token);
        }
        return list;
    }

    void write(const QString& path, const QByteArray& content) const
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        file.write(content);
    }
    [[nodiscard]] QStringList files() const
    {
        QStringList names;
        QDirIterator all(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (all.hasNext())
            names += QFileInfo(all.next()).fileName();
        return names;
    }
    /// Besides the one that holds it.
    [[nodiscard]] QStringList filesWithCanary() const
    {
        QStringList names;
        QDirIterator all(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (all.hasNext()) {
            const QString path = all.next();
            if (contentOf(path).contains(kCanary) && QFileInfo(path).fileName() != text("secret"))
                names += path;
        }
        return names;
    }
    static QString procFile(const QProcess& process, const char* name)
    {
        return text("/proc/%1/%2").arg(process.processId()).arg(text(name));
    }

    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<QTemporaryDir> m_home;
};

LOCKKEEPER_TEST(CtlSecretsTest)

} // namespace lockkeeper::tests::ctl_secrets_test

#include "ctl_secrets_test.moc"
