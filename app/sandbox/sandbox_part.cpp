// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/sandbox_part.h"

#include "app/sandbox/child_process.h"
#include "app/sandbox/redis_process.h"
#include "app/sandbox/sandbox.h"
#include "app/sandbox/workload/actor.h"
#include "app/sandbox/workload/raw_masters.h"
#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/files/system_error.h"
#include "core/files/unique_fd.h"
#include "core/text/number.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <vector>

namespace lockkeeper::sandbox {

/// Process between the program and all that it starts: makes directory, servers and workload,
/// restarts actors, and ends all when the program's pipe closes. Single-threaded.
class Supervisor {
public:
    Supervisor(std::size_t masters, bool hasWorkload);
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    [[nodiscard]] int run();

private:
    struct Role {
        const Actor* actor = nullptr;
        std::optional<ChildProcess> process;
        SteadyTime nextStart{};
    };

    [[nodiscard]] Result<void> watchSignals();
    [[nodiscard]] Result<void> makeDirectory();
    [[nodiscard]] Result<void> startServers();
    [[nodiscard]] Result<void> startWorkload();
    [[nodiscard]] bool isWorkloadReady();
    void restartActors();
    void startActor(Role& role);
    [[nodiscard]] bool waitAndTend(std::chrono::milliseconds timeout);
    void report(const std::string& line);

    std::size_t m_masterCount;
    bool m_hasWorkload;
    UniqueFd m_lifeline;
    UniqueFd m_status;
    UniqueFd m_signals;
    std::filesystem::path m_directory;
    config::Deployment m_deployment;
    std::vector<RedisProcess> m_servers;
    std::vector<Role> m_roles;
    SystemClock m_clock;
};

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kReadyPollInterval = 20ms;
constexpr std::chrono::milliseconds kTendInterval = 500ms;
constexpr std::chrono::seconds kOneShotInterval = 30s;
constexpr std::chrono::seconds kRestartDelay = 2s;

UniqueFd takeOver(int fd)
{
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    return UniqueFd(fd);
}

} // namespace

Supervisor::Supervisor(std::size_t masters, bool hasWorkload)
    : m_masterCount(masters)
    , m_hasWorkload(hasWorkload)
    , m_lifeline(takeOver(kLifelineFd))
    , m_status(takeOver(kStatusFd))
{ }

Supervisor::~Supervisor()
{
    m_roles.clear();
    m_servers.clear();
    if (!m_directory.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(m_directory, ignored);
    }
}

int Supervisor::run()
{
    auto started = watchSignals()
                       .and_then([this] { return makeDirectory(); })
                       .and_then([this] { return startServers(); })
                       .and_then([this] { return startWorkload(); });
    if (!started) {
        report(std::string(kErrorLine) + " " + started.error().text);
        return EXIT_FAILURE;
    }
    report(kReadyLine);
    while (waitAndTend(kTendInterval)) { }
    return EXIT_SUCCESS;
}

Result<void> Supervisor::watchSignals()
{
    // Signals come as a file: SIGCHLD to reap, others to end in order.
    sigset_t watched;
    ::sigemptyset(&watched);
    for (const int number : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGPIPE})
        ::sigaddset(&watched, number);
    ::pthread_sigmask(SIG_BLOCK, &watched, nullptr);
    m_signals = UniqueFd(::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!m_signals.isOpen())
        return systemError(trNoop("can't watch signals", "data"), errno);
    return {};
}

Result<void> Supervisor::makeDirectory()
{
    ::umask(077);
    auto made = makeServerDirectory("sandbox");
    if (!made)
        return tl::make_unexpected(std::move(made.error()));
    m_directory = std::move(*made);
    report(std::string(kDirectoryLine) + " " + m_directory.string());
    return {};
}

Result<void> Supervisor::startServers()
{
    std::vector<std::string> urls;
    for (std::size_t i = 0; i < m_masterCount; ++i) {
        auto server = RedisProcess::start({.directory = m_directory, .name = serverName(i)});
        if (!server)
            return tl::make_unexpected(std::move(server.error()));
        urls.push_back(server->tcpUrl());
        report(std::string(kPortLine) + " " + std::to_string(server->port()));
        m_servers.push_back(std::move(*server));
    }
    auto deployment = config::deploymentFromUrls("sandbox", urls);
    if (!deployment)
        return tl::make_unexpected(std::move(deployment.error()));
    m_deployment = std::move(*deployment);
    return {};
}

