// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/redis_process.h"

#include "app/sandbox/workload/blocking_client.h"
#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/files/system_error.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/number.h"
#include "core/text/percent.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <arpa/inet.h>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace lockkeeper::sandbox {
namespace {

constexpr std::uint16_t kUsualPort = 6379;
constexpr int kPortTries = 8;
constexpr std::chrono::milliseconds kPollInterval{5};
constexpr std::chrono::milliseconds kPingTimeout{200};

std::filesystem::path fileOf(const RedisProcessOptions& options, const char* suffix)
{
    return options.directory / (options.name + suffix);
}

std::vector<std::string> argumentsFor(const RedisProcessOptions& options, std::uint16_t port)
{
    std::vector<std::string> arguments{"redis-server", "--port", std::to_string(port), "--bind",
        "127.0.0.1", "--unixsocket", fileOf(options, ".sock"), "--unixsocketperm", "700", "--save",
        "", "--appendonly", "no", "--dir", options.directory, "--daemonize", "no",
        "--protected-mode", "yes", "--loglevel", "warning", "--logfile", fileOf(options, ".log")};
    arguments.insert(arguments.end(), options.extraArguments.begin(), options.extraArguments.end());
    return arguments;
}

bool answers(const redis::Url& url)
{
    auto client = BlockingClient::connect(url, kPingTimeout);
    if (!client)
        return false;
    const auto reply = client->call({"PING"});
    if (reply)
        return true;
    const ErrorClass kind = reply.error().kind;
    return kind == ErrorClass::AuthRequired || kind == ErrorClass::NoPermission;
}

bool isPortTaken(const RedisProcessOptions& options)
{
    std::ifstream log(fileOf(options, ".log"));
    for (std::string line; std::getline(log, line);) {
        if (line.find("Address already in use") != std::string::npos)
            return true;
    }
    return false;
}

std::string lastLogLine(const RedisProcessOptions& options)
{
    std::ifstream log(fileOf(options, ".log"));
    std::string last = trNoop("it wrote no log", "data");
    for (std::string line; std::getline(log, line);) {
        if (!line.empty())
            last = line;
    }
    return last;
}

Result<void> waitUntilAnswers(ChildProcess& process, const RedisProcessOptions& options)
{
    redis::Url url;
    url.kind = redis::Url::Kind::Unix;
    url.path = fileOf(options, ".sock");
    const auto deadline = BootClock::now() + options.startTimeout;
    while (process.isRunning()) {
        if (answers(url))
            return {};
        if (BootClock::now() > deadline)
            return fail(ErrorClass::System, trNoop("redis-server did not answer in time", "data"));
        std::this_thread::sleep_for(kPollInterval);
    }
    return fail(ErrorClass::System,
        absl::Substitute(trNoop("redis-server ended at once: $0", "data"), lastLogLine(options)));
}

} // namespace

Result<std::uint16_t> freePort()
{
    const UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (!socket.isOpen() || ::bind(socket.get(), generic, length) != 0
        || ::getsockname(socket.get(), generic, &length) != 0)
        return systemError(trNoop("can't find a free port", "data"), errno);
    const std::uint16_t port = ntohs(address.sin_port);
    return port == kUsualPort || port == config::kSentinelPort ? freePort() : port;
}

namespace {

std::filesystem::path parentOfDirectories()
{
    constexpr std::size_t kMaxParent = 60; // leaves room for socket names
    std::error_code unknown;
    std::filesystem::path parent = std::filesystem::temp_directory_path(unknown);
    return unknown || parent.native().size() > kMaxParent ? std::filesystem::path("/tmp") : parent;
}

std::string beginningOf(const std::string& kind)
{
    return "lockkeeper-" + kind + "-";
}

} // namespace

Result<std::filesystem::path> makeServerDirectory(const std::string& kind)
{
    std::string name
        = parentOfDirectories() / (beginningOf(kind) + std::to_string(::getpid()) + "-XXXXXX");
    if (::mkdtemp(name.data()) == nullptr)
        return systemError(
            absl::Substitute(trNoop("can't make a directory like $0", "data"), name), errno);
    return std::filesystem::path(name);
}

