// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/servers.h"

#include <cstdlib>
#include <stdexcept>

namespace lockkeeper::bench {

Servers::Servers(std::size_t count)
{
    std::string name
        = (std::filesystem::temp_directory_path() / "lockkeeper-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("no temporary directory can be made");
    m_directory = name;
    for (std::size_t i = 0; i < count; ++i) {
        auto server = sandbox::RedisProcess::start(
            {.directory = m_directory, .name = std::string("redis-").append(std::to_string(i))});
        if (!server)
            throw std::runtime_error(server.error().text);
        m_servers.push_back(std::move(*server));
    }
}

Servers::~Servers()
{
    m_servers.clear();
    std::error_code ignored;
    std::filesystem::remove_all(m_directory, ignored);
}

std::vector<std::uint16_t> Servers::ports(std::size_t count) const
{
    std::vector<std::uint16_t> ports;
    for (std::size_t i = 0; i < count; ++i)
        ports.push_back(m_servers[i].port());
    return ports;
}

config::Deployment Servers::deployment(std::size_t count) const
{
    return deploymentOf(ports(count));
}

config::Deployment Servers::deploymentOf(const std::vector<std::uint16_t>& ports)
{
    std::vector<std::string> urls;
    for (const std::uint16_t port : ports)
        urls.push_back("redis://127.0.0.1:" + std::to_string(port));
    return config::deploymentFromUrls("bench", urls).value();
}

} // namespace lockkeeper::bench
