// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/zookeeper/session_look.h"

#include "core/loop/event_loop.h"
#include "tests/support/test_class.h"

#include <array>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/read.hpp>
#include <asio/read_until.hpp>
#include <asio/write.hpp>
#include <atomic>
#include <mutex>
#include <thread>

namespace lockkeeper::tests::session_look_test {

using namespace observe;

namespace {

const SystemClock kClock;
constexpr int kPatience = 20'000;
constexpr std::int64_t kSession = 0x77;

/// A server that answers words as a test wants.
class WordServer {
public:
    WordServer()
    {
        m_thread = std::thread([this] { serve(); });
    }
    ~WordServer()
    {
        m_isEnding = true;
        asio::io_context context;
        asio::ip::tcp::socket last(context);
        asio::error_code ignored;
        last.connect(m_acceptor.local_endpoint(), ignored);
        m_thread.join();
    }
    WordServer(const WordServer&) = delete;
    WordServer& operator=(const WordServer&) = delete;

    [[nodiscard]] redis::Url url() const
    {
        redis::Url url;
        url.host = "127.0.0.1";
        url.port = m_acceptor.local_endpoint().port();
        return url;
    }
    void say(std::string cons, std::string dump)
    {
        const std::scoped_lock lock(m_mutex);
        m_cons = std::move(cons);
        m_dump = std::move(dump);
    }
    /// As AdminServer; without it, HTTP has no answer.
    void sayByHttp(std::string connections, std::string dump)
    {
        const std::scoped_lock lock(m_mutex);
        m_connectionsByHttp = std::move(connections);
        m_dumpByHttp = std::move(dump);
    }
    /// The requests by HTTP.
    [[nodiscard]] std::vector<std::string> requests()
    {
        const std::scoped_lock lock(m_mutex);
        return m_requests;
    }
    /// What it says is said again and again, or the connection is left open.
    bool isEndless = false;
    bool isSilent = false;
    /// Every other answer about connections is this one, unless it is empty.
    std::string otherCons{};
    std::atomic<int> dumps = 0; ///< how often it was asked for sessions
    std::atomic<int> withoutAnswerByHttp = 0; ///< so many requests are left open

private:
    void serve()
    {
        std::vector<asio::ip::tcp::socket> kept;
        while (true) {
            asio::ip::tcp::socket socket = m_acceptor.accept();
            if (m_isEnding)
                return;
            std::array<char, 4> word{};
            asio::error_code failure;
            asio::read(socket, asio::buffer(word), failure);
            std::string answer;
            bool isLeftOpen = isSilent;
            if (std::string_view(word.data(), 4) == "GET ") {
                answer = answerByHttp(socket);
                isLeftOpen = isLeftOpen || withoutAnswerByHttp-- > 0;
            } else {
                const std::scoped_lock lock(m_mutex);
                const bool isCons = std::string_view(word.data(), 4) == "cons";
                dumps += isCons ? 0 : 1;
                answer = isCons ? m_cons : m_dump;
                if (!otherCons.empty() && answer == m_cons)
                    std::swap(m_cons, otherCons);
            }
            if (!isLeftOpen)
                asio::write(socket, asio::buffer(answer), failure);
            while (isEndless && !failure)
                asio::write(socket, asio::buffer(answer), failure);
            if (isLeftOpen)
                kept.push_back(std::move(socket));
        }
    }

    std::string answerByHttp(asio::ip::tcp::socket& socket)
    {
        std::string request;
        asio::error_code failure;
        asio::read_until(socket, asio::dynamic_buffer(request), "\r\n\r\n", failure);
        const std::scoped_lock lock(m_mutex);
        m_requests.push_back(request);
        return request.starts_with("/commands/connections ") ? m_connectionsByHttp : m_dumpByHttp;
    }

