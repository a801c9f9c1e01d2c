// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/lock/scheme.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::scheme_interop_test {

using namespace lockkeeper::lock;

namespace {

const char* const kKey = "orders:42";
constexpr int kPatience = 30'000; // ms

/// A program of tests/interop/ that drives another library's lock.
class Peer {
public:
    Peer(const QString& interpreter, const char* script, const QStringList& arguments)
    {
        const QString path = QStringLiteral(LOCKKEEPER_INTEROP_DIR "/") + QLatin1String(script);
        m_process.start(interpreter, QStringList(path) + arguments);
        m_isReady = m_process.waitForStarted(kPatience) && readLine().startsWith("ready");
    }
    ~Peer()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished(kPatience);
    }

    [[nodiscard]] bool isReady() const { return m_isReady; }
    /// True if it could not be started, or said that its library is not there.
    [[nodiscard]] bool isMissing()
    {
        if (m_process.error() == QProcess::FailedToStart)
            return true;
        m_process.waitForFinished(kPatience);
        return m_process.exitCode() == 77;
    }
    QByteArray ask(const QByteArray& command)
    {
        m_process.write(command + '\n');
        return readLine();
    }

private:
    QByteArray readLine()
    {
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(kPatience))
                return m_process.readAllStandardError();
        }
        return m_process.readLine().trimmed();
    }

    QProcess m_process;
    bool m_isReady = false;
};

std::unique_ptr<Peer> startRedisPy(const RedisServerFixture& server, const char* timeout = "30")
{
    const QStringList arguments{
        QString::fromStdString(server.urls().front()), QLatin1String(kKey), QLatin1String(timeout)};
    // A python3 of the user's own may lack what Debian's has.
    for (const char* interpreter : {"python3", "/usr/bin/python3"}) {
        auto peer = std::make_unique<Peer>(
            QLatin1String(interpreter), "python/redis_py_lock.py", arguments);
        if (peer->isReady() || !peer->isMissing())
            return peer;
    }
    return nullptr;
}

std::unique_ptr<Peer> startNodeRedlock(const RedisServerFixture& servers)
{
    QStringList arguments{QLatin1String(kKey)};
    for (const std::string& url : servers.urls())
        arguments += QString::fromStdString(url).remove(QStringLiteral("unix://"));
    auto peer = std::make_unique<Peer>(QStringLiteral("node"), "node/node_redlock.mjs", arguments);
    return peer->isReady() || !peer->isMissing() ? std::move(peer) : nullptr;
}

Result<AcquireOutcome> acquire(LockClient& client, const char* scheme)
{
    return client.acquire(Resource(kKey),
        {.ttl = Ttl::from(30s).value(), .isRenewed = false, .scheme = findScheme(scheme).value()});
}

bool isContended(LockClient& client, const char* scheme)
{
    const auto outcome = acquire(client, scheme);
    return outcome && std::holds_alternative<Contended>(*outcome);
}

std::optional<Lease> take(LockClient& client, const char* scheme)
{
    return leaseIn(acquire(client, scheme));
}

const char* const kNoRedisPy = "redis-py is not installed (Debian: python3-redis)";
const char* const kNoNodeRedlock = "node-redlock is not installed (scripts/interop --install)";

} // namespace

