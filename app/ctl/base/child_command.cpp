// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/child_command.h"

#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "core/config/deployments_file.h"
#include "core/files/write_all.h"
#include "core/lock/process_identity.h"
#include "core/text/display_safe.h"
#include "core/text/fingerprint_list.h"
#include "core/text/number.h"
#include "core/text/private_memory.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace lockkeeper::ctl {
namespace {

struct Pipe {
    int reader = -1;
    int writer = -1;
};

constexpr const char* kHolding = "LOCKKEEPER_HOLDING";

bool openPipe(Pipe& ends)
{
    int descriptors[2] = {-1, -1};
    if (::pipe2(descriptors, O_CLOEXEC) != 0)
        return false;
    ends = {descriptors[0], descriptors[1]};
    return true;
}

constexpr const char* kFence = "LOCKKEEPER_FENCE";

std::string startMessage(const std::vector<Fingerprint>& held,
    const std::optional<lock::FencingToken>& fence, const std::vector<std::string>& hidden)
{
    std::string message = hexList(held) + '\0';
    message.append(fence ? std::to_string(fence->value) : std::string()).push_back('\0');
    for (const std::string& name : hidden)
        message.append(name).push_back('\0');
    return message + '\0';
}

std::optional<std::string> readText(int go)
{
    std::string text;
    for (char byte = 0; ::read(go, &byte, 1) == 1; text += byte) {
        if (byte == '\0')
            return text;
    }
    return std::nullopt;
}

void obeyStartMessage(int go)
{
    const auto held = readText(go);
    const auto fence = readText(go);
    auto hidden = readText(go);
    // NOLINTBEGIN(concurrency-mt-unsafe): one thread
    const char* const before = ::getenv(config::kRemovedVariable);
    std::string removed = before == nullptr ? "" : before;
    for (; hidden && !hidden->empty(); hidden = readText(go)) {
        if (::getenv(hidden->c_str()) == nullptr)
            continue;
        removed.append(removed.empty() ? "" : " ").append(*hidden);
        ::unsetenv(hidden->c_str());
    }
    if (!held || !fence || !hidden)
        ::_exit(0);
    if (!removed.empty())
        ::setenv(config::kRemovedVariable, removed.c_str(), 1);
    ::setenv(kHolding, held->c_str(), 1);
    if (fence->empty())
        ::unsetenv(kFence);
    else
        ::setenv(kFence, fence->c_str(), 1);
    // NOLINTEND(concurrency-mt-unsafe)
}

// The kernel ends a command with its parent: it must not go on without its lock.
[[noreturn]] void becomeCommand(
    const std::vector<std::string>& command, Pipe go, Pipe failure, pid_t parent)
{
    ::close(go.writer);
    ::close(failure.reader);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent)
        ::_exit(0);
    std::vector<char*> arguments;
    for (const std::string& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    obeyStartMessage(go.reader);
    restoreCoreLimit();
    ::signal(SIGPIPE, SIG_DFL);
    ::execvp(arguments.front(), arguments.data());
    const int code = errno;
    [[maybe_unused]] const auto written = ::write(failure.writer, &code, sizeof code);
    ::_exit(127);
}

/// Our children, without a search if there are none.
std::set<pid_t> ownChildren()
{
    std::set<pid_t> children;
    siginfo_t any{};
    if (::waitid(P_ALL, 0, &any, WEXITED | WNOHANG | WNOWAIT) != 0)
        return children;
    const pid_t parent = ::getpid();
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
        const auto pid = numberIn<pid_t>(entry.path().filename().native());
        const auto stat = pid ? lock::readProcessStat(*pid) : std::nullopt;
        if (stat && stat->parent == parent)
            children.insert(*pid);
    }
    return children;
}

} // namespace

std::vector<Fingerprint> heldByCaller()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* const text = std::getenv(kHolding);
    auto held = parseHexList(text == nullptr ? "" : text);
    return held ? std::move(*held) : std::vector<Fingerprint>();
}

ChildCommand::ChildCommand(pid_t pid, int go, int failure, std::set<pid_t> others)
    : m_pid(pid)
    , m_go(go)
    , m_failure(failure)
    , m_others(std::move(others))
{ }