    asio::io_context m_context;
    asio::ip::tcp::acceptor m_acceptor{m_context, {asio::ip::make_address("127.0.0.1"), 0}};
    std::mutex m_mutex;
    std::string m_cons;
    std::string m_dump;
    std::string m_connectionsByHttp;
    std::string m_dumpByHttp;
    std::vector<std::string> m_requests;
    std::atomic<bool> m_isEnding = false;
    std::thread m_thread;
};

std::string consOf(bool isThere)
{
    return std::string(isThere ? " /10.1.2.3:54510[1](queued=0,recved=1,sent=1,sid=0x77,to=9000)\n"
                               : " /10.1.2.9:54510[1](queued=0,recved=1,sent=1,sid=0x78,to=9000)\n")
        + "\n";
}
/// Of a leader that has a node of the session, and so many sessions.
std::string dumpOf(bool isThere, int sessions)
{
    return "Session Sets (1)/(" + std::to_string(sessions)
        + "):\n1 expire at Sun Nov 29 11:02:09 UTC 2026:\n\t0x78\n" + (isThere ? "\t0x77\n" : "")
        + "ephemeral nodes dump:\nSessions with Ephemerals (1):\n0x77:\n\t/l/x-lock-0000000000\n";
}
std::string httpOf(const std::string& json)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + json;
}
/// 119 is 0x77.
std::string connectionsByHttp(bool isThere)
{
    return httpOf(R"({"connections" : [ {"remote_socket_address" : "10.1.2.3:54510", )"
                  R"("session_id" : )"
        + std::string(isThere ? "119" : "120")
        + R"(, "session_timeout" : 9000} ], "secure_connections" : [ ], )"
          R"("command" : "connections", "error" : null})");
}
std::string dumpByHttp(bool isThere)
{
    return httpOf(R"({"expiry_time_to_session_ids" : {"12942000" : [ 120 )"
        + std::string(isThere ? ", 119" : "")
        + R"(]}, "session_id_to_ephemeral_paths" : {"119" : [ "/l/x-lock-0000000000" ]}, )"
          R"("command" : "dump", "error" : null})");
}
constexpr const char* kRefused = "cons is not executed because it is not in the whitelist.\n";

/// A look at some servers, with its loop.
class Look {
public:
    explicit Look(std::vector<redis::Url> servers, zookeeper::WordCall::Limits limits = {},
        std::chrono::milliseconds forAll = 1ms, std::uint16_t adminPort = 0, unsigned rest = 0,
        std::chrono::milliseconds afterTimeout = 1ms)
    {
        const auto count = servers.size();
        m_look = m_loop.call([&] {
            auto look = std::make_unique<SessionLook>(m_loop, kClock,
                SessionLook::Inputs{.servers = std::move(servers),
                    .master = MasterId("a"),
                    .adminPort = adminPort,
                    .limits = limits,
                    .pace = {.confirm = 1ms,
                        .forNew = 1ms,
                        .usual = 1ms,
                        .forAll = forAll,
                        .afterTimeout = afterTimeout,
                        .rest = rest},
                    .onLooked = {}});
            look->setServers(count);
            return look;
        });
    }
    ~Look() { m_loop.stop(); }
    Look(const Look&) = delete;
    Look& operator=(const Look&) = delete;

    void setServers(std::optional<std::size_t> count)
    {
        m_loop.call([&] { m_look->setServers(count); });
    }
    /// After it was asked for the session once more.
    SessionFacts facts()
    {
        return m_loop.call([&] {
            m_look->tick({{kSession, 1}});
            const SessionFacts* const facts = m_look->find(kSession);
            return facts != nullptr ? *facts : SessionFacts();
        });
    }
    SessionState state() { return facts().state; }
    std::optional<Error> error()
    {
        return m_loop.call([&] { return m_look->error(); });
    }
    std::uint64_t asked()
    {
        return m_loop.call([&] { return m_look->asked(); });
    }
    /// Lets so many words be asked, and answered.
    void ask(std::uint64_t words)
    {
        const std::uint64_t until = asked() + words;
        QTRY_VERIFY_WITH_TIMEOUT((facts(), asked() >= until), kPatience);
    }

private:
    EventLoop m_loop;
    std::unique_ptr<SessionLook> m_look;
};

} // namespace