/// Our schemes against the libraries that they come from.
class SchemeInteropTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void redisPyAndOursKeepEachOtherOut_data()
    {
        QTest::addColumn<QByteArray>("scheme");
        for (const char* scheme : {"redis-py", "set-nx-px-token", "redlock"})
            QTest::newRow(scheme) << QByteArray(scheme);
    }
    void redisPyAndOursKeepEachOtherOut()
    {
        QFETCH(const QByteArray, scheme);
        RedisServerFixture server;
        const auto peer = startRedisPy(server);
        if (!peer)
            QSKIP(kNoRedisPy);
        LockClient client = makeClient(server);

        QCOMPARE(peer->ask("acquire"), QByteArray("True"));
        QVERIFY(isContended(client, scheme));
        QCOMPARE(peer->ask("release"), QByteArray("True"));

        auto lease = take(client, scheme);
        QVERIFY(lease.has_value());
        QCOMPARE(peer->ask("acquire"), QByteArray("False"));
        QCOMPARE(peer->ask("locked"), QByteArray("True"));
        QCOMPARE(peer->ask("owned"), QByteArray("False"));
        lease->release();
        QCOMPARE(peer->ask("acquire"), QByteArray("True"));
    }

    void redisPyDoesNotTouchALockThatPassedToUs()
    {
        RedisServerFixture server;
        const auto peer = startRedisPy(server);
        if (!peer)
            QSKIP(kNoRedisPy);
        LockClient client = makeClient(server);
        QCOMPARE(peer->ask("acquire"), QByteArray("True"));
        (void)server.command({"DEL", kKey}); // as if it had expired
        const auto lease = take(client, "redis-py");
        QVERIFY(lease.has_value());
        QCOMPARE(peer->ask("extend 1000 replace"), QByteArray("refused"));
        QCOMPARE(peer->ask("reacquire"), QByteArray("refused"));
        QCOMPARE(peer->ask("release"), QByteArray("refused"));
        QVERIFY(server.command({"PTTL", kKey}).integer <= 30'000);
        QCOMPARE(lease->fingerprint(), Fingerprint::ofString(server.command({"GET", kKey}).text));
    }

    void weDoNotTouchALockThatPassedToRedisPy()
    {
        RedisServerFixture server;
        const auto peer = startRedisPy(server);
        if (!peer)
            QSKIP(kNoRedisPy);
        LockClient client = makeClient(server);
        auto lease = take(client, "redis-py");
        QVERIFY(lease.has_value());
        (void)server.command({"DEL", kKey});
        QCOMPARE(peer->ask("acquire"), QByteArray("True"));
        QVERIFY(!lease->extend(Ttl::from(1000s).value()).has_value());
        lease->release();
        QVERIFY(server.command({"PTTL", kKey}).integer <= 30'000);
        QCOMPARE(peer->ask("owned"), QByteArray("True"));
    }

    void redisPyAndOursProlongAlike()
    {
        RedisServerFixture server;
        const auto peer = startRedisPy(server);
        if (!peer)
            QSKIP(kNoRedisPy);
        const auto ttl = [&] { return server.command({"PTTL", kKey}).integer; };
        LockClient client = makeClient(server);
        QCOMPARE(peer->ask("acquire"), QByteArray("True"));
        QCOMPARE(peer->ask("extend 1000 replace"), QByteArray("True"));
        const auto theirs = ttl();
        QCOMPARE(peer->ask("reacquire"), QByteArray("True"));
        QVERIFY(theirs > 900'000 && theirs <= 1'000'000 && ttl() <= 30'000);
        QCOMPARE(peer->ask("release"), QByteArray("True"));

        auto lease = take(client, "redis-py");
        QVERIFY(lease && lease->extend(Ttl::from(1000s).value()));
        const auto ours = ttl();
        QVERIFY(ours > 900'000 && ours <= 1'000'000);
        // A command that is executed late must not shorten: ours never does.
        QVERIFY(lease->extend(Ttl::from(30s).value()));
        QVERIFY(ttl() > 900'000 && lease->deadline() < SystemClock().now() + 30s);
    }

    void redisPysLockWithoutATimeoutIsContendedForEver()
    {
        RedisServerFixture server;
        const auto peer = startRedisPy(server, "none");
        if (!peer)
            QSKIP(kNoRedisPy);
        LockClient client = makeClient(server);
        QCOMPARE(peer->ask("acquire"), QByteArray("True"));
        const auto outcome = acquire(client, "redis-py");
        QVERIFY(outcome && std::holds_alternative<Contended>(*outcome));
        const auto& holder = std::get<Contended>(*outcome).holder;
        QVERIFY(holder && !holder->remaining);
    }

    void nodeRedlockAndOursKeepEachOtherOut_data()
    {
        QTest::addColumn<int>("masters");
        QTest::newRow("1") << 1;
        QTest::newRow("3") << 3;
        QTest::newRow("5") << 5;
    }
    void nodeRedlockAndOursKeepEachOtherOut()
    {
        QFETCH(const int, masters);
        RedisServerFixture servers({.count = static_cast<std::size_t>(masters)});
        const auto peer = startNodeRedlock(servers);
        if (!peer)
            QSKIP(kNoNodeRedlock);
        LockClient client = makeClient(servers);

        QCOMPARE(peer->ask("acquire 30000"), QByteArray("True"));
        QVERIFY(isContended(client, "redlock"));
        QCOMPARE(peer->ask("extend 60000"), QByteArray("True"));
        QVERIFY(isContended(client, "redlock"));
        QCOMPARE(peer->ask("release"), QByteArray("True"));

        auto lease = take(client, "redlock");
        QVERIFY(lease.has_value());
        QCOMPARE(peer->ask("acquire 30000"), QByteArray("refused"));
        QVERIFY(lease->extend(Ttl::from(60s).value()).has_value());
        QCOMPARE(peer->ask("acquire 30000"), QByteArray("refused"));
        QVERIFY(lease->isHeld());
        lease->release();
        QCOMPARE(peer->ask("acquire 30000"), QByteArray("True"));
    }

    void nodeRedlockAndOursAgreeWithAMinorityDown()
    {
        RedisServerFixture servers({.count = 3});
        const auto peer = startNodeRedlock(servers);
        if (!peer)
            QSKIP(kNoNodeRedlock);
        servers.kill(0);
        LockClient client = makeClient(servers);
        auto lease = take(client, "redlock");
        QVERIFY(lease.has_value());
        QCOMPARE(peer->ask("acquire 30000"), QByteArray("refused"));
        lease->release();
    }
};

LOCKKEEPER_TEST(SchemeInteropTest)

} // namespace lockkeeper::tests::scheme_interop_test

#include "scheme_interop_test.moc"
