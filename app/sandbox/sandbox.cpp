// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/sandbox.h"

#include "app/sandbox/child_process.h"
#include "app/sandbox/redis_process.h"
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
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <vector>

namespace lockkeeper::sandbox {

inline constexpr const char* kProcessName = "lockkeeper-sandbox";
/// The first argument; a part's name follows.
inline constexpr const char* kPartArgument = "--lockkeeper-sandbox-part";
/// Then number of masters, "workload" or "bare".
inline constexpr const char* kSupervisorPart = "supervisor";
/// Then the actor's name, and a URL per master.
inline constexpr const char* kActorPart = "actor";
inline constexpr const char* kWithWorkload = "workload";
inline constexpr const char* kBare = "bare";

/// Read by the supervisor; ends with the program.
inline constexpr int kLifelineFd = 3;
/// The supervisor's lines: "directory PATH", "port N" per master, then "ready" or "error TEXT".
/// Closed when all is gone.
inline constexpr int kStatusFd = 4;

inline constexpr const char* kDirectoryLine = "directory";
inline constexpr const char* kPortLine = "port";
inline constexpr const char* kReadyLine = "ready";
inline constexpr const char* kErrorLine = "error";

[[nodiscard]] std::string serverName(std::size_t index);

/// The process between the program and all that it starts: makes directory, servers and workload,
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
    // SIGCHLD to reap, others to end in order.
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
    if (watched[0].revents != 0) // it has ended: nothing is written to it
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
    // If nobody reads, the lifeline ends the loop.
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

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr std::size_t kMaxMasters = 15;
constexpr milliseconds kStartTimeout = 60s;
constexpr milliseconds kStopTimeout = 10s;

struct Pipe {
    UniqueFd readEnd;
    UniqueFd writeEnd;
};

Result<Pipe> makePipe()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return systemError(trNoop("can't make a pipe", "data"), errno);
    return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

/// By posix_spawn: we may have threads and much memory. In a session of its own: Ctrl-C reaches
/// only us.
Result<pid_t> spawnSupervisor(
    const Sandbox::Options& options, const UniqueFd& lifeline, const UniqueFd& status)
{
    Program program = Program::self({kProcessName, kPartArgument, kSupervisorPart,
        std::to_string(options.masters), options.hasWorkload ? kWithWorkload : kBare});
    std::vector<char*> arguments;
    for (std::string& argument : program.arguments)
        arguments.push_back(argument.data());
    arguments.push_back(nullptr);

    // Both are moved: one may have the other's number.
    constexpr int kFarAway = 10;
    const UniqueFd lifelineCopy(::fcntl(lifeline.get(), F_DUPFD_CLOEXEC, kFarAway));
    const UniqueFd statusCopy(::fcntl(status.get(), F_DUPFD_CLOEXEC, kFarAway));

    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files, lifelineCopy.get(), kLifelineFd);
    ::posix_spawn_file_actions_adddup2(&files, statusCopy.get(), kStatusFd);
    ::posix_spawn_file_actions_addclosefrom_np(&files, kStatusFd + 1);

    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);

    pid_t pid = -1;
    const int code
        = ::posix_spawn(&pid, program.path.c_str(), &files, &attributes, arguments.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    if (code != 0)
        return systemError(trNoop("can't start the sandbox's supervisor", "data"), code);
    return pid;
}

bool waitReadable(int fd, SteadyTime deadline)
{
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(deadline - BootClock::now());
        pollfd watched{fd, POLLIN, 0};
        const int ready
            = ::poll(&watched, 1, static_cast<int>(std::max<milliseconds::rep>(left.count(), 0)));
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

bool readSome(int fd, std::string& text)
{
    char buffer[1024];
    for (;;) {
        const ssize_t length = ::read(fd, buffer, sizeof buffer);
        if (length > 0)
            text.append(buffer, static_cast<std::size_t>(length));
        if (length >= 0 || errno != EINTR)
            return length > 0;
    }
}

} // namespace

struct Sandbox::Private {
    Private(pid_t pid, UniqueFd lifelineEnd, UniqueFd statusEnd)
        : supervisor(pid)
        , lifeline(std::move(lifelineEnd))
        , status(std::move(statusEnd))
    { }
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;
    ~Private() { stop(); }

