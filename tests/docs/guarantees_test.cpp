// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What docs/guarantees.md says of the user on the masters.
#include "core/lock/lock_client.h"
#include "core/redis/command.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <fstream>
#include <sstream>
#include <thread>

namespace lockkeeper::tests::guarantees_test {

using namespace lockkeeper::lock;

namespace {

/// The words of `ACL SETUSER ...` in the document.
std::vector<std::string> userOfTheDocument()
{
    std::ifstream document(LOCKKEEPER_GUARANTEES);
    std::vector<std::string> words;
    for (std::string line; std::getline(document, line);) {
        if (words.empty() && !line.starts_with("ACL SETUSER"))
            continue;
        if (line == "```")
            break;
        std::istringstream in(line);
        for (std::string word; in >> word;)
            words.push_back(word);
    }
    return words;
}

} // namespace

class GuaranteesTest : public QObject {
    Q_OBJECT

private:
    static constexpr std::size_t kMasters = 3;
    RedisServerFixture m_servers{{.count = kMasters}};

    config::Deployment deploymentOfUser()
    {
        config::Deployment deployment = m_servers.deployment();
        for (auto& master : deployment.masters) {
            master.url.user = "billing";
            master.url.password = Secret("PASSWORD");
        }
        return deployment;
    }

    void makeUser()
    {
        const redis::Command command{userOfTheDocument()};
        for (const auto& master : m_servers.deployment().masters) {
            auto client = sandbox::BlockingClient::connect(master.url, 5s);
            QVERIFY(client.has_value());
            const auto reply = client->call(command);
            QVERIFY2(reply && reply->isOk(), "the server takes the document's line");
        }
    }

    static Lease take(LockClient& client, std::vector<Resource> resources, AcquireOptions options)
    {
        auto outcome = client.acquire(std::move(resources), std::move(options));
        if (!outcome || !std::holds_alternative<Lease>(*outcome))
            throw std::runtime_error("not acquired");
        return std::get<Lease>(std::move(*outcome));
    }

    /// Everything that the library does.
    void doEverything()
    {
        m_servers.commandAll({"FLUSHALL"});
        m_servers.commandAll({"SCRIPT", "FLUSH"});
        m_servers.commandAll({"CONFIG", "RESETSTAT"});
        LockClient client(deploymentOfUser(), Owner::thisProcess("billing"), kClock);
        LockClient other(deploymentOfUser(), Owner::thisProcess("billing"), kClock);
        const Ttl ttl = Ttl::from(30s).value();
        const Resource first("orders:1");
        const Resource second("orders:2");

        (void)take(client, {first, second}, {.ttl = ttl});
        (void)take(client, {first}, {.ttl = ttl, .isFenced = true});
        std::jthread waits; // ends behind the lease, whatever fails
        Lease lease = take(client, {first}, {.ttl = ttl});
        QVERIFY(lease.extend(ttl).has_value());
        // Nothing but a wake-up ends this wait soon.
        waits = std::jthread(
            [&] { (void)take(other, {first}, {.ttl = ttl, .wait = 1h, .retryDelay = 1h}); });
        QTRY_VERIFY(countOf("client|caching") >= 1);
        lease.release();
        waits.join();
        const Lease held = take(client, {second}, {.ttl = ttl});
        const auto circle
            = client.acquire(second, {.ttl = ttl, .wait = 1h, .onDeadlock = OnDeadlock::Fail});
        QVERIFY(circle && std::holds_alternative<Deadlocked>(*circle));
        take(client, {first}, {.ttl = ttl}).leaveToExpire();
    }

    /// How often the masters were asked for a command.
    int countOf(const std::string& command)
    {
        int count = 0;
        const std::string name = "cmdstat_" + command + ":calls=";
        for (const redis::Reply& stats : m_servers.commandAll({"INFO", "commandstats"})) {
            const auto found = stats.text.find(name);
            if (found != std::string::npos)
                count += std::stoi(stats.text.substr(found + name.size()));
        }
        return count;
    }

private Q_SLOTS:
    void theUserMayDoAllThatIsNeeded()
    {
        makeUser();
        doEverything();
        for (const redis::Reply& log : m_servers.commandAll({"ACL", "LOG"}))
            QVERIFY2(log.elements.empty(), "something was not allowed");
    }

    void theUserMayDoNothingElse()
    {
        makeUser();
        doEverything();
        for (const std::string& word : userOfTheDocument()) {
            if (word.starts_with('+'))
                QVERIFY2(countOf(word.substr(1)) > 0, word.c_str());
        }
    }
};

LOCKKEEPER_TEST(GuaranteesTest)

} // namespace lockkeeper::tests::guarantees_test

#include "guarantees_test.moc"
