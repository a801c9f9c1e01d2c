// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/resp_length.h"
#include "tests/support/test_class.h"

#include <array>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/write.hpp>
#include <atomic>
#include <thread>

namespace lockkeeper::tests::ctl_endless_test {

namespace {

/// What a master with such a scan says.
const QString kEndless = u"its scan does not end"_s;

std::string bulk(const std::string& text)
{
    return '$' + std::to_string(text.size()) + "\r\n" + text + "\r\n";
}

/// A server on a port of 127.0.0.1 that seems to hold three keys. Its SCAN never ends: each reply
/// has a new cursor, and no keys or a thousand new ones. Has a thread of its own.
class EndlessServer {
public:
    explicit EndlessServer(bool inventsKeys)
        : m_inventsKeys(inventsKeys)
    {
        accept();
        m_thread = std::thread([this] { m_context.run(); });
    }
    ~EndlessServer()
    {
        m_context.stop();
        m_thread.join();
    }
    EndlessServer(const EndlessServer&) = delete;
    EndlessServer& operator=(const EndlessServer&) = delete;

    [[nodiscard]] QString url() const
    {
        return u"redis://127.0.0.1:%1"_s.arg(m_acceptor.local_endpoint().port());
    }

private:
    using Socket = asio::ip::tcp::socket;
    struct Client {
        Socket socket;
        std::string unread;
        std::array<char, 65536> bytes{};
    };

    void accept()
    {
        m_acceptor.async_accept([this](asio::error_code error, Socket socket) {
            if (error)
                return;
            read(std::make_shared<Client>(Client{std::move(socket), {}}));
            accept();
        });
    }
    void read(const std::shared_ptr<Client>& client)
    {
        client->socket.async_read_some(
            asio::buffer(client->bytes), [this, client](asio::error_code error, std::size_t size) {
                if (error)
                    return;
                client->unread.append(client->bytes.data(), size);
                std::string replies;
                while (const auto length = respLength(client->unread)) {
                    replies += replyTo(client->unread.substr(0, *length));
                    client->unread.erase(0, *length);
                }
                asio::write(client->socket, asio::buffer(replies), error);
                read(client);
            });
    }
    [[nodiscard]] std::string replyTo(const std::string& command)
    {
        const std::string_view name = firstElement(command);
        if (name == "SCAN")
            return page();
        if (name == "DBSIZE")
            return ":3\r\n";
        if (name == "GETRANGE")
            return bulk(kValue);
        if (name == "PTTL")
            return ":60000\r\n";
        if (name == "ROLE")
            return "*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n";
        if (name == "PUBSUB")
            return "*0\r\n";
        if (name == "PING")
            return "+PONG\r\n";
        if (name == "INFO")
            return bulk("redis_version:7.0.15\r\nrole:master\r\nmaster_repl_offset:0\r\n");
        if (name == "CLIENT")
            return "+OK\r\n";
        return "-ERR unknown command\r\n";
    }
    [[nodiscard]] std::string page()
    {
        constexpr int kNames = 1000;
        const int number = ++m_pages;
        std::string reply = "*2\r\n" + bulk(std::to_string(number));
        if (!m_inventsKeys)
            return reply + "*0\r\n";
        reply += '*' + std::to_string(kNames) + "\r\n";
        for (int i = 0; i < kNames; ++i)
            reply += bulk("lock:invented:" + std::to_string(number) + ':' + std::to_string(i));
        return reply;
    }

    bool m_inventsKeys;
    int m_pages = 0;
    asio::io_context m_context;
    asio::ip::tcp::acceptor m_acceptor{m_context, {asio::ip::make_address("127.0.0.1"), 0}};
    std::thread m_thread;
};

/// A server on a port of 127.0.0.1 without keys, whose connection for changes reports written keys
/// without end. Has a thread for each connection, which ends with it.
class LoudServer {
public:
    LoudServer()
    {
        m_accepting = std::thread([this] { accept(); });
    }
    ~LoudServer()
    {
        m_isEnding = true;
        asio::ip::tcp::socket last(m_context);
        asio::error_code ignored;
        last.connect(m_acceptor.local_endpoint(), ignored);
        m_accepting.join();
    }
    LoudServer(const LoudServer&) = delete;
    LoudServer& operator=(const LoudServer&) = delete;

    [[nodiscard]] QString url() const
    {
        return u"redis://127.0.0.1:%1"_s.arg(m_acceptor.local_endpoint().port());
    }
    [[nodiscard]] std::size_t written() const { return m_written; }

private:
    using Socket = asio::ip::tcp::socket;

