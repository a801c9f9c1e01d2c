// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/workload/blocking_client.h"
#include "tests/support/redis_server_fixture.h"

#include <QStringList>
#include <atomic>
#include <thread>

namespace lockkeeper::tests {

/// A client with a name; empty: none.
[[nodiscard]] inline sandbox::BlockingClient clientOf(
    const std::string& url, const std::string& name = {})
{
    using namespace std::chrono_literals;
    auto client = sandbox::BlockingClient::connect(redis::Url::parse(url).value(), 5s).value();
    if (!name.empty())
        client.call({"CLIENT", "SETNAME", name}).value();
    return client;
}

[[nodiscard]] inline QStringList tcpUrlsOf(const RedisServerFixture& servers)
{
    QStringList urls;
    for (const std::string& url : servers.tcpUrls())
        urls += QString::fromStdString(url);
    return urls;
}

/// A client by name and what it sends.
struct Sender {
    std::string name;
    std::vector<std::string> command;
};

/// Lets clients send their commands in turn, again and again, until it goes: whoever listens for a
/// few lines hears each of them, however busy the machine is.
class Repeater {
public:
    Repeater(const std::string& url, const std::vector<Sender>& senders)
    {
        for (const Sender& sender : senders)
            m_clients.emplace_back(clientOf(url, sender.name), sender.command);
        m_thread = std::thread([this] {
            while (!m_isOver) {
                for (auto& [client, command] : m_clients)
                    (void)client.call(redis::Command(command));
                std::this_thread::yield();
            }
        });
    }
    ~Repeater()
    {
        m_isOver = true;
        m_thread.join();
    }
    Repeater(const Repeater&) = delete;
    Repeater& operator=(const Repeater&) = delete;

private:
    std::vector<std::pair<sandbox::BlockingClient, std::vector<std::string>>> m_clients;
    std::atomic<bool> m_isOver = false;
    std::thread m_thread;
};

} // namespace lockkeeper::tests
