// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/logins.h"
#include "tests/ctl/http_connection.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/hostile_names.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

#include <csignal>

namespace lockkeeper::tests::ctl_board_test {

namespace {

/// A lock's under any name.
constexpr const char* kCertain
    = "lk1:web-3:812:api:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const QByteArray kToken = "0123456789abcdef-and-more";
const QByteArray kBearer = "Authorization: Bearer " + kToken + "\r\n";
const QByteArray kFromHere = "Origin: http://localhost\r\n";

/// A running `lockctl serve --board`.
struct Serve {
    std::unique_ptr<QProcess> process;
    quint16 port = 0;

    explicit Serve(const Lockctl& lockctl, const QStringList& options = {u"--board"_s})
        : process(lockctl.start(words("serve --json --listen 127.0.0.1:0") + options))
        , port(portOf(*process))
    { }
    ~Serve()
    {
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        static_cast<void>(waitForExit(*process));
    }
    Serve(const Serve&) = delete;
    Serve& operator=(const Serve&) = delete;
};

HttpAnswer post(quint16 port, const QByteArray& path, const QByteArray& body,
    const QByteArray& headers = kFromHere)
{
    HttpConnection connection(port);
    connection.send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
        + QByteArray::number(body.size()) + "\r\n" + headers + "\r\n" + body);
    return connection.readAnswer();
}

/// The header with which a browser shows its login.
QByteArray cookieOf(const HttpAnswer& login)
{
    return "Cookie: theme=dark; " + login.header("Set-Cookie").split(';').first() + "\r\n";
}

/// The data of the latest event of a stream; empty if none comes in time.
QJsonObject latestIn(
    HttpConnection& stream, const std::function<bool(const QJsonObject&)>& isWanted)
{
    QJsonObject data;
    const QDeadlineTimer patience(30'000); // an event comes each second
    const bool isThere = stream.readUntil([&](const QByteArray& received) {
        const auto events = eventsIn(received);
        for (const auto& lines : events) {
            data = QJsonDocument::fromJson(lines.last().mid(6)).object();
            if (isWanted(data))
                return true;
        }
        return patience.hasExpired();
    });
    return isThere && !patience.hasExpired() ? data : QJsonObject();
}

QJsonArray rowsOf(const QJsonObject& board)
{
    return board["rows"_L1].toArray();
}

/// The whole board, when it has so many locks.
QJsonArray rowsOfBoard(quint16 port, const QByteArray& language, qsizetype count)
{
    QJsonArray rows;
    static_cast<void>(QTest::qWaitFor(
        [&] {
            HttpConnection stream(port);
            stream.get("/page/" + language + "/events");
            rows = rowsOf(latestIn(stream, [](const QJsonObject&) { return true; }));
            return rows.size() == count;
        },
        30'000));
    return rows;
}

QByteArray hashSource(const QByteArray& text)
{
    return "'sha256-" + QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64() + "'";
}

QByteArray between(const QByteArray& text, const QByteArray& from, const QByteArray& to)
{
    const auto begin = text.lastIndexOf(from) + from.size();
    return text.mid(begin, text.indexOf(to, begin) - begin);
}

} // namespace

class CtlBoardTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void thePageIsThereOnlyIfAskedFor()
    {
        const Serve without(lockctlFor(*m_servers), {});
        QCOMPARE(httpGet(without.port, "/").status, 404);
        QCOMPARE(httpGet(without.port, "/page/en/events").status, 404);
        QCOMPARE(post(without.port, "/login", kToken).status, 404);
        QCOMPARE(httpGet(m_open->port, "/").status, 200);
    }

    /// It has no data, so that who has no token yet can log in with it.
    void anybodyGetsThePage()
    {
        for (const quint16 port : {m_open->port, m_guarded->port}) {
            const HttpAnswer page = httpGet(port, "/");
            QCOMPARE(page.status, 200);
            QCOMPARE(page.header("Content-Type"), QByteArray("text/html; charset=utf-8"));
            QCOMPARE(page.header("Cache-Control"), QByteArray("no-store"));
            QCOMPARE(page.header("X-Content-Type-Options"), QByteArray("nosniff"));
            QCOMPARE(page.header("Referrer-Policy"), QByteArray("no-referrer"));
            QVERIFY(page.header("Access-Control-Allow-Origin").isEmpty());
            QVERIFY(!page.body.contains("secret-lock"));
        }
    }

    void nothingButItsOwnScriptRunsInThePage()
    {
        const HttpAnswer page = httpGet(m_open->port, "/");
        const QByteArray policy = page.header("Content-Security-Policy");
        const QByteArray script = between(page.body, "<script>", "</script>");
        const QByteArray style = between(page.body, "<style>", "</style>");
        QVERIFY(script.size() > 1000 && style.size() > 1000);
        for (const QByteArray& part : {QByteArray("default-src 'none'"),
                 "script-src " + hashSource(script), "style-src " + hashSource(style),
                 QByteArray("connect-src 'self'"), QByteArray("base-uri 'none'"),
                 QByteArray("form-action 'none'"), QByteArray("frame-ancestors 'none'")})
            QVERIFY2((policy + ";").contains(part + ";"), part);
        QVERIFY(!policy.contains("unsafe"));
        for (const char* way : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                 "eval(", " onclick=", " style=", "http://", "https://"}) {
            const QByteArray rest
                = QByteArray(page.body).replace("http://www.w3.org/2000/svg", QByteArray());
            QVERIFY2(!rest.contains(way), way);
        }
    }

    void refusesOtherNamesOfThisHostWithoutAToken()
    {
        for (const char* path : {"/", "/page/en/events"}) {
            HttpConnection connection(m_open->port);
            connection.send(QByteArray("GET ") + path + " HTTP/1.1\r\nHost: evil.example\r\n\r\n");
            QCOMPARE(connection.readAnswer().status, 403);
        }
    }

    void allButThePageNeedsTheToken_data()
    {
        const auto row = columns<QByteArray>();
        const QByteArray host = " HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n";
        row("events", "GET /page/en/events" + host + "\r\n");
        row("a lock", "GET /page/en/lock/nc2VjcmV0LWxvY2s" + host + "\r\n");
        row("no such page", "GET /page" + host + "\r\n");
        row("the login, read", "GET /login" + host + "\r\n");
        row("a logout", "POST /logout" + host + "\r\n");
        row("the page, written", "POST /" + host + "\r\n");
        row("a preflight", "OPTIONS /login" + host + "\r\n");
        row("a cookie that is none",
            "GET /locks" + host + "Cookie: lockkeeper_" + QByteArray::number(m_guarded->port)
                + "=00\r\n\r\n");
        row("the token as a cookie",
            "GET /locks" + host + "Cookie: lockkeeper_" + QByteArray::number(m_guarded->port) + "="
                + kToken + "\r\n\r\n");
    }
    void allButThePageNeedsTheToken()
    {
        const auto [request] = fetch<QByteArray>();
        HttpConnection connection(m_guarded->port);
        connection.send(request);
        const HttpAnswer answer = connection.readAnswer();
        QCOMPARE(answer.status, 401);
        QVERIFY(answer.header("Access-Control-Allow-Origin").isEmpty());
        QVERIFY(!connection.received().contains("secret-lock"));
    }

    void aRequestThatIsNoneGetsItsOwnCode_data()
    {
        const auto row = columns<QByteArray, int>();
        const QByteArray login
            = "POST /login HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n";
        row("too much to log in with",
            login + "Content-Length: 1025\r\n\r\n" + QByteArray(1025, 'x'), 413);
        row("a length that is none", login + "Content-Length: -1\r\n\r\n", 400);
        row("two lengths", login + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx", 400);
    }
    void aRequestThatIsNoneGetsItsOwnCode()
    {
        const auto [request, status] = fetch<QByteArray, int>();
        HttpConnection connection(m_guarded->port);
        connection.send(request);
        QCOMPARE(connection.readAnswer().status, status);
        QVERIFY(!connection.received().contains("secret-lock"));
    }

    void whoShowsTheTokenOnceIsKnownByACookie()
    {
        const HttpAnswer login = post(m_guarded->port, "/login", kToken);
        QCOMPARE(login.status, 204);
        const QList<QByteArray> parts = login.header("Set-Cookie").split(';');
        const QByteArray name = "lockkeeper_" + QByteArray::number(m_guarded->port) + "=";
        QVERIFY(parts.first().startsWith(name));
        QCOMPARE(parts.first().size(), name.size() + 64);
        QVERIFY(!login.head.contains(kToken));
        for (const char* part : {" HttpOnly", " SameSite=Strict", " Path=/", " Max-Age=43200"})
            QVERIFY2(parts.contains(part), part);
        QVERIFY(!parts.contains(" Secure"));
        QTRY_COMPARE(httpGet(m_guarded->port, "/healthz", cookieOf(login)).status, 200);
        QVERIFY(httpGet(m_guarded->port, "/locks", cookieOf(login)).body.contains("secret-lock"));
        QVERIFY(post(m_guarded->port, "/login", kToken).header("Set-Cookie")
            != login.header("Set-Cookie"));
    }

    void behindTlsTheCookieStaysThere()
    {
        HttpConnection connection(m_guarded->port);
        connection.send("POST /login HTTP/1.1\r\nHost: Locks.example\r\nOrigin: "
                        "https://locks.example\r\nContent-Length: "
            + QByteArray::number(kToken.size()) + "\r\n\r\n" + kToken);
        const HttpAnswer login = connection.readAnswer();
        QCOMPARE(login.status, 204);
        QVERIFY(login.header("Set-Cookie").split(';').contains(" Secure"));
    }

    void theBodyOfALoginMayComeLater()
    {
        HttpConnection connection(m_guarded->port);
        connection.send("POST /login HTTP/1.1\r\nHost: localhost\r\n" + kFromHere
            + "Content-Length: " + QByteArray::number(kToken.size()) + "\r\n\r\n" + kToken.left(5));
        QCOMPARE(httpGet(m_guarded->port, "/healthz").status, 401); // it has read the first part
        connection.send(kToken.mid(5));
        QCOMPARE(connection.readAnswer().status, 204);
    }

    void pagesOfOthersCannotLogInOrOut_data()
    {
        QTest::addColumn<QByteArray>("headers");
        QTest::newRow("another site") << QByteArray("Origin: http://evil.example\r\n");
        QTest::newRow("another port") << QByteArray("Origin: http://localhost:1\r\n");
        QTest::newRow("no site") << QByteArray("Origin: null\r\n");
        QTest::newRow("another scheme") << QByteArray("Origin: ftp://localhost\r\n");
        QTest::newRow("none") << QByteArray();
    }
    void pagesOfOthersCannotLogInOrOut()
    {
        QFETCH(QByteArray, headers);
        const HttpAnswer refused = post(m_guarded->port, "/login", kToken, headers);
        QCOMPARE(refused.status, 403);
        QVERIFY(refused.header("Set-Cookie").isEmpty());
        const QByteArray cookie = cookieOf(post(m_guarded->port, "/login", kToken));
        QCOMPARE(post(m_guarded->port, "/logout", {}, headers + cookie).status, 403);
        QVERIFY(httpGet(m_guarded->port, "/locks", cookie).status != 401);
    }

    void whoTriesWrongTokensKeepsNobodyOut()
    {
        for (int i = 0; i < 50; ++i) {
            const HttpAnswer refused
                = post(m_guarded->port, "/login", kToken + QByteArray::number(i));
            QCOMPARE(refused.status, 401);
            QVERIFY(refused.header("Set-Cookie").isEmpty());
        }
        QCOMPARE(post(m_guarded->port, "/login", kToken).status, 204);
    }

    void aLogoutEndsWhatWasOpen()
    {
        const QByteArray cookie = cookieOf(post(m_guarded->port, "/login", kToken));
        HttpConnection stream(m_guarded->port);
        stream.get("/page/en/events", cookie);
        QVERIFY(stream.readUntil(
            [](const QByteArray& received) { return received.contains("secret-lock"); }));
        const HttpAnswer logout = post(m_guarded->port, "/logout", {}, kFromHere + cookie);
        QCOMPARE(logout.status, 204);
        QVERIFY(logout.header("Set-Cookie").contains("Max-Age=0"));
        QCOMPARE(httpGet(m_guarded->port, "/locks", cookie).status, 401);
        // The other end closes, long before anybody's patience ends.
        const QDeadlineTimer patience(25'000);
        QVERIFY(!stream.readUntil([&](const QByteArray&) { return patience.hasExpired(); }));
        QVERIFY(!patience.hasExpired());
    }

    void aLoginEndsByItself()
    {
        ManualClock clock;
        ctl::Logins logins(clock);
        const std::string id = logins.open().value();
        QVERIFY(logins.isOpen(id));
        QVERIFY(!logins.isOpen(id + "0"));
        clock.advance(ctl::Logins::kLasts - std::chrono::seconds(1));
        QVERIFY(logins.isOpen(id));
        clock.advance(std::chrono::seconds(1));
        QVERIFY(!logins.isOpen(id));
    }

    void ofTooManyLoginsTheOldestEnds()
    {
        ManualClock clock;
        ctl::Logins logins(clock);
        const std::string first = logins.open().value();
        clock.advance(std::chrono::seconds(1));
        const std::string second = logins.open().value();
        for (std::size_t i = 2; i < ctl::Logins::kMost; ++i)
            static_cast<void>(logins.open());
        QVERIFY(logins.isOpen(first));
        static_cast<void>(logins.open());
        QVERIFY(!logins.isOpen(first));
        QVERIFY(logins.isOpen(second));
    }

    void showsTheLocksInWords()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kCertain, "PX", "600000"});
        servers.command({"SET", "lock:left", kValue, "PX", "600000"});
        const Serve serve(lockctlFor(servers));
        QJsonArray rows;
        const auto find = [&rows](const char* name) {
            for (const QJsonValue row : rows) {
                if (row["name"_L1] == QLatin1String(name))
                    return row.toObject();
            }
            return QJsonObject();
        };
        // At first, not all masters are read.
        QTRY_COMPARE(
            (rows = rowsOfBoard(serve.port, "en", 2), find("lock:left")["state"_L1].toString()),
            u"leftover"_s);
        QCOMPARE(find("orders:42")["state"_L1].toString(), u"held"_s);
        // A problem counts when it has lasted.
        QTRY_VERIFY((rows = rowsOfBoard(serve.port, "en", 2),
            find("lock:left")["rank"_L1].toInt() < find("orders:42")["rank"_L1].toInt()));
        rows = rowsOfBoard(serve.port, "zh_CN", 2);
        QCOMPARE(find("orders:42")["state"_L1].toString(), u"已持有"_s);
        QCOMPARE(httpGet(serve.port, "/page/xx/events").status, 404);
        QCOMPARE(httpGet(serve.port, "/page/en/nothing").status, 404);
        QCOMPARE(httpGet(serve.port, "/page/en/lock/").status, 404);
        QCOMPARE(httpGet(serve.port, "/page/en/lock/nQQ").status, 404);
    }

