// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/exposition.h"
#include "tests/ctl/http_connection.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/hostile_names.h"
#include "tests/support/test_class.h"

#include <csignal>

namespace lockkeeper::tests::ctl_serve_test {

namespace {

/// A lock's under any name.
constexpr const char* kCertain
    = "lk1:web-3:812:api:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const QByteArray kToken = "0123456789abcdef-and-more";
const QByteArray kBearer = "Authorization: Bearer " + kToken + "\r\n";

QJsonObject jsonOf(const HttpAnswer& answer)
{
    return QJsonDocument::fromJson(answer.body).object();
}

QStringList namesOf(const QJsonObject& board)
{
    QStringList names;
    for (const QJsonValue lock : board["locks"_L1].toArray())
        names += lock["resource"_L1].toString();
    return names;
}

/// A running `lockctl serve`.
struct Serve {
    std::unique_ptr<QProcess> process;
    quint16 port = 0;

    Serve(const Lockctl& lockctl, const QStringList& options = {})
        : process(lockctl.start(words("serve --json --listen 127.0.0.1:0") + options))
        , port(portOf(*process))
    { }
    ~Serve()
    {
        if (process->state() != QProcess::NotRunning) {
            signal(SIGTERM);
            static_cast<void>(waitForExit(*process));
        }
    }
    Serve(const Serve&) = delete;
    Serve& operator=(const Serve&) = delete;

    void signal(int number) const { ::kill(static_cast<pid_t>(process->processId()), number); }
    /// Asks until the answer has that status; false if it never has.
    [[nodiscard]] bool waitForStatus(
        const QByteArray& path, int status, const QByteArray& headers = {}) const
    {
        return QTest::qWaitFor(
            [&] { return httpGet(port, path, headers).status == status; }, 30'000);
    }
};

} // namespace

class CtlServeTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void givesTheLocksThatListGives()
    {
        RedisServerFixture servers(3, {"SET", "a", kValue, "PX", "600000"});
        servers.command({"SET", "lock:b", kValue});
        const Serve serve(lockctlFor(servers));
        // A quorum may be read before what it says is complete.
        HttpAnswer answer;
        QTRY_COMPARE(namesOf(jsonOf(answer = httpGet(serve.port, "/locks"))).size(), 2);
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.header("Content-Type"), QByteArray("application/json"));
        QCOMPARE(answer.header("Cache-Control"), QByteArray("no-store"));
        QCOMPARE(answer.header("X-Content-Type-Options"), QByteArray("nosniff"));
        const QJsonObject board = jsonOf(answer);
        const QJsonObject listed = lockctlFor(servers).run("list --json").json();
        QCOMPARE(namesOf(board), namesOf(listed));
        for (const QString& key : listed.keys())
            QVERIFY2(board.contains(key), qPrintable(key));
        for (const char* key : {"sequence", "time_unix_ms", "waiters", "deadlocks"})
            QVERIFY2(board.contains(QLatin1String(key)), key);
        const QJsonValue lock = board["locks"_L1][0];
        QCOMPARE(lock["verdict"_L1].toString(), u"held"_s);
        QCOMPARE(lock["votes"_L1].toArray().size(), 3);
    }

    void givesMetricsInBothFormats()
    {
        RedisServerFixture servers(3, {"SET", "a", kValue, "PX", "600000"});
        const Serve serve(lockctlFor(servers));
        HttpAnswer plain;
        QTRY_VERIFY((plain = httpGet(serve.port, "/metrics"))
                        .body.contains("lockkeeper_locks{deployment=\"command-line\",verdict="
                                       "\"held\"} 1\n"));
        QCOMPARE(plain.status, 200);
        QCOMPARE(
            plain.header("Content-Type"), QByteArray("text/plain; version=0.0.4; charset=utf-8"));
        QCOMPARE(faultIn(plain.body), QByteArray());
        const HttpAnswer open = httpGet(serve.port, "/metrics",
            "Accept: application/openmetrics-text;version=1.0.0,text/plain;q=0.5\r\n");
        QCOMPARE(open.header("Content-Type"),
            QByteArray("application/openmetrics-text; version=1.0.0; charset=utf-8"));
        const QByteArray end = "# EOF\n";
        QVERIFY(open.body.endsWith(end));
        QCOMPARE(faultIn(open.body.chopped(end.size())), QByteArray());
    }

