// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/sandbox.h"

#include "app/sandbox/child_process.h"
#include "app/sandbox/redis_process.h"
#include "app/sandbox/sandbox_part.h"
#include "core/clock.h"
#include "core/files/system_error.h"
#include "core/files/unique_fd.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>

namespace lockkeeper::sandbox {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr std::size_t kMaxMasters = 15;
constexpr milliseconds kStartTimeout = 60s; ///< for busy machines
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

/// By posix_spawn: we may have threads and much memory. In its own session: Ctrl-C reaches only us.
Result<pid_t> spawnSupervisor(
    const Sandbox::Options& options, const UniqueFd& lifeline, const UniqueFd& status)
{
    Program program = Program::self({kProcessName, kPartArgument, kSupervisorPart,
        std::to_string(options.masters), options.hasWorkload ? kWithWorkload : kBare});
    std::vector<char*> arguments;
    for (std::string& argument : program.arguments)
        arguments.push_back(argument.data());
    arguments.push_back(nullptr);

    // Move both: one may have the other's number.
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
    // Closed last by the supervisor.
    const SteadyTime deadline = BootClock::now() + kStopTimeout;
    std::string ignored;
    bool isEnded = false;
    while (!isEnded && waitReadable(status.get(), deadline))
        isEnded = !readSome(status.get(), ignored);
    if (!isEnded)
        ::kill(supervisor, SIGKILL); // the kernel ends its children
    while (::waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) { }
    std::error_code error;
    if (!directory.empty()) // only if the supervisor was killed
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
