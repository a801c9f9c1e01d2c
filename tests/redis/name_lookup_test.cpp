// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/redis/client.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <atomic>
#include <future>
#include <mutex>

namespace lockkeeper::tests::name_lookup_test {

using redis::LinkState;
using redis::Reply;
using Addresses = Result<std::vector<std::string>>;

namespace {

/// A name service that a test can break. Lookups may outlive the client that asked, so it is
/// shared.
class NameService {
public:
    enum class Mode { Answering, Failing, Hanging };

    ~NameService() { m_shared->released.set_value(); }

    void set(Mode mode) { m_shared->mode = mode; }
    void setAddresses(std::vector<std::string> addresses)
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->addresses = std::move(addresses);
    }
    [[nodiscard]] int asked() const { return m_shared->asked; }

    [[nodiscard]] redis::ConnectionOptions options() const
    {
        redis::ConnectionOptions options;
        options.connectTimeout = 500ms;
        options.lookUp = [shared = m_shared](const std::string& host) -> Addresses {
            ++shared->asked;
            if (shared->mode == Mode::Failing || host != "redis.test")
                return fail(ErrorClass::Unreachable, "name lookup failed: no such name");
            if (shared->mode == Mode::Hanging)
                shared->release.wait();
            const std::lock_guard lock(shared->mutex);
            return shared->addresses;
        };
        return options;
    }

private:
    struct Shared {
        std::atomic<Mode> mode = Mode::Answering;
        std::atomic<int> asked = 0;
        std::mutex mutex;
        std::vector<std::string> addresses{"127.0.0.1"}; // under the mutex
        std::promise<void> released;
        std::shared_future<void> release{released.get_future()};
    };
    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
};

std::string urlOf(const RedisServerFixture& server)
{
    const std::string url = server.tcpUrls()[0];
    return "redis://redis.test" + url.substr(url.rfind(':'));
}

void cutConnections(RedisServerFixture& server)
{
    server.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
}

} // namespace

class NameLookupTest : public QObject {
    Q_OBJECT

    /// A healthy master whose name can't be looked up any more must be reached all the same.
    static void expectReturn(NameService::Mode mode)
    {
        RedisServerFixture server({.hasTcp = true});
        NameService names;
        Client client(urlOf(server), names.options());
        QVERIFY(client.ask({"PING"}).has_value());
        const auto loggedIn = client.status().loggedInAt;
        names.set(mode);
        cutConnections(server);
        QVERIFY(QTest::qWaitFor([&] { return client.status().loggedInAt != loggedIn; }, 10'000));
        QCOMPARE(names.asked(), 2);
        QCOMPARE(client.ask({"PING"}).value(), Reply::status("PONG"));
    }

private Q_SLOTS:
    void usesTheLastGoodAddressWhenTheNameIsGone() { expectReturn(NameService::Mode::Failing); }

    void usesTheLastGoodAddressWhenTheLookupHangs() { expectReturn(NameService::Mode::Hanging); }

    void followsANameThatHasMoved()
    {
        RedisServerFixture server({.hasTcp = true, .extraArguments = {"--bind", "127.0.0.1 ::1"}});
        NameService names;
        Client client(urlOf(server), names.options());
        const std::string before = client.ask({"CLIENT", "INFO"}).value().text;
        QVERIFY(before.find("laddr=127.0.0.1:") != std::string::npos);
        names.setAddresses({"::1"});
        cutConnections(server);
        QTRY_VERIFY(client.ask({"CLIENT", "INFO"}).value_or(Reply::nil()).text.find("laddr=[::1]:")
            != std::string::npos);
    }

    void triesEachAddressOfAName()
    {
        RedisServerFixture server({.hasTcp = true});
        NameService names;
        // Nobody listens on the first.
        names.setAddresses({"127.0.0.9", "127.0.0.1"});
        Client client(urlOf(server), names.options());
        QCOMPARE(client.ask({"PING"}).value(), Reply::status("PONG"));
    }

    void saysThatALookupFailed()
    {
        NameService names;
        names.set(NameService::Mode::Failing);
        Client client("redis://redis.test:1", names.options());
        const Error error = errorOf(client.ask({"PING"}));
        QCOMPARE(error.kind, ErrorClass::Unreachable);
        QCOMPARE(error.text, std::string("name lookup failed: no such name"));
        QVERIFY(client.reaches(LinkState::Down));
    }

    void aLookupThatHangsHoldsUpNothing()
    {
        NameService names;
        names.set(NameService::Mode::Hanging);
        {
            Client client("redis://redis.test:1", names.options());
            QTRY_COMPARE(names.asked(), 1);
            // The loop is free, and commands end by their deadlines.
            QCOMPARE(errorOf(client.ask({"PING"}, 20ms)).text, std::string("still connecting"));
            QVERIFY(client.reaches(LinkState::Down));
            QVERIFY(client.status().error->text.starts_with("name lookup failed: no answer"));
            // Further attempts wait for the one lookup instead of starting more.
            QCOMPARE(errorOf(client.ask({"PING"})).kind, ErrorClass::Unreachable);
            QCOMPARE(names.asked(), 1);
        }
        // Reached only if taking the client apart did not wait for the lookup.
    }

    void asksNobodyForAnAddress()
    {
        RedisServerFixture server({.hasTcp = true});
        NameService names;
        Client client(server.tcpUrls()[0], names.options());
        QVERIFY(client.ask({"PING"}).has_value());
        QCOMPARE(names.asked(), 0);
    }

    void asksTheSystem()
    {
        RedisServerFixture server({.hasTcp = true});
        const std::string url = server.tcpUrls()[0];
        Client client("redis://localhost" + url.substr(url.rfind(':')));
        QCOMPARE(client.ask({"PING"}).value(), Reply::status("PONG"));
    }
};

LOCKKEEPER_TEST(NameLookupTest)

} // namespace lockkeeper::tests::name_lookup_test

#include "name_lookup_test.moc"