    void isHealthyWhileAQuorumCanBeRead()
    {
        RedisServerFixture servers({.count = 3});
        const Serve serve(lockctlFor(servers));
        QVERIFY(serve.waitForStatus("/healthz", 200));
        QCOMPARE(httpGet(serve.port, "/healthz").body, QByteArray("ok\n"));
        servers.kill(0);
        servers.kill(1);
        QVERIFY(serve.waitForStatus("/healthz", 503));
        const HttpAnswer answer = httpGet(serve.port, "/healthz");
        QVERIFY2(answer.body.startsWith("no quorum: 1 of 3 masters could be read, 2 are needed (a"),
            answer.body);
        QCOMPARE(answer.body.count('\n'), 1);
        servers.restart(0);
        QVERIFY(serve.waitForStatus("/healthz", 200));
    }

    void goesOnWhileAMasterIsTooLarge()
    {
        RedisServerFixture servers;
        // Without push, it is swept at the interval.
        servers.command({"ACL", "SETUSER", "default", "-client|tracking"});
        servers.command({"SET", "lock:a", kValue});
        const Serve serve(lockctlFor(servers));
        QVERIFY(serve.waitForStatus("/healthz", 200));
        servers.command({"EVAL", "for i = 1, 100000 do redis.call('SET', 'k' .. i, '') end", "0"});
        QVERIFY(serve.waitForStatus("/healthz", 503));
        const HttpAnswer answer = httpGet(serve.port, "/healthz");
        QVERIFY2(answer.body.contains("the master holds 100001 keys, too many to look at without"),
            answer.body);
        QCOMPARE(namesOf(jsonOf(httpGet(serve.port, "/locks"))), QStringList{u"lock:a"_s});
        servers.command({"EVAL", "for i = 1, 100000 do redis.call('DEL', 'k' .. i) end", "0"});
        QVERIFY(serve.waitForStatus("/healthz", 200));
    }

    void seesChanges()
    {
        RedisServerFixture servers;
        const Serve serve(lockctlFor(servers));
        QVERIFY(serve.waitForStatus("/healthz", 200));
        const auto locks = [&] { return namesOf(jsonOf(httpGet(serve.port, "/locks"))); };
        servers.command({"SET", "lock:a", kValue});
        QTRY_COMPARE(locks(), QStringList{u"lock:a"_s});
        servers.command({"DEL", "lock:a"});
        QTRY_COMPARE(locks(), QStringList());
    }

    void answersNobodyWithoutTheToken_data()
    {
        columns<QByteArray, int>();
        const auto row = [](const char* name, const QByteArray& request, int status = 401) {
            QTest::newRow(name) << request << status;
        };
        const QByteArray host = " HTTP/1.1\r\nHost: localhost\r\n";
        row("locks", "GET /locks" + host + "\r\n");
        row("metrics", "GET /metrics" + host + "\r\n");
        row("events", "GET /events" + host + "\r\n");
        row("health", "GET /healthz" + host + "\r\n");
        row("no such path", "GET /nothing" + host + "\r\n");
        row("another method", "POST /locks" + host + "Content-Length: 5\r\n\r\nhello");
        row("a body to be invited", "POST /locks" + host + "Expect: 100-continue\r\n\r\n");
        row("no method", "FETCH /locks" + host + "\r\n", 400);
        row("no HTTP", "hello\r\n\r\n", 400);
        row("ranges",
            "GET /locks" + host + "Range: bytes=" + QByteArray("0-0,").repeated(1500)
                + "1-1\r\n\r\n");
        row("too large a head", "GET /locks" + host + "X: " + QByteArray(9000, 'x') + "\r\n\r\n",
            431);
        row("another token", "GET /locks" + host + "Authorization: Bearer " + kToken + "x\r\n\r\n");
        row("half of it",
            "GET /locks" + host + "Authorization: Bearer " + kToken.chopped(1) + "\r\n\r\n");
        row("a NUL behind the token",
            "GET /locks" + host + "Authorization: Bearer " + kToken + '\0' + "junk\r\n\r\n", 400);
        row("a NUL within the token",
            "GET /locks" + host + "Authorization: Bearer " + kToken.left(8) + '\0' + kToken.mid(8)
                + "\r\n\r\n",
            400);
        row("a return behind the token",
            "GET /locks" + host + "Authorization: Bearer " + kToken + "\r junk\r\n\r\n", 400);
        row("a NUL in another header",
            "GET /locks" + host + kBearer + "Accept: a" + '\0' + "b\r\n\r\n", 400);
        row("no token", "GET /locks" + host + "Authorization: Bearer \r\n\r\n");
        row("another scheme", "GET /locks" + host + "Authorization: Basic " + kToken + "\r\n\r\n");
        row("the token elsewhere", "GET /locks?token=" + kToken + host + "\r\n");
    }
    void answersNobodyWithoutTheToken()
    {
        const auto [request, status] = fetch<QByteArray, int>();
        HttpConnection connection(m_guarded->port);
        connection.send(request);
        const HttpAnswer answer = connection.readAnswer();
        QCOMPARE(answer.status, status);
        const bool isUnauthorized = status == 401;
        QCOMPARE(answer.header("WWW-Authenticate"),
            isUnauthorized ? QByteArray("Bearer realm=\"lockctl\"") : QByteArray());
        QVERIFY(!connection.received().contains("secret-lock"));
    }

