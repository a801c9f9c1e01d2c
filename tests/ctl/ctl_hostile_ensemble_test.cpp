// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/zookeeper/jute.h"
#include "core/zookeeper/protocol.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <array>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/write.hpp>
#include <atomic>
#include <thread>

namespace lockkeeper::tests::ctl_hostile_ensemble_test {

using zookeeper::EventType;
using zookeeper::JuteReader;
using zookeeper::JuteWriter;
using zookeeper::Opcode;

namespace {

struct Request {
    std::int32_t xid = 0;
    Opcode opcode{};
    std::string path;
};

JuteWriter headOf(const Request& request)
{
    JuteWriter out;
    out.putInt(request.xid).putLong(1).putInt(0);
    return out;
}

JuteWriter& putStat(JuteWriter& out, int children = 0, std::int64_t owner = 0)
{
    out.putLong(1).putLong(1).putLong(0).putLong(0).putInt(0).putInt(children).putInt(0);
    out.putLong(owner);
    return out.putInt(0).putInt(children).putLong(1);
}

std::string childrenOf(const Request& request, const std::vector<std::string>& names)
{
    JuteWriter out = headOf(request);
    out.putInt(static_cast<std::int32_t>(names.size()));
    for (const std::string& name : names)
        out.putText(name);
    return putStat(out, static_cast<int>(names.size())).frame();
}

/// As a server without nodes.
std::string plainAnswer(const Request& request)
{
    JuteWriter out = headOf(request);
    switch (request.opcode) {
    case Opcode::GetChildren2:
        return childrenOf(request, {});
    case Opcode::GetData:
        out.putText("");
        return putStat(out).frame();
    case Opcode::Exists:
        return putStat(out).frame();
    case Opcode::Sync:
    case Opcode::Create:
    case Opcode::CreateContainer:
        return out.putText(request.path).frame();
    default:
        return out.frame();
    }
}

/// Below the root, nodes of these names; below each, one that holds a lock.
auto locksNamed(std::vector<std::string> names)
{
    return [names = std::move(names)](const Request& request) {
        const std::string& path = request.path;
        const auto depth = path == "/" ? 0 : std::ranges::count(path, '/');
        if (request.opcode == Opcode::GetChildren2 && depth < 2)
            return childrenOf(
                request, depth == 0 ? names : std::vector<std::string>{"lock-0000000001"});
        if (request.opcode != Opcode::GetData || depth < 2)
            return plainAnswer(request);
        JuteWriter out = headOf(request);
        out.putText("holder");
        return putStat(out, 0, 99).frame();
    };
}

/// A port of 127.0.0.1 that grants sessions, and then keeps no rule of the protocol. Has a thread
/// of its own.
class HostileServer {
public:
    struct Manners {
        /// Empty: no request is answered.
        std::function<std::string(const Request&)> answer = plainAnswer;
        /// If set, written without end.
        std::function<std::string(std::size_t turn)> flood{};
        std::int32_t sessionTimeout = 10'000;
        std::size_t drip = 0; ///< if set, writes as many bytes at a time
    };

    explicit HostileServer(Manners manners)
        : m_manners(std::move(manners))
    {
        accept();
        m_thread = std::thread([this] { m_context.run(); });
    }
    ~HostileServer()
    {
        m_context.stop();
        m_thread.join();
    }
    HostileServer(const HostileServer&) = delete;
    HostileServer& operator=(const HostileServer&) = delete;

    [[nodiscard]] QString url() const
    {
        return u"zk://127.0.0.1:%1"_s.arg(m_acceptor.local_endpoint().port());
    }
    [[nodiscard]] std::size_t written() const { return m_written; }
    [[nodiscard]] std::size_t requests() const { return m_requests; }

private:
    using Socket = asio::ip::tcp::socket;
    struct Client {
        explicit Client(Socket accepted)
            : socket(std::move(accepted))
        { }
        Socket socket;
        std::string unread;
        std::string unwritten; ///< replies
        std::string writing;
        std::size_t turn = 0;
        bool isWriting = false;
        bool isGreeted = false;
        std::array<char, 65536> bytes{};
    };
    using ClientPtr = std::shared_ptr<Client>;