ChildCommand::ChildCommand(ChildCommand&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1))
    , m_go(std::exchange(other.m_go, -1))
    , m_failure(std::exchange(other.m_failure, -1))
    , m_others(std::move(other.m_others))
    , m_sent(std::move(other.m_sent))
{ }

ChildCommand::~ChildCommand()
{
    const bool wasNeverStarted = m_go >= 0;
    if (wasNeverStarted)
        ::close(m_go);
    if (m_failure >= 0)
        ::close(m_failure);
    if (wasNeverStarted && m_pid > 0)
        ::waitpid(m_pid, nullptr, 0);
}

Result<ChildCommand> ChildCommand::prepare(const std::vector<std::string>& command)
{
    Pipe go;
    Pipe failure;
    const pid_t parent = ::getpid();
    std::set<pid_t> others = ownChildren();
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t child = -1;
    if (openPipe(go) && openPipe(failure))
        child = ::fork();
    if (child == 0)
        becomeCommand(command, go, failure, parent);
    const int code = errno;
    ::close(go.reader);
    ::close(failure.writer);
    ChildCommand prepared(child, go.writer, failure.reader, std::move(others));
    if (child < 0)
        return fail(ErrorClass::System,
            absl::Substitute(trNoop("can't start a process: $0", "data"),
                std::generic_category().message(code)));
    return prepared;
}

int ChildCommand::start(const std::vector<Fingerprint>& held,
    const std::optional<lock::FencingToken>& fence, const std::vector<std::string>& hidden)
{
    (void)writeAll(m_go, startMessage(held, fence, hidden));
    ::close(std::exchange(m_go, -1));
    int code = 0;
    ::ssize_t size = 0;
    do {
        size = ::read(m_failure, &code, sizeof code);
    } while (size < 0 && errno == EINTR);
    return size == static_cast<::ssize_t>(sizeof code) ? code : 0;
}

bool ChildCommand::signal(int number) const noexcept
{
    return m_pid <= 0 || ::kill(m_pid, number) == 0 || errno != EPERM;
}

std::optional<int> ChildCommand::poll()
{
    std::optional<int> ended;
    int status = 0;
    for (pid_t pid = ::waitpid(-1, &status, WNOHANG); pid > 0;
         pid = ::waitpid(-1, &status, WNOHANG)) {
        m_others.erase(pid);
        if (pid != m_pid)
            continue;
        m_pid = -1;
        ended = status;
    }
    return ended;
}

std::set<pid_t> ChildCommand::orphans() const
{
    std::set<pid_t> children = ownChildren();
    std::erase_if(children, [this](pid_t pid) { return pid == m_pid || m_others.contains(pid); });
    return children;
}

bool ChildCommand::hasOrphans() const
{
    return m_pid < 0 && !orphans().empty();
}

void ChildCommand::signalOrphans(int number)
{
    for (const pid_t pid : orphans()) {
        if (m_sent.emplace(pid, number).second) {
            ::kill(pid, number);
            ::kill(pid, SIGCONT); // it may be stopped
        }
    }
}

int programError(const std::string& name)
{
    const auto errorOf = [](const std::filesystem::path& file) {
        std::error_code error;
        const bool isFolder = std::filesystem::is_directory(file, error);
        return isFolder ? EACCES : ::access(file.c_str(), X_OK) == 0 ? 0 : errno;
    };
    if (name.empty() || name.find('/') != std::string::npos)
        return name.empty() ? ENOENT : errorOf(name);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "/bin:/usr/bin");
    int worst = ENOENT;
    for (std::string folder; std::getline(folders, folder, ':');) {
        const int error = errorOf(std::filesystem::path(folder.empty() ? "." : folder) / name);
        if (error == 0)
            return 0;
        worst = error == EACCES ? error : worst;
    }
    return worst;
}

int explainNotRun(const std::string& name, int code)
{
    printError(absl::Substitute(tr("$0: can't be run: $1"), displaySafe(name),
        trData(std::generic_category().message(code))));
    return code == ENOENT ? kExitNotFound : kExitCannotExecute;
}

} // namespace lockkeeper::ctl
