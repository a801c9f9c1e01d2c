// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/sandbox/redis_process.h"

#include <filesystem>

namespace lockkeeper::bench {

/// redis-servers of our own on free loopback ports, gone with this object. Make it on the main
/// thread. Throws std::runtime_error.
class Servers {
public:
    explicit Servers(std::size_t count);
    ~Servers();
    Servers(const Servers&) = delete;
    Servers& operator=(const Servers&) = delete;

    /// Of the first `count` of them.
    [[nodiscard]] std::vector<std::uint16_t> ports(std::size_t count) const;
    [[nodiscard]] config::Deployment deployment(std::size_t count) const;
    /// Of any ports on loopback.
    [[nodiscard]] static config::Deployment deploymentOf(const std::vector<std::uint16_t>& ports);

    void suspend(std::size_t index) { m_servers[index].suspend(); }
    void resume(std::size_t index) { m_servers[index].resume(); }
    void kill(std::size_t index) { m_servers[index].stop(); }

private:
    std::filesystem::path m_directory;
    std::vector<sandbox::RedisProcess> m_servers;
};

} // namespace lockkeeper::bench
