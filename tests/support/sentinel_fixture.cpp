// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sentinel_fixture.h"

#include "app/sandbox/redis_process.h"

#include <fstream>
#include <functional>
#include <stdexcept>
#include <thread>

namespace lockkeeper::tests {
namespace {

using namespace std::chrono_literals;

void waitUntil(const std::function<bool()>& isDone, const std::function<std::string()>& what)
{
    const auto deadline = std::chrono::steady_clock::now() + 10s;
    while (!isDone()) {
        if (std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error(what());
        std::this_thread::sleep_for(5ms);
    }
}

} // namespace

SentinelFixture::SentinelFixture()
    : m_servers({.count = 2, .hasTcp = true, .extraArguments = {"--repl-diskless-sync-delay", "0"}})
{
    replicate();
    startSentinel();
}

std::string SentinelFixture::sentinelUrl() const
{
    return "redis://127.0.0.1:" + std::to_string(m_port);
}

config::Deployment SentinelFixture::deployment(
    const std::vector<std::string>& urls, const std::string& group)
{
    config::SentinelGroup sentinels{.name = group};
    for (const std::string& url : urls)
        sentinels.sentinels.push_back(redis::Url::parse(url).value());
    config::MasterConfig master{.id = MasterId("a"), .sentinel = std::move(sentinels)};
    config::Deployment deployment;
    deployment.name = "test";
    deployment.isReadOnly = false;
    deployment.masters.push_back(std::move(master));
    return deployment;
}

redis::Reply SentinelFixture::command(std::initializer_list<std::string_view> arguments)
{
    auto client
        = sandbox::BlockingClient::connect(redis::Url::parse(sentinelUrl()).value(), 5000ms);
    auto reply = client ? client->call(redis::Command(arguments))
                        : Result<redis::Reply>(tl::make_unexpected(client.error()));
    return reply ? std::move(*reply) : redis::Reply::error(reply.error().text);
}

void SentinelFixture::failOver()
{
    redis::Reply reply;
    waitUntil(
        [&] {
            reply = command({"SENTINEL", "FAILOVER", "orders"});
            return reply.isOk();
        },
        [&] { return "the Sentinel does not fail over: " + reply.text; });
}

void SentinelFixture::replicate()
{
    const std::string master = m_servers.tcpUrls()[0];
    m_servers.command(1, {"REPLICAOF", "127.0.0.1", master.substr(master.rfind(':') + 1)});
    waitUntil(
        [this] {
            const std::string info = m_servers.command(0, {"INFO", "replication"}).text;
            return info.find("state=online") != std::string::npos;
        },
        [] { return "the replica does not follow its master"; });
}

void SentinelFixture::startSentinel()
{
    const auto program = sandbox::serverProgram();
    if (!program)
        throw std::runtime_error(program.error().text);
    const std::string master = m_servers.tcpUrls()[0];
    const auto path = m_servers.directory() / "sentinel.conf";
    m_port = freePort();
    std::ofstream(path) << "bind 127.0.0.1\nport " << m_port << "\ndir " << m_servers.directory()
                        << "\nlogfile " << m_servers.directory() / "sentinel.log"
                        << "\nsentinel monitor orders 127.0.0.1 "
                        << master.substr(master.rfind(':') + 1)
                        << " 1\nsentinel down-after-milliseconds orders 300\n"
                           "sentinel failover-timeout orders 3000\n";
    auto process
        = sandbox::ChildProcess::start({*program, {"redis-server", path.string(), "--sentinel"}});
    if (!process)
        throw std::runtime_error(process.error().text);
    m_sentinel = std::move(*process);
    // The Sentinel can't fail over before it knows the replica.
    waitUntil(
        [this] {
            return command({"SENTINEL", "REPLICAS", "orders"}).elements.size() == 1;
        },
        [] { return "the Sentinel does not find the replica"; });
}

} // namespace lockkeeper::tests
