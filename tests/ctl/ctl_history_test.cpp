// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

namespace lockkeeper::tests::ctl_history_test {

namespace {

constexpr const char* kApi
    = "lk1:web-3:812:api:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr const char* kBatch
    = "lk1:web-4:33:batch:1750000001000:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
constexpr const char* kEarlier = "the masters before the first line above:\n";
const QString kJson = u"--json"_s;
const QString kHistory = u"history"_s;

} // namespace

class CtlHistoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_servers = std::make_unique<RedisServerFixture>();
        m_lockctl = std::make_unique<Lockctl>(m_home->path(), urlsOf(*m_servers));
    }

    void tellsWhoHeldALockAfterItIsGone()
    {
        const auto watch = startRecording();
        m_servers->command({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), 1);
        m_servers->command({"SET", "r", kBatch, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), 2);
        m_servers->command({"DEL", "r"});
        QTRY_COMPARE(intervals("r")[1]["end"_L1].toString(), u"released-or-deleted"_s);
        interrupt(*watch);

        const QJsonValue first = intervals("r")[0];
        QCOMPARE(first["holder"_L1]["host"_L1].toString(), u"web-3"_s);
        QCOMPARE(first["end"_L1].toString(), u"next-holder"_s);
        QVERIFY(first["held_exact"_L1].toBool());

        const auto table = m_lockctl->run("history r");
        QVERIFY2(table.says(0, "api@web-3 pid 812"), table.told());
        QVERIFY(table.output.contains("next holder at once"));
        QVERIFY(table.output.contains("half of them for at most "));
        // The lock's story comes first.
        QVERIFY2(table.outputLines().value(1).contains(" held "), table.output);
        QVERIFY2(table.output.indexOf(kEarlier) < table.output.indexOf(" master a connecting"),
            table.output);
        QVERIFY2(table.output.indexOf("half of them for at most ") < table.output.indexOf(kEarlier),
            table.output);
        QVERIFY(!table.output.contains("aaaaaaaaaaaaaaaa")); // no token

        const auto contention = m_lockctl->run("history --contention --json");
        const auto contended = contention.json()["resources"_L1].toArray();
        QCOMPARE(contended.size(), 1);
        QCOMPARE(contended[0]["hand_overs"_L1].toInt(), 1);
        const auto busiest = m_lockctl->run("history --busiest");
        QVERIFY(busiest.output.contains("\nr "));
        const auto longest = m_lockctl->run("history --longest --json");
        QCOMPARE(longest.json()["intervals"_L1].toArray().size(), 2);
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
        QVERIFY(waitForLine(*watch,
            [](const QJsonObject& line) { return !line["changed"_L1].toArray().isEmpty(); }));
        ::kill(pid, SIGTERM);
        QCOMPARE(waitForExit(*watch), 69);
        const QByteArray errors = watch->readAllStandardError();
        QVERIFY2(errors.contains("the latest changes are not recorded: "), errors);
    }

    void tellsWhoWaitedForALock()
    {
        const auto watch = startRecording();
        m_servers->command({"SET", "r", kApi, "PX", "600000"});
        const auto waiter
            = m_lockctl->start({u"acquire"_s, u"r"_s, u"--ttl"_s, u"30s"_s, u"--wait"_s, u"1h"_s});
        const auto waits
            = [&] { return m_lockctl->run("history r --json").json()["waits"_L1].toArray(); };
        QTRY_COMPARE_WITH_TIMEOUT(waits().size(), 1, 20'000);
        // Its lock would be its starter's, that is ours.
        const auto pid = QCoreApplication::applicationPid();
        QCOMPARE(waits()[0]["pid"_L1].toInteger(), pid);
        QVERIFY(waits()[0]["ended_unix_ms"_L1].isNull());
        waiter->terminate();
        (void)waitForExit(*waiter);
        QTRY_VERIFY_WITH_TIMEOUT(waits()[0]["ended_unix_ms"_L1].isDouble(), 20'000);
        interrupt(*watch);
        const QByteArray who = " pid " + QByteArray::number(pid);
        const auto table = m_lockctl->run("history r");
        const auto isWait = [](const QByteArray& line) { return line.contains(" waited "); };
        const auto lines = table.outputLines();
        const auto line = std::ranges::find_if(lines, isWait);
        QVERIFY2(
            line != lines.end() && line->contains(" over ") && line->contains(who), table.output);
        const auto report = m_lockctl->run("report r");
        QVERIFY2(report.output.contains("| Waited since |") && report.output.contains(who),
            report.output);
        const auto trends = m_lockctl->run("history --trends --json").json();
        QCOMPARE(trends["longest_waits"_L1][0]["resource"_L1].toString(), u"r"_s);
        const auto hours = trends["hours"_L1].toArray();
        QVERIFY(!hours.isEmpty());
        QVERIFY(hours.last()["usual_acquisitions"_L1].isNull());
        QVERIFY(hours.last()["held"_L1].toDouble() > 0);
        QVERIFY(hours.last()["waiting"_L1].toDouble() > 0);
        QCOMPARE(hours.last()["stale"_L1].toInt(-1), 0);
        const auto text = m_lockctl->run("history --trends");
        QVERIFY2(text.output.startsWith("HOUR (UTC)"), text.output);
        QVERIFY2(text.output.contains("LONGEST WAITS"), text.output);
    }

    void saysWhatHappenedSince()
    {
        const auto watch = startRecording();
        m_servers->command({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), 1);
        m_servers->command({"DEL", "r"});
        QTRY_VERIFY(!intervals("r")[0]["end"_L1].isNull());
        interrupt(*watch);
        const auto since = [&](const char* time) {
            return m_lockctl->run(
                                {kHistory, u"r"_s, kJson, u"--since"_s, QString::fromLatin1(time)})
                .json()["intervals"_L1]
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
            const auto longest = m_lockctl->run("history --longest --json");
            return longest.json()["intervals"_L1].toArray().size() == 1;
        };
        QTRY_VERIFY(isRecorded());
        interrupt(*watch);
        const auto json = m_lockctl->run("history --longest --json");
        QCOMPARE(json.outputLines().size(), 1);
        QVERIFY(json.json()["intervals"_L1][0]["resource_b64"_L1].isString());
        const auto table = m_lockctl->run("history --longest");
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
        const auto other = Lockctl(m_home->path(), urlsOf(others));
        const auto result = other.run("history r");
        QVERIFY2(result.failsInOneLine(69, "nothing has been recorded yet"), result.told());
        // By name, it needs no masters.
        const auto named
            = Lockctl(m_home->path()).run({kHistory, u"r"_s, u"--history"_s, historyFile(), kJson});
        QCOMPARE(named.json()["intervals"_L1].toArray().size(), 1);
    }

    void aNamedDeploymentFindsWhatWasRecordedOfItsMasters()
    {
        const auto watch = startRecording();
        m_servers->command({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), 1);
        interrupt(*watch);
        QStringList urls = urlsOf(*m_servers);
        std::ranges::reverse(urls);
        const QString config = m_home->filePath(u"deployments.toml"_s);
        QFile file(config);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[[deployment]]\nname = \"orders\"\nmasters = [\""
            + urls.join(u"\", \""_s).toUtf8() + "\"]\n");
        file.close();
        const auto named
            = Lockctl(m_home->path()).run({u"--config"_s, config, kHistory, u"r"_s, kJson});
        QCOMPARE(named.json()["intervals"_L1].toArray().size(), 1);
    }

    void saysSoWhenNothingIsRecordedOfALock()
    {
        const auto watch = startRecording();
        m_servers->command({"SET", "r", kApi, "PX", "60000"});
        QTRY_COMPARE(intervals("r").size(), 1);
        interrupt(*watch);
        const auto result = m_lockctl->run("history other");
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, QByteArray("nothing is recorded of other\n"));
    }

    void doesNotRecordIntoWhatItMayNotChange()
    {
        QFile file(m_home->filePath(u"notes"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::WriteOther));
        const auto result
            = m_lockctl->run({u"watch"_s, u"--record"_s, u"--history"_s, file.fileName()});
        QCOMPARE(result.exitCode, 69);
        QCOMPARE(result.errorLines().size(), 1);
    }

    void waitsForNoWriterOfAFifo()
    {
        const QString fifo = m_home->filePath(u"fifo"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(fifo).constData(), 0600), 0);
        const QStringList named{u"--history"_s, fifo};
        const auto recording = m_lockctl->run(words("watch --record") + named);
        QCOMPARE(recording.exitCode, 64);
        const auto reading = m_lockctl->run(QStringList{kHistory, u"r"_s} + named);
        QVERIFY2(reading.fails(69, "is not a regular file"), reading.told());
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
        auto watch = m_lockctl->start("watch --record --json");
        // The first sweep is behind it.
        const bool isRecording = waitForLine(*watch, [](const QJsonObject& line) {
            const QJsonArray masters = line["masters"_L1].toArray();
            return std::ranges::all_of(
                masters, [](const QJsonValue& master) { return master["complete"_L1].toBool(); });
        });
        if (!isRecording)
            qFatal("lockctl watch says: %s", watch->readAllStandardError().constData());
        return watch;
    }
    static void interrupt(QProcess& process)
    {
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QCOMPARE(waitForExit(process), 0);
    }
    QJsonArray intervals(const char* resource) const
    {
        return m_lockctl->run({kHistory, QString::fromLatin1(resource), kJson})
            .json()["intervals"_L1]
            .toArray();
    }
    QString historyFile() const
    {
        const QDir directory(m_home->filePath(u".local/state/lockkeeper/history"_s));
        const auto files = directory.entryList({u"*.sqlite"_s});
        return files.isEmpty() ? QString() : directory.filePath(files.front());
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<Lockctl> m_lockctl;
};

LOCKKEEPER_TEST(CtlHistoryTest)

} // namespace lockkeeper::tests::ctl_history_test

#include "ctl_history_test.moc"
