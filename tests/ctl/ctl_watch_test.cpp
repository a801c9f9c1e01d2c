// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/processes.h"
#include "tests/support/sentinel_fixture.h"
#include "tests/support/test_class.h"

#include <QHash>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>
#include <csignal>

namespace lockkeeper::ctl_watch_test {

using tests::Lockctl;
using tests::RedisServerFixture;
using tests::waitForLine;

namespace {

constexpr const char* kValue = "5ccedab049f911f08f3a0242ac110002";
const QString kJson = QStringLiteral("--json");

bool names(const QJsonValue& locks, const QString& resource)
{
    const QJsonArray array = locks.toArray();
    return std::any_of(array.begin(), array.end(), [&](const QJsonValue& lock) {
        return lock[QLatin1String("resource")].toString() == resource;
    });
}

/// What a line says of evidence for the lock; nullopt: it does not say that the lock is held.
std::optional<QHash<QString, QString>> evidenceIn(const QJsonObject& line, const QString& resource)
{
    for (const QJsonValue lock : line[QLatin1String("changed")].toArray()) {
        if (lock[QLatin1String("resource")].toString() != resource
            || lock[QLatin1String("verdict")].toString() != QLatin1String("held"))
            continue;
        QHash<QString, QString> texts;
        for (const QJsonValue one : lock[QLatin1String("stale")].toArray())
            texts[one[QLatin1String("kind")].toString()] = one[QLatin1String("text")].toString();
        return texts;
    }
    return std::nullopt;
}

/// True once a line has said that the lock is held, and one that the master reports its changes.
/// `pid`: of its holder.
bool waitForHeld(QProcess& watch, const QString& resource, int* pid = nullptr)
{
    bool isHeld = false;
    return waitForLine(watch, [&](const QJsonObject& line) {
        if (evidenceIn(line, resource)) {
            isHeld = true;
            if (pid != nullptr)
                *pid = line[QLatin1String("changed")][0][QLatin1String("holder")]
                           [QLatin1String("pid")]
                               .toInt();
        }
        const QJsonValue master = line[QLatin1String("masters")][0];
        return isHeld && master[QLatin1String("pushed")].toBool()
            && master[QLatin1String("complete")].toBool();
    });
}

const QString kTwice = QStringLiteral("may-be-held-twice");

void interrupt(const QProcess& process, int signal)
{
    ::kill(static_cast<pid_t>(process.processId()), signal);
}

} // namespace

class CtlWatchTest : public tests::CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void printsALineForEachChange()
    {
        RedisServerFixture servers;
        servers.command({"SET", "first", kValue});
        const auto process = lockctlFor(servers).start({QStringLiteral("watch"), kJson});
        QVERIFY(waitForLine(*process, [](const QJsonObject& line) {
            return names(line[QLatin1String("changed")], QStringLiteral("first"))
                && line[QLatin1String("masters")].toArray().size() == 1
                && line[QLatin1String("time_unix_ms")].isDouble();
        }));
        servers.command({"SET", "second", kValue});
        QVERIFY(waitForLine(*process, [](const QJsonObject& line) {
            // What has not changed is not told again.
            return names(line[QLatin1String("changed")], QStringLiteral("second"))
                && !names(line[QLatin1String("changed")], QStringLiteral("first"));
        }));
        servers.command({"DEL", "first"});
        QVERIFY(waitForLine(*process, [](const QJsonObject& line) {
            return names(line[QLatin1String("gone")], QStringLiteral("first"));
        }));
        interrupt(*process, SIGINT);
        QCOMPARE(tests::waitForExit(*process), 0);
    }

    void watchesAServerWithoutSomeCommands()
    {
        tests::RedisServerOptions options;
        for (const char* command : {"CLIENT", "ROLE", "DBSIZE", "GETRANGE", "HSCAN"})
            options.extraArguments.insert(
                options.extraArguments.end(), {"--rename-command", command, ""});
        RedisServerFixture servers(options);
        servers.command({"SET", "first", kValue});
        const auto process = lockctlFor(servers).start({QStringLiteral("watch"), kJson});
        QVERIFY(waitForLine(*process, [](const QJsonObject& line) {
            return names(line[QLatin1String("changed")], QStringLiteral("first"));
        }));
        servers.command({"DEL", "first"});
        QVERIFY(waitForLine(*process, [](const QJsonObject& line) {
            return names(line[QLatin1String("gone")], QStringLiteral("first"));
        }));
        interrupt(*process, SIGINT);
        QCOMPARE(tests::waitForExit(*process), 0);
    }