    void followsChanges()
    {
        RedisServerFixture servers;
        const Serve serve(lockctlFor(servers));
        QTRY_COMPARE(httpGet(serve.port, "/healthz").status, 200);
        HttpConnection stream(serve.port);
        stream.get("/page/en/events");
        QVERIFY(!latestIn(stream, [](const QJsonObject&) { return true; }).isEmpty());
        servers.command({"SET", "lock:a", kValue, "PX", "600000"});
        const QJsonObject taken
            = latestIn(stream, [](const QJsonObject& told) { return !rowsOf(told).isEmpty(); });
        const QString id = rowsOf(taken).first()["id"_L1].toString();
        QVERIFY(!id.isEmpty());
        servers.command({"DEL", "lock:a"});
        const QJsonObject freed = latestIn(
            stream, [](const QJsonObject& told) { return !told["gone"_L1].toArray().isEmpty(); });
        QCOMPARE(freed["gone"_L1].toArray(), QJsonArray{id});
        // A row shows a problem at once, the list when it has lasted.
        servers.command({"SET", "lock:b", kValue});
        const QJsonObject young = latestIn(stream, [](const QJsonObject& told) {
            return told["problems"_L1]["calm"_L1].toString().startsWith("Checking "_L1);
        });
        QVERIFY(!young.isEmpty());
    }

