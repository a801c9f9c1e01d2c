// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/event_loop.h"
#include "core/zookeeper/client.h"

#include <QtTest>
#include <mutex>

namespace lockkeeper::tests {

/// For zookeeper::Client::create(): without the code.
template <class Handler> auto passing(Handler handler)
{
    return [handler = std::move(handler)](
               Result<std::string> path, std::int32_t) mutable { handler(std::move(path)); };
}

/// A client with its loop, asked from the test's thread.
class ZooKeeperClient {
public:
    explicit ZooKeeperClient(zookeeper::ClientOptions options)
    {
        options.onEvent = [this](const zookeeper::Event& event) {
            const std::scoped_lock lock(m_mutex);
            m_events.push_back(event);
        };
        options.onSession = [this] {
            const std::scoped_lock lock(m_mutex);
            ++m_sessions;
        };
        m_client = m_loop.call(
            [&] { return std::make_unique<zookeeper::Client>(m_loop, std::move(options)); });
    }
    ~ZooKeeperClient() { m_loop.stop(); }
    ZooKeeperClient(const ZooKeeperClient&) = delete;
    ZooKeeperClient& operator=(const ZooKeeperClient&) = delete;

    /// The result of `start(client, handler)`.
    template <class T, class Start> Result<T> ask(Start start)
    {
        return m_loop.await<Result<T>>([&](auto handler) { start(*m_client, std::move(handler)); });
    }
    redis::LinkStatus status()
    {
        return m_loop.call([this] { return m_client->status(); });
    }
    std::int64_t sessionId()
    {
        return m_loop.call([this] { return m_client->sessionId(); });
    }
    SteadyTime confirmedAt()
    {
        return m_loop.call([this] { return m_client->confirmedAt(); });
    }
    bool reaches(redis::LinkState state)
    {
        return QTest::qWaitFor([&] { return status().state == state; }, 20'000);
    }
    std::vector<zookeeper::Event> events()
    {
        const std::scoped_lock lock(m_mutex);
        return m_events;
    }
    int sessions()
    {
        const std::scoped_lock lock(m_mutex);
        return m_sessions;
    }

private:
    std::mutex m_mutex;
    std::vector<zookeeper::Event> m_events;
    int m_sessions = 0;
    EventLoop m_loop;
    std::unique_ptr<zookeeper::Client> m_client;
};

} // namespace lockkeeper::tests
