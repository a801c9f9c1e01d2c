// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/ensemble.h"
#include "tests/support/zookeeper_fixture.h"
#include "tests/zookeeper/client.h"

namespace lockkeeper::tests {

/// What kazoo would call the nodes of a lock.
inline constexpr const char* kKazooNode = "51194330ff2e487189bdd84999bbb57e__lock__";

inline config::Deployment deploymentOf(const std::string& url)
{
    config::Deployment deployment = config::deploymentFromUrls("test", {url}).value();
    deployment.timeout = std::chrono::seconds(2);
    return deployment;
}

/// Somebody who takes locks: a session that makes and deletes nodes.
class Locker {
public:
    explicit Locker(const ZooKeeperFixture& server)
        : m_client(
            {.servers = {server.server()}, .master = MasterId("a"), .access = redis::Access::Full})
    {
        if (!m_client.reaches(redis::LinkState::Up))
            throw std::runtime_error("no session");
    }
    /// The path that was made.
    std::string make(const std::string& path,
        zookeeper::CreateMode mode = zookeeper::CreateMode::Persistent, const char* data = "w-1")
    {
        return m_client
            .ask<std::string>([&](zookeeper::Client& client, auto handler) {
                client.create(path, data, mode, passing(std::move(handler)));
            })
            .value();
    }
    std::string take(const std::string& lock, const char* data = "w-1")
    {
        return make(lock + "/" + kKazooNode, zookeeper::CreateMode::EphemeralSequential, data);
    }
    void remove(const std::string& path)
    {
        const auto removed = m_client.ask<bool>([&](zookeeper::Client& client, auto handler) {
            client.remove(path, -1, std::move(handler));
        });
        if (!removed)
            throw std::runtime_error(removed.error().text);
    }
    /// The same of a node that may be gone.
    void tryRemove(const std::string& path)
    {
        (void)m_client.ask<bool>([&](zookeeper::Client& client, auto handler) {
            client.remove(path, -1, std::move(handler));
        });
    }
    void write(const std::string& path, const char* data)
    {
        const auto written = m_client.ask<std::optional<zookeeper::Stat>>(
            [&](zookeeper::Client& client, auto handler) {
                client.setData(path, data, -1, std::move(handler));
            });
        if (!written)
            throw std::runtime_error(written.error().text);
    }
    /// nullopt: there is no such node.
    std::optional<zookeeper::NodeData> read(const std::string& path)
    {
        return m_client
            .ask<std::optional<zookeeper::NodeData>>([&](zookeeper::Client& client, auto handler) {
                client.getData(path, std::move(handler));
            })
            .value();
    }
    ZooKeeperClient& client() noexcept { return m_client; }

private:
    ZooKeeperClient m_client;
};

} // namespace lockkeeper::tests
