// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/sandbox/redis_process.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

/// Ends the program with 1 and `what` unless `isTrue`.
inline void require(bool isTrue, const char* what)
{
    if (isTrue)
        return;
    std::fprintf(stderr, "not so: %s\n", what);
    std::exit(1);
}

/// Five redis-servers of this program, on Unix sockets in a private directory, gone with it.
class OwnServers {
public:
    OwnServers()
    {
        std::string path = (std::filesystem::temp_directory_path() / "lk-consumer-XXXXXX").string();
        require(mkdtemp(path.data()) != nullptr, "there is a temporary directory");
        m_directory = path;
        for (const char* name : {"a", "b", "c", "d", "e"}) {
            auto server = lockkeeper::sandbox::RedisProcess::start(
                {.directory = m_directory, .name = name, .hasTcp = false});
            require(server.has_value(), "redis-server starts");
            m_servers.push_back(std::move(*server));
        }
    }
    ~OwnServers()
    {
        m_servers.clear();
        std::error_code ignored;
        std::filesystem::remove_all(m_directory, ignored);
    }
    OwnServers(const OwnServers&) = delete;
    OwnServers& operator=(const OwnServers&) = delete;

    [[nodiscard]] lockkeeper::config::Deployment deployment() const
    {
        std::vector<std::string> urls;
        for (const auto& server : m_servers)
            urls.push_back(server.unixUrl());
        auto deployment = lockkeeper::config::deploymentFromUrls("consumer", urls);
        require(deployment.has_value(), "the URLs make a deployment");
        return *deployment;
    }
    void kill(std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
            m_servers[i].stop();
    }

private:
    std::filesystem::path m_directory;
    std::vector<lockkeeper::sandbox::RedisProcess> m_servers;
};