    void accept()
    {
        std::vector<std::thread> talks;
        while (true) {
            Socket socket = m_acceptor.accept();
            if (m_isEnding)
                break;
            talks.emplace_back([this, client = std::move(socket)]() mutable { talk(client); });
        }
        for (std::thread& talk : talks)
            talk.join();
    }
    void talk(Socket& client)
    {
        asio::error_code error;
        std::string unread;
        bool isLoud = false;
        for (int turn = 0; !error; ++turn) {
            if (isLoud)
                m_written += asio::write(client, asio::buffer(reports(turn)), error);
            if (error)
                return;
            if (isLoud && client.available(error) == 0)
                continue;
            std::array<char, 65536> bytes{};
            const std::size_t size = client.read_some(asio::buffer(bytes), error);
            unread.append(bytes.data(), size);
            std::string replies;
            while (const auto length = respLength(unread)) {
                const std::string command = unread.substr(0, *length);
                isLoud = isLoud || firstElement(command) == "SUBSCRIBE";
                replies += replyTo(command);
                unread.erase(0, *length);
            }
            if (!error)
                asio::write(client, asio::buffer(replies), error);
        }
    }
    static std::string replyTo(const std::string& command)
    {
        const std::string_view name = firstElement(command);
        if (name == "SCAN")
            return "*2\r\n$1\r\n0\r\n*0\r\n";
        if (name == "DBSIZE")
            return ":0\r\n";
        if (name == "GETRANGE")
            return "$0\r\n\r\n";
        if (name == "PTTL")
            return ":-2\r\n";
        if (name == "TYPE")
            return "+none\r\n";
        if (name == "ROLE")
            return "*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n";
        if (name == "PUBSUB")
            return "*0\r\n";
        if (name == "PING")
            return "+PONG\r\n";
        if (name == "INFO")
            return bulk("redis_version:7.0.15\r\nrole:master\r\nmaster_repl_offset:0\r\n");
        if (name == "SUBSCRIBE")
            return "*3\r\n$9\r\nsubscribe\r\n" + bulk(kChannel) + ":1\r\n";
        if (name == "CLIENT")
            return command.find("\r\nID\r\n") == std::string::npos ? "+OK\r\n" : ":7\r\n";
        return "-ERR unknown command\r\n";
    }
    static std::string reports(int turn)
    {
        constexpr int kNames = 1000;
        std::string report
            = "*3\r\n$7\r\nmessage\r\n" + bulk(kChannel) + '*' + std::to_string(kNames) + "\r\n";
        for (int i = 0; i < kNames; ++i)
            report += bulk("lock:invented:" + std::string(200, 'x') + std::to_string(turn) + ':'
                + std::to_string(i));
        return report;
    }

    static constexpr const char* kChannel = "__redis__:invalidate";
    std::atomic<bool> m_isEnding = false;
    std::atomic<std::size_t> m_written = 0;
    asio::io_context m_context;
    asio::ip::tcp::acceptor m_acceptor{m_context, {asio::ip::make_address("127.0.0.1"), 0}};
    std::thread m_accepting;
};

} // namespace

/// One master of three, or the only one, whose scan does not end.
class CtlEndlessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void theOthersAreShown_data()
    {
        columns<bool, QByteArray, QByteArray>();
        const std::initializer_list<std::pair<const char*, const char*>> commands{
            {"list", "held     lock:real"},
            {"check",
                "LOCKS WARNING - only 2 of 3 masters answered (c: its scan does not end) | "
                "masters=2;;;0;3 locks=1;"},
            {"metrics", "lockkeeper_locks{deployment=\"command-line\",verdict=\"held\"} 1"},
            {"deadlocks", "no deadlock found"},
            {"waiters", "nobody"},
            {"kinds", "lock:real"},
            {"export --csv", "\nlock:real,,held"},
            {"export --json", "\"resource\":\"lock:real\""},
        };
        for (const bool inventsKeys : {false, true}) {
            for (const auto& [command, shown] : commands)
                QTest::addRow("%s, %s", command, inventsKeys ? "ever new keys" : "no keys")
                    << inventsKeys << QByteArray(command) << QByteArray(shown);
        }
    }
    void theOthersAreShown()
    {
        const auto [inventsKeys, command, shown] = fetch<bool, QByteArray, QByteArray>();
        const EndlessServer endless(inventsKeys);
        RedisServerFixture servers(2, {"SET", "lock:real", kValue, "PX", "600000"});
        const CtlResult result = lockctlFor(servers, endless)
                                     .run(words("--match lock:*") + words(command.constData()));
        QVERIFY2(result.output.contains(shown), (result.output + result.errors).constData());
        const QString master = u"master c (%1): "_s.arg(endless.url());
        QVERIFY2(command == "check" || result.errors.contains((master + kEndless).toUtf8()),
            result.errors);
    }