    void answersThoseWhoShowTheToken()
    {
        QVERIFY(m_guarded->waitForStatus("/healthz", 200, kBearer));
        QVERIFY(httpGet(m_guarded->port, "/locks", kBearer).body.contains("secret-lock"));
        // The token says enough: a proxy may be known by another name.
        HttpConnection connection(m_guarded->port);
        connection.send("GET /locks HTTP/1.1\r\nHost: example.org\r\n" + kBearer + "\r\n");
        QCOMPARE(connection.readAnswer().status, 200);
    }

    void takesTheTokenFromAPrivateFileOnly()
    {
        RedisServerFixture servers;
        const QString file = m_home.filePath(u"token"_s);
        QFile written(file);
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(kToken + "\n");
        written.close();
        written.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        {
            const Serve serve(lockctlFor(servers), {u"--token-file"_s, file});
            QVERIFY(serve.waitForStatus("/healthz", 200, kBearer));
            QCOMPARE(httpGet(serve.port, "/healthz").status, 401);
        }
        written.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
        const auto result = lockctlFor(servers).run({u"serve"_s, u"--token-file"_s, file});
        QVERIFY2(result.fails(64, "token file"), result.told());
        QVERIFY(!result.errors.contains(kToken));
    }

    /// HTTP decodes %41 in a header.
    void aTokenHasOnlyCharactersThatArriveAsTheyAre()
    {
        RedisServerFixture servers;
        for (const char* token : {"aaaa%41bbbbccccdddd", "aaaa bbbb cccc dddd", "too-short"}) {
            Lockctl lockctl = lockctlFor(servers);
            lockctl.setVariable(u"LOCKKEEPER_SERVE_TOKEN"_s, QString::fromLatin1(token));
            const auto result = lockctl.run("serve");
            QVERIFY2(result.fails(64, "openssl rand"), result.told());
        }
    }

