// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/child_process.h"

#include "core/files/system_error.h"
#include "core/files/unique_fd.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockkeeper::sandbox {
namespace {

constexpr int kFirstOtherFd = 3;
constexpr int kNoExec = 127;

void hideOtherFiles() noexcept
{
    if (::close_range(kFirstOtherFd, ~0U, CLOSE_RANGE_CLOEXEC) == 0)
        return;
    const long limit = ::sysconf(_SC_OPEN_MAX);
    for (int fd = kFirstOtherFd; fd < limit; ++fd)
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/// Reports errno through `failures`. After a fork with threads: only system calls.
[[noreturn]] void become(const char* path, char* const* arguments, char* const* environment,
    pid_t parent, int failures) noexcept
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) // the parent ended before prctl()
        ::_exit(kNoExec);
    sigset_t none;
    ::sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(null, STDIN_FILENO);
    ::dup2(null, STDOUT_FILENO);
    hideOtherFiles();
    ::execve(path, arguments, environment);
    const int code = errno;
    [[maybe_unused]] const ssize_t written = ::write(failures, &code, sizeof code);
    ::_exit(kNoExec);
}

std::vector<char*> pointersTo(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    return pointers;
}

} // namespace

Program Program::self(std::vector<std::string> arguments)
{
    return {"/proc/self/exe", std::move(arguments)};
}

std::optional<std::string> findInPath(const std::string& name)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* const variable = std::getenv("PATH");
    std::string path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
    // Servers may be in root's directories.
    path += ":/usr/local/sbin:/usr/sbin";
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find(':', begin), path.size());
        const std::string candidate = path.substr(begin, end - begin) + "/" + name;
        if (::access(candidate.c_str(), X_OK) == 0)
            return candidate;
        begin = end + 1;
    }
    return std::nullopt;
}

Result<ChildProcess> ChildProcess::start(const Program& program)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return systemError(trNoop("can't make a pipe", "data"), errno);
    const UniqueFd failures(ends[0]);
    UniqueFd childEnd(ends[1]);

    std::vector<std::string> argumentTexts = program.arguments;
    std::vector<char*> arguments = pointersTo(argumentTexts);
    arguments.push_back(nullptr);
    std::vector<std::string> environmentTexts = program.environment;
    std::vector<char*> environment = pointersTo(environmentTexts);
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
        environment.push_back(*variable);
    environment.push_back(nullptr);

    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0)
        return systemError(absl::Substitute(trNoop("can't start $0", "data"), program.path), errno);
    if (pid == 0)
        become(program.path.c_str(), arguments.data(), environment.data(), parent, childEnd.get());

    ChildProcess child(pid);
    childEnd.close();
    int code = 0;
    ssize_t length = 0;
    do // no data: it has started
        length = ::read(failures.get(), &code, sizeof code);
    while (length < 0 && errno == EINTR);
    if (length == sizeof code)
        return systemError(absl::Substitute(trNoop("can't run $0", "data"), program.path), code);
    return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1))
    , m_hasEnded(std::exchange(other.m_hasEnded, true))
{ }

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept
{
    std::swap(m_pid, other.m_pid);
    std::swap(m_hasEnded, other.m_hasEnded);
    return *this;
}

ChildProcess::~ChildProcess()
{
    kill();
}

bool ChildProcess::isRunning() noexcept
{
    if (!m_hasEnded && ::waitpid(m_pid, nullptr, WNOHANG) != 0)
        m_hasEnded = true;
    return !m_hasEnded;
}

void ChildProcess::signal(int number) noexcept
{
    if (isRunning())
        ::kill(m_pid, number);
}

void ChildProcess::kill() noexcept
{
    if (!isRunning())
        return;
    ::kill(m_pid, SIGKILL);
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) { }
    m_hasEnded = true;
}

} // namespace lockkeeper::sandbox