    void whatItInventedIsNotListed()
    {
        const EndlessServer endless(true);
        RedisServerFixture servers(2, {"SET", "lock:real", kValue, "PX", "600000"});
        const CtlResult result
            = lockctlFor(servers, endless).run(words("--match lock:* --json list"));
        const QJsonObject json = result.json();
        QCOMPARE(json["complete"_L1].toBool(true), false);
        QCOMPARE(json["locks"_L1].toArray().size(), 1);
        QCOMPARE(result.lock(u"lock:real"_s)["verdict"_L1].toString(), u"held"_s);
        const QJsonValue master = json["masters"_L1][2];
        QCOMPARE(master["error"_L1].toString(), kEndless);
    }

    void theOnlyMasterIsNoAnswer_data()
    {
        QTest::addColumn<bool>("inventsKeys");
        QTest::newRow("no keys") << false;
        QTest::newRow("ever new keys") << true;
    }
    void theOnlyMasterIsNoAnswer()
    {
        QFETCH(bool, inventsKeys);
        const EndlessServer endless(inventsKeys);
        const Lockctl lockctl(m_home->path(), {endless.url()});
        const CtlResult list = lockctl.run(words("--match * list"));
        QCOMPARE(list.exitCode, 77);
        QVERIFY2(list.errors.contains(kEndless.toUtf8()), list.errors);
        const CtlResult check = lockctl.run(words("--match * check"));
        QCOMPARE(check.exitCode, 2);
        QVERIFY2(check.output.contains(kEndless.toUtf8()), check.output);
    }

    void aWatcherSaysSoAndGoesOn()
    {
        const EndlessServer endless(true);
        RedisServerFixture servers(2, {"SET", "lock:real", kValue, "PX", "600000"});
        const auto process
            = lockctlFor(servers, endless).start(words("--match lock:* --json watch"));
        QSet<QString> locks;
        const auto follow = [&locks](const QJsonObject& line) {
            for (const QJsonValue lock : line["changed"_L1].toArray())
                locks.insert(lock["resource"_L1].toString());
            for (const QJsonValue lock : line["gone"_L1].toArray())
                locks.remove(lock["resource"_L1].toString());
            return line["masters"_L1][2];
        };
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            const QJsonValue master = follow(line);
            return master["error"_L1].toString() == kEndless && !master["complete"_L1].toBool()
                && locks.size() == 1;
        }));
        // The others are followed.
        servers.commandAll({"SET", "lock:next", kValue, "PX", "600000"});
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            follow(line);
            return locks == QSet<QString>{u"lock:real"_s, u"lock:next"_s};
        }));
        process->terminate();
        QCOMPARE(waitForExit(*process), 0);
    }

    void reportsWithoutEndTakeLimitedMemory()
    {
        constexpr std::size_t kMostMemory = 400 * 1024 + kMemoryOfTools; // KB
        LoudServer loud;
        const auto process
            = Lockctl(m_home->path(), {loud.url()}).start(words("--match lock:* --json watch"));
        std::size_t most = 0;
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            most = std::max(most, mostMemoryOf(*process));
            const QJsonValue master = line["masters"_L1][0];
            return most > kMostMemory
                || master["push_error"_L1].toString().contains(
                    "more keys are written than can be read"_L1);
        }));
        QVERIFY2(most < kMostMemory, QByteArray::number(qulonglong(most) / 1024).constData());
        QVERIFY(loud.written() > std::size_t{32} << 20U); // and not what a socket stores
        process->terminate();
        QCOMPARE(waitForExit(*process), 0);
    }

private:
    [[nodiscard]] Lockctl lockctlFor(
        const RedisServerFixture& servers, const EndlessServer& endless) const
    {
        return Lockctl(m_home->path(), urlsOf(servers) + QStringList{endless.url()});
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

LOCKKEEPER_TEST(CtlEndlessTest)

} // namespace lockkeeper::tests::ctl_endless_test

#include "ctl_endless_test.moc"
