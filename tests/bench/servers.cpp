// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/servers.h"

#include <stdexcept>

#include <sys/resource.h>

namespace lockkeeper::bench {

void giveWay(pid_t id)
{
    constexpr int kNice = 10;
    (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(id), kNice);
}

Servers::Servers(std::size_t count, Priority priority)
    : m_priority(priority)
{
    for (std::size_t i = 0; i < count; ++i) {
        auto server = sandbox::RedisProcess::start({.directory = m_directory.path(),
            .name = std::string("redis-").append(std::to_string(i))});
        if (!server)
            throw std::runtime_error(server.error().text);
        m_servers.push_back(std::move(*server));
        prioritize(i);
    }
}

void Servers::restart(std::size_t index)
{
    if (const auto restarted = m_servers[index].restart(); !restarted)
        throw std::runtime_error(restarted.error().text);
    prioritize(index);
}

void Servers::prioritize(std::size_t index) const
{
    if (m_priority == Priority::GivesWay)
        giveWay(m_servers[index].pid());
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

std::vector<std::string> Servers::urlsOf(const std::vector<std::uint16_t>& ports)
{
    std::vector<std::string> urls;
    for (const std::uint16_t port : ports)
        urls.push_back("redis://127.0.0.1:" + std::to_string(port));
    return urls;
}

config::Deployment Servers::deploymentOf(const std::vector<std::uint16_t>& ports)
{
    return config::deploymentFromUrls("bench", urlsOf(ports)).value();
}

} // namespace lockkeeper::bench