    void saysThatLocksWereLostNotReleased()
    {
        RedisServerFixture servers;
        servers.command({"SET", "lock:a", kValue, "PX", "600000"});
        servers.command({"SET", "lock:b", kValue, "PX", "600000"});
        const auto process = lockctlFor(servers).start({QStringLiteral("watch"), kJson});
        qsizetype seen = 0;
        QVERIFY(waitForLine(*process, [&seen](const QJsonObject& line) {
            seen += line[QLatin1String("changed")].toArray().size();
            const QJsonValue master = line[QLatin1String("masters")][0];
            return seen >= 2 && master[QLatin1String("pushed")].toBool()
                && master[QLatin1String("complete")].toBool()
                && master[QLatin1String("loss")].isNull();
        }));
        servers.command({"FLUSHALL"});
        int gone = 0;
        QVERIFY(waitForLine(*process, [&gone](const QJsonObject& line) {
            for (const QJsonValue lock : line[QLatin1String("gone")].toArray())
                gone += lock[QLatin1String("lost")].toBool() ? 1 : 0;
            const QJsonValue loss = line[QLatin1String("masters")][0][QLatin1String("loss")];
            return loss[QLatin1String("locks")].toInt() == 2
                && loss[QLatin1String("cause")].toString() == QLatin1String("flush");
        }));
        QCOMPARE(gone, 2);
        interrupt(*process, SIGINT);
        QCOMPARE(tests::waitForExit(*process), 0);
        QVERIFY(process->readAllStandardError().contains("2 locks vanished together"));
    }

