// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

namespace lockkeeper::tests::ctl_files_test {

namespace {

QString text(const char* latin1)
{
    return QString::fromLatin1(latin1);
}

} // namespace

/// Mode and owner of all files that lockctl makes, whatever the umask is.
class CtlFilesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_servers.command({"SET", "orders:1", kValue, "PX", "600000"});
        m_servers.command({"SET", "orders:2", kValue, "PX", "600000"});
    }
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void onlyTheOwnerMayReadThem_data()
    {
        QTest::addColumn<QString>("mask");
        for (const char* mask : {"000", "022", "077", "0277", "0477", "0777"})
            QTest::newRow(mask) << text(mask);
    }
    void onlyTheOwnerMayReadThem()
    {
        QFETCH(QString, mask);
        writeDeployments();
        const QString config = text("--config %1/deployments.toml ");
        runAll(mask,
            {text("export --csv --output %1/locks.csv"),
                text("export --json --output %1/locks.json"),
                text("report orders:1 --output %1/report.md"),
                text("revoke orders:2 --token %2 --reason test --yes"),
                config + text("kinds --not 'orders:<n>'")});
        QVERIFY(QFile::exists(m_home->filePath(text(".local/state/lockkeeper/journal.jsonl"))));
        verifyModes(5, 0600);
        verifyMode(text("deployments.toml"), 0600);
        m_servers.command({"SET", "orders:2", kValue, "PX", "600000"});
    }

    void numbersForACollectorMayBeReadByAll()
    {
        runAll(text("077"), {text("metrics --output %1/locks.prom")});
        verifyMode(text("locks.prom"), 0644);
    }

    void aFileThatWasOpenToOthersIsReplacedByAPrivateOne()
    {
        QFile file(m_home->filePath(text("locks.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(::chmod(QFile::encodeName(file.fileName()).constData(), 0666), 0);
        runAll(text("000"), {text("export --csv --output %1/locks.csv")});
        verifyMode(text("locks.csv"), 0600);
    }

    void theHistoryAndWhatSqliteKeepsBesideItArePrivate_data()
    {
        QTest::addColumn<::mode_t>("mask");
        QTest::newRow("nothing taken") << ::mode_t(0);
        QTest::newRow("all taken") << ::mode_t(0777);
    }
    void theHistoryAndWhatSqliteKeepsBesideItArePrivate()
    {
        QFETCH(::mode_t, mask);
        const ::mode_t before = ::umask(mask);
        const auto process = Lockctl(m_home->path(), urlsOf(m_servers))
                                 .start({text("watch"), text("--record"), text("--json")});
        ::umask(before);
        QTRY_COMPARE(historyFiles().size(), 4); // .sqlite, -wal, -shm, .lock
        verifyModes(4, 0600);
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        QCOMPARE(waitForExit(*process), 0);
        verifyModes(2, 0600);
    }

private:
    [[nodiscard]] QStringList historyFiles() const
    {
        return QDir(m_home->filePath(text(".local/state/lockkeeper/history")))
            .entryList(QDir::Files);
    }
    /// %1 is the home directory, %2 the token of the locks.
    void runAll(const QString& mask, const QStringList& commands) const
    {
        const QString token = QString::fromStdString(Fingerprint::ofString(kValue).shortHex());
        const Lockctl lockctl(m_home->path(), urlsOf(m_servers));
        for (const QString& command : commands) {
            const CtlResult result = lockctl.runInShell(text("umask ") + mask + text("; lockctl ")
                + QString(command).replace(text("%1"), m_home->path()).replace(text("%2"), token));
            QVERIFY2(result.exitCode == 0, qPrintable(command + QString::fromUtf8(result.errors)));
        }
    }
    void writeDeployments() const
    {
        QFile file(m_home->filePath(text("deployments.toml")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[[deployment]]\nname = \"orders\"\nmasters = [\"");
        file.write(urlsOf(m_servers).front().toLatin1() + "\"]\n");
    }
    void verifyMode(const QString& name, ::mode_t mode) const
    {
        struct ::stat info { };
        QCOMPARE(::stat(QFile::encodeName(m_home->filePath(name)).constData(), &info), 0);
        QCOMPARE(info.st_mode & 07777U, mode);
        QCOMPARE(info.st_uid, ::geteuid());
    }
    /// Of all files, and 0700 of all directories.
    void verifyModes(int least, ::mode_t mode) const
    {
        int files = 0;
        QDirIterator all(m_home->path(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
            QDirIterator::Subdirectories);
        while (all.hasNext()) {
            const QString path = all.next();
            struct ::stat info { };
            QCOMPARE(::stat(QFile::encodeName(path).constData(), &info), 0);
            const bool isDirectory = S_ISDIR(info.st_mode);
            files += isDirectory ? 0 : 1;
            QVERIFY2((info.st_mode & 07777U) == (isDirectory ? 0700 : mode), qPrintable(path));
            QCOMPARE(info.st_uid, ::geteuid());
        }
        QVERIFY2(files >= least, qPrintable(QString::number(files)));
    }

    RedisServerFixture m_servers;
    std::unique_ptr<QTemporaryDir> m_home;
};

LOCKKEEPER_TEST(CtlFilesTest)

} // namespace lockkeeper::tests::ctl_files_test

#include "ctl_files_test.moc"
