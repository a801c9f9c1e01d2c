// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

namespace lockkeeper::ctl_history_test {

using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

constexpr const char* kApi
    = "lk1:web-3:812:api:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr const char* kBatch
    = "lk1:web-4:33:batch:1750000001000:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
constexpr const char* kEarlier = "the masters before the first line above:\n";
const QString kJson = QStringLiteral("--json");
const QString kHistory = QStringLiteral("history");

} // namespace

class CtlHistoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_servers = std::make_unique<RedisServerFixture>();
        m_lockctl = std::make_unique<Lockctl>(m_home->path(), tests::urlsOf(*m_servers));
    }

    void tellsWhoHeldALockAfterItIsGone()
    {
        const auto watch = startRecording();
        m_servers->command({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), 1);
        m_servers->command({"SET", "r", kBatch, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), 2);
        m_servers->command({"DEL", "r"});
        QTRY_COMPARE(intervals("r")[1][QLatin1String("end")].toString(),
            QStringLiteral("released-or-deleted"));
        interrupt(*watch);

        const QJsonValue first = intervals("r")[0];
        QCOMPARE(first[QLatin1String("holder")][QLatin1String("host")].toString(),
            QStringLiteral("web-3"));
        QCOMPARE(first[QLatin1String("end")].toString(), QStringLiteral("next-holder"));
        QVERIFY(first[QLatin1String("held_exact")].toBool());

        const auto table = m_lockctl->run({kHistory, QStringLiteral("r")});
        QCOMPARE(table.exitCode, 0);
        QVERIFY(table.output.contains("api@web-3 pid 812"));
        QVERIFY(table.output.contains("next holder at once"));
        QVERIFY(table.output.contains("half of them for at most "));
        // The lock's story comes first.
        QVERIFY2(table.outputLines().value(1).contains(" held "), table.output.constData());
        QVERIFY2(table.output.indexOf(kEarlier) < table.output.indexOf(" master a connecting"),
            table.output.constData());
        QVERIFY2(table.output.indexOf("half of them for at most ") < table.output.indexOf(kEarlier),
            table.output.constData());
        QVERIFY(!table.output.contains("aaaaaaaaaaaaaaaa")); // no token

        const auto contention = m_lockctl->run({kHistory, QStringLiteral("--contention"), kJson});
        const auto contended = contention.json()[QLatin1String("resources")].toArray();
        QCOMPARE(contended.size(), 1);
        QCOMPARE(contended[0][QLatin1String("hand_overs")].toInt(), 1);
        const auto busiest = m_lockctl->run({kHistory, QStringLiteral("--busiest")});
        QVERIFY(busiest.output.contains("\nr "));
        const auto longest = m_lockctl->run({kHistory, QStringLiteral("--longest"), kJson});
        QCOMPARE(longest.json()[QLatin1String("intervals")].toArray().size(), 2);
    }

    void whatCanNotBeWrittenIsToldAtTheEnd()
    {
        // Inherited: a file that may not grow is then a write that fails, as on a full disk.
        std::signal(SIGXFSZ, SIG_IGN);
        const auto watch = startRecording();
        std::signal(SIGXFSZ, SIG_DFL);
        const rlimit nothing{0, 0};
        const auto pid = static_cast<pid_t>(watch->processId());
        QCOMPARE(::prlimit(pid, RLIMIT_FSIZE, &nothing, nullptr), 0);
        m_servers->command({"SET", "r", kApi, "PX", "60000"});
        QVERIFY(tests::waitForLine(*watch, [](const QJsonObject& line) {
            return !line[QLatin1String("changed")].toArray().isEmpty();
        }));
        ::kill(pid, SIGTERM);
        QCOMPARE(tests::waitForExit(*watch), 69);
        const QByteArray errors = watch->readAllStandardError();
        QVERIFY2(errors.contains("the latest changes are not recorded: "), errors.constData());
    }

    void tellsWhoWaitedForALock()
    {
        const auto watch = startRecording();
        m_servers->command({"SET", "r", kApi, "PX", "600000"});
        const auto waiter = m_lockctl->start(
            {QStringLiteral("acquire"), QStringLiteral("r"), QStringLiteral("--ttl"),
                QStringLiteral("30s"), QStringLiteral("--wait"), QStringLiteral("1h")});
        const auto waits = [&] {
            return m_lockctl->run({kHistory, QStringLiteral("r"), kJson})
                .json()[QLatin1String("waits")]
                .toArray();
        };
        QTRY_COMPARE_WITH_TIMEOUT(waits().size(), 1, 20'000);
        // Its lock would be its starter's, that is ours.
        const auto pid = QCoreApplication::applicationPid();
        QCOMPARE(waits()[0][QLatin1String("pid")].toInteger(), pid);
        QVERIFY(waits()[0][QLatin1String("ended_unix_ms")].isNull());
        waiter->terminate();
        (void)tests::waitForExit(*waiter);
        QTRY_VERIFY_WITH_TIMEOUT(waits()[0][QLatin1String("ended_unix_ms")].isDouble(), 20'000);
        interrupt(*watch);
        const QByteArray who = " pid " + QByteArray::number(pid);
        const auto table = m_lockctl->run({kHistory, QStringLiteral("r")});
        const auto isWait = [](const QByteArray& line) { return line.contains(" waited "); };
        const auto lines = table.outputLines();
        const auto line = std::ranges::find_if(lines, isWait);
        QVERIFY2(line != lines.end() && line->contains(" over ") && line->contains(who),
            table.output.constData());
        const auto report = m_lockctl->run({QStringLiteral("report"), QStringLiteral("r")});
        QVERIFY2(report.output.contains("| Waited since |") && report.output.contains(who),
            report.output.constData());
        const auto trends = m_lockctl->run({kHistory, QStringLiteral("--trends"), kJson}).json();
        QCOMPARE(trends[QLatin1String("longest_waits")][0][QLatin1String("resource")].toString(),
            QStringLiteral("r"));
        const auto hours = trends[QLatin1String("hours")].toArray();
        QVERIFY(!hours.isEmpty());
        QVERIFY(hours.last()[QLatin1String("usual_acquisitions")].isNull());
        QVERIFY(hours.last()[QLatin1String("held")].toDouble() > 0);
        QVERIFY(hours.last()[QLatin1String("waiting")].toDouble() > 0);
        QCOMPARE(hours.last()[QLatin1String("stale")].toInt(-1), 0);
        const auto text = m_lockctl->run({kHistory, QStringLiteral("--trends")});
        QVERIFY2(text.output.startsWith("HOUR (UTC)"), text.output.constData());
        QVERIFY2(text.output.contains("LONGEST WAITS"), text.output.constData());
    }

    void saysWhatHappenedSince()
    {
        const auto watch = startRecording();
        m_servers->command({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), 1);
        m_servers->command({"DEL", "r"});
        QTRY_VERIFY(!intervals("r")[0][QLatin1String("end")].isNull());
        interrupt(*watch);
        const auto since = [&](const char* time) {
            return m_lockctl
                ->run({kHistory, QStringLiteral("r"), kJson, QStringLiteral("--since"),
                    QString::fromLatin1(time)})
                .json()[QLatin1String("intervals")]
                .toArray()
                .size();
        };
        QCOMPARE(since("1h"), 1);
        QCOMPARE(since("0s"), 0);
        QCOMPARE(since("2020-01-01"), 1);
        QCOMPARE(since("2020-01-01T12:34:56Z"), 1);
    }

    void showsHostileNamesAsPlainText()
    {
        const auto watch = startRecording();
        const std::string name = "evil\x1b[2J\n\xff:lock";
        m_servers->command({"SET", name, kApi, "PX", "60000"});
        const auto isRecorded = [&] {
            const auto longest = m_lockctl->run({kHistory, QStringLiteral("--longest"), kJson});
            return longest.json()[QLatin1String("intervals")].toArray().size() == 1;
        };
        QTRY_VERIFY(isRecorded());
        interrupt(*watch);
        const auto json = m_lockctl->run({kHistory, QStringLiteral("--longest"), kJson});
        QCOMPARE(json.outputLines().size(), 1);
        QVERIFY(
            json.json()[QLatin1String("intervals")][0][QLatin1String("resource_b64")].isString());
        const auto table = m_lockctl->run({kHistory, QStringLiteral("--longest")});
        QCOMPARE(table.outputLines().size(), 2);
        QVERIFY(!table.output.contains('\x1b'));
        QVERIFY(table.output.contains("\\x1b[2J\\n\\xff"));
    }

    void keepsTheHistoriesOfDifferentMastersApart()
    {
        const auto watch = startRecording();
        m_servers->command({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), 1);
        interrupt(*watch);
        RedisServerFixture others;
        const auto other = Lockctl(m_home->path(), tests::urlsOf(others));
        const auto result = other.run({kHistory, QStringLiteral("r")});
        QCOMPARE(result.exitCode, 69);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY(result.errors.contains("nothing has been recorded yet"));
        // By name, it needs no masters.
        const auto named = Lockctl(m_home->path())
                               .run({kHistory, QStringLiteral("r"), QStringLiteral("--history"),
                                   historyFile(), kJson});
        QCOMPARE(named.json()[QLatin1String("intervals")].toArray().size(), 1);
    }

    void aNamedDeploymentFindsWhatWasRecordedOfItsMasters()
    {
        const auto watch = startRecording();
        m_servers->command({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), 1);
        interrupt(*watch);
        QStringList urls = tests::urlsOf(*m_servers);
        std::ranges::reverse(urls);
        const QString config = m_home->filePath(QStringLiteral("deployments.toml"));
        QFile file(config);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[[deployment]]\nname = \"orders\"\nmasters = [\""
            + urls.join(QStringLiteral("\", \"")).toUtf8() + "\"]\n");
        file.close();
        const auto named
            = Lockctl(m_home->path())
                  .run({QStringLiteral("--config"), config, kHistory, QStringLiteral("r"), kJson});
        QCOMPARE(named.json()[QLatin1String("intervals")].toArray().size(), 1);
    }

    void saysSoWhenNothingIsRecordedOfALock()
    {
        const auto watch = startRecording();
        m_servers->command({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), 1);
        interrupt(*watch);
        const auto result = m_lockctl->run({kHistory, QStringLiteral("other")});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, QByteArray("nothing is recorded of other\n"));
    }

    void doesNotRecordIntoWhatItMayNotChange()
    {
        QFile file(m_home->filePath(QStringLiteral("notes")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::WriteOther));
        const auto result = m_lockctl->run({QStringLiteral("watch"), QStringLiteral("--record"),
            QStringLiteral("--history"), file.fileName()});
        QCOMPARE(result.exitCode, 69);
        QCOMPARE(result.errorLines().size(), 1);
    }

    void waitsForNoWriterOfAFifo()
    {
        const QString fifo = m_home->filePath(QStringLiteral("fifo"));
        QCOMPARE(::mkfifo(QFile::encodeName(fifo).constData(), 0600), 0);
        const QStringList named{QStringLiteral("--history"), fifo};
        const auto recording = m_lockctl->run(
            QStringList{QStringLiteral("watch"), QStringLiteral("--record")} + named);
        QCOMPARE(recording.exitCode, 64);
        const auto reading = m_lockctl->run(QStringList{kHistory, QStringLiteral("r")} + named);
        QCOMPARE(reading.exitCode, 69);
        QVERIFY2(reading.errors.contains("is not a regular file"), reading.errors.constData());
    }

    void recordsWhatIsHeldAnewIfTheFileIsRemoved()
    {
        m_servers->command({"SET", "r", kApi, "PX", "60000"});
        const auto watch = startRecording();
        QTRY_COMPARE(intervals("r").size(), 1);
        QVERIFY(QFile::remove(historyFile()));
        QTRY_VERIFY(!historyFile().isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(intervals("r").size(), 1, 20'000);
        interrupt(*watch);
    }

private:
    std::unique_ptr<QProcess> startRecording() const
    {
        auto watch = m_lockctl->start({QStringLiteral("watch"), QStringLiteral("--record"), kJson});
        // The first sweep is behind it.
        const bool isRecording = tests::waitForLine(*watch, [](const QJsonObject& line) {
            const QJsonArray masters = line[QLatin1String("masters")].toArray();
            return std::ranges::all_of(masters, [](const QJsonValue& master) {
                return master[QLatin1String("complete")].toBool();
            });
        });
        if (!isRecording)
            qFatal("lockctl watch says: %s", watch->readAllStandardError().constData());
        return watch;
    }
    static void interrupt(QProcess& process)
    {
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QCOMPARE(tests::waitForExit(process), 0);
    }
    QJsonArray intervals(const char* resource) const
    {
        return m_lockctl->run({kHistory, QString::fromLatin1(resource), kJson})
            .json()[QLatin1String("intervals")]
            .toArray();
    }
    QString historyFile() const
    {
        const QDir directory(m_home->filePath(QStringLiteral(".local/state/lockkeeper/history")));
        const auto files = directory.entryList({QStringLiteral("*.sqlite")});
        return files.isEmpty() ? QString() : directory.filePath(files.front());
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<Lockctl> m_lockctl;
};

LOCKKEEPER_TEST(CtlHistoryTest)

} // namespace lockkeeper::ctl_history_test

#include "ctl_history_test.moc"