    /// What a silent master said last is marked as old, and fresh again when it is back.
    void marksWhatIsOld()
    {
        RedisServerFixture servers(1, {"SET", "lock:a", kValue, "PX", "600000"});
        const Serve serve(lockctlFor(servers));
        QCOMPARE(rowsOfBoard(serve.port, "en", 1).size(), 1);
        HttpConnection stream(serve.port);
        stream.get("/page/en/events");
        const auto isRow = [](bool isOld) {
            return [isOld](const QJsonObject& told) {
                return !rowsOf(told).isEmpty() && rowsOf(told).first()["old"_L1].isNull() != isOld;
            };
        };
        QVERIFY(!latestIn(stream, isRow(false)).isEmpty());
        servers.suspend(0);
        QVERIFY(!latestIn(stream, isRow(true)).isEmpty());
        servers.resume(0);
    }

    void hostileNamesAreShownSafely()
    {
        RedisServerFixture servers;
        const auto names = hostileNames(200);
        for (const std::string& name : names)
            servers.command({"SET", name, kCertain, "PX", "600000"});
        const Serve serve(lockctlFor(servers));
        const QJsonArray rows = rowsOfBoard(serve.port, "en", qsizetype(names.size()));
        QCOMPARE(rows.size(), qsizetype(names.size()));
        QSet<QString> ids;
        for (const QJsonValue row : rows) {
            const QString name = row["name"_L1].toString();
            QVERIFY(!name.isEmpty());
            for (const uint c : name.toUcs4()) {
                const auto category = QChar::category(c);
                QVERIFY2(category != QChar::Other_Control && category != QChar::Other_Format
                        && category != QChar::Separator_Line
                        && category != QChar::Separator_Paragraph,
                    qPrintable(name));
            }
            const QString id = row["id"_L1].toString();
            ids.insert(id);
            const HttpAnswer lock = httpGet(serve.port, "/page/en/lock/" + id.toUtf8());
            QCOMPARE(lock.status, 200);
            const QJsonObject details = QJsonDocument::fromJson(lock.body).object();
            QCOMPARE(details["row"_L1]["id"_L1].toString(), id);
        }
        QCOMPARE(ids.size(), qsizetype(names.size()));
    }