    void accept()
    {
        m_acceptor.async_accept([this](asio::error_code error, Socket socket) {
            if (error)
                return;
            read(std::make_shared<Client>(std::move(socket)));
            accept();
        });
    }
    void read(const ClientPtr& client)
    {
        client->socket.async_read_some(
            asio::buffer(client->bytes), [this, client](asio::error_code error, std::size_t size) {
                if (error)
                    return;
                client->unread.append(client->bytes.data(), size);
                take(*client);
                write(client);
                read(client);
            });
    }
    void take(Client& client)
    {
        constexpr std::size_t kHead = 4;
        while (client.unread.size() >= kHead) {
            const auto length = static_cast<std::size_t>(JuteReader(client.unread).takeInt());
            if (client.unread.size() < kHead + length)
                return;
            client.unwritten += replyTo(client, client.unread.substr(kHead, length));
            client.unread.erase(0, kHead + length);
        }
    }
    [[nodiscard]] std::string replyTo(Client& client, const std::string& payload)
    {
        if (!std::exchange(client.isGreeted, true))
            return JuteWriter()
                .putInt(0)
                .putInt(m_manners.sessionTimeout)
                .putLong(77)
                .putText("p")
                .putBool(false)
                .frame();
        ++m_requests;
        JuteReader in(payload);
        Request request;
        request.xid = in.takeInt();
        request.opcode = static_cast<Opcode>(in.takeInt());
        request.path = in.takeText();
        return m_manners.answer ? m_manners.answer(request) : std::string();
    }
    void write(const ClientPtr& client)
    {
        if (client->isWriting)
            return;
        client->writing = std::exchange(client->unwritten, {});
        if (m_manners.drip != 0 && client->writing.size() > m_manners.drip) {
            client->unwritten = client->writing.substr(m_manners.drip);
            client->writing.resize(m_manners.drip);
        }
        if (client->isGreeted && m_manners.flood)
            client->writing += m_manners.flood(client->turn++);
        if (client->writing.empty())
            return;
        client->isWriting = true;
        asio::async_write(client->socket, asio::buffer(client->writing),
            [this, client](asio::error_code error, std::size_t size) {
                m_written += size;
                client->isWriting = false;
                if (!error)
                    write(client);
            });
    }