void removeLeftDirectories(const std::string& kind)
{
    const std::string beginning = beginningOf(kind);
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(parentOfDirectories(), ignored)) {
        const std::string name = entry.path().filename();
        if (!name.starts_with(beginning))
            continue;
        const std::string rest = name.substr(beginning.size());
        const auto pid = numberIn<pid_t>(rest.substr(0, rest.find('-')));
        struct ::stat info { };
        const bool isLeft = pid && ::kill(*pid, 0) != 0 && errno == ESRCH
            && ::lstat(entry.path().c_str(), &info) == 0 && info.st_uid == ::geteuid();
        if (isLeft)
            std::filesystem::remove_all(entry.path(), ignored);
    }
}

std::string unixUrlOf(const std::filesystem::path& socket)
{
    const auto isPlain = [](char c) {
        return isAsciiAlphanumeric(c) || std::string_view("/-._").find(c) != std::string_view::npos;
    };
    return "unix://" + percentEncode(socket.native(), isPlain);
}

Result<std::string> serverProgram()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* const named = std::getenv("LOCKKEEPER_SERVER");
    if (named != nullptr && *named != '\0') {
        if (::access(named, X_OK) == 0)
            return std::string(named);
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("LOCKKEEPER_SERVER names $0, which can't be run: name a server program",
                    "data"),
                displaySafe(named)));
    }
    // One program is the server and the checks, by its name. Debian's redis-tools has it without
    // the service that redis-server installs.
    for (const char* name : {"redis-server", "valkey-server", "redis-check-rdb"}) {
        if (auto program = findInPath(name))
            return *program;
    }
    return fail(ErrorClass::System,
        trNoop("redis-server is not installed: on Debian, 'sudo apt install redis-tools'", "data"));
}

RedisProcess::RedisProcess(RedisProcessOptions options, std::uint16_t port, ChildProcess process)
    : m_options(std::move(options))
    , m_port(port)
    , m_process(std::move(process))
{ }

Result<ChildProcess> RedisProcess::launch(const RedisProcessOptions& options, std::uint16_t port)
{
    const auto program = serverProgram();
    if (!program)
        return tl::make_unexpected(program.error());
    if (fileOf(options, ".sock").native().size() >= sizeof(sockaddr_un::sun_path))
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("$0 is too long a path for a socket", "data"), options.directory.native()));
    std::error_code ignored;
    std::filesystem::remove(fileOf(options, ".sock"), ignored);
    std::filesystem::remove(fileOf(options, ".log"), ignored);

    auto process
        = ChildProcess::start({*program, argumentsFor(options, port), options.environment});
    if (!process)
        return process;
    if (auto ready = waitUntilAnswers(*process, options); !ready)
        return tl::make_unexpected(std::move(ready.error()));
    return process;
}

Result<RedisProcess> RedisProcess::start(RedisProcessOptions options)
{
    for (int left = kPortTries;; --left) {
        const auto port = options.hasTcp ? freePort() : Result<std::uint16_t>(0);
        if (!port)
            return tl::make_unexpected(port.error());
        auto process = launch(options, *port);
        if (process)
            return RedisProcess(std::move(options), *port, std::move(*process));
        if (left == 1 || !isPortTaken(options))
            return tl::make_unexpected(std::move(process.error()));
    }
}

std::filesystem::path RedisProcess::socketPath() const
{
    return fileOf(m_options, ".sock");
}

std::string RedisProcess::tcpUrl() const
{
    return m_port == 0 ? std::string() : "redis://127.0.0.1:" + std::to_string(m_port);
}

void RedisProcess::suspend() noexcept
{
    m_process.signal(SIGSTOP);
}

void RedisProcess::resume() noexcept
{
    m_process.signal(SIGCONT);
}

Result<void> RedisProcess::restart()
{
    stop();
    auto process = launch(m_options, m_port);
    if (!process)
        return tl::make_unexpected(std::move(process.error()));
    m_process = std::move(*process);
    return {};
}

} // namespace lockkeeper::sandbox