    void saysThatTwoMayHoldALock_data()
    {
        const auto row = tests::columns<bool, QString>();
        row("restart", true, "(a restart without data)");
        row("flush", false, "(a flush)");
    }
    void saysThatTwoMayHoldALock()
    {
        const auto [isRestart, cause] = tests::fetch<bool, QString>();
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        const QString job = QStringLiteral("job:pay");
        const QStringList run{QStringLiteral("run"), job, QStringLiteral("--ttl"),
            QStringLiteral("60s"), QStringLiteral("--"), QStringLiteral("sleep"),
            QStringLiteral("60")};
        const auto watch = lockctl.start({QStringLiteral("watch"), kJson});
        const auto first = lockctl.start(run);
        int pid = 0;
        QVERIFY(waitForHeld(*watch, job, &pid));
        if (isRestart)
            servers.restart(0);
        else
            servers.command({"FLUSHALL"});
        const auto second = lockctl.start(run);
        QString text;
        QVERIFY(waitForLine(*watch, [&](const QJsonObject& line) {
            const auto found = evidenceIn(line, job);
            text = found ? found->value(kTwice) : QString();
            return !text.isEmpty();
        }));
        QVERIFY2(text.contains(QStringLiteral("pid %1 had ").arg(pid)), qPrintable(text));
        QVERIFY2(text.contains(cause), qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("its process lives")), qPrintable(text));
        interrupt(*first, SIGTERM);
        QVERIFY(waitForLine(*watch, [&](const QJsonObject& line) {
            const auto found = evidenceIn(line, job);
            return found && !found->contains(kTwice);
        }));
        interrupt(*second, SIGTERM);
        QVERIFY(tests::waitForExit(*second) >= 0);
    }

    void saysThatAFailoverHasLostALock()
    {
        tests::SentinelFixture group;
        RedisServerFixture& servers = group.servers();
        const auto set = [&](std::size_t server, char token) {
            const std::string value = "lk1:web-3:81" + std::string(1, token)
                + ":api:1750000000000:" + std::string(40, 'a');
            return servers.command(server, {"SET", "job:pay", value, "PX", "60000"});
        };
        set(0, '1');
        const auto watch
            = Lockctl(m_home.path()).start(configOf(group) + QStringList{QStringLiteral("watch")});
        QVERIFY(waitForHeld(*watch, QStringLiteral("job:pay")));
        // A replica that had not got the lock yet.
        servers.command(1, {"CONFIG", "SET", "replica-read-only", "no"});
        QTRY_COMPARE(servers.command(1, {"EXISTS", "job:pay"}).integer, 1);
        servers.command(1, {"DEL", "job:pay"});
        group.failOver();
        QTRY_VERIFY(set(1, '2').isOk());
        bool isTwice = false;
        QString cause;
        QVERIFY(waitForLine(*watch, [&](const QJsonObject& line) {
            const auto found = evidenceIn(line, QStringLiteral("job:pay"));
            isTwice = isTwice
                || (found && found->value(kTwice).contains(QLatin1String("(a failover)")));
            cause = line[QLatin1String("masters")][0][QLatin1String("loss")][QLatin1String("cause")]
                        .toString();
            return isTwice && !cause.isEmpty();
        }));
        QCOMPARE(cause, QStringLiteral("failover"));
    }

    void saysThatAGroupsMasterHasForgottenALock()
    {
        tests::SentinelFixture group;
        RedisServerFixture& servers = group.servers();
        servers.command({"SET", "lock:pay", kValue, "PX", "60000"});
        const auto watch
            = Lockctl(m_home.path()).start(configOf(group) + QStringList{QStringLiteral("watch")});
        QVERIFY(waitForHeld(*watch, QStringLiteral("lock:pay")));
        // It is back before the Sentinel misses it.
        group.command({"SENTINEL", "SET", "orders", "down-after-milliseconds", "60000"});
        servers.restart(0);
        QVERIFY(waitForLine(*watch, [&](const QJsonObject& line) {
            const QJsonValue master = line[QLatin1String("masters")][0];
            return master[QLatin1String("failover")].isNull()
                && master[QLatin1String("loss")][QLatin1String("cause")].toString()
                == QLatin1String("restart");
        }));
    }

    void countsRenewals()
    {
        RedisServerFixture servers;
        servers.command({"SET", "first", kValue, "PX", "30000"});
        const auto process = lockctlFor(servers).start({QStringLiteral("watch"), kJson});
        const auto lockIn = [](const QJsonObject& line) {
            return line[QLatin1String("changed")].toArray().at(0).toObject();
        };
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonValue renewals = lockIn(line)[QLatin1String("renewals")];
            return renewals[QLatin1String("count")].toInt(-1) == 0
                && renewals[QLatin1String("last_unix_ms")].isNull();
        }));
        servers.command({"PEXPIRE", "first", "60000"});
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonValue renewals = lockIn(line)[QLatin1String("renewals")];
            return renewals[QLatin1String("count")].toInt() == 1
                && renewals[QLatin1String("last_unix_ms")].isDouble()
                && lockIn(line)[QLatin1String("longest_ttl_ms")].toInt() > 30000;
        }));
    }

    void tellsWhenATtlIsChangedByHand()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "r", kValue, "PX", "600000"});
        const auto process = lockctlFor(servers).start({QStringLiteral("watch"), kJson});
        // When the lock ends, and when the second vote does, in Unix time.
        const auto endOf = [](const QJsonObject& line) {
            const QJsonValue lock = line[QLatin1String("changed")][0];
            const QJsonValue left = lock[QLatin1String("remaining_ms")];
            return left.isDouble()
                ? lock[QLatin1String("as_of_unix_ms")].toDouble() + left.toDouble()
                : 0;
        };
        const auto endOfVote = [](const QJsonObject& line) {
            const QJsonValue vote = line[QLatin1String("changed")][0][QLatin1String("votes")][1];
            const QJsonValue left = vote[QLatin1String("ttl_ms")];
            return left.isDouble()
                ? vote[QLatin1String("read_at_unix_ms")].toDouble() + left.toDouble()
                : 0;
        };
        double end = 0;
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonArray masters = line[QLatin1String("masters")].toArray();
            const bool isPushed = std::ranges::all_of(masters,
                [](const QJsonValue& master) { return master[QLatin1String("pushed")].toBool(); });
            end = std::max(end, std::min(endOf(line), endOfVote(line)));
            return isPushed && end > 0;
        }));
        servers.command(1, {"PEXPIRE", "r", "100000"});
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            return endOfVote(line) > 0 && endOfVote(line) < end - 400'000;
        }));
        servers.commandAll({"PEXPIRE", "r", "50000"});
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            return endOf(line) > 0 && endOf(line) < end - 400'000;
        }));
        servers.commandAll({"PERSIST", "r"});
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonValue stale = line[QLatin1String("changed")][0][QLatin1String("stale")];
            return stale[0][QLatin1String("kind")].toString() == QLatin1String("never-expires");
        }));
        interrupt(*process, SIGINT);
        QCOMPARE(tests::waitForExit(*process), 0);
    }

    void countsDownOnATerminal()
    {
        RedisServerFixture servers;
        servers.command({"SET", "r", kValue, "PX", "600000"});
        QProcess terminal;
        terminal.start(QStringLiteral("script"),
            {QStringLiteral("-qc"),
                QStringLiteral(LOCKCTL_PATH " --master %1 watch").arg(tests::urlsOf(servers)[0]),
                QStringLiteral("/dev/null")});
        QByteArray screens;
        QSet<QByteArray> remaining;
        const QRegularExpression time(QStringLiteral("9 m \\d\\d s"));
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                screens += terminal.readAllStandardOutput();
                auto matches = time.globalMatch(QString::fromUtf8(screens));
                while (matches.hasNext())
                    remaining.insert(matches.next().captured().toUtf8());
                return remaining.size() >= 3;
            }(),
            20'000);
        terminal.terminate();
        QVERIFY(tests::waitForExit(terminal) >= 0);
    }

    void showsStaleLocksFirstWhereNotAllHaveRoom()
    {
        RedisServerFixture servers;
        for (int i = 0; i < 30; ++i)
            servers.command({"SET", "lock:" + std::to_string(i), kValue, "PX", "600000"});
        servers.command({"SET", "lock:zzz", kValue});
        QProcess terminal;
        terminal.start(QStringLiteral("script"),
            {QStringLiteral("-qec"),
                QStringLiteral("stty cols 100 rows 12; " LOCKCTL_PATH " --master %1 watch")
                    .arg(tests::urlsOf(servers)[0]),
                QStringLiteral("/dev/null")});
        QByteArray screens;
        QTRY_VERIFY_WITH_TIMEOUT(
            (screens += terminal.readAllStandardOutput()).contains("lock:zzz"), 20'000);
        QVERIFY(screens.indexOf("lock:zzz") < screens.indexOf("lock:0"));
        QTRY_VERIFY_WITH_TIMEOUT(
            (screens += terminal.readAllStandardOutput()).contains(" more"), 20'000);
        terminal.terminate();
        QVERIFY(tests::waitForExit(terminal) >= 0);
    }

    void endsWhileNobodyReadsWhatItPrints()
    {
        RedisServerFixture servers;
        servers.command({"EVAL", "for i = 1, 20000 do redis.call('SET', 'lock:' .. i, ARGV[1]) end",
            "0", kValue});
        // It has much more to print than the pipe takes, and just began.
        const auto result = lockctlFor(servers).runInShell(QStringLiteral(
            "mkfifo $HOME/pipe; lockctl watch --json >$HOME/pipe & exec 3<$HOME/pipe;"
            "read -rN 100000 text <&3; kill -TERM $!; wait $!; echo ended: $?"));
        QCOMPARE(result.output, QByteArray("ended: 0\n"));
    }

    void tellsOfAMasterThatGoesAway()
    {
        RedisServerFixture servers({.count = 3});
        const auto process = lockctlFor(servers).start({QStringLiteral("watch"), kJson});
        const auto stateIs = [](const char* state) {
            return [state](const QJsonObject& line) {
                return line[QLatin1String("masters")][1][QLatin1String("state")].toString()
                    == QLatin1String(state);
            };
        };
        QVERIFY(waitForLine(*process, stateIs("up")));
        servers.kill(1);
        QVERIFY(waitForLine(*process, stateIs("down")));
        servers.restart(1);
        QVERIFY(waitForLine(*process, stateIs("up")));
        interrupt(*process, SIGTERM);
        QCOMPARE(tests::waitForExit(*process), 0);
    }

    void saysOnceWhatItIsNotTold()
    {
        RedisServerFixture servers;
        servers.command({"SET", "first", kValue});
        servers.command({"ACL", "SETUSER", "default", "-client|tracking"});
        const auto process = lockctlFor(servers).start({QStringLiteral("watch"), kJson});
        QVERIFY(waitForLine(*process, [](const QJsonObject& line) {
            return line[QLatin1String("masters")][0][QLatin1String("push_error")]
                .toString()
                .contains(QLatin1String("ACL SETUSER default +client|tracking +subscribe"));
        }));
        servers.command({"SET", "second", kValue});
        QVERIFY(waitForLine(*process, [](const QJsonObject& line) {
            return names(line[QLatin1String("changed")], QStringLiteral("second"));
        }));
        interrupt(*process, SIGINT);
        QCOMPARE(tests::waitForExit(*process), 0);
        const QByteArray errors = process->readAllStandardError();
        QVERIFY2(errors.contains("ACL SETUSER default +client|tracking"), errors.constData());
        QCOMPARE(errors.count('\n'), 1);
    }

    void saysThatAGroupFailedOver()
    {
        tests::SentinelFixture group;
        const auto addressOf = [&](std::size_t server) {
            return QString::fromStdString(group.servers().tcpUrls()[server]).mid(8);
        };
        const QStringList config = configOf(group);
        const auto process
            = Lockctl(m_home.path()).start(config + QStringList{QStringLiteral("watch")});
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonValue master = line[QLatin1String("masters")][0];
            return master[QLatin1String("state")].toString() == QLatin1String("up")
                && master[QLatin1String("group")].toString() == QLatin1String("orders")
                && master[QLatin1String("address")].toString() == addressOf(0)
                && master[QLatin1String("failover")].isNull();
        }));
        group.failOver();
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonValue failover
                = line[QLatin1String("masters")][0][QLatin1String("failover")];
            return failover[QLatin1String("from")].toString() == addressOf(0)
                && failover[QLatin1String("to")].toString() == addressOf(1)
                && failover[QLatin1String("count")].toInt() == 1
                && failover[QLatin1String("at_unix_ms")].isDouble();
        }));
        interrupt(*process, SIGINT);
        QCOMPARE(tests::waitForExit(*process), 0);
        const QByteArray errors = process->readAllStandardError();
        QVERIFY2(errors.contains("failover of group 'orders' "), errors.constData());
        QVERIFY2(
            errors.contains("ago: now " + addressOf(1).toUtf8() + ", was " + addressOf(0).toUtf8()),
            errors.constData());
        QCOMPARE(errors.count("failover"), 1);
        const auto listed
            = Lockctl(m_home.path()).run(config + QStringList{QStringLiteral("list")});
        const QJsonValue master = listed.json()[QLatin1String("masters")][0];
        QCOMPARE(master[QLatin1String("address")].toString(), addressOf(1));
    }

    void endsQuietlyWhenNobodyReads()
    {
        RedisServerFixture servers;
        QProcess shell;
        // Exits as lockctl does, which ends because head has gone.
        shell.start(QStringLiteral("/bin/bash"),
            {QStringLiteral("-c"),
                QStringLiteral("set -o pipefail; \"$0\" --master \"$1\" watch --json | head -n 1"),
                QStringLiteral(LOCKCTL_PATH), tests::urlsOf(servers).front()});
        QCOMPARE(tests::waitForExit(shell), 0);
        QVERIFY(shell.readAllStandardError().isEmpty());
    }

    void startsASandboxThatEndsWithIt()
    {
        const auto process = Lockctl(m_home.path()).start({QStringLiteral("sandbox"), kJson});
        QStringList urls;
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonArray masters = line[QLatin1String("masters")].toArray();
            for (const QJsonValue master : masters)
                urls += master[QLatin1String("url")].toString();
            return true;
        }));
        QCOMPARE(urls.size(), 5);
        tests::CtlResult list; // its holder may just have given it back, on a busy machine
        QTRY_VERIFY_WITH_TIMEOUT(
            !(list = Lockctl(m_home.path(), urls).run({QStringLiteral("list"), kJson}))
                 .lock(QStringLiteral("orders:42"))
                 .isEmpty(),
            30'000);
        QCOMPARE(list.exitCode, 0);
        const auto children = tests::descendantsOf(static_cast<pid_t>(process->processId()));
        QVERIFY(!children.empty());
        interrupt(*process, SIGINT);
        QCOMPARE(tests::waitForExit(*process), 0);
        for (const pid_t child : children)
            QTRY_VERIFY(!tests::isAlive(child));
    }

private:
    /// The options that name the group, for a command with JSON.
    [[nodiscard]] QStringList configOf(const tests::SentinelFixture& group) const
    {
        const QString path = m_home.filePath(QStringLiteral("group.toml"));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write("[[deployment]]\nname = \"group\"\n[[deployment.sentinel]]\ngroup = "
                       "\"orders\"\nsentinels = [\""
                + QByteArray::fromStdString(group.sentinelUrl()) + "\"]\n");
        return {QStringLiteral("--config"), path, kJson};
    }
};

LOCKKEEPER_TEST(CtlWatchTest)

} // namespace lockkeeper::ctl_watch_test

#include "ctl_watch_test.moc"
