// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/zookeeper_fixture.h"

#include "tests/support/redis_server_fixture.h"

#include <algorithm>
#include <array>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/write.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <sys/socket.h>
#include <thread>

namespace lockkeeper::tests {
namespace {

using namespace std::chrono_literals;

constexpr const char* kJar = "/usr/share/java/zookeeper.jar";
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

/// True if the server says in which mode it runs.
bool answers(std::uint16_t port)
{
    asio::io_context context;
    asio::ip::tcp::socket socket(context);
    asio::error_code failure;
    socket.connect({asio::ip::make_address("127.0.0.1"), port}, failure);
    if (failure)
        return false;
    asio::write(socket, asio::buffer(std::string_view("srvr")), failure);
    // A server that is just starting accepts connections that it never answers.
    const timeval patience{.tv_sec = 0, .tv_usec = 200'000};
    ::setsockopt(socket.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    std::string text;
    std::array<char, 1024> part{};
    for (ssize_t size = 1; size > 0; text.append(part.data(), static_cast<std::size_t>(size)))
        size = std::max<ssize_t>(::recv(socket.native_handle(), part.data(), part.size(), 0), 0);
    return text.find("Mode: ") != std::string::npos;
}

} // namespace

bool isZooKeeperInstalled()
{
    return std::filesystem::exists(kJar) && sandbox::findInPath("java").has_value();
}

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
    : m_port(freePort())
{
    std::ofstream config(m_directory.path() / "zoo.cfg");
    config << "tickTime=500\ndataDir=" << (m_directory.path() / "data").string()
           << "\nclientPort=" << m_port
           << "\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\nforceSync=no\n";
    for (const std::string& line : settings)
        config << line << '\n';
    config.close();
    if (id != 0) {
        std::filesystem::create_directory(m_directory.path() / "data");
        std::ofstream(m_directory.path() / "data" / "myid") << id << '\n';
    }
    start();
    if (id == 0)
        await();
}

void ZooKeeperFixture::await() const
{
    waitFor([this] { return answers(m_port); }, "the ZooKeeper server does not answer");
}

std::string ZooKeeperFixture::url() const
{
    return "zk://127.0.0.1:" + std::to_string(m_port);
}

redis::Url ZooKeeperFixture::server() const
{
    redis::Url url;
    url.host = "127.0.0.1";
    url.port = m_port;
    return url;
}

void ZooKeeperFixture::suspend() noexcept
{
    m_process->signal(SIGSTOP);
}

void ZooKeeperFixture::resume() noexcept
{
    m_process->signal(SIGCONT);
}

void ZooKeeperFixture::restart()
{
    kill();
    start();
    await();
}

void ZooKeeperFixture::start()
{
    const auto java = sandbox::findInPath("java");
    if (!java)
        throw std::runtime_error(kNoZooKeeper);
    auto process = sandbox::ChildProcess::start({*java,
        {"java", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
            std::string(kJar) + ":/usr/share/java/slf4j-nop.jar",
            "org.apache.zookeeper.server.quorum.QuorumPeerMain",
            (m_directory.path() / "zoo.cfg").string()}});
    if (!process)
        throw std::runtime_error(process.error().text);
    m_process = std::move(*process);
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
