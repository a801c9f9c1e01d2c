// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/zookeeper_fixture.h"

#include "tests/support/redis_server_fixture.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <thread>

namespace lockkeeper::tests {
namespace {

using namespace std::chrono_literals;

constexpr const char* kPython = "/usr/bin/python3"; // Debian's, which has its packages
constexpr const char* kKazoo = "/usr/lib/python3/dist-packages/kazoo";

void waitFor(const std::function<bool()>& isDone, const char* what)
{
    const auto deadline = std::chrono::steady_clock::now() + 30s; // Java on a busy machine
    while (!isDone()) {
        if (std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error(what);
        std::this_thread::sleep_for(10ms);
    }
}

} // namespace

bool isKazooInstalled()
{
    return std::filesystem::exists(kKazoo);
}

std::optional<sandbox::Program> curatorContender()
{
    const auto java = sandbox::findInPath("java");
    // Which runs a source only with its compiler.
    if (!java || !sandbox::findInPath("javac"))
        return std::nullopt;
    std::string path;
    for (const char* const jar : {"curator-recipes", "curator-framework", "curator-client",
             "zookeeper", "zookeeper-jute", "guava", "slf4j-api", "slf4j-nop"}) {
        const std::string file = std::string("/usr/share/java/") + jar + ".jar";
        if (!std::filesystem::exists(file))
            return std::nullopt;
        path.append(file).append(":");
    }
    return sandbox::Program{
        *java, {"java", "-Xmx128m", "-cp", std::move(path), LOCKKEEPER_CURATOR_CONTENDER}};
}

sandbox::Program kazooContender()
{
    return {kPython, {kPython, LOCKKEEPER_KAZOO_CONTENDER}};
}

ZooKeeperFixture::ZooKeeperFixture(std::vector<std::string> settings, int id)
{
    auto started = sandbox::ZooKeeperProcess::start(
        {.directory = m_directory.path(), .settings = std::move(settings), .id = id});
    if (!started)
        throw std::runtime_error(started.error().text);
    m_process = std::move(*started);
}

void ZooKeeperFixture::await()
{
    if (const auto ready = m_process->await(); !ready)
        throw std::runtime_error(ready.error().text);
}

redis::Url ZooKeeperFixture::server() const
{
    redis::Url url;
    url.host = "127.0.0.1";
    url.port = port();
    return url;
}

void ZooKeeperFixture::restart()
{
    if (const auto ready = m_process->restart(); !ready)
        throw std::runtime_error(ready.error().text);
}

void ZooKeeperFixture::restartEmpty()
{
    kill();
    std::filesystem::remove_all(m_directory.path() / "data" / "version-2");
    restart();
}

ZooKeeperEnsemble::ZooKeeperEnsemble(const std::vector<std::string>& settings)
{
    constexpr int kServers = 3;
    std::vector<std::string> lines{"initLimit=20", "syncLimit=10"};
    for (int number = 1; number <= kServers; ++number)
        lines.push_back("server." + std::to_string(number)
            + "=127.0.0.1:" + std::to_string(freePort()) + ":" + std::to_string(freePort()));
    lines.insert(lines.end(), settings.begin(), settings.end());
    for (int number = 1; number <= kServers; ++number)
        m_servers.push_back(std::make_unique<ZooKeeperFixture>(lines, number));
    for (const auto& server : m_servers)
        server->await();
}

std::string ZooKeeperEnsemble::url() const
{
    std::string url = "zk://";
    for (const auto& server : m_servers)
        url.append(url.ends_with('/') ? "" : ",")
            .append("127.0.0.1:")
            .append(std::to_string(server->port()));
    return url;
}

KazooActor::KazooActor(const ZooKeeperFixture& server, const std::vector<std::string>& arguments)
{
    const auto ready = m_directory.path() / "ready";
    std::vector<std::string> words{kPython, LOCKKEEPER_KAZOO_ACTOR,
        "127.0.0.1:" + std::to_string(server.port()), ready.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    auto process = sandbox::ChildProcess::start({kPython, std::move(words)});
    if (!process)
        throw std::runtime_error(process.error().text);
    m_process = std::move(*process);
    waitFor([&] { return std::filesystem::exists(ready); }, "the program with kazoo is not ready");
}

} // namespace lockkeeper::tests