    void detailsCarryTheVotesAndTheCommand()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kCertain, "PX", "600000"});
        const Serve serve(lockctlFor(servers));
        const QJsonArray rows = rowsOfBoard(serve.port, "en", 1);
        const QByteArray id = rows.first()["id"_L1].toString().toUtf8();
        const HttpAnswer answer = httpGet(serve.port, "/page/en/lock/" + id);
        QCOMPARE(answer.header("Content-Type"), QByteArray("application/json"));
        const QJsonObject lock = QJsonDocument::fromJson(answer.body).object();
        QCOMPARE(lock["votes"_L1].toArray().size(), 3);
        QMap<QString, QString> facts;
        for (const QJsonValue fact : lock["facts"_L1].toArray())
            facts[fact["label"_L1].toString()] = fact["text"_L1].toString();
        QCOMPARE(facts[u"Holder"_s], u"api@web-3 pid 812"_s);
        QVERIFY(facts[u"To free it"_s].startsWith(u"lockctl release orders:42 --token "_s));
        QVERIFY(facts[u"Held for"_s].startsWith(u"$0, since 2025-"_s));
    }

    void initTestCase()
    {
        m_servers = std::make_unique<RedisServerFixture>();
        m_servers->command({"SET", "secret-lock", kValue});
        m_open = std::make_unique<Serve>(lockctlFor(*m_servers));
        m_guarded = std::make_unique<Serve>(guardedFor(*m_servers));
        QVERIFY(m_open->port != 0 && m_guarded->port != 0);
    }
    void cleanupTestCase()
    {
        QVERIFY(!m_guarded->process->readAllStandardError().contains(kToken));
        m_open.reset();
        m_guarded.reset();
        m_servers.reset();
    }

private:
    Lockctl guardedFor(const RedisServerFixture& servers) const
    {
        Lockctl lockctl = lockctlFor(servers);
        lockctl.setVariable(u"LOCKKEEPER_SERVE_TOKEN"_s, QString::fromLatin1(kToken));
        return lockctl;
    }

    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<Serve> m_open; ///< without a token
    std::unique_ptr<Serve> m_guarded; ///< with one
};

LOCKKEEPER_TEST(CtlBoardTest)

} // namespace lockkeeper::tests::ctl_board_test

#include "ctl_board_test.moc"