    [[nodiscard]] Result<void> waitUntilReady();
    [[nodiscard]] Result<bool> take(const std::string& line);
    void stop() noexcept;

    pid_t supervisor;
    UniqueFd lifeline;
    UniqueFd status;
    std::filesystem::path directory;
    std::vector<std::string> tcpUrls;
    config::Deployment deployment;
};

Result<void> Sandbox::Private::waitUntilReady()
{
    const SteadyTime deadline = BootClock::now() + kStartTimeout;
    std::string text;
    while (waitReadable(status.get(), deadline)) {
        if (!readSome(status.get(), text))
            return fail(
                ErrorClass::System, trNoop("the sandbox's supervisor ended unexpectedly", "data"));
        for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos;) {
            const auto isReady = take(text.substr(0, end));
            if (!isReady)
                return tl::make_unexpected(isReady.error());
            if (*isReady)
                return {};
            text.erase(0, end + 1);
        }
    }
    return fail(ErrorClass::System,
        trNoop("the sandbox was not ready in time; is the machine busy?", "data"));
}

Result<bool> Sandbox::Private::take(const std::string& line)
{
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string word = line.substr(0, space);
    const std::string rest = line.substr(std::min(space + 1, line.size()));
    if (word == kErrorLine)
        return fail(ErrorClass::System, rest);
    if (word == kDirectoryLine)
        directory = rest;
    if (word == kPortLine)
        tcpUrls.push_back("redis://127.0.0.1:" + rest);
    if (word != kReadyLine)
        return false;
    auto made = config::deploymentFromUrls("sandbox", tcpUrls);
    if (!made)
        return tl::make_unexpected(std::move(made.error()));
    deployment = std::move(*made);
    deployment.isSandbox = true;
    return true;
}

void Sandbox::Private::stop() noexcept
{
    lifeline.close();
    // The supervisor closes it last.
    const SteadyTime deadline = BootClock::now() + kStopTimeout;
    std::string ignored;
    bool isEnded = false;
    while (!isEnded && waitReadable(status.get(), deadline))
        isEnded = !readSome(status.get(), ignored);
    if (!isEnded)
        ::kill(supervisor, SIGKILL); // the kernel ends its children
    while (::waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) { }
    std::error_code error;
    if (!directory.empty()) // the supervisor was killed
        std::filesystem::remove_all(directory, error);
}

Result<Sandbox> Sandbox::start(Options options)
{
    if (options.masters == 0 || options.masters > kMaxMasters)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("a sandbox has 1 to $0 masters", "data"), kMaxMasters));
    auto lifeline = makePipe();
    auto status = makePipe();
    if (!lifeline || !status)
        return tl::make_unexpected(lifeline ? status.error() : lifeline.error());
    const auto pid = spawnSupervisor(options, lifeline->readEnd, status->writeEnd);
    if (!pid)
        return tl::make_unexpected(pid.error());
    lifeline->readEnd.close();
    status->writeEnd.close();
    auto d = std::make_unique<Private>(
        *pid, std::move(lifeline->writeEnd), std::move(status->readEnd));
    if (auto ready = d->waitUntilReady(); !ready)
        return tl::make_unexpected(std::move(ready.error()));
    return Sandbox(std::move(d));
}

Sandbox::Sandbox(std::unique_ptr<Private> d)
    : m_d(std::move(d))
{ }

Sandbox::Sandbox(Sandbox&&) noexcept = default;
Sandbox& Sandbox::operator=(Sandbox&&) noexcept = default;
Sandbox::~Sandbox() = default;

const config::Deployment& Sandbox::deployment() const noexcept
{
    return m_d->deployment;
}

std::vector<std::string> Sandbox::unixUrls() const
{
    std::vector<std::string> urls;
    for (std::size_t i = 0; i < m_d->tcpUrls.size(); ++i)
        urls.push_back(unixUrlOf(m_d->directory / (serverName(i) + ".sock")));
    return urls;
}

} // namespace lockkeeper::sandbox