    const Manners m_manners;
    std::atomic<std::size_t> m_written = 0;
    std::atomic<std::size_t> m_requests = 0;
    asio::io_context m_context;
    asio::ip::tcp::acceptor m_acceptor{m_context, {asio::ip::make_address("127.0.0.1"), 0}};
    std::thread m_thread;
};

/// Events of one kind, of ever new nodes below /locks, or of always the same ones.
auto flooding(EventType type, std::size_t nameLength, bool areNew)
{
    return [=](std::size_t turn) {
        const std::size_t count = std::max<std::size_t>(200'000 / nameLength, 1);
        std::string events;
        for (std::size_t i = 0; i < count; ++i) {
            std::string name = std::to_string(areNew ? turn * count + i : i);
            name.insert(0, nameLength - std::min(nameLength, name.size()), 'x');
            events += JuteWriter()
                          .putInt(zookeeper::kEventXid)
                          .putLong(1)
                          .putInt(0)
                          .putInt(static_cast<std::int32_t>(type))
                          .putInt(3)
                          .putText("/locks/" + name)
                          .frame();
        }
        return events;
    };
}

constexpr std::size_t kMegabyte = 1024 * 1024;
constexpr std::size_t kMostMemory = 300 * 1024 + kMemoryOfTools; // KB
/// Under a sanitizer, more takes minutes.
constexpr std::size_t kFlood = (kMemoryOfTools == 0 ? 600 : 100) * kMegabyte;

} // namespace

/// A server that grants a session, and is no friend.
class CtlHostileEnsembleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void eventsWithoutEndTakeLimitedMemory_data()
    {
        columns<int, int, bool, int>();
        const auto row = [](const char* name, EventType type, int length, bool areNew, int code) {
            QTest::newRow(name) << static_cast<int>(type) << length << areNew << code;
        };
        row("created, always the same", EventType::Created, 200, false, 0);
        row("created, ever new", EventType::Created, 200, true, 64); // too many nodes
        row("created, with very long names", EventType::Created, 100'000, true, 0);
        row("changed", EventType::Changed, 200, false, 0);
        row("deleted", EventType::Deleted, 200, true, 0);
        row("of no kind", EventType::None, 200, true, 0);
    }
    void eventsWithoutEndTakeLimitedMemory()
    {
        const auto [type, nameLength, areNew, code] = fetch<int, int, bool, int>();
        HostileServer server({.flood = flooding(static_cast<EventType>(type),
                                  static_cast<std::size_t>(nameLength), areNew)});
        const auto process = Lockctl(m_home->path(), {server.url()}).start(words("watch --json"));
        std::size_t most = 0;
        QVERIFY(QTest::qWaitFor(
            [&] {
                process->readAllStandardOutput();
                most = std::max(most, mostMemoryOf(*process));
                return server.written() > kFlood || most > kMostMemory
                    || process->state() == QProcess::NotRunning;
            },
            120'000));
        QVERIFY2(most < kMostMemory, QByteArray::number(most / 1024).constData());
        process->terminate();
        QCOMPARE(waitForExit(*process), code);
    }

    void aLookEndsUnderEvents_data()
    {
        const auto row = columns<bool, QByteArray, int>();
        row("list", true, "list", 0);
        row("check", true, "check", 0);
        row("list, no reply", false, "list", 69);
        row("check, no reply", false, "check", 2);
        row("acquire, no reply", false, "acquire /locks/a --ttl 5s", 69);
        row("run, no reply", false, "run /locks/a -- true", 69);
    }
    void aLookEndsUnderEvents()
    {
        const auto [isAnswered, command, code] = fetch<bool, QByteArray, int>();
        HostileServer::Manners manners{.flood = flooding(EventType::Created, 200, true)};
        if (!isAnswered)
            manners.answer = {};
        HostileServer server(std::move(manners));
        const auto process
            = Lockctl(m_home->path(), {server.url()}).start(words(command.constData()));
        std::size_t most = 0;
        QVERIFY(QTest::qWaitFor(
            [&] {
                most = std::max(most, mostMemoryOf(*process));
                return process->state() == QProcess::NotRunning;
            },
            60'000));
        QVERIFY2(most < kMostMemory, QByteArray::number(most / 1024).constData());
        const QByteArray errors = process->readAllStandardError();
        QVERIFY2(process->exitCode() == code, errors);
        const QByteArray said = process->readAllStandardOutput() + errors;
        QVERIFY2(isAnswered || said.contains("no reply within 1000 ms"), said);
    }

    void aSignalEndsWhatIsNeverAnswered_data()
    {
        const auto row = columns<QByteArray, int>();
        row("acquire", "acquire /locks/a --ttl 5s --wait 1h", 143);
        row("run", "run /locks/a --wait 1h -- true", 143);
        row("list", "list", 143);
        row("watch", "watch", 0);
    }
    void aSignalEndsWhatIsNeverAnswered()
    {
        const auto [command, code] = fetch<QByteArray, int>();
        HostileServer server({.answer = {}, .flood = flooding(EventType::Created, 200, true)});
        const QString file = m_home->filePath(u"deployments.toml"_s);
        QFile deployments(file);
        QVERIFY(deployments.open(QIODevice::WriteOnly));
        deployments.write("[[deployment]]\nname = \"hostile\"\nread_only = false\ntimeout = "
                          "\"10m\"\nmasters = [\""
            + server.url().toUtf8() + "\"]\n");
        deployments.close();
        const auto process
            = Lockctl(m_home->path())
                  .start(QStringList{u"--config"_s, file} + words(command.constData()));
        QTRY_VERIFY_WITH_TIMEOUT(server.requests() > 0, 30'000);
        process->terminate();
        QCOMPARE(waitForExit(*process), code);
    }

    void namesAreShownSafely()
    {
        HostileServer server(
            {.answer = locksNamed({"lock", "..", ".", "", "a/b", std::string("lock\0", 5),
                 "\x1b[31mlock", "lock\xff\xfe", "lock\n0x1", "lock\xe2\x80\xae"})});
        const Lockctl lockctl(m_home->path(), {server.url()});
        const CtlResult text = lockctl.run(words("--possible list"));
        QVERIFY2(text.exitCode == 0, text.errors);
        QVERIFY(!text.output.contains('\x1b'));
        QVERIFY(!text.output.contains("\xff"));
        QVERIFY(!text.output.contains("\xe2\x80\xae"));
        const CtlResult json = lockctl.run(words("--possible list --json"));
        QCOMPARE(json.json()["locks"_L1].toArray().size(), 5);
    }

    void repliesMayComeByteByByte()
    {
        HostileServer server({.answer = locksNamed({"lock"}), .drip = 1});
        const CtlResult result
            = Lockctl(m_home->path(), {server.url()}).run(words("--possible list"));
        QVERIFY2(result.exitCode == 0, result.errors);
        QVERIFY(result.output.contains("/lock"));
    }

    void anotherAnswerThanAskedForIsNone_data()
    {
        QTest::addColumn<QByteArray>("more");
        const auto frame
            = [](const JuteWriter& writer) { return QByteArray::fromStdString(writer.frame()); };
        QTest::newRow("twice") << QByteArray();
        QTest::newRow("a ping's") << frame(JuteWriter().putInt(-2).putLong(1).putInt(0));
        QTest::newRow("a login's") << frame(JuteWriter().putInt(7777).putLong(1).putInt(0));
        QTest::newRow("no head") << frame(JuteWriter().putInt(1));
    }
    void anotherAnswerThanAskedForIsNone()
    {
        QFETCH(QByteArray, more);
        HostileServer server({.answer = [&](const Request& request) {
            return plainAnswer(request)
                + (more.isEmpty() ? plainAnswer(request) : more.toStdString());
        }});
        const CtlResult result = Lockctl(m_home->path(), {server.url()}).run(words("list"));
        QVERIFY2(result.failsInOneLine(69, "does not speak ZooKeeper's protocol"), result.told());
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

LOCKKEEPER_TEST(CtlHostileEnsembleTest)

} // namespace lockkeeper::tests::ctl_hostile_ensemble_test

#include "ctl_hostile_ensemble_test.moc"
