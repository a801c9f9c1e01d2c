// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QtTest>
#include <algorithm>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace lockkeeper::ctl_list_test {

using tests::CtlResult;
using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

constexpr const char* kValue = "5ccedab049f911f08f3a0242ac110002";
constexpr const char* kOtherValue = "5ccedab149f911f08f3a0242ac110002";
const QString kJson = QStringLiteral("--json");
const QString kList = QStringLiteral("list");
const QString kOrders = QStringLiteral("orders:42");

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
    return result.json()[QLatin1String("masters")][master][QLatin1String("state")].toString();
}

} // namespace

class CtlListTest : public tests::CtlTest {
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
        QCOMPARE(result.json()[QLatin1String("complete")].toBool(), true);
    }

    void countsAServerOnceThatIsNamedTwice()
    {
        RedisServerFixture servers({.count = 2, .hasTcp = true});
        QStringList urls = tests::urlsOf(servers);
        urls.append(QString::fromStdString(servers.tcpUrls()[0]));
        const CtlResult result = Lockctl(m_home.path(), urls).run({QStringLiteral("list")});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("this is the same server as master "),
            result.errors.constData());
    }

    void tellsHowManyKindsMayBeLocks()
    {
        RedisServerFixture servers;
        for (const char* const key : {"syncing:1", "syncing:2", "report_in_progress"})
            servers.command({"SET", key, "1", "PX", "60000"});
        servers.command({"SET", "user:7:name", "Ann"});
        const Lockctl lockctl = lockctlFor(servers);
        const CtlResult table = lockctl.run({QStringLiteral("list")});
        QVERIFY2(table.errors.contains("2 kinds may be locks: lockctl --master ")
                && table.errors.contains(" kinds --learn 10s listens"),
            table.errors);
        QVERIFY2(!table.output.contains("kinds --all"), table.output); // one advice is enough
        // Programs count them; whoever sees them needs no word of them.
        for (const QStringList& words : {QStringList{QStringLiteral("list"), kJson},
                 QStringList{QStringLiteral("--possible"), QStringLiteral("list")}})
            QVERIFY(lockctl.run(words).errors.isEmpty());
    }

    void printsTheObjectOfTheContract()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders:42", kValue, "PX", "30000"});
        const CtlResult result = list(servers);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.errors.isEmpty());
        QCOMPARE(result.outputLines().size(), 1);
        const QJsonObject object = result.json();
        QVERIFY(object[QLatin1String("deployment")].isString());
        QCOMPARE(object[QLatin1String("quorum")].toInt(), 2);
        QCOMPARE(object[QLatin1String("complete")].toBool(), true);
        const QJsonArray masters = object[QLatin1String("masters")].toArray();
        QCOMPARE(masters.size(), 3);
        QCOMPARE(masters[0][QLatin1String("id")].toString(), QStringLiteral("a"));
        QCOMPARE(masters[0][QLatin1String("state")].toString(), QStringLiteral("up"));
        QCOMPARE(masters[0][QLatin1String("role")].toString(), QStringLiteral("master"));
        QVERIFY(masters[0][QLatin1String("latency_ms")].isDouble());
        QVERIFY(masters[0][QLatin1String("error")].isNull());
        QVERIFY(masters[0][QLatin1String("url")].toString().startsWith(QLatin1String("unix://")));
    }

    void namesAnotherDatabaseThatHasKeys()
    {
        RedisServerFixture servers;
        servers.command(
            {"EVAL", "redis.call('SELECT', 3) return redis.call('SET', KEYS[1], ARGV[1])", "1",
                "orders:42", kValue});
        const Lockctl lockctl = lockctlFor(servers);
        const CtlResult result = lockctl.run({kList});
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.output.contains(
                     "no locks found (0 other keys)\nonly database 0 is looked at; keys are in 3 "
                     "(1 key): name one at the end of the URL, as ?db=3\n"),
            result.output.constData());
        // Whoever may not ask is told nothing of it.
        servers.command({"ACL", "SETUSER", "default", "-info"});
        QCOMPARE(lockctl.run({kList}).output, QByteArray("no locks found (0 other keys)\n"));
    }

    void listsLocksOfAServerWithoutSomeCommands_data()
    {
        QTest::addColumn<QStringList>("commands");
        const QStringList all{QStringLiteral("CLIENT"), QStringLiteral("ROLE"),
            QStringLiteral("DBSIZE"), QStringLiteral("GETRANGE"), QStringLiteral("HSCAN"),
            QStringLiteral("INFO"), QStringLiteral("MGET"), QStringLiteral("PUBSUB"),
            QStringLiteral("TIME"), QStringLiteral("SUBSCRIBE")};
        for (const QString& command : all)
            QTest::newRow(qPrintable(command)) << QStringList{command};
        QTest::newRow("all") << all;
    }
    void listsLocksOfAServerWithoutSomeCommands()
    {
        QFETCH(QStringList, commands);
        tests::RedisServerOptions options;
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
        QVERIFY2(result.exitCode == 0, result.errors.constData());
        QCOMPARE(result.lock(kOrders)[QLatin1String("verdict")].toString(), QStringLiteral("held"));
        QCOMPARE(result.lock(QStringLiteral("job"))[QLatin1String("format")].toString(),
            QStringLiteral("redisson"));
        QVERIFY(result.json()[QLatin1String("complete")].toBool());
    }

    void whereNoKeyIsALockItNamesTheNextStep()
    {
        RedisServerFixture servers;
        servers.command({"SET", "page:7", "<html>"});
        const CtlResult result = lockctlFor(servers).run({kList});
        QVERIFY2(result.output.startsWith("no locks found (1 other key)\nwhich kinds of keys there "
                                          "are: lockctl "),
            result.output.constData());
    }

    void itsHintsAreShortWithManyMasters()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "page:7", "<html>"});
        const CtlResult result = Lockctl(m_home.path(), tests::urlsOf(servers)).run({kList});
        QVERIFY2(result.output.contains("with the same 3 masters, lockctl --expect-deployment "),
            result.output.constData());
        QVERIFY2(!result.output.contains("unix://"), result.output.constData());
    }

    void printsALockWithItsVotes()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders:42", kValue, "PX", "30000"});
        const QJsonObject lock = list(servers).lock(kOrders);
        QCOMPARE(lock[QLatin1String("verdict")].toString(), QStringLiteral("held"));
        const int remaining = lock[QLatin1String("remaining_ms")].toInt();
        QVERIFY(remaining > 0 && remaining <= 30000);
        QCOMPARE(lock[QLatin1String("type")].toString(), QStringLiteral("string"));
        const QString token = QString::fromStdString(Fingerprint::ofString(kValue).shortHex());
        QCOMPARE(lock[QLatin1String("token")].toString(), token);
        QVERIFY(lock[QLatin1String("holder")].toObject().contains(QLatin1String("since_unix_ms")));
        const QJsonArray votes = lock[QLatin1String("votes")].toArray();
        QCOMPARE(votes.size(), 3);
        QCOMPARE(votes[2][QLatin1String("master")].toString(), QStringLiteral("c"));
        QCOMPARE(votes[2][QLatin1String("state")].toString(), QStringLiteral("held"));
        QCOMPARE(votes[2][QLatin1String("token")].toString(), token);
        QVERIFY(votes[2][QLatin1String("ttl_ms")].isDouble());
        QVERIFY(votes[2][QLatin1String("age_ms")].isDouble());
        QVERIFY(lock[QLatin1String("first_seen_unix_ms")].toDouble() > 1.7e12);
        const int longest = lock[QLatin1String("longest_ttl_ms")].toInt();
        QVERIFY(longest > 0 && longest <= 30000);
        QVERIFY(lock[QLatin1String("stale")].toArray().isEmpty());
    }

    void neverPrintsAToken()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kValue});
        const Lockctl lockctl = lockctlFor(servers);
        QVERIFY(!lockctl.run({kList, kJson}).output.contains(kValue));
        const CtlResult table = lockctl.run({kList});
        QVERIFY(table.output.contains("orders:42"));
        QVERIFY(!table.output.contains(kValue));
    }

    void hasNullForATtlThatDoesNotExist()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kValue});
        const QJsonObject lock = list(servers).lock(kOrders);
        QVERIFY(lock[QLatin1String("votes")][0][QLatin1String("ttl_ms")].isNull());
        QVERIFY(lock[QLatin1String("remaining_ms")].isNull());
        QCOMPARE(lock[QLatin1String("stale")][0][QLatin1String("kind")].toString(),
            QStringLiteral("never-expires"));
        QVERIFY(!lock[QLatin1String("stale")][0][QLatin1String("text")].toString().isEmpty());
    }

    void listsOnlyStaleLocksWhenAsked()
    {
        RedisServerFixture servers;
        servers.command({"SET", "fresh", kValue, "PX", "60000"});
        servers.command({"SET", "stuck", kValue});
        const CtlResult result = lockctlFor(servers).run({kList, QStringLiteral("--stale"), kJson});
        QCOMPARE(result.json()[QLatin1String("locks")].toArray().size(), 1);
        QVERIFY(!result.lock(QStringLiteral("stuck")).isEmpty());
    }

    void saysHowManyLocksAreNotStale()
    {
        RedisServerFixture servers;
        servers.command({"SET", "fresh", kValue, "PX", "60000"});
        const CtlResult result = lockctlFor(servers).run({kList, QStringLiteral("--stale")});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, QByteArray("no stale locks found (1 lock, 0 other keys)\n"));
    }

    void looksOnlyAtWhatMatches()
    {
        RedisServerFixture servers;
        for (const char* name : {"a:1", "b:1", "c:1", "[x]"})
            servers.command({"SET", name, kValue, "PX", "60000"});
        const CtlResult result = lockctlFor(servers).run({kList, kJson, QStringLiteral("--match"),
            QStringLiteral("[ac]:*"), QStringLiteral("--match"), QStringLiteral("\\[x\\]")});
        QCOMPARE(result.json()[QLatin1String("locks")].toArray().size(), 3);
        QVERIFY(result.lock(QStringLiteral("b:1")).isEmpty());
    }

    void showsASplitAndALeftover()
    {
        RedisServerFixture servers({.count = 3});
        servers.command(0, {"SET", "split", kValue, "PX", "60000"});
        servers.command(1, {"SET", "split", kOtherValue, "PX", "60000"});
        servers.command(2, {"SET", "split", "b130c000400d11f0810702420a000003", "PX", "60000"});
        servers.command(1, {"SET", "leftover", kValue, "PX", "60000"});
        const CtlResult result = list(servers);
        QCOMPARE(result.lock(QStringLiteral("split"))[QLatin1String("verdict")].toString(),
            QStringLiteral("split"));
        QCOMPARE(result.lock(QStringLiteral("leftover"))[QLatin1String("verdict")].toString(),
            QStringLiteral("minority"));
    }

    void goesOnWhileAQuorumAnswers()
    {
        RedisServerFixture servers({.count = 3});
        servers.commandAll({"SET", "orders:42", kValue, "PX", "60000"});
        servers.kill(2);
        const CtlResult result = list(servers);
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.json()[QLatin1String("complete")].toBool(true), false);
        QCOMPARE(stateOf(result, 2), QStringLiteral("down"));
        const QJsonObject lock = result.lock(kOrders);
        QCOMPARE(lock[QLatin1String("verdict")].toString(), QStringLiteral("held"));
        QCOMPARE(lock[QLatin1String("votes")][2][QLatin1String("state")].toString(),
            QStringLiteral("no-answer"));
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("master c"), result.errors.constData());
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
        QCOMPARE(stateOf(result, 2), QStringLiteral("silent"));
        QCOMPARE(
            result.lock(kOrders)[QLatin1String("verdict")].toString(), QStringLiteral("unknown"));
    }

    void exitsWith69WhenNobodyIsThere()
    {
        const Lockctl lockctl(m_home.path(), {QStringLiteral("redis://127.0.0.1:1")});
        const CtlResult result = lockctl.run({kList});
        QCOMPARE(result.exitCode, 69);
        QVERIFY(result.output.isEmpty());
        QVERIFY2(result.errors.contains("master a (redis://127.0.0.1:1): Connection refused"),
            result.errors.constData());
    }

    void exitsWith69WhenItIsNotRedis()
    {
        WebServer server;
        const auto url = QStringLiteral("redis://127.0.0.1:%1").arg(server.port());
        const CtlResult result = Lockctl(m_home.path(), {url}).run({kList});
        QCOMPARE(result.exitCode, 69);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY(!result.errors.contains('\x1b'));
        QVERIFY2(result.errors.contains("another kind of server"), result.errors.constData());
    }

    void exitsWith77WhenThePasswordIsWrong()
    {
        RedisServerFixture servers({.hasTcp = true, .password = "right"});
        QString url = QString::fromStdString(servers.tcpUrls().front());
        url.replace(QLatin1String("right"), QLatin1String("canary"));
        const CtlResult result = Lockctl(m_home.path(), {url}).run({kList, kJson});
        QCOMPARE(result.exitCode, 77);
        QCOMPARE(stateOf(result, 0), QStringLiteral("refused"));
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY(!result.errors.contains("canary"));
        QVERIFY(!result.output.contains("canary"));
    }

    void exitsWith77WhenThePasswordIsMissing()
    {
        RedisServerFixture servers({.hasTcp = true, .password = "right"});
        QString url = QString::fromStdString(servers.tcpUrls().front());
        url.remove(QLatin1String(":right@"));
        QCOMPARE(Lockctl(m_home.path(), {url}).run({kList}).exitCode, 77);
    }

    void keepsHostileNamesOnOneLine()
    {
        RedisServerFixture servers;
        const std::string name = "a\nlockctl: b\x1b[2J\xff\xe2\x80\xae<img src=x>";
        servers.command({"SET", name, kValue});
        const Lockctl lockctl = lockctlFor(servers);
        const CtlResult table = lockctl.run({kList});
        QCOMPARE(table.outputLines().size(), 2);
        QVERIFY(!table.output.contains('\x1b'));
        QVERIFY(table.output.contains("\\n"));
        const CtlResult json = lockctl.run({kList, kJson});
        QCOMPARE(json.outputLines().size(), 1);
        const QJsonValue lock = json.json()[QLatin1String("locks")][0];
        QVERIFY(lock[QLatin1String("resource")].toString().contains(QLatin1String("\\xff")));
        QCOMPARE(QByteArray::fromBase64(lock[QLatin1String("resource_b64")].toString().toLatin1())
                     .toStdString(),
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
        const QJsonArray locks = result.json()[QLatin1String("locks")].toArray();
        QCOMPARE(locks.size(), names.size());
        std::ranges::sort(names);
        for (qsizetype i = 0; i < names.size(); ++i)
            QCOMPARE(locks[i][QLatin1String("resource")].toString().toUtf8(), names[i]);
    }

    void givesANameInUtf8AsItIs()
    {
        RedisServerFixture servers;
        servers.command({"SET", "\xe9\x94\x81:1\n", kValue});
        const CtlResult result = list(servers);
        QVERIFY(!result.lock(QStringLiteral("\u9501:1\n")).isEmpty());
        QVERIFY(!result.lock(QStringLiteral("\u9501:1\n")).contains(QLatin1String("resource_b64")));
    }

    void exitsWith77WhenNothingMayBeRead()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kValue, "PX", "30000"});
        servers.command({"ACL", "SETUSER", "default", "-pttl"});
        const CtlResult table = lockctlFor(servers).run({kList});
        QCOMPARE(table.exitCode, 77);
        QVERIFY(table.output.isEmpty());
        QCOMPARE(table.errorLines().size(), 1);
        QVERIFY2(table.errors.contains("1 key could not be read: ")
                && table.errors.endsWith("to grant it: ACL SETUSER default +pttl\n"),
            table.errors.constData());
        const CtlResult json = list(servers);
        QCOMPARE(json.exitCode, 77);
        QCOMPARE(json.json()[QLatin1String("other_keys")].toInt(), 0);
        const QJsonValue master = json.json()[QLatin1String("masters")][0];
        QCOMPARE(master[QLatin1String("unread_keys")].toInt(), 1);
        QVERIFY(master[QLatin1String("read_error")].toString().contains(QLatin1String("+pttl")));
    }

    void tellsOfTheKeysThatMayNotBeRead()
    {
        RedisServerFixture servers;
        servers.command({"SET", "orders:42", kValue, "PX", "30000"});
        servers.command({"HSET", "cart:1", "7b1a9f6e-2f5f-4c93-9d0e-2f1f3f6a1b2c:17", "1"});
        servers.command({"ACL", "SETUSER", "default", "-type"});
        const CtlResult result = list(servers);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.lock(kOrders).isEmpty());
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("ACL SETUSER default +type"), result.errors.constData());
    }

    void asksForAPatternWhenThereAreTooManyKeys()
    {
        RedisServerFixture servers;
        servers.command({"EVAL", "for i = 1, 100001 do redis.call('SET', 'k' .. i, 'x') end", "0"});
        const CtlResult result = list(servers);
        QCOMPARE(result.exitCode, 64);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains("--match"), result.errors.constData());
    }

private:
    CtlResult list(const RedisServerFixture& servers) const
    {
        return lockctlFor(servers).run({kList, kJson});
    }
};

LOCKKEEPER_TEST(CtlListTest)

} // namespace lockkeeper::ctl_list_test

#include "ctl_list_test.moc"
