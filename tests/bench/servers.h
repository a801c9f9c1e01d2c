// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/redis_process.h"
#include "core/config/deployment.h"
#include "tests/support/private_directory.h"

namespace lockkeeper::bench {

/// Lowers the priority of a thread, or of a process' main thread. In a deployment the masters have
/// machines of their own; a bench that is about the front end does not let them take its processor.
void giveWay(pid_t id);

/// Real redis-servers on free loopback ports. They end with this object. Create it on the main
/// thread. The constructor throws std::runtime_error.
class Servers {
public:
    enum class Priority { Normal, GivesWay };
    explicit Servers(std::size_t count, Priority priority = Priority::Normal);

    /// The ports, and a deployment, of the first `count` servers.
    [[nodiscard]] std::vector<std::uint16_t> ports(std::size_t count) const;
    [[nodiscard]] config::Deployment deployment(std::size_t count) const;
    [[nodiscard]] static std::vector<std::string> urlsOf(const std::vector<std::uint16_t>& ports);
    /// A deployment of any loopback ports.
    [[nodiscard]] static config::Deployment deploymentOf(const std::vector<std::uint16_t>& ports);

    void suspend(std::size_t index) { m_servers[index].suspend(); }
    void resume(std::size_t index) { m_servers[index].resume(); }
    void kill(std::size_t index) { m_servers[index].stop(); }
    /// Kills the server and starts an empty one on its port. Throws std::runtime_error.
    void restart(std::size_t index);

private:
    void prioritize(std::size_t index) const;

    const Priority m_priority;
    tests::PrivateDirectory m_directory; // outlives the servers
    std::vector<sandbox::RedisProcess> m_servers;
};

} // namespace lockkeeper::bench
