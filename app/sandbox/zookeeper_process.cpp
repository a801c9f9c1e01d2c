// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/zookeeper_process.h"

#include "app/sandbox/redis_process.h"
#include "core/clock.h"
#include "core/files/unique_fd.h"
#include "core/text/translate.h"

#include <arpa/inet.h>
#include <csignal>
#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>

namespace lockkeeper::sandbox {
namespace {

constexpr const char* kJar = "/usr/share/java/zookeeper.jar";
constexpr std::chrono::milliseconds kNap{10};

constexpr const char* kNotInstalled
    = trNoop("ZooKeeper is not installed: on Debian, 'sudo apt install zookeeper'", "data");

std::filesystem::path configOf(const ZooKeeperProcessOptions& options)
{
    return options.directory / "zoo.cfg";
}

void writeConfig(const ZooKeeperProcessOptions& options, std::uint16_t port)
{
    std::ofstream config(configOf(options));
    config << "tickTime=" << options.tick.count()
           << "\ndataDir=" << (options.directory / "data").string() << "\nclientPort=" << port
           << "\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\nforceSync=no\n";
    for (const std::string& line : options.settings)
        config << line << '\n';
    if (options.id == 0)
        return;
    std::error_code ignored; // the server fails and says so
    std::filesystem::create_directory(options.directory / "data", ignored);
    std::ofstream(options.directory / "data" / "myid") << options.id << '\n';
}

bool answers(std::uint16_t port)
{
    constexpr std::string_view kQuestion = "srvr";
    // A starting server may not answer.
    constexpr timeval kPatience{.tv_sec = 0, .tv_usec = 200'000};
    const UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (!socket.isOpen()
        || ::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0
        || ::send(socket.get(), kQuestion.data(), kQuestion.size(), MSG_NOSIGNAL) < 0)
        return false;
    ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
    std::string text;
    char part[1024];
    for (ssize_t size = ::recv(socket.get(), part, sizeof part, 0); size > 0;
         size = ::recv(socket.get(), part, sizeof part, 0))
        text.append(part, static_cast<std::size_t>(size));
    return text.find("Mode: ") != std::string::npos;
}

} // namespace

bool isZooKeeperInstalled()
{
    return std::filesystem::exists(kJar) && findInPath("java").has_value();
}

ZooKeeperProcess::ZooKeeperProcess(
    ZooKeeperProcessOptions options, std::uint16_t port, ChildProcess process)
    : m_options(std::move(options))
    , m_port(port)
    , m_process(std::move(process))
{ }

Result<ChildProcess> ZooKeeperProcess::launch(const ZooKeeperProcessOptions& options)
{
    const auto java = findInPath("java");
    if (!java || !isZooKeeperInstalled())
        return fail(ErrorClass::System, kNotInstalled);
    return ChildProcess::start({*java,
        {"java", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
            // the last two are AdminServer's, which Debian's package leaves out
            std::string(kJar)
                + ":/usr/share/java/slf4j-nop.jar:/usr/share/java/servlet-api.jar"
                  ":/usr/share/java/jetty9-util-ajax.jar",
            "org.apache.zookeeper.server.quorum.QuorumPeerMain", configOf(options).string()}});
}

Result<void> ZooKeeperProcess::await()
{
    const SteadyTime end = BootClock::now() + m_options.startTimeout;
    while (m_process.isRunning() && BootClock::now() < end) {
        if (answers(m_port))
            return {};
        std::this_thread::sleep_for(kNap);
    }
    return fail(ErrorClass::System, trNoop("the ZooKeeper server did not answer in time", "data"));
}

Result<ZooKeeperProcess> ZooKeeperProcess::start(ZooKeeperProcessOptions options)
{
    const auto port = freePort();
    if (!port)
        return tl::make_unexpected(port.error());
    writeConfig(options, *port);
    auto process = launch(options);
    if (!process)
        return tl::make_unexpected(std::move(process.error()));
    ZooKeeperProcess server(std::move(options), *port, std::move(*process));
    if (server.m_options.id == 0) {
        if (auto ready = server.await(); !ready)
            return tl::make_unexpected(std::move(ready.error()));
    }
    return server;
}

std::string ZooKeeperProcess::url() const
{
    return "zk://127.0.0.1:" + std::to_string(m_port);
}

void ZooKeeperProcess::suspend() noexcept
{
    m_process.signal(SIGSTOP);
}

void ZooKeeperProcess::resume() noexcept
{
    m_process.signal(SIGCONT);
}

Result<void> ZooKeeperProcess::restart()
{
    stop();
    auto process = launch(m_options);
    if (!process)
        return tl::make_unexpected(std::move(process.error()));
    m_process = std::move(*process);
    return await();
}

} // namespace lockkeeper::sandbox