    void tellsWhichMastersItCannotRead()
    {
        RedisServerFixture servers({.count = 3});
        const Serve serve(lockctlFor(servers));
        QVERIFY(serve.waitForStatus("/healthz", 200));
        QByteArray told;
        const auto isTold = [&](const char* text) {
            return QTest::qWaitFor(
                [&] {
                    serve.process->waitForReadyRead(100);
                    told += serve.process->readAllStandardError();
                    return told.contains(text);
                },
                30'000);
        };
        servers.kill(1);
        QVERIFY2(isTold("master b"), told);
        servers.restart(1);
        QVERIFY2(isTold("answers again\n"), told);
    }

    void listensElsewhereOnlyWithAToken()
    {
        RedisServerFixture servers;
        const auto result = lockctlFor(servers).run({u"serve"_s, u"--listen"_s, u"0.0.0.0:0"_s});
        QVERIFY2(result.fails(64, "not a loopback address"), result.told());
        QVERIFY(result.output.isEmpty());
    }

    void leavesDescriptorsToTheMasters()
    {
        RedisServerFixture servers;
        const auto result = lockctlFor(servers).runInShell(
            u"ulimit -n 1024; exec lockctl serve --listen 127.0.0.1:0 --max-clients 1000"_s);
        QVERIFY2(result.fails(64,
                     "1000 clients need 1512 open files, and the system allows "
                     "1024 (ulimit -Hn)"),
            result.told());
    }

    void refusesWebPagesThatNameThisHost_data()
    {
        const auto row = columns<QByteArray, int>();
        row("name of a web page", "evil.example", 403);
        row("its port", "evil.example:7737", 403);
        row("begins like ours", "localhost.evil.example", 403);
        row("ends like a port", "localhost:1.evil.example", 403);
        row("address of another host", "192.0.2.1", 403);
        row("nothing", QByteArray(), 403);
        row("two", "localhost\r\nHost: evil.example", 400);
        row("localhost", "LocalHost:7737", 200);
        row("address", "127.0.0.1:7737", 200);
        row("address of IPv6", "[::1]:7737", 200);
    }
    void refusesWebPagesThatNameThisHost()
    {
        const auto [host, status] = fetch<QByteArray, int>();
        QVERIFY(m_open->waitForStatus("/healthz", 200));
        HttpConnection connection(m_open->port);
        connection.send("GET /healthz HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        QCOMPARE(connection.readAnswer().status, status);
    }

    void refusesTwoTokensInOneRequest()
    {
        QVERIFY(m_guarded->waitForStatus("/healthz", 200, kBearer));
        QCOMPARE(httpGet(m_guarded->port, "/locks", kBearer + kBearer).status, 400);
    }

    void knowsFourPathsAndTwoMethods()
    {
        QVERIFY(m_open->waitForStatus("/healthz", 200));
        const HttpAnswer unknown = httpGet(m_open->port, "/<script>alert(1)</script>");
        QCOMPARE(unknown.status, 404);
        QVERIFY(!unknown.body.contains("script"));
        QVERIFY(!unknown.head.contains("script"));
        HttpConnection writer(m_open->port);
        writer.send("DELETE /locks HTTP/1.1\r\nHost: localhost\r\n\r\n");
        const HttpAnswer refused = writer.readAnswer();
        QCOMPARE(refused.status, 405);
        QCOMPARE(refused.header("Allow"), QByteArray("GET, HEAD"));
        for (const char* path : {"/locks", "/metrics", "/events", "/board", "/healthz"}) {
            HttpConnection head(m_open->port);
            head.send("HEAD " + QByteArray(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            const HttpAnswer answer = head.readAnswer();
            QCOMPARE(answer.status, 200);
            QCOMPARE(answer.body, QByteArray());
        }
    }

    void refusesWhatIsTooLargeOrNoHttp()
    {
        HttpConnection large(m_open->port);
        large.send("GET /locks HTTP/1.1\r\nX: " + QByteArray(9000, 'x'));
        QCOMPARE(large.readAnswer().status, 431);
        HttpConnection other(m_open->port);
        other.send("hello\r\n\r\n");
        QCOMPARE(other.readAnswer().status, 400);
        // Ranges are ignored.
        QVERIFY(m_open->waitForStatus("/healthz", 200));
        const HttpAnswer whole = httpGet(m_open->port, "/healthz", "Range: bytes=0-0\r\n");
        QCOMPARE(whole.status, 200);
        QCOMPARE(whole.body, QByteArray("ok\n"));
    }

    void answersAtOnceWhileManyClientsSendSlowly()
    {
        RedisServerFixture servers;
        const Serve serve(lockctlFor(servers), {u"--max-clients"_s, u"2"_s});
        QVERIFY(serve.waitForStatus("/healthz", 200));
        std::vector<std::unique_ptr<HttpConnection>> slow;
        for (int i = 0; i < 400; ++i) {
            slow.push_back(std::make_unique<HttpConnection>(serve.port));
            slow.back()->send("GET /locks HT");
            if (i % 50 == 0) {
                QCOMPARE(httpGet(serve.port, "/healthz").status, 200);
                QCOMPARE(httpGet(serve.port, "/metrics").status, 200);
            }
        }
        QCOMPARE(httpGet(serve.port, "/locks").status, 200);
        // The oldest had to go, the newest may still go on.
        QCOMPARE(slow.front()->readAnswer().status, -1);
        slow.back()->send("TP/1.1\r\nHost: localhost\r\n\r\n");
        QCOMPARE(slow.back()->readAnswer().status, 200);
    }

    void refusesMoreClientsThanItMayHave()
    {
        RedisServerFixture servers;
        const Serve serve(lockctlFor(servers), {u"--max-clients"_s, u"2"_s});
        QVERIFY(serve.waitForStatus("/healthz", 200));
        HttpConnection first(serve.port);
        auto second = std::make_unique<HttpConnection>(serve.port);
        for (HttpConnection* connection : {&first, second.get()}) {
            connection->get("/events");
            QVERIFY(connection->readUntil(
                [](const QByteArray& received) { return received.contains("event: board"); }));
        }
        const HttpAnswer refused = httpGet(serve.port, "/locks");
        QCOMPARE(refused.status, 503);
        QVERIFY(refused.header("Retry-After").toInt() > 0);
        QCOMPARE(httpGet(serve.port, "/healthz").status, 200);
        // Places are kept for those who scrape.
        QCOMPARE(httpGet(serve.port, "/metrics").status, 200);
        QCOMPARE(httpGet(serve.port, "/metrics?x=y").status, 200);
        second.reset();
        QVERIFY(serve.waitForStatus("/locks", 200));
    }

    void answersOthersWhileClientsReadNothing()
    {
        RedisServerFixture servers(1,
            {"EVAL", "for i = 1, 10000 do redis.call('SET', 'lock:' .. i, ARGV[1]) end", "0",
                kValue});
        const Serve serve(lockctlFor(servers), {u"--max-clients"_s, u"20"_s});
        const auto locks = [&] { return namesOf(jsonOf(httpGet(serve.port, "/locks"))).size(); };
        QTRY_COMPARE_WITH_TIMEOUT(locks(), 10'000, 30'000);
        // Each of them keeps a text of its own in memory, as far as that is possible.
        std::vector<std::unique_ptr<HttpConnection>> idle;
        for (int i = 0; i < 10; ++i) {
            idle.push_back(std::make_unique<HttpConnection>(serve.port));
            idle.back()->get(i % 2 == 0 ? "/locks" : "/events");
            servers.command({"SET", "more:lock:" + std::to_string(i), kValue});
            QVERIFY(locks() >= 10'000);
            QCOMPARE(httpGet(serve.port, "/healthz").status, 200);
        }
        // They are given up in time, so that the newest are shown.
        QTRY_COMPARE_WITH_TIMEOUT(locks(), 10'010, 30'000);
        serve.signal(SIGTERM);
        QCOMPARE(waitForExit(*serve.process), 0);
    }

    void aKindIsEscapedOnceForTheReaderOfMetrics()
    {
        RedisServerFixture servers;
        const Serve serve(lockctlFor(servers));
        QVERIFY(serve.waitForStatus("/healthz", 200));
        servers.command({"SET", "lock:a\\b:7", kCertain, "PX", "600000"});
        // a\\b, as `kinds` shows it, with each backslash escaped for Prometheus
        const auto isTold = [&serve](const char* number) {
            const QByteArray line = "lockkeeper_acquisitions_total{deployment=\"command-line\","
                                    "kind=\"lock:a\\\\\\\\b:<n>\"} ";
            return httpGet(serve.port, "/metrics").body.contains(line + number + '\n');
        };
        QTRY_VERIFY(isTold("0")); // increase() counts from the first sample on
        QTRY_VERIFY(isTold("1"));
    }

    void keepsHostileNamesApart()
    {
        RedisServerFixture servers;
        const auto names = hostileNames(200);
        for (const std::string& name : names)
            servers.command({"SET", name, kCertain, "PX", "600000"});
        const Serve serve(lockctlFor(servers), {u"--per-lock"_s});
        const auto seen = [&] { return namesOf(jsonOf(httpGet(serve.port, "/locks"))).size(); };
        QTRY_COMPARE(seen(), qsizetype(names.size()));
        const QByteArray metrics = httpGet(serve.port, "/metrics").body;
        QCOMPARE(faultIn(metrics), QByteArray());
        QCOMPARE(metrics.count("lockkeeper_lock_votes{"), qsizetype(names.size()));
        const HttpAnswer locks = httpGet(serve.port, "/locks");
        QCOMPARE(locks.body.count('\n'), 1);
        QCOMPARE(jsonOf(locks)["locks"_L1].toArray().size(), qsizetype(names.size()));
        HttpConnection events(serve.port);
        events.get("/events");
        QVERIFY(events.readUntil(
            [](const QByteArray& received) { return !eventsIn(received).isEmpty(); }));
        const auto lines = eventsIn(events.received()).first();
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[2].startsWith("data: {"));
        QVERIFY(!QJsonDocument::fromJson(lines[2].mid(6)).isNull());
    }

    /// No key is read again while nothing changes, but time passes.
    void countsDownWhatIsLeftOfEachLock()
    {
        RedisServerFixture servers(1, {"SET", "lock:a", kValue, "PX", "600000"});
        const Serve serve(lockctlFor(servers), {u"--per-lock"_s});
        const auto remaining = [&] {
            const QByteArray metrics = httpGet(serve.port, "/metrics").body;
            const auto line = metrics.indexOf("\nlockkeeper_lock_remaining_seconds{");
            const auto value = metrics.indexOf("} ", line) + 2;
            return line < 0 ? -1.0
                            : metrics.mid(value, metrics.indexOf('\n', value) - value).toDouble();
        };
        QTRY_VERIFY(remaining() > 0);
        const double first = remaining();
        QTRY_VERIFY(remaining() < first - 2);
    }

    void endsOnSigtermWithClients()
    {
        RedisServerFixture servers;
        const Serve serve(lockctlFor(servers));
        QVERIFY(serve.waitForStatus("/healthz", 200));
        HttpConnection events(serve.port);
        events.get("/events");
        QVERIFY(events.readUntil(
            [](const QByteArray& received) { return received.contains("event: board"); }));
        HttpConnection pending(serve.port);
        pending.send("GET /lo");
        serve.signal(SIGTERM);
        QCOMPARE(waitForExit(*serve.process), 0);
        QCOMPARE(serve.process->readAllStandardError(), QByteArray());
    }

    void tellsAServiceManagerThatItIsReady()
    {
        RedisServerFixture servers;
        const QByteArray path = m_home.filePath(u"notify"_s).toUtf8();
        const UniqueFd socket = datagramSocket(path);
        QVERIFY(socket.isOpen());
        Lockctl lockctl = lockctlFor(servers);
        lockctl.setVariable(u"NOTIFY_SOCKET"_s, QString::fromUtf8(path));
        const Serve serve(lockctl);
        QVERIFY(serve.port != 0);
        QCOMPARE(receiveDatagram(socket), QByteArray("READY=1"));
        serve.signal(SIGTERM);
        QCOMPARE(receiveDatagram(socket), QByteArray("STOPPING=1"));
        QCOMPARE(waitForExit(*serve.process), 0);
    }

    void initTestCase()
    {
        m_servers = std::make_unique<RedisServerFixture>();
        m_servers->command({"SET", "secret-lock", kValue});
        m_open = std::make_unique<Serve>(lockctlFor(*m_servers));
        Lockctl guarded = lockctlFor(*m_servers);
        guarded.setVariable(u"LOCKKEEPER_SERVE_TOKEN"_s, QString::fromLatin1(kToken));
        m_guarded = std::make_unique<Serve>(guarded);
        QVERIFY(m_open->port != 0 && m_guarded->port != 0);
    }
    void cleanupTestCase()
    {
        for (const auto* serve : {&m_open, &m_guarded}) {
            (*serve)->signal(SIGTERM);
            QCOMPARE(waitForExit(*(*serve)->process), 0);
            QVERIFY(!(*serve)->process->readAllStandardError().contains(kToken));
        }
        m_open.reset();
        m_guarded.reset();
        m_servers.reset();
    }

private:
    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<Serve> m_open; ///< without a token
    std::unique_ptr<Serve> m_guarded; ///< with one
};

LOCKKEEPER_TEST(CtlServeTest)

} // namespace lockkeeper::tests::ctl_serve_test

#include "ctl_serve_test.moc"