Result<void> Supervisor::startWorkload()
{
    if (!m_hasWorkload)
        return {};
    for (const Actor& actor : demoWorkload())
        m_roles.push_back({&actor, std::nullopt, m_clock.now()});
    restartActors();
    // The program's timeout ends the lifeline.
    while (!isWorkloadReady()) {
        if (!waitAndTend(kReadyPollInterval))
            return fail(ErrorClass::System, "interrupted");
    }
    return {};
}

bool Supervisor::isWorkloadReady()
{
    RawMasters masters(m_deployment);
    return std::ranges::all_of(demoWorkload(), [&](const Actor& actor) {
        return masters.countHolding(actor.resource) >= steadyMasters(actor, masters.size());
    });
}

void Supervisor::restartActors()
{
    const SteadyTime now = m_clock.now();
    for (Role& role : m_roles) {
        if (role.process && !role.process->isRunning()) {
            role.process.reset();
            if (role.actor->isOneShot)
                role.nextStart = now + kOneShotInterval;
            else
                role.nextStart = now + kRestartDelay;
        }
        if (!role.process && now >= role.nextStart)
            startActor(role);
    }
    for (RedisProcess& server : m_servers)
        static_cast<void>(server.isRunning()); // reaps a killed server, which stays down
}

void Supervisor::startActor(Role& role)
{
    std::vector<std::string> arguments{
        kProcessName, kPartArgument, kActorPart, std::string(role.actor->name)};
    for (const RedisProcess& server : m_servers)
        arguments.push_back(server.tcpUrl());
    auto process = ChildProcess::start(Program::self(std::move(arguments)));
    if (process)
        role.process = std::move(*process);
    else
        role.nextStart = m_clock.now() + kRestartDelay;
}

bool Supervisor::waitAndTend(std::chrono::milliseconds timeout)
{
    pollfd watched[] = {{m_lifeline.get(), POLLIN, 0}, {m_signals.get(), POLLIN, 0}};
    ::poll(watched, std::size(watched), static_cast<int>(timeout.count()));
    if (watched[0].revents != 0) // the lifeline has ended: nothing is written to it
        return false;
    signalfd_siginfo info{};
    while (::read(m_signals.get(), &info, sizeof info) == sizeof info) {
        if (info.ssi_signo != SIGCHLD && info.ssi_signo != SIGPIPE)
            return false;
    }
    restartActors();
    return true;
}

void Supervisor::report(const std::string& line)
{
    const std::string text = line + "\n";
    // Without a reader, the lifeline ends the loop.
    [[maybe_unused]] const ssize_t written = ::write(m_status.get(), text.data(), text.size());
}

namespace {

constexpr int kUsageError = 64;

int playSupervisor(const std::vector<std::string>& arguments)
{
    const bool isOurs = ::fcntl(kLifelineFd, F_GETFD) >= 0 && ::fcntl(kStatusFd, F_GETFD) >= 0;
    if (!isOurs || arguments.size() != 2)
        return kUsageError;
    const auto masters = numberIn<std::size_t>(arguments[0]);
    Supervisor supervisor(masters.value_or(0), arguments[1] == kWithWorkload);
    return supervisor.run();
}

int playActor(const std::vector<std::string>& arguments)
{
    const Actor* const actor = arguments.empty() ? nullptr : findActor(arguments.front());
    if (actor == nullptr)
        return kUsageError;
    const auto deployment
        = config::deploymentFromUrls("sandbox", {arguments.begin() + 1, arguments.end()});
    return deployment ? actor->run(*actor, *deployment) : kUsageError;
}

} // namespace

std::string serverName(std::size_t index)
{
    return "master-" + config::masterIdFor(index).value();
}

std::optional<int> runSandboxPart(int argc, char* argv[])
{
    if (argc < 3 || std::string_view(argv[1]) != kPartArgument)
        return std::nullopt;
    const std::string_view part = argv[2];
    const std::vector<std::string> arguments(argv + 3, argv + argc);
    if (part == kSupervisorPart)
        return playSupervisor(arguments);
    if (part == kActorPart)
        return playActor(arguments);
    return kUsageError;
}

} // namespace lockkeeper::sandbox
