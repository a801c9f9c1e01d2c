// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockkeeper/deployment.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
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
        for (const std::string name : {"a", "b", "c", "d", "e"})
            m_servers.push_back(start(m_directory / (name + ".sock")));
    }
    ~OwnServers()
    {
        kill(m_servers.size());
        std::error_code ignored;
        std::filesystem::remove_all(m_directory, ignored);
    }
    OwnServers(const OwnServers&) = delete;
    OwnServers& operator=(const OwnServers&) = delete;

    [[nodiscard]] lockkeeper::config::Deployment deployment() const
    {
        std::vector<std::string> urls;
        for (const auto& server : m_servers)
            urls.push_back("unix://" + server.socket.string());
        auto deployment = lockkeeper::config::deploymentFromUrls("consumer", urls);
        require(deployment.has_value(), "the URLs make a deployment");
        return *deployment;
    }
    void kill(std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i) {
            Server& server = m_servers[i];
            if (server.pid <= 0)
                continue;
            ::kill(server.pid, SIGKILL);
            ::waitpid(server.pid, nullptr, 0);
            server.pid = 0;
        }
    }

private:
    struct Server {
        pid_t pid;
        std::filesystem::path socket;
    };

    static Server start(const std::filesystem::path& socket)
    {
        std::vector<std::string> words{"redis-server", "--port", "0", "--unixsocket",
            socket.string(), "--save", "", "--logfile", "/dev/null", "--dir",
            socket.parent_path().string()};
        std::vector<char*> arguments;
        for (std::string& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        pid_t pid = 0;
        require(
            ::posix_spawnp(&pid, "redis-server", nullptr, nullptr, arguments.data(), environ) == 0,
            "redis-server starts");
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (!std::filesystem::exists(socket) && std::chrono::steady_clock::now() < limit)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        require(std::filesystem::exists(socket), "redis-server listens");
        return {pid, socket};
    }

    std::filesystem::path m_directory;
    std::vector<Server> m_servers;
};
