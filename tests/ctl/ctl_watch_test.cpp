// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/processes.h"
#include "tests/support/sentinel_fixture.h"
#include "tests/support/test_class.h"

#include <csignal>

namespace lockkeeper::tests::ctl_watch_test {

namespace {

const QString kJson = u"--json"_s;

bool names(const QJsonValue& locks, const QString& resource)
{
    const QJsonArray array = locks.toArray();
    return std::any_of(array.begin(), array.end(),
        [&](const QJsonValue& lock) { return lock["resource"_L1].toString() == resource; });
}

/// What a line says of evidence for the lock; nullopt: it does not say that the lock is held.
std::optional<QHash<QString, QString>> evidenceIn(const QJsonObject& line, const QString& resource)
{
    for (const QJsonValue lock : line["changed"_L1].toArray()) {
        if (lock["resource"_L1].toString() != resource
            || lock["verdict"_L1].toString() != "held"_L1)
            continue;
        QHash<QString, QString> texts;
        for (const QJsonValue one : lock["stale"_L1].toArray())
            texts[one["kind"_L1].toString()] = one["text"_L1].toString();
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
                *pid = line["changed"_L1][0]["holder"_L1]["pid"_L1].toInt();
        }
        const QJsonValue master = line["masters"_L1][0];
        return isHeld && master["pushed"_L1].toBool() && master["complete"_L1].toBool();
    });
}

const QString kTwice = u"may-be-held-twice"_s;

void interrupt(const QProcess& process, int signal)
{
    ::kill(static_cast<pid_t>(process.processId()), signal);
}

} // namespace

class CtlWatchTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void printsALineForEachChange()
    {
        RedisServerFixture servers(1, {"SET", "first", kValue});
        const auto process = lockctlFor(servers).start("watch --json");
        QVERIFY(waitForLine(*process, [](const QJsonObject& line) {
            return names(line["changed"_L1], u"first"_s) && line["masters"_L1].toArray().size() == 1
                && line["time_unix_ms"_L1].isDouble();
        }));
        servers.command({"SET", "second", kValue});
        QVERIFY(waitForLine(*process, [](const QJsonObject& line) {
            // What has not changed is not told again.
            return names(line["changed"_L1], u"second"_s) && !names(line["changed"_L1], u"first"_s);
        }));
        servers.command({"DEL", "first"});
        QVERIFY(waitForLine(
            *process, [](const QJsonObject& line) { return names(line["gone"_L1], u"first"_s); }));
        interrupt(*process, SIGINT);
        QCOMPARE(waitForExit(*process), 0);
    }

    void watchesAServerWithoutSomeCommands()
    {
        RedisServerOptions options;
        for (const char* command : {"CLIENT", "ROLE", "DBSIZE", "GETRANGE", "HSCAN"})
            options.extraArguments.insert(
                options.extraArguments.end(), {"--rename-command", command, ""});
        RedisServerFixture servers(options);
        servers.command({"SET", "first", kValue});
        const auto process = lockctlFor(servers).start("watch --json");
        QVERIFY(waitForLine(*process,
            [](const QJsonObject& line) { return names(line["changed"_L1], u"first"_s); }));
        servers.command({"DEL", "first"});
        QVERIFY(waitForLine(
            *process, [](const QJsonObject& line) { return names(line["gone"_L1], u"first"_s); }));
        interrupt(*process, SIGINT);
        QCOMPARE(waitForExit(*process), 0);
    }

    void saysThatLocksWereLostNotReleased()
    {
        RedisServerFixture servers(1, {"SET", "lock:a", kValue, "PX", "600000"});
        servers.command({"SET", "lock:b", kValue, "PX", "600000"});
        const auto process = lockctlFor(servers).start("watch --json");
        qsizetype seen = 0;
        QVERIFY(waitForLine(*process, [&seen](const QJsonObject& line) {
            seen += line["changed"_L1].toArray().size();
            const QJsonValue master = line["masters"_L1][0];
            return seen >= 2 && master["pushed"_L1].toBool() && master["complete"_L1].toBool()
                && master["loss"_L1].isNull();
        }));
        servers.command({"FLUSHALL"});
        int gone = 0;
        QVERIFY(waitForLine(*process, [&gone](const QJsonObject& line) {
            for (const QJsonValue lock : line["gone"_L1].toArray())
                gone += lock["lost"_L1].toBool() ? 1 : 0;
            const QJsonValue loss = line["masters"_L1][0]["loss"_L1];
            return loss["locks"_L1].toInt() == 2 && loss["cause"_L1].toString() == "flush"_L1;
        }));
        QCOMPARE(gone, 2);
        interrupt(*process, SIGINT);
        QCOMPARE(waitForExit(*process), 0);
        QVERIFY(process->readAllStandardError().contains("2 locks vanished together"));
    }

    void saysThatTwoMayHoldALock_data()
    {
        const auto row = columns<bool, QString>();
        row("restart", true, "(a restart without data)");
        row("flush", false, "(a flush)");
    }
    void saysThatTwoMayHoldALock()
    {
        const auto [isRestart, cause] = fetch<bool, QString>();
        RedisServerFixture servers;
        const Lockctl lockctl = lockctlFor(servers);
        const QString job = u"job:pay"_s;
        const QStringList run{u"run"_s, job, u"--ttl"_s, u"60s"_s, u"--"_s, u"sleep"_s, u"60"_s};
        const auto watch = lockctl.start("watch --json");
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
        QVERIFY2(text.contains(u"pid %1 had "_s.arg(pid)), qPrintable(text));
        QVERIFY2(text.contains(cause), qPrintable(text));
        QVERIFY2(text.contains("its process lives"_L1), qPrintable(text));
        interrupt(*first, SIGTERM);
        QVERIFY(waitForLine(*watch, [&](const QJsonObject& line) {
            const auto found = evidenceIn(line, job);
            return found && !found->contains(kTwice);
        }));
        interrupt(*second, SIGTERM);
        QVERIFY(waitForExit(*second) >= 0);
    }

    void saysThatAFailoverHasLostALock()
    {
        SentinelFixture group;
        RedisServerFixture& servers = group.servers();
        const auto set = [&](std::size_t server, char token) {
            const std::string value = "lk1:web-3:81" + std::string(1, token)
                + ":api:1750000000000:" + std::string(40, 'a');
            return servers.command(server, {"SET", "job:pay", value, "PX", "60000"});
        };
        set(0, '1');
        const auto watch = Lockctl(m_home.path()).start(configOf(group) + QStringList{u"watch"_s});
        QVERIFY(waitForHeld(*watch, u"job:pay"_s));
        // A replica that had not got the lock yet.
        servers.command(1, {"CONFIG", "SET", "replica-read-only", "no"});
        QTRY_COMPARE(servers.command(1, {"EXISTS", "job:pay"}).integer, 1);
        servers.command(1, {"DEL", "job:pay"});
        group.failOver();
        QTRY_VERIFY(set(1, '2').isOk());
        bool isTwice = false;
        QString cause;
        QVERIFY(waitForLine(*watch, [&](const QJsonObject& line) {
            const auto found = evidenceIn(line, u"job:pay"_s);
            isTwice = isTwice || (found && found->value(kTwice).contains("(a failover)"_L1));
            cause = line["masters"_L1][0]["loss"_L1]["cause"_L1].toString();
            return isTwice && !cause.isEmpty();
        }));
        QCOMPARE(cause, u"failover"_s);
    }

    void saysThatAGroupsMasterHasForgottenALock()
    {
        SentinelFixture group;
        RedisServerFixture& servers = group.servers();
        servers.command({"SET", "lock:pay", kValue, "PX", "60000"});
        const auto watch = Lockctl(m_home.path()).start(configOf(group) + QStringList{u"watch"_s});
        QVERIFY(waitForHeld(*watch, u"lock:pay"_s));
        // It is back before the Sentinel misses it.
        group.command({"SENTINEL", "SET", "orders", "down-after-milliseconds", "60000"});
        servers.restart(0);
        QVERIFY(waitForLine(*watch, [&](const QJsonObject& line) {
            const QJsonValue master = line["masters"_L1][0];
            return master["failover"_L1].isNull()
                && master["loss"_L1]["cause"_L1].toString() == "restart"_L1;
        }));
    }

    void countsRenewals()
    {
        RedisServerFixture servers(1, {"SET", "first", kValue, "PX", "30000"});
        const auto process = lockctlFor(servers).start("watch --json");
        const auto lockIn
            = [](const QJsonObject& line) { return line["changed"_L1].toArray().at(0).toObject(); };
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonValue renewals = lockIn(line)["renewals"_L1];
            return renewals["count"_L1].toInt(-1) == 0 && renewals["last_unix_ms"_L1].isNull();
        }));
        servers.command({"PEXPIRE", "first", "60000"});
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonValue renewals = lockIn(line)["renewals"_L1];
            return renewals["count"_L1].toInt() == 1 && renewals["last_unix_ms"_L1].isDouble()
                && lockIn(line)["longest_ttl_ms"_L1].toInt() > 30000;
        }));
    }

    void tellsWhenATtlIsChangedByHand()
    {
        RedisServerFixture servers(3, {"SET", "r", kValue, "PX", "600000"});
        const auto process = lockctlFor(servers).start("watch --json");
        // When the lock ends, and when the second vote does, in Unix time.
        const auto endOf = [](const QJsonObject& line) {
            const QJsonValue lock = line["changed"_L1][0];
            const QJsonValue left = lock["remaining_ms"_L1];
            return left.isDouble() ? lock["as_of_unix_ms"_L1].toDouble() + left.toDouble() : 0;
        };
        const auto endOfVote = [](const QJsonObject& line) {
            const QJsonValue vote = line["changed"_L1][0]["votes"_L1][1];
            const QJsonValue left = vote["ttl_ms"_L1];
            return left.isDouble() ? vote["read_at_unix_ms"_L1].toDouble() + left.toDouble() : 0;
        };
        double end = 0;
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonArray masters = line["masters"_L1].toArray();
            const bool isPushed = std::ranges::all_of(
                masters, [](const QJsonValue& master) { return master["pushed"_L1].toBool(); });
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
            const QJsonValue stale = line["changed"_L1][0]["stale"_L1];
            return stale[0]["kind"_L1].toString() == "never-expires"_L1;
        }));
        interrupt(*process, SIGINT);
        QCOMPARE(waitForExit(*process), 0);
    }

    void countsDownOnATerminal()
    {
        RedisServerFixture servers(1, {"SET", "r", kValue, "PX", "600000"});
        QProcess terminal;
        terminal.start(u"script"_s,
            {u"-qc"_s, QStringLiteral(LOCKCTL_PATH " --master %1 watch").arg(urlsOf(servers)[0]),
                u"/dev/null"_s});
        QByteArray screens;
        QSet<QByteArray> remaining;
        const QRegularExpression time(u"9 m \\d\\d s"_s);
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
        QVERIFY(waitForExit(terminal) >= 0);
    }

    void showsStaleLocksFirstWhereNotAllHaveRoom()
    {
        RedisServerFixture servers;
        for (int i = 0; i < 30; ++i)
            servers.command({"SET", "lock:" + std::to_string(i), kValue, "PX", "600000"});
        servers.command({"SET", "lock:zzz", kValue});
        QProcess terminal;
        terminal.start(u"script"_s,
            {u"-qec"_s,
                QStringLiteral("stty cols 100 rows 12; " LOCKCTL_PATH " --master %1 watch")
                    .arg(urlsOf(servers)[0]),
                u"/dev/null"_s});
        QByteArray screens;
        QTRY_VERIFY_WITH_TIMEOUT(
            (screens += terminal.readAllStandardOutput()).contains("lock:zzz"), 20'000);
        QVERIFY(screens.indexOf("lock:zzz") < screens.indexOf("lock:0"));
        QTRY_VERIFY_WITH_TIMEOUT(
            (screens += terminal.readAllStandardOutput()).contains(" more"), 20'000);
        terminal.terminate();
        QVERIFY(waitForExit(terminal) >= 0);
    }

    void endsWhileNobodyReadsWhatItPrints()
    {
        RedisServerFixture servers(1,
            {"EVAL", "for i = 1, 20000 do redis.call('SET', 'lock:' .. i, ARGV[1]) end", "0",
                kValue});
        // It has much more to print than the pipe takes, and just began.
        const auto result = lockctlFor(servers).runInShell(
            u"mkfifo $HOME/pipe; lockctl watch --json >$HOME/pipe & exec 3<$HOME/pipe;"
            u"read -rN 100000 text <&3; kill -TERM $!; wait $!; echo ended: $?"_s);
        QCOMPARE(result.output, QByteArray("ended: 0\n"));
    }

    void tellsOfAMasterThatGoesAway()
    {
        RedisServerFixture servers({.count = 3});
        const auto process = lockctlFor(servers).start("watch --json");
        const auto stateIs = [](const char* state) {
            return [state](const QJsonObject& line) {
                return line["masters"_L1][1]["state"_L1].toString() == QLatin1String(state);
            };
        };
        QVERIFY(waitForLine(*process, stateIs("up")));
        servers.kill(1);
        QVERIFY(waitForLine(*process, stateIs("down")));
        servers.restart(1);
        QVERIFY(waitForLine(*process, stateIs("up")));
        interrupt(*process, SIGTERM);
        QCOMPARE(waitForExit(*process), 0);
    }

    void saysOnceWhatItIsNotTold()
    {
        RedisServerFixture servers(1, {"SET", "first", kValue});
        servers.command({"ACL", "SETUSER", "default", "-client|tracking"});
        const auto process = lockctlFor(servers).start("watch --json");
        QVERIFY(waitForLine(*process, [](const QJsonObject& line) {
            return line["masters"_L1][0]["push_error"_L1].toString().contains(
                "ACL SETUSER default +client|tracking +subscribe"_L1);
        }));
        servers.command({"SET", "second", kValue});
        QVERIFY(waitForLine(*process,
            [](const QJsonObject& line) { return names(line["changed"_L1], u"second"_s); }));
        interrupt(*process, SIGINT);
        QCOMPARE(waitForExit(*process), 0);
        const QByteArray errors = process->readAllStandardError();
        QVERIFY2(errors.contains("ACL SETUSER default +client|tracking"), errors);
        QCOMPARE(errors.count('\n'), 1);
    }

    void saysThatAGroupFailedOver()
    {
        SentinelFixture group;
        const auto addressOf = [&](std::size_t server) {
            return QString::fromStdString(group.servers().tcpUrls()[server]).mid(8);
        };
        const QStringList config = configOf(group);
        const auto process = Lockctl(m_home.path()).start(config + QStringList{u"watch"_s});
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonValue master = line["masters"_L1][0];
            return master["state"_L1].toString() == "up"_L1
                && master["group"_L1].toString() == "orders"_L1
                && master["address"_L1].toString() == addressOf(0)
                && master["failover"_L1].isNull();
        }));
        group.failOver();
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonValue failover = line["masters"_L1][0]["failover"_L1];
            return failover["from"_L1].toString() == addressOf(0)
                && failover["to"_L1].toString() == addressOf(1) && failover["count"_L1].toInt() == 1
                && failover["at_unix_ms"_L1].isDouble();
        }));
        interrupt(*process, SIGINT);
        QCOMPARE(waitForExit(*process), 0);
        const QByteArray errors = process->readAllStandardError();
        QVERIFY2(errors.contains("failover of group 'orders' "), errors);
        QVERIFY2(
            errors.contains(": now " + addressOf(1).toUtf8() + ", was " + addressOf(0).toUtf8()),
            errors);
        QCOMPARE(errors.count("failover"), 1);
        const auto listed = Lockctl(m_home.path()).run(config + QStringList{u"list"_s});
        const QJsonValue master = listed.json()["masters"_L1][0];
        QCOMPARE(master["address"_L1].toString(), addressOf(1));
    }

    void endsQuietlyWhenNobodyReads()
    {
        RedisServerFixture servers;
        QProcess shell;
        // Exits as lockctl does, which ends because head has gone.
        shell.start(u"/bin/bash"_s,
            {u"-c"_s, u"set -o pipefail; \"$0\" --master \"$1\" watch --json | head -n 1"_s,
                QStringLiteral(LOCKCTL_PATH), urlsOf(servers).front()});
        QCOMPARE(waitForExit(shell), 0);
        QVERIFY(shell.readAllStandardError().isEmpty());
    }

    void startsASandboxThatEndsWithIt()
    {
        const auto process = Lockctl(m_home.path()).start("sandbox --json");
        QStringList urls;
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonArray masters = line["masters"_L1].toArray();
            for (const QJsonValue master : masters)
                urls += master["url"_L1].toString();
            return true;
        }));
        QCOMPARE(urls.size(), 5);
        CtlResult list; // its holder may just have given it back, on a busy machine
        QTRY_VERIFY_WITH_TIMEOUT(!(list = Lockctl(m_home.path(), urls).run("list --json"))
                                      .lock(u"orders:42"_s)
                                      .isEmpty(),
            30'000);
        QCOMPARE(list.exitCode, 0);
        const auto children = descendantsOf(static_cast<pid_t>(process->processId()));
        QVERIFY(!children.empty());
        interrupt(*process, SIGINT);
        QCOMPARE(waitForExit(*process), 0);
        for (const pid_t child : children)
            QTRY_VERIFY(!isAlive(child));
    }

private:
    /// The options that name the group, for a command with JSON.
    [[nodiscard]] QStringList configOf(const SentinelFixture& group) const
    {
        const QString path = m_home.filePath(u"group.toml"_s);
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write("[[deployment]]\nname = \"group\"\n[[deployment.sentinel]]\ngroup = "
                       "\"orders\"\nsentinels = [\""
                + QByteArray::fromStdString(group.sentinelUrl()) + "\"]\n");
        return {u"--config"_s, path, kJson};
    }
};

LOCKKEEPER_TEST(CtlWatchTest)

} // namespace lockkeeper::tests::ctl_watch_test

#include "ctl_watch_test.moc"
