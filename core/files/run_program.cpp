// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/run_program.h"

#include "core/files/system_error.h"
#include "core/files/write_all.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockkeeper {
namespace {

using Steady = std::chrono::steady_clock;
using std::chrono::milliseconds;

class Attributes {
public:
    explicit Attributes(const SpawnPlan& plan)
    {
        ::posix_spawn_file_actions_init(&m_files);
        add(plan.input, STDIN_FILENO);
        add(plan.output, STDOUT_FILENO);
        add(plan.errors, STDERR_FILENO);
        // Our descriptors may be connections that are logged in.
        ::posix_spawn_file_actions_addclosefrom_np(&m_files, STDERR_FILENO + 1);
        ::posix_spawnattr_init(&m_signals);
        ::posix_spawnattr_setpgroup(&m_signals, 0);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&m_signals, &signals);
        ::sigaddset(&signals, SIGPIPE); // we may ignore it
        ::posix_spawnattr_setsigdefault(&m_signals, &signals);
        ::posix_spawnattr_setflags(
            &m_signals, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Attributes()
    {
        ::posix_spawn_file_actions_destroy(&m_files);
        ::posix_spawnattr_destroy(&m_signals);
    }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;

    [[nodiscard]] const posix_spawn_file_actions_t* files() const noexcept { return &m_files; }
    [[nodiscard]] const posix_spawnattr_t* signals() const noexcept { return &m_signals; }

private:
    void add(int from, int to)
    {
        if (from >= 0)
            ::posix_spawn_file_actions_adddup2(&m_files, from, to);
        else
            ::posix_spawn_file_actions_addopen(&m_files, to, "/dev/null", O_RDWR, 0);
    }

    posix_spawn_file_actions_t m_files{};
    posix_spawnattr_t m_signals{};
};

std::vector<char*> pointersTo(const std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (const std::string& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

class Child {
public:
    Child(pid_t pid, UniqueFd output)
        : m_pid(pid)
        , m_ending(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)))
        , m_output(std::move(output))
    { }
    ~Child()
    {
        if (!m_status)
            finish();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    bool readUntil(Steady::time_point end, std::string& printed)
    {
        std::array<pollfd, 2> waited{
            pollfd{m_output.get(), POLLIN, 0}, pollfd{m_ending.get(), POLLIN, 0}};
        while (printed.size() <= kMostProgramOutput) {
            const auto left = std::chrono::ceil<milliseconds>(end - Steady::now()).count();
            const int ready
                = left <= 0 ? 0 : ::poll(waited.data(), waited.size(), static_cast<int>(left));
            if (ready == 0)
                return false;
            if (ready < 0)
                continue; // a signal: the descriptors' state is unknown
            const bool hasEnded = (waited[1].revents & POLLIN) != 0;
            const bool isOver = (waited[0].revents & (POLLIN | POLLHUP)) != 0 && !read(printed);
            if (isOver)
                waited[0].fd = -1;
            if (hasEnded && (isOver || (waited[0].revents & POLLIN) == 0)) {
                finish();
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] int status() const { return m_status.value_or(0); }

private:
    bool read(std::string& printed)
    {
        std::array<char, 4096> buffer{};
        const ssize_t count = ::read(m_output.get(), buffer.data(), buffer.size());
        if (count > 0)
            printed.append(buffer.data(), static_cast<std::size_t>(count));
        return count > 0 || (count < 0 && errno == EINTR);
    }
    /// Kills the rest of the group before its number is free for others.
    void finish()
    {
        ::kill(-m_pid, SIGKILL);
        int status = 0;
        while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
        m_status = status;
    }

    pid_t m_pid;
    UniqueFd m_ending;
    UniqueFd m_output;
    std::optional<int> m_status;
};

} // namespace

tl::expected<pid_t, int> spawn(const SpawnPlan& plan)
{
    const Attributes attributes(plan);
    const std::vector<char*> arguments = pointersTo(plan.words);
    const std::vector<char*> variables
        = plan.environment ? pointersTo(*plan.environment) : std::vector<char*>();
    pid_t pid = 0;
    const int code = ::posix_spawnp(&pid, arguments.front(), attributes.files(),
        attributes.signals(), arguments.data(), plan.environment ? variables.data() : ::environ);
    return code == 0 ? tl::expected<pid_t, int>(pid) : tl::make_unexpected(code);
}

Result<UniqueFd> fileWith(const std::string& input)
{
    UniqueFd file(::memfd_create("input", MFD_CLOEXEC));
    if (!file.isOpen())
        return systemError(trNoop("no memory for the input", "data"), errno);
    if (!writeAll(file.get(), input) || ::lseek(file.get(), 0, SEEK_SET) != 0)
        return systemError(trNoop("no memory for the input", "data"), errno);
    return file;
}

std::vector<std::string> environmentWithout(const std::vector<std::string>& hidden)
{
    std::vector<std::string> environment;
    for (char** variable = ::environ; *variable != nullptr; ++variable) {
        const std::string text(*variable);
        if (std::ranges::find(hidden, text.substr(0, text.find('='))) == hidden.end())
            environment.push_back(text);
    }
    return environment;
}

Result<std::string> runProgram(const std::vector<std::string>& words, const std::string& input,
    milliseconds within, const std::vector<std::string>& hidden)
{
    const Steady::time_point end = Steady::now() + within;
    const auto file = fileWith(input);
    if (!file)
        return tl::make_unexpected(file.error());
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
        return systemError(trNoop("no pipe for the output", "data"), errno);
    UniqueFd ours(pipe[0]);
    UniqueFd theirs(pipe[1]);
    const auto pid = spawn({.words = words,
        .input = file->get(),
        .output = theirs.get(),
        .environment = environmentWithout(hidden)});
    if (!pid)
        return systemError(
            absl::Substitute(trNoop("$0 can't be started", "data"), words.front()), pid.error());
    theirs.close();
    Child child(*pid, std::move(ours));
    std::string printed;
    if (!child.readUntil(end, printed))
        return printed.size() > kMostProgramOutput
            ? fail(ErrorClass::System,
                absl::Substitute(
                    trNoop("$0 printed more than 64 KiB, and was ended", "data"), words.front()))
            : fail(ErrorClass::Timeout,
                absl::Substitute(trNoop("$0 did not end within $1 ms, and was ended", "data"),
                    words.front(), within.count()));
    if (WIFEXITED(child.status()) && WEXITSTATUS(child.status()) == 0)
        return printed;
    return fail(ErrorClass::System,
        WIFEXITED(child.status())
            ? absl::Substitute(
                trNoop("$0 ended with code $1", "data"), words.front(), WEXITSTATUS(child.status()))
            : absl::Substitute(trNoop("$0 was ended by a signal", "data"), words.front()));
}

} // namespace lockkeeper
