// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockkeeper::tests::lockkeeper_private_test {

/// What other users, and other programs of the same user, can see of a running window.
class LockkeeperPrivateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"XDG_CONFIG_HOME"_s, m_directory.filePath(u"config"_s));
        environment.insert(u"XDG_STATE_HOME"_s, m_directory.filePath(u"state"_s));
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        m_window.setProcessEnvironment(environment);
        m_window.setChildProcessModifier([] {
            ::umask(0);
            ::rlimit limit{};
            ::getrlimit(RLIMIT_CORE, &limit);
            limit.rlim_cur = limit.rlim_max;
            ::setrlimit(RLIMIT_CORE, &limit);
        });
        const QString url = QString::fromStdString(m_servers.urls().front());
        m_window.start(QStringLiteral(LOCKKEEPER_PATH), {u"--master"_s, url});
        QTRY_VERIFY_WITH_TIMEOUT(isRecording(), 30'000);
    }

    void aCrashWritesNoCore()
    {
        QFile limits(procFile(u"limits"_s));
        QVERIFY(limits.open(QIODevice::ReadOnly));
        QVERIFY(limits.readAll().contains("Max core file size        0 "));
    }

    void onlyRootMayReadItsMemory()
    {
        if (::geteuid() == 0)
            QSKIP("root may read all memory: the files of /proc belong to root anyway");
        QCOMPARE(QFileInfo(procFile(u"mem"_s)).ownerId(), 0U);
        QCOMPARE(QFileInfo(procFile(u"environ"_s)).ownerId(), 0U);
    }

    void nobodyElseMayReadItsFiles()
    {
        verifyPrivate();
        ::kill(static_cast<pid_t>(m_window.processId()), SIGTERM);
        QVERIFY(m_window.waitForFinished(30'000));
        verifyPrivate();
        QVERIFY(QFileInfo(m_directory.filePath(u"config/lockkeeper/lockkeeper.ini"_s)).size() > 0);
    }

private:
    [[nodiscard]] QString procFile(const QString& name) const
    {
        return u"/proc/%1/"_s.arg(m_window.processId()) + name;
    }
    [[nodiscard]] bool isRecording() const
    {
        QDirIterator files(
            m_directory.path(), {u"*.sqlite-wal"_s}, QDir::Files, QDirIterator::Subdirectories);
        return files.hasNext();
    }
    void verifyPrivate() const
    {
        QDirIterator all(m_directory.path(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
            QDirIterator::Subdirectories);
        int count = 0;
        for (; all.hasNext(); ++count) {
            const QByteArray path = QFile::encodeName(all.next());
            struct ::stat info { };
            QCOMPARE(::stat(path.constData(), &info), 0);
            QVERIFY2((info.st_mode & 077U) == 0, path.constData());
            QCOMPARE(info.st_uid, ::geteuid());
        }
        QVERIFY(count > 4);
    }

    RedisServerFixture m_servers;
    QTemporaryDir m_directory;
    QProcess m_window;
};

LOCKKEEPER_TEST(LockkeeperPrivateTest)

} // namespace lockkeeper::tests::lockkeeper_private_test

#include "lockkeeper_private_test.moc"
