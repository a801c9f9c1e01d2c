// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace lockkeeper::tests::ctl_list_test {

namespace {

const QString kJson = u"--json"_s;
const QString kList = u"list"_s;
const QString kOrders = u"orders:42"_s;

/// Answers whatever it is sent as a web server would, with an escape sequence in it.
class WebServer {
public:
    WebServer()
    {
        ::sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        ::socklen_t size = sizeof address;
        auto* generic = reinterpret_cast<::sockaddr*>(&address);
        if (::bind(m_listener, generic, size) != 0 || ::listen(m_listener, 8) != 0)
            qFatal("no port to listen on");
        ::getsockname(m_listener, generic, &size);
        m_port = ntohs(address.sin_port);
        m_thread = std::thread([this] { serve(); });
    }
    WebServer(const WebServer&) = delete;
    WebServer& operator=(const WebServer&) = delete;
    ~WebServer()
    {
        ::shutdown(m_listener, SHUT_RDWR);
        m_thread.join();
        ::close(m_listener);
    }
    [[nodiscard]] int port() const { return m_port; }

private:
    void serve() const
    {
        static constexpr std::string_view kAnswer
            = "HTTP/1.1 400 Bad Request\r\nServer: \x1b[31mevil\r\n\r\n<html>";
        for (int client = 0; (client = ::accept(m_listener, nullptr, nullptr)) >= 0;) {
            std::array<char, 1024> request{};
            if (::recv(client, request.data(), request.size(), 0) > 0)
                ::send(client, kAnswer.data(), kAnswer.size(), MSG_NOSIGNAL);
            ::close(client);
        }
    }

    int m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int m_port = 0;
    std::thread m_thread;
};

QString stateOf(const CtlResult& result, int master)
{
    return result.json()["masters"_L1][master]["state"_L1].toString();
}

} // namespace

class CtlListTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void warnsOfAnEvenNumberOfMasters()
    {
        RedisServerFixture servers({.count = 2});
        const CtlResult result = list(servers);
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.errors,
            QByteArray("lockctl: warning: 2 masters tolerate no failure, as 1 does; use an odd "
                       "number\n"));
        QCOMPARE(result.json()["complete"_L1].toBool(), true);
    }

    void countsAServerOnceThatIsNamedTwice()
    {
        RedisServerFixture servers({.count = 2, .hasTcp = true});
        QStringList urls = urlsOf(servers);
        urls.append(QString::fromStdString(servers.tcpUrls()[0]));
        const CtlResult result = Lockctl(m_home.path(), urls).run("list");
        QVERIFY2(result.failsInOneLine(0, "this is the same server as master "), result.told());
    }

    void tellsHowManyKindsMayBeLocks()
    {
        RedisServerFixture servers;
        for (const char* const key : {"syncing:1", "syncing:2", "report_in_progress"})
            servers.command({"SET", key, "1", "PX", "60000"});
        servers.command({"SET", "user:7:name", "Ann"});
        const Lockctl lockctl = lockctlFor(servers);
        const CtlResult table = lockctl.run("list");
        QVERIFY2(table.errors.contains("2 kinds may be locks: lockctl --master ")
                && table.errors.contains(" kinds --learn 10s listens"),
            table.errors);
        QVERIFY2(!table.output.contains("kinds --all"), table.output); // one advice is enough
        // Programs count them; whoever sees them needs no word of them.
        for (const QStringList& words :
            {tests::words("list --json"), tests::words("--possible list")})
            QVERIFY(lockctl.run(words).errors.isEmpty());
    }

    void printsTheObjectOfTheContract()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "30000"});
        const CtlResult result = list(servers);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.errors.isEmpty());
        QCOMPARE(result.outputLines().size(), 1);
        const QJsonObject object = result.json();
        QVERIFY(object["deployment"_L1].isString());
        QCOMPARE(object["quorum"_L1].toInt(), 2);
        QCOMPARE(object["complete"_L1].toBool(), true);
        const QJsonArray masters = object["masters"_L1].toArray();
        QCOMPARE(masters.size(), 3);
        QCOMPARE(masters[0]["id"_L1].toString(), u"a"_s);
        QCOMPARE(masters[0]["state"_L1].toString(), u"up"_s);
        QCOMPARE(masters[0]["role"_L1].toString(), u"master"_s);
        QVERIFY(masters[0]["latency_ms"_L1].isDouble());
        QVERIFY(masters[0]["error"_L1].isNull());
        QVERIFY(masters[0]["url"_L1].toString().startsWith("unix://"_L1));
    }

    void namesAnotherDatabaseThatHasKeys()
    {
        RedisServerFixture servers(1,
            {"EVAL", "redis.call('SELECT', 3) return redis.call('SET', KEYS[1], ARGV[1])", "1",
                "orders:42", kValue});
        const Lockctl lockctl = lockctlFor(servers);
        const CtlResult result = lockctl.run("list");
        QVERIFY2(result.says(0,
                     "no locks found (0 other keys)\nonly database 0 is looked at; keys are in 3 "
                     "(1 key): name one at the end of the URL, as ?db=3\n"),
            result.told());
        // Whoever may not ask is told nothing of it.
        servers.command({"ACL", "SETUSER", "default", "-info"});
        QCOMPARE(lockctl.run("list").output, QByteArray("no locks found (0 other keys)\n"));
    }

    void listsLocksOfAServerWithoutSomeCommands_data()
    {
        QTest::addColumn<QStringList>("commands");
        const QStringList all{u"CLIENT"_s, u"ROLE"_s, u"DBSIZE"_s, u"GETRANGE"_s, u"HSCAN"_s,
            u"INFO"_s, u"MGET"_s, u"PUBSUB"_s, u"TIME"_s, u"SUBSCRIBE"_s};
        for (const QString& command : all)
            QTest::newRow(qPrintable(command)) << QStringList{command};
        QTest::newRow("all") << all;
    }
    void listsLocksOfAServerWithoutSomeCommands()
    {
        QFETCH(QStringList, commands);
        RedisServerOptions options;
        for (const QString& command : commands) {
            for (const std::string& argument :
                {std::string("--rename-command"), command.toStdString(), std::string()})
                options.extraArguments.push_back(argument);
        }
        RedisServerFixture servers(options);
        servers.command({"SET", "orders:42", kValue, "PX", "30000"});
        servers.command({"HSET", "job", "123e4567-e89b-42d3-a456-426614174000:7", "1"});
        servers.command({"PEXPIRE", "job", "30000"});
        const CtlResult result = list(servers);
        QVERIFY2(result.exitCode == 0, result.errors);
        QCOMPARE(result.lock(kOrders)["verdict"_L1].toString(), u"held"_s);
        QCOMPARE(result.lock(u"job"_s)["format"_L1].toString(), u"redisson"_s);
        QVERIFY(result.json()["complete"_L1].toBool());
    }

    void whereNoKeyIsALockItNamesTheNextStep()
    {
        RedisServerFixture servers(1, {"SET", "page:7", "<html>"});
        const CtlResult result = lockctlFor(servers).run("list");
        QVERIFY2(result.output.startsWith("no locks found (1 other key)\nwhich kinds of keys there "
                                          "are: lockctl "),
            result.output);
    }

    void itsHintsAreShortWithManyMasters()
    {
        RedisServerFixture servers(3, {"SET", "page:7", "<html>"});
        const CtlResult result = Lockctl(m_home.path(), urlsOf(servers)).run("list");
        QVERIFY2(result.output.contains("with the same 3 masters, lockctl --expect-deployment "),
            result.output);
        QVERIFY2(!result.output.contains("unix://"), result.output);
    }

    void printsALockWithItsVotes()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "30000"});
        const QJsonObject lock = list(servers).lock(kOrders);
        QCOMPARE(lock["verdict"_L1].toString(), u"held"_s);
        const int remaining = lock["remaining_ms"_L1].toInt();
        QVERIFY(remaining > 0 && remaining <= 30000);
        QCOMPARE(lock["type"_L1].toString(), u"string"_s);
        const QString token = QString::fromStdString(Fingerprint::ofString(kValue).shortHex());
        QCOMPARE(lock["token"_L1].toString(), token);
        QVERIFY(lock["holder"_L1].toObject().contains("since_unix_ms"_L1));
        const QJsonArray votes = lock["votes"_L1].toArray();
        QCOMPARE(votes.size(), 3);
        QCOMPARE(votes[2]["master"_L1].toString(), u"c"_s);
        QCOMPARE(votes[2]["state"_L1].toString(), u"held"_s);
        QCOMPARE(votes[2]["token"_L1].toString(), token);
        QVERIFY(votes[2]["ttl_ms"_L1].isDouble());
        QVERIFY(votes[2]["age_ms"_L1].isDouble());
        QVERIFY(lock["first_seen_unix_ms"_L1].toDouble() > 1.7e12);
        const int longest = lock["longest_ttl_ms"_L1].toInt();
        QVERIFY(longest > 0 && longest <= 30000);
        QVERIFY(lock["stale"_L1].toArray().isEmpty());
    }

    void neverPrintsAToken()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        const Lockctl lockctl = lockctlFor(servers);
        QVERIFY(!lockctl.run("list --json").output.contains(kValue));
        const CtlResult table = lockctl.run("list");
        QVERIFY(table.output.contains("orders:42"));
        QVERIFY(!table.output.contains(kValue));
    }

    void hasNullForATtlThatDoesNotExist()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        const QJsonObject lock = list(servers).lock(kOrders);
        QVERIFY(lock["votes"_L1][0]["ttl_ms"_L1].isNull());
        QVERIFY(lock["remaining_ms"_L1].isNull());
        QCOMPARE(lock["stale"_L1][0]["kind"_L1].toString(), u"never-expires"_s);
        QVERIFY(!lock["stale"_L1][0]["text"_L1].toString().isEmpty());
    }

    void listsOnlyStaleLocksWhenAsked()
    {
        RedisServerFixture servers(1, {"SET", "fresh", kValue, "PX", "60000"});
        servers.command({"SET", "stuck", kValue});
        const CtlResult result = lockctlFor(servers).run("list --stale --json");
        QCOMPARE(result.json()["locks"_L1].toArray().size(), 1);
        QVERIFY(!result.lock(u"stuck"_s).isEmpty());
    }

    void saysHowManyLocksAreNotStale()
    {
        RedisServerFixture servers(1, {"SET", "fresh", kValue, "PX", "60000"});
        const CtlResult result = lockctlFor(servers).run("list --stale");
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, QByteArray("no stale locks found (1 lock, 0 other keys)\n"));
    }

    void looksOnlyAtWhatMatches()
    {
        RedisServerFixture servers;
        for (const char* name : {"a:1", "b:1", "c:1", "[x]"})
            servers.command({"SET", name, kValue, "PX", "60000"});
        const CtlResult result = lockctlFor(servers).run(
            {kList, kJson, u"--match"_s, u"[ac]:*"_s, u"--match"_s, u"\\[x\\]"_s});
        QCOMPARE(result.json()["locks"_L1].toArray().size(), 3);
        QVERIFY(result.lock(u"b:1"_s).isEmpty());
    }

    void showsASplitAndALeftover()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(0, {"SET", "split", kValue, "PX", "60000"});
        servers.command(1, {"SET", "split", kOtherValue, "PX", "60000"});
        servers.command(2, {"SET", "split", "b130c000400d11f0810702420a000003", "PX", "60000"});
        servers.command(1, {"SET", "leftover", kValue, "PX", "60000"});
        const CtlResult result = list(servers);
        QCOMPARE(result.lock(u"split"_s)["verdict"_L1].toString(), u"split"_s);
        QCOMPARE(result.lock(u"leftover"_s)["verdict"_L1].toString(), u"minority"_s);
    }

    void goesOnWhileAQuorumAnswers()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        servers.kill(2);
        const CtlResult result = list(servers);
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.json()["complete"_L1].toBool(true), false);
        QCOMPARE(stateOf(result, 2), u"down"_s);
        const QJsonObject lock = result.lock(kOrders);
        QCOMPARE(lock["verdict"_L1].toString(), u"held"_s);
        QCOMPARE(lock["votes"_L1][2]["state"_L1].toString(), u"no-answer"_s);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("master c"), result.errors);
    }

    void exitsWith2BelowAQuorum()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(0, {"SET", "orders:42", kValue, "PX", "60000"});
        servers.kill(1);
        servers.suspend(2);
        const CtlResult result = list(servers);
        servers.resume(2);
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.errorLines().size(), 2);
        QCOMPARE(stateOf(result, 2), u"silent"_s);
        QCOMPARE(result.lock(kOrders)["verdict"_L1].toString(), u"unknown"_s);
    }

    void exitsWith69WhenNobodyIsThere()
    {
        const Lockctl lockctl(m_home.path(), {u"redis://127.0.0.1:1"_s});
        const CtlResult result = lockctl.run("list");
        QCOMPARE(result.exitCode, 69);
        QVERIFY(result.output.isEmpty());
        QVERIFY2(result.errors.contains("master a (redis://127.0.0.1:1): Connection refused"),
            result.errors);
    }

    void exitsWith69WhenItIsNotRedis()
    {
        WebServer server;
        const auto url = u"redis://127.0.0.1:%1"_s.arg(server.port());
        const CtlResult result = Lockctl(m_home.path(), {url}).run("list");
        QCOMPARE(result.exitCode, 69);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY(!result.errors.contains('\x1b'));
        QVERIFY2(result.errors.contains("another kind of server"), result.errors);
    }

    void exitsWith77WhenThePasswordIsWrong()
    {
        RedisServerFixture servers({.hasTcp = true, .password = "right"});
        QString url = QString::fromStdString(servers.tcpUrls().front());
        url.replace("right"_L1, "canary"_L1);
        const CtlResult result = Lockctl(m_home.path(), {url}).run("list --json");
        QCOMPARE(result.exitCode, 77);
        QCOMPARE(stateOf(result, 0), u"refused"_s);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY(!result.errors.contains("canary"));
        QVERIFY(!result.output.contains("canary"));
    }

    void exitsWith77WhenThePasswordIsMissing()
    {
        RedisServerFixture servers({.hasTcp = true, .password = "right"});
        QString url = QString::fromStdString(servers.tcpUrls().front());
        url.remove(":right@"_L1);
        QCOMPARE(Lockctl(m_home.path(), {url}).run("list").exitCode, 77);
    }

    void keepsHostileNamesOnOneLine()
    {
        RedisServerFixture servers;
        const std::string name = "a\nlockctl: b\x1b[2J\xff\xe2\x80\xae<img src=x>";
        servers.command({"SET", name, kValue});
        const Lockctl lockctl = lockctlFor(servers);
        const CtlResult table = lockctl.run("list");
        QCOMPARE(table.outputLines().size(), 2);
        QVERIFY(!table.output.contains('\x1b'));
        QVERIFY(table.output.contains("\\n"));
        const CtlResult json = lockctl.run("list --json");
        QCOMPARE(json.outputLines().size(), 1);
        const QJsonValue lock = json.json()["locks"_L1][0];
        QVERIFY(lock["resource"_L1].toString().contains("\\xff"_L1));
        QCOMPARE(
            QByteArray::fromBase64(lock["resource_b64"_L1].toString().toLatin1()).toStdString(),
            name);
    }

    void printsOneObjectHoweverManyLocksThereAre()
    {
        RedisServerFixture servers;
        QList<QByteArray> names;
        for (int i = 0; i < 2000; ++i) {
            names += QByteArray("quote\"back\\slash\x7f\n") + QByteArray::number(i);
            servers.command({"SET", names.back().toStdString(), kValue});
        }
        const CtlResult result = list(servers);
        QCOMPARE(result.outputLines().size(), 1);
        QVERIFY(std::ranges::all_of(result.output.chopped(1), [](char c) { return c >= 0x20; }));
        const QJsonArray locks = result.json()["locks"_L1].toArray();
        QCOMPARE(locks.size(), names.size());
        std::ranges::sort(names);
        for (qsizetype i = 0; i < names.size(); ++i)
            QCOMPARE(locks[i]["resource"_L1].toString().toUtf8(), names[i]);
    }

    void givesANameInUtf8AsItIs()
    {
        RedisServerFixture servers(1, {"SET", "\xe9\x94\x81:1\n", kValue});
        const CtlResult result = list(servers);
        QVERIFY(!result.lock(u"\u9501:1\n"_s).isEmpty());
        QVERIFY(!result.lock(u"\u9501:1\n"_s).contains("resource_b64"_L1));
    }

    void exitsWith77WhenNothingMayBeRead()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue, "PX", "30000"});
        servers.command({"ACL", "SETUSER", "default", "-pttl"});
        const CtlResult table = lockctlFor(servers).run("list");
        QCOMPARE(table.exitCode, 77);
        QVERIFY(table.output.isEmpty());
        QCOMPARE(table.errorLines().size(), 1);
        QVERIFY2(table.errors.contains("1 key could not be read: ")
                && table.errors.endsWith("to grant it: ACL SETUSER default +pttl\n"),
            table.errors);
        const CtlResult json = list(servers);
        QCOMPARE(json.exitCode, 77);
        QCOMPARE(json.json()["other_keys"_L1].toInt(), 0);
        const QJsonValue master = json.json()["masters"_L1][0];
        QCOMPARE(master["unread_keys"_L1].toInt(), 1);
        QVERIFY(master["read_error"_L1].toString().contains("+pttl"_L1));
    }

    void tellsOfTheKeysThatMayNotBeRead()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue, "PX", "30000"});
        servers.command({"HSET", "cart:1", "7b1a9f6e-2f5f-4c93-9d0e-2f1f3f6a1b2c:17", "1"});
        servers.command({"ACL", "SETUSER", "default", "-type"});
        const CtlResult result = list(servers);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.lock(kOrders).isEmpty());
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("ACL SETUSER default +type"), result.errors);
    }

    void asksForAPatternWhenThereAreTooManyKeys()
    {
        RedisServerFixture servers(
            1, {"EVAL", "for i = 1, 100001 do redis.call('SET', 'k' .. i, 'x') end", "0"});
        const CtlResult result = list(servers);
        QVERIFY2(result.failsInOneLine(64, "--match"), result.told());
    }

private:
    CtlResult list(const RedisServerFixture& servers) const
    {
        return lockctlFor(servers).run("list --json");
    }
};

LOCKKEEPER_TEST(CtlListTest)

} // namespace lockkeeper::tests::ctl_list_test

#include "ctl_list_test.moc"