/// What is made of what servers say of sessions, and of servers that say anything.
class SessionLookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aConnectionHasAnAddressAndATimeout()
    {
        WordServer server;
        server.say(consOf(true), dumpOf(true, 2));
        Look look({server.url()});
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::Connected, kPatience);
        QCOMPARE(look.facts().address, std::string("10.1.2.3:54510"));
        QCOMPARE(look.facts().timeout, 9000ms);
        QVERIFY(!look.error());
    }

    void aSessionWithoutAConnectionEndsByItself()
    {
        WordServer server;
        server.say(consOf(true), dumpOf(true, 2));
        Look look({server.url()});
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::Connected, kPatience);
        server.say(consOf(false), dumpOf(true, 2));
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::Disconnected, kPatience);
        QVERIFY(look.facts().endsAt.has_value());
        QCOMPARE(look.facts().address, std::string("10.1.2.3:54510")); // as seen last
        server.say(consOf(true), dumpOf(true, 2));
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::Connected, kPatience);
        QVERIFY(!look.facts().endsAt);
    }

    /// A client that changes its server has no connection for a moment.
    void oneLookIsNoProofThatAConnectionIsGone()
    {
        WordServer server;
        server.otherCons = consOf(false);
        server.say(consOf(true), dumpOf(true, 2));
        Look look({server.url()});
        const std::uint64_t until = look.asked() + 20;
        while (look.asked() < until) {
            QVERIFY(look.state() != SessionState::Disconnected);
            QTest::qWait(1);
        }
    }

    void aSessionThatTheLeaderDoesNotListHasEnded()
    {
        WordServer server;
        server.say(consOf(false), dumpOf(false, 1));
        Look look({server.url()});
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::Ended, kPatience);
    }

    void nothingIsClaimedOfWhatIsNotWhollyTold_data()
    {
        const auto row = columns<QByteArray, QByteArray, int>();
        const auto text = [](const std::string& said) { return QByteArray::fromStdString(said); };
        row("a session is being closed", text(consOf(true)).replace("0x77", "0x79").chopped(1),
            text(dumpOf(false, 2)), 1);
        row("there is another server", text(consOf(false)), text(dumpOf(true, 2)), 2);
        row("nobody knows how many there are", text(consOf(false)), text(dumpOf(true, 2)), 0);
        row("the connections are cut off", text(consOf(false)).chopped(1), text(dumpOf(true, 2)),
            1);
        row("the sessions are cut off", text(consOf(false)).chopped(1),
            text(dumpOf(false, 1)).left(90), 1);
        row("no node of the session is there", text(consOf(false)),
            text(dumpOf(false, 1)).replace("0x77", "0x76"), 1);
        row("connections are refused", QByteArray(kRefused), text(dumpOf(true, 2)), 1);
        row("all is refused", QByteArray(kRefused), QByteArray(kRefused), 1);
        row("garbage", QByteArray("\x80\x00 Session Sets (\n\n\n\n", 20), "HTTP/1.1 400\r\n\r\n",
            1);
    }
    void nothingIsClaimedOfWhatIsNotWhollyTold()
    {
        const auto [cons, dump, servers] = fetch<QByteArray, QByteArray, int>();
        WordServer server;
        server.say(consOf(true), dumpOf(true, 2));
        Look look({server.url()});
        look.setServers(
            servers == 0 ? std::nullopt : std::optional(static_cast<std::size_t>(servers)));
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::Connected, kPatience);
        server.say(cons.toStdString(), dump.toStdString());
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::NotKnown, kPatience);
        if (!cons.startsWith("cons")) {
            look.ask(8);
            QCOMPARE(look.state(), SessionState::NotKnown);
        }
    }

    /// All sessions of a large ensemble are some megabytes.
    void allSessionsAreAskedForWhenOneHasLostItsConnection()
    {
        WordServer server;
        server.say(consOf(true), dumpOf(true, 2));
        Look look({server.url()}, {}, 1h);
        look.ask(10);
        QVERIFY(server.dumps <= 2); // at first, and as a new session was named
        server.say(consOf(false), dumpOf(true, 2));
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::Disconnected, kPatience);
        QVERIFY(look.facts().endsAt.has_value());
        const int dumps = server.dumps;
        look.ask(10);
        QCOMPARE(server.dumps.load(), dumps);
        QCOMPARE(look.state(), SessionState::Disconnected);
        QVERIFY(look.facts().endsAt.has_value());
    }

    void aServerThatMayNotTellIsNotAskedAgain()
    {
        WordServer server;
        server.say(kRefused, kRefused);
        Look look({server.url()});
        QTRY_VERIFY_WITH_TIMEOUT((look.facts(), look.error().has_value()), kPatience);
        QCOMPARE(look.error()->kind, ErrorClass::NoPermission);
        QVERIFY(QByteArray::fromStdString(look.error()->text)
                    .contains("4lw.commands.whitelist=srvr,cons,dump"));
        QCOMPARE(look.asked(), std::uint64_t{2});
        for (int i = 0; i < 20; ++i)
            (void)look.facts();
        QCOMPARE(look.asked(), std::uint64_t{2});
    }

    void anAdminServerTellsWhatWordsDoNot()
    {
        WordServer server;
        server.say(kRefused, kRefused);
        server.sayByHttp(connectionsByHttp(true), dumpByHttp(true));
        redis::Url withLogin = server.url();
        withLogin.user = "ops";
        withLogin.password = Secret("s3cret");
        Look look({withLogin}, {}, 1ms, server.url().port);
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::Connected, kPatience);
        QCOMPARE(look.facts().address, std::string("10.1.2.3:54510"));
        QCOMPARE(look.facts().timeout, 9000ms);
        QVERIFY(!look.error());
        server.sayByHttp(connectionsByHttp(false), dumpByHttp(true));
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::Disconnected, kPatience);
        server.sayByHttp(connectionsByHttp(false), dumpByHttp(false));
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::Ended, kPatience);
        for (const std::string& request : server.requests())
            QVERIFY(request.find("ops") == std::string::npos);
    }

    /// The first answer of one takes seconds; slow looks are followed by a long rest.
    void anAdminServerThatWasTooLateIsAskedAgain()
    {
        WordServer server;
        server.say(kRefused, kRefused);
        server.sayByHttp(connectionsByHttp(true), dumpByHttp(true));
        server.withoutAnswerByHttp = 6;
        Look look({server.url()}, {.time = 50ms}, 1h, server.url().port, 1'000'000);
        QTRY_VERIFY_WITH_TIMEOUT((look.facts(), look.error().has_value()), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(look.state(), SessionState::Connected, kPatience);
        QVERIFY(!look.error());
    }

    void whatDropsAllThatIsSentToThatPortIsNotAskedAgainAtOnce()
    {
        WordServer server;
        server.say(kRefused, kRefused);
        server.withoutAnswerByHttp = 1000;
        Look look({server.url()}, {.time = 50ms}, 1ms, server.url().port, 0, 1h);
        QTRY_VERIFY_WITH_TIMEOUT((look.facts(), look.error().has_value()), kPatience);
        QCOMPARE(look.error()->kind, ErrorClass::NoPermission);
        const std::uint64_t asked = look.asked();
        for (int i = 0; i < 20; ++i)
            (void)look.facts();
        QCOMPARE(look.asked(), asked);
    }

    void theFirstSlowAnswerStretchesNothing()
    {
        WordServer server;
        server.isSilent = true;
        Look look({server.url()}, {.time = 50ms}, 1ms, 0, 1'000'000);
        look.ask(3); // a look has two words: there is a second one
    }

    void whatWordsTellIsNotAskedForByHttp()
    {
        WordServer server;
        server.say(consOf(true), dumpOf(true, 2));
        server.sayByHttp(connectionsByHttp(true), dumpByHttp(true));
        Look look({server.url()}, {}, 1ms, server.url().port);
        look.ask(8);
        QVERIFY(server.requests().empty());
    }

    void anotherServiceOnThatPortIsNone_data()
    {
        QTest::addColumn<QByteArray>("answer");
        const auto row
            = [](const char* name, std::string answer, const char* from = "", const char* to = "") {
                  QTest::newRow(name) << QByteArray::fromStdString(answer).replace(from, to);
              };
        row("nothing", "");
        row("no HTTP", "+OK\r\n");
        row("a page", "HTTP/1.1 200 OK\r\n\r\n<html>connections</html>");
        row("not found", connectionsByHttp(true), "200 OK", "404 Not Found");
        row("another command", connectionsByHttp(true), "\"connections\",", "\"stats\",");
        row("an error", connectionsByHttp(true), "null", "\"not allowed\"");
        row("cut off", connectionsByHttp(true), "null}", "null");
        row("other JSON", httpOf("[[119]]"));
        row("deep", httpOf(std::string(1'000'000, '[')));
    }
    void anotherServiceOnThatPortIsNone()
    {
        QFETCH(QByteArray, answer);
        WordServer server;
        server.say(kRefused, kRefused);
        server.sayByHttp(answer.toStdString(), answer.toStdString());
        Look look({server.url()}, {}, 1ms, server.url().port);
        QTRY_VERIFY_WITH_TIMEOUT((look.facts(), look.error().has_value()), kPatience);
        QCOMPARE(look.error()->kind, ErrorClass::NoPermission);
        QVERIFY(look.error()->text.find(std::to_string(server.url().port)) != std::string::npos);
        QCOMPARE(look.state(), SessionState::NotKnown);
        const std::uint64_t asked = look.asked();
        for (int i = 0; i < 20; ++i)
            (void)look.facts();
        QCOMPARE(look.asked(), asked);
    }

    void anAnswerWithoutAnEndIsCutOff()
    {
        WordServer server;
        server.say(consOf(true), std::string(65'536, 'a'));
        server.isEndless = true;
        Look look({server.url()}, {.bytes = std::size_t{4} << 20U, .time = 60s});
        QTRY_VERIFY_WITH_TIMEOUT((look.facts(), look.error().has_value()), kPatience);
        QCOMPARE(look.error()->kind, ErrorClass::TooManyKeys);
    }

    void aServerThatDoesNotAnswerIsWaitedForOnlyForSomeTime()
    {
        WordServer server;
        server.isSilent = true;
        Look look({server.url()}, {.time = 50ms});
        QTRY_VERIFY_WITH_TIMEOUT((look.facts(), look.error().has_value()), kPatience);
        QCOMPARE(look.error()->kind, ErrorClass::Timeout);
    }

    void aServerThatIsNotThereTellsNothing()
    {
        redis::Url nobody;
        nobody.host = "127.0.0.1";
        nobody.port = 1;
        WordServer server;
        server.say(consOf(false), dumpOf(true, 2));
        Look look({server.url(), nobody});
        look.ask(8);
        QCOMPARE(look.state(), SessionState::NotKnown);
        QVERIFY(look.error().has_value());
    }
};

LOCKKEEPER_TEST(SessionLookTest)

} // namespace lockkeeper::tests::session_look_test

#include "session_look_test.moc"
