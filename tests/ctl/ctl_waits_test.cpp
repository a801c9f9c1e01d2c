// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/ctl/talking_clients.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_waits_test {

namespace {

/// Scripts that hold one lock and wait for another within it.
class Scripts {
public:
    explicit Scripts(const RedisServerFixture& servers)
        : lockctl(m_home.path(), urlsOf(servers))
    { }
    void start(const QString& holds, const QString& wants, const QString& how = u"run %1 -- true"_s)
    {
        m_running.push_back(lockctl.start({u"run"_s, holds, u"--"_s, u"sh"_s, u"-c"_s,
            u"until [ $(ls %1 | wc -l) -ge %2 ]; do touch %1/$$; sleep 0.05; done; "
            u"exec %3 %4"_s.arg(m_meeting.path())
                .arg(m_members)
                .arg(QString::fromLatin1(LOCKCTL_PATH), how.arg(wants))}));
    }
    [[nodiscard]] bool areDone()
    {
        return std::ranges::all_of(m_running, [](const auto& script) {
            return script->state() == QProcess::NotRunning || script->waitForFinished(10);
        });
    }
    void meet(int members) { m_members = members; }
    /// What they have printed, once they are done.
    [[nodiscard]] QByteArray errors()
    {
        QByteArray all;
        for (const auto& script : m_running)
            all += script->readAllStandardError();
        return all;
    }
    [[nodiscard]] QByteArray output()
    {
        QByteArray all;
        for (const auto& script : m_running)
            all += script->readAllStandardOutput();
        return all;
    }
    [[nodiscard]] int failures() const
    {
        return static_cast<int>(std::ranges::count_if(
            m_running, [](const auto& script) { return script->exitCode() == 1; }));
    }

private:
    QTemporaryDir m_home;
    QTemporaryDir m_meeting; ///< each leaves a file there once it holds its lock
    int m_members = 0;

public:
    Lockctl lockctl;

private:
    std::vector<std::unique_ptr<QProcess>> m_running;
};

/// Puts a waiter of Redisson's fair lock behind the others, for five minutes.
void enqueue(RedisServerFixture& servers, const std::string& braced, const std::string& who)
{
    const auto until = std::to_string(QDateTime::currentMSecsSinceEpoch() + 300'000);
    servers.command({"RPUSH", "redisson_lock_queue:" + braced, who});
    servers.command({"ZADD", "redisson_lock_timeout:" + braced, until, who});
}

} // namespace

class CtlWaitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scriptsThatWaitInARingAreShownAndTheProposalEndsIt()
    {
        RedisServerFixture servers({.count = 3});
        Scripts scripts(servers);
        scripts.meet(3);
        scripts.start(u"a"_s, u"b"_s);
        scripts.start(u"b"_s, u"c"_s);
        scripts.start(u"c"_s, u"a"_s);
        CtlResult found;
        const auto isFound = [&] {
            found = scripts.lockctl.run("deadlocks");
            return found.exitCode == 1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isFound(), 30'000);
        const auto lines = found.outputLines();
        QCOMPARE(lines.size(), 5);
        QVERIFY2(lines[0].startsWith("likely a deadlock of 3 locks since "), found.output);
        QVERIFY2(lines[1].startsWith("  a  held by pid ") && lines[1].endsWith(" waits for b"),
            found.output);
        const QJsonObject json = scripts.lockctl.run("deadlocks --json").json();
        QCOMPARE(json[u"waiters"].toArray().size(), 3);
        const QJsonObject deadlock = json[u"deadlocks"][0].toObject();
        QCOMPARE(deadlock[u"certain"], QJsonValue(false));
        QCOMPARE(deadlock[u"locks"].toArray().size(), 3);
        theCircleIsCountedAsADeadlockOnly(scripts.lockctl);
        isNamedWithItsDeployment(servers, found.output);
        const auto watching = scripts.lockctl.start("watch --json");
        QVERIFY(waitForLine(*watching, [](const QJsonObject& line) {
            return line[u"deadlocks"][0][u"locks"].toArray().size() == 3;
        }));
        anEventCallsItLikely(scripts.lockctl);
        const QByteArray proposed = lines[4].mid(lines[4].indexOf("lockctl release"));
        const CtlResult released
            = scripts.lockctl.runInShell(QString::fromUtf8(proposed) + u" --yes"_s);
        QVERIFY2(released.exitCode == 0, released.errors);
        QTRY_VERIFY_WITH_TIMEOUT(scripts.areDone(), 30'000);
        found = scripts.lockctl.run("deadlocks");
        QCOMPARE(found.exitCode, 0);
        QCOMPARE(found.output, QByteArray("no deadlock found\n"));
    }

    void listeningTellsWhoTriesInVain()
    {
        RedisServerFixture servers({.hasTcp = true});
        const std::string token = "wOFy0vTqMkYFf36Ktgtx4t3k";
        servers.command({"SET", "orders:42", token, "PX", "60000"});
        const Repeater talk(servers.tcpUrls()[0],
            {{"holder",
                 {"EVAL", "return redis.call('PEXPIRE', KEYS[1], ARGV[2])", "1", "orders:42", token,
                     "60000"}},
                {"in-vain", {"SET", "orders:42", "another-token-of-a-waiter", "NX", "PX", "60000"}},
                {"asker",
                    {"EVAL",
                        "if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end "
                        "return redis.call('SET', KEYS[1], 'mine')",
                        "1", "orders:42"}},
                {"refresher", {"SET", "orders:42", token, "XX", "PX", "60000"}},
                {"reader", {"EVAL", "return redis.call('GET', KEYS[1])", "1", "orders:42"}},
                {"late",
                    {"EVAL",
                        "if redis.call('GET', KEYS[1]) == 'old' then "
                        "return redis.call('DEL', KEYS[1]) end",
                        "1", "orders:42"}},
                {"onlooker", {"GET", "orders:42"}},
                {"elsewhere", {"SET", "orders:43", "x", "NX"}}});
        QTemporaryDir home;
        const Lockctl lockctl(home.path(), tcpUrlsOf(servers));
        const QStringList listen{
            u"waiters"_s, u"orders:42"_s, u"--monitor"_s, u"5"_s, u"--lines"_s, u"400"_s};

        const CtlResult told = lockctl.run(listen + QStringList{u"--json"_s});
        QVERIFY2(told.fails(0, "warning: MONITOR on 1 master"), told.told());
        const QJsonArray observed = told.json()[u"observed_waiters"].toArray();
        QSet<QString> names;
        for (const auto waiter : observed)
            names.insert(waiter[u"name"].toString());
        QCOMPARE(names, (QSet<QString>{u"in-vain"_s, u"asker"_s}));
        QVERIFY(observed[0][u"tries"].toInt() > 1);
        QVERIFY(observed[0][u"address"].toString().startsWith(u"127.0.0.1:"_s));
        QVERIFY(!told.output.contains("another-token"));

        const CtlResult table = lockctl.run(listen);
        QVERIFY2(table.output.contains(" (in-vain), heard to try "), table.output);
        QCOMPARE(table.outputLines().size(), 3);

        const CtlResult unasked = lockctl.run("waiters orders:42 --json");
        QVERIFY(!unasked.json().contains(u"observed_waiters"));
        QCOMPARE(lockctl.run("waiters --monitor 5").exitCode, 64);
    }

private:
    /// Its holders live: no lock of it is stale.
    /// `alone`: what is printed of the deployment alone.
    static void isNamedWithItsDeployment(const RedisServerFixture& servers, const QByteArray& alone)
    {
        const QTemporaryDir home;
        const QString file = home.filePath(u"d.toml"_s);
        writeDeployment(file, servers, "");
        const Lockctl lockctl(home.path());
        const CtlResult all = lockctl.run({u"--config"_s, file, u"--all"_s, u"deadlocks"_s});
        QCOMPARE(all.exitCode, 1);
        const auto lines = all.outputLines();
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[0], "orders: " + alone.split('\n').first());
        QVERIFY2(lines[4].contains(" --deployment orders --expect-deployment "), all.output);
        const QJsonObject json
            = lockctl.run({u"--config"_s, file, u"--all"_s, u"--json"_s, u"deadlocks"_s}).json();
        QCOMPARE(json[u"complete"], QJsonValue(true));
        QCOMPARE(json[u"deployments"][0][u"deadlocks"][0][u"locks"].toArray().size(), 3);
    }
    static void anEventCallsItLikely(const Lockctl& lockctl)
    {
        const QTemporaryDir home;
        const QString file = home.filePath(u"events"_s);
        const auto watch = lockctl.start({u"watch"_s, u"--json"_s, u"--on"_s, u"deadlock"_s,
            u"--"_s, u"/bin/sh"_s, u"-c"_s, u"cat >> \"$1\""_s, u"sh"_s, file});
        const auto told = [&] {
            QFile events(file);
            return events.open(QIODevice::ReadOnly) ? events.readAll() : QByteArray();
        };
        QTRY_VERIFY_WITH_TIMEOUT(told().contains("\"text\":"), 30'000);
        QVERIFY2(told().contains("likely a deadlock: a > b > c > a"), told());
    }
    static void theCircleIsCountedAsADeadlockOnly(const Lockctl& lockctl)
    {
        const CtlResult checked = lockctl.run("check");
        QCOMPARE(checked.exitCode, 1);
        QVERIFY2(checked.output.startsWith("LOCKS WARNING - 1 deadlock: a > b > c (likely) |"),
            checked.output);
        const QJsonObject json = lockctl.run("check --json").json();
        QCOMPARE(json[u"stale"], QJsonValue(0));
        QCOMPARE(json[u"deadlocks"], QJsonValue(1));
        const QByteArray metrics = lockctl.run("metrics").output;
        QVERIFY(metrics.contains(QByteArray("lockkeeper_deadlocks{")));
        const auto stale = metrics.indexOf("\nlockkeeper_stale_locks{");
        QVERIFY2(metrics.mid(stale + 1).split('\n').first().endsWith(" 0"), metrics);
        QVERIFY(lockctl.run("list --stale")
                    .output.startsWith("no stale locks found (3 locks, 1 deadlock, "));
    }

private Q_SLOTS:
    void ofARingOfScriptsOneFailsIfAllSayThatTheyWait()
    {
        RedisServerFixture servers({.count = 3});
        Scripts scripts(servers);
        scripts.meet(3);
        const QString how = u"run %1 --on-deadlock fail -- true"_s;
        scripts.start(u"a"_s, u"b"_s, how);
        scripts.start(u"b"_s, u"c"_s, how);
        scripts.start(u"c"_s, u"a"_s, how);
        QTRY_VERIFY_WITH_TIMEOUT(scripts.areDone(), 30'000);
        QCOMPARE(scripts.failures(), 1);
        const QByteArray told = scripts.errors();
        QCOMPARE(told.count(": not acquired: a deadlock"), 1); // beside lines of who waits
        for (const char* link :
            {" has a and waits for b", " has b and waits for c", " has c and waits for a"})
            QVERIFY2(told.contains(link), told);
    }
    void aCommandThatWantsItsOwnLockIsTold()
    {
        RedisServerFixture servers({.count = 3});
        QTemporaryDir home;
        const Lockctl lockctl(home.path(), urlsOf(servers));
        const CtlResult result
            = lockctl.runInShell(u"lockctl run a -- lockctl run a --wait 100ms -- true"_s);
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.errorLines().size(), 2);
        QVERIFY2(result.errors.contains("it waits for itself"), result.errors);
        QVERIFY2(result.errors.contains("not acquired: this command runs under"), result.errors);
        const CtlResult beside = lockctl.runInShell(
            u"lockctl run a -- env -u LOCKKEEPER_HOLDING lockctl acquire a --ttl 3s"_s);
        QVERIFY2(beside.fails(1, "a: not acquired: lockctl@"), beside.told());
    }
    void anAcquireNamesTheCircleAsJson()
    {
        RedisServerFixture servers;
        Scripts scripts(servers);
        scripts.meet(1);
        scripts.start(
            u"a"_s, u"a"_s, u"acquire %1 --ttl 30s --wait 1h --on-deadlock fail --json"_s);
        QTRY_VERIFY_WITH_TIMEOUT(scripts.areDone(), 30'000);
        QCOMPARE(scripts.failures(), 1);
        const QByteArray output = scripts.output();
        const QJsonObject json = QJsonDocument::fromJson(output).object();
        QCOMPARE(json[u"acquired"], QJsonValue(false));
        QCOMPARE(json[u"votes"].toArray().size(), 1);
        const QJsonArray deadlock = json[u"deadlock"].toArray();
        QVERIFY2(deadlock.size() == 1, output);
        QCOMPARE(deadlock[0][u"resource"], QJsonValue(u"a"_s));
        QCOMPARE(deadlock[0][u"token"].toString().size(), 8);
        QCOMPARE(deadlock[0][u"waiter"][u"app"], QJsonValue(u"lockctl"_s));
    }
    void waitersAreListedByLock()
    {
        RedisServerFixture servers(1, {"SET", "busy", "somebody", "PX", "600000"});
        QTemporaryDir home;
        const Lockctl lockctl(home.path(), urlsOf(servers));
        QCOMPARE(lockctl.run("waiters").output,
            QByteArray("nobody is known to wait; who only tries again and again for a RESOURCE is "
                       "seen by --monitor 5s\n"));
        const auto waiting = lockctl.start("acquire busy --ttl 30s --wait 1h");
        CtlResult seen;
        const auto isSeen = [&] {
            seen = lockctl.run("waiters busy");
            return seen.outputLines().size() == 2;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isSeen(), 30'000);
        QCOMPARE(seen.exitCode, 0);
        QVERIFY2(seen.outputLines()[0].startsWith("RESOURCE  WAITING"), seen.output);
        QVERIFY2(seen.outputLines()[1].startsWith("busy      lockctl@"), seen.output);
        QVERIFY2(seen.outputLines()[1].endsWith("nothing"), seen.output);
        QCOMPARE(lockctl.run("waiters other").output,
            QByteArray("nobody is known to wait for other; who only tries again and again is seen "
                       "by --monitor 5s\n"));
        waiting->terminate();
        QCOMPARE(waitForExit(*waiting), 128 + 15);
        const auto isGone = [&] { return lockctl.run("waiters").outputLines().size() == 1; };
        QTRY_VERIFY_WITH_TIMEOUT(isGone(), 30'000);
    }
    void waitersOfRedissonAreKnownByTheirQueue()
    {
        RedisServerFixture servers;
        const std::string one = "0b6f2d1e-8c1f-4a5e-9d3a-1f2e3d4c5b6a:1";
        const std::string other = "1c6f2d1e-8c1f-4a5e-9d3a-1f2e3d4c5b6a:2";
        auto peer
            = sandbox::BlockingClient::connect(redis::Url::parse(servers.urls()[0]).value(), 5s);
        QVERIFY(peer.has_value());
        for (const auto& [lock, holder, waiter] :
            {std::tuple("fair:a", one, other), std::tuple("fair:b", other, one)}) {
            const std::string braced = std::string("{") + lock + "}";
            servers.command({"HSET", lock, holder, "1"});
            servers.command({"RPUSH", "redisson_lock_queue:" + braced, waiter});
            servers.command({"ZADD", "redisson_lock_timeout:" + braced, "1795262430000", waiter});
            QVERIFY(peer->call({"SUBSCRIBE", "redisson_lock__channel:" + braced + ":" + waiter}));
        }
        servers.command({"RPUSH", "redisson_lock_queue:{fair:a}", one + "7"});
        QTemporaryDir home;
        const Lockctl lockctl(home.path(), urlsOf(servers));
        const auto lines = lockctl.run("waiters").outputLines();
        QCOMPARE(lines.size(), 4);
        QVERIFY2(lines[1].contains(" thread 2 ") && lines[1].contains(" redisson "), lines[1]);
        QVERIFY2(lines[2].contains(" gone: client 0b6f2d1e") && lines[2].contains(" thread 17 "),
            lines[2]);
        const QJsonObject json = lockctl.run("waiters fair:a --json").json();
        QCOMPARE(json[u"waiters"].toArray().size(), 2);
        QCOMPARE(json[u"waiters"][0][u"knowledge"], QJsonValue(u"library"_s));
        QCOMPARE(json[u"waiters"][0][u"thread"], QJsonValue(u"2"_s));
        QCOMPARE(json[u"waiters"][1][u"gone"], QJsonValue(true));
        const CtlResult found = lockctl.run("deadlocks");
        QCOMPARE(found.exitCode, 1);
        QVERIFY2(found.output.startsWith("deadlock of 2 locks since "), found.output);
        QVERIFY2(found.output.contains(": lockctl release fair:a --master "), found.output);
        QVERIFY(lockctl.run("check").output.contains(" waiting=2;"));
        const QByteArray metrics = lockctl.run("metrics").output;
        QVERIFY(metrics.contains("lockkeeper_waiters_gone{"));
        const QByteArray shown = lockctl.run("show fair:a").output;
        QVERIFY2(shown.contains("waiting    1 waiting, 1 gone from its queue"), shown);
        const QString token
            = lockctl.run("show fair:a --json").json()[u"lock"][u"token"].toString();
        const QStringList plan{
            u"release"_s, u"fair:a"_s, u"--token"_s, token, u"--dry-run"_s, u"--reason"_s, u"x"_s};
        const CtlResult planned = lockctl.run(plan);
        QVERIFY2(planned.says(0, "redisson_lock_queue:{fair:a}"), planned.told());
    }
    void aFairLockWhoseNextHolderIsGoneIsFreeButQueued()
    {
        RedisServerFixture servers;
        const std::string gone = "0b6f2d1e-8c1f-4a5e-9d3a-1f2e3d4c5b6a:1";
        const std::string next = "1c6f2d1e-8c1f-4a5e-9d3a-1f2e3d4c5b6a:2";
        for (const std::string& who : {gone, next})
            enqueue(servers, "{fair:a}", who);
        auto peer
            = sandbox::BlockingClient::connect(redis::Url::parse(servers.urls()[0]).value(), 20s);
        QVERIFY(peer && peer->call({"SUBSCRIBE", "redisson_lock__channel:{fair:a}:" + next}));
        QTemporaryDir home;
        const Lockctl lockctl(home.path(), urlsOf(servers));
        const QJsonObject lock = lockctl.run("list --json").lock(u"fair:a"_s);
        QCOMPARE(lock[u"verdict"].toString(), u"queued"_s);
        QCOMPARE(lock[u"format"].toString(), u"redisson-queue"_s);
        QCOMPARE(lock[u"holder"][u"thread"].toString(), u"1"_s);
        QVERIFY(lock[u"remaining_ms"].toInteger() > 200'000);
        QCOMPARE(lock[u"waiting"].toInt(), 1);
        const QByteArray table = lockctl.run("list").output;
        QVERIFY2(table.contains("free, but queued") && table.contains("nobody; next: "), table);
        const CtlResult shown = lockctl.run("show fair:a");
        QVERIFY2(shown.output.contains("the first in its queue is gone: nobody else gets it until ")
                && shown.output.contains("1 waits behind it"),
            shown.output);
        QVERIFY2(shown.output.contains("SAFE TO FREE: nobody holds it"), shown.output);
        QCOMPARE(lockctl.run("check").exitCode, 1);
        const QString token = lock[u"token"].toString();
        const auto act = [&](const QString& action) {
            return lockctl.run(
                {action, u"fair:a"_s, u"--token"_s, token, u"--reason"_s, u"x"_s, u"--yes"_s});
        };
        QVERIFY(act(u"revoke"_s).errors.contains("Nobody holds it"));
        const CtlResult freed = act(u"release"_s);
        QVERIFY2(freed.exitCode == 0, freed.output + freed.errors);
        const auto heard = peer->call({"PING"}); // the message came first
        QVERIFY(heard && heard->elements.size() == 3);
        QCOMPARE(heard->elements[2].text, std::string("0"));
        const auto queue = servers.command({"LRANGE", "redisson_lock_queue:{fair:a}", "0", "-1"});
        QCOMPARE(queue.elements.size(), std::size_t(1));
        QCOMPARE(servers.command({"ZCARD", "redisson_lock_timeout:{fair:a}"}).integer, 1);
        // The same again is for another one.
        QCOMPARE(act(u"release"_s).exitCode, 1);
        QCOMPARE(servers.command({"LLEN", "redisson_lock_queue:{fair:a}"}).integer, 1);
    }
    void whatWasSeenInAQueueIsNotWhatIsHeldLater()
    {
        RedisServerFixture servers;
        const std::string who = "1c6f2d1e-8c1f-4a5e-9d3a-1f2e3d4c5b6a:2";
        enqueue(servers, "{fair:a}", who);
        QTemporaryDir home;
        const Lockctl lockctl(home.path(), urlsOf(servers));
        const auto release = [&](const QString& token) {
            return lockctl.run({u"release"_s, u"fair:a"_s, u"--token"_s, token, u"--reason"_s,
                u"x"_s, u"--yes"_s});
        };
        const QString queued = lockctl.run("list --json").lock(u"fair:a"_s)[u"token"].toString();
        // It is its turn.
        servers.command({"DEL", "redisson_lock_queue:{fair:a}", "redisson_lock_timeout:{fair:a}"});
        servers.command({"HSET", "fair:a", who, "1"});
        QCOMPARE(release(queued).exitCode, 1);
        QCOMPARE(servers.command({"EXISTS", "fair:a"}).integer, 1);
    }
    void aQueueThatMayBeOfAnotherLockKeepsNobodyOut()
    {
        RedisServerFixture servers;
        const std::string who = "1c6f2d1e-8c1f-4a5e-9d3a-1f2e3d4c5b6a:2";
        enqueue(servers, "{a}", who);
        QTemporaryDir home;
        const Lockctl lockctl(home.path(), urlsOf(servers));
        QCOMPARE(lockctl.run("list --json").lock(u"a"_s)[u"verdict"].toString(), u"queued"_s);
        servers.command({"HSET", "{a}", "0b6f2d1e-8c1f-4a5e-9d3a-1f2e3d4c5b6a:1", "1"});
        const CtlResult list = lockctl.run("list --json");
        QCOMPARE(list.lock(u"{a}"_s)[u"verdict"].toString(), u"held"_s);
        QVERIFY(list.lock(u"a"_s).isEmpty());
        QCOMPARE(servers.command({"LLEN", "redisson_lock_queue:{a}"}).integer, 1);
    }
    void waitersForOtherLocksAreLeftOut()
    {
        const RedisServerFixture servers({.count = 1, .hasTcp = true});
        QTemporaryDir home;
        const auto in = [&](const char* database) {
            return Lockctl(home.path(),
                {QString::fromStdString(servers.tcpUrls()[0]) + u'/' + QLatin1String(database)});
        };
        for (const char* database : {"1", "2"})
            QCOMPARE(in(database).run("acquire lock:a --ttl 10m").exitCode, 0);
        const auto waiting = in("1").start("acquire lock:a --ttl 10m --wait 1h");
        QTRY_VERIFY(in("1").run("waiters").output.contains("lock:a"));
        QVERIFY(!in("2").run("waiters").output.contains("lock:a"));
        QVERIFY(!in("1").run("--match other:* waiters").output.contains("lock:a"));
    }
    void aMasterThatDoesNotTellIsNamed()
    {
        RedisServerFixture servers(1, {"ACL", "SETUSER", "default", "-pubsub"});
        QTemporaryDir home;
        const Lockctl lockctl(home.path(), urlsOf(servers));
        const CtlResult result = lockctl.run("deadlocks");
        QVERIFY2(result.fails(77, "who waits is not known"), result.told());
        // What is not known is not none.
        QCOMPARE(result.output, QByteArray("whether there is a deadlock is not known\n"));
        QVERIFY(lockctl.run("deadlocks --json").output.contains("\"complete\":false"));
        QCOMPARE(lockctl.run("waiters").output, QByteArray("who waits is not known\n"));
        const QByteArray check = lockctl.run("check").output;
        QVERIFY2(check.contains("deadlocks not known") && check.contains(" deadlocks=U;"), check);
        QVERIFY2(check.contains(" waiting=U;"), check);
        const QByteArray json = lockctl.run("check --json").output;
        QVERIFY2(json.contains("\"deadlocks\":null") && json.contains("\"waiting\":null"), json);
        QVERIFY(!lockctl.run("metrics").output.contains("\nlockkeeper_deadlocks{"));
    }
};

LOCKKEEPER_TEST(CtlWaitsTest)

} // namespace lockkeeper::tests::ctl_waits_test

#include "ctl_waits_test.moc"
