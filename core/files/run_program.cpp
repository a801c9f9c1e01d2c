// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/run_program.h"

#include "core/files/system_error.h"
#include "core/files/unique_fd.h"
#include "core/files/write_all.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <optional>
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

/// Not a pipe: one that is not read could block us or raise SIGPIPE.
Result<UniqueFd> fileWith(const std::string& input)
{
    UniqueFd file(::memfd_create("input", MFD_CLOEXEC));
    if (!file.isOpen())
        return systemError(trNoop("no memory for the input", "data"), errno);
    if (!writeAll(file.get(), input) || ::lseek(file.get(), 0, SEEK_SET) != 0)
        return systemError(trNoop("no memory for the input", "data"), errno);
    return file;
}

/// Starts a child in a process group of its own.
class SpawnPlan {
public:
    SpawnPlan(int input, int output)
    {
        ::posix_spawn_file_actions_init(&m_files);
        ::posix_spawn_file_actions_adddup2(&m_files, input, STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&m_files, output, STDOUT_FILENO);
        ::posix_spawn_file_actions_addopen(&m_files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawnattr_init(&m_attributes);
        ::posix_spawnattr_setpgroup(&m_attributes, 0);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&m_attributes, &signals);
        ::sigaddset(&signals, SIGPIPE); // which we may ignore
        ::posix_spawnattr_setsigdefault(&m_attributes, &signals);
        ::posix_spawnattr_setflags(
            &m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnPlan()
    {
        ::posix_spawn_file_actions_destroy(&m_files);
        ::posix_spawnattr_destroy(&m_attributes);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    /// Returns an errno on failure.
    [[nodiscard]] tl::expected<pid_t, int> start(const std::vector<std::string>& words) const
    {
        std::vector<char*> arguments;
        for (const std::string& word : words)
            arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        pid_t pid = 0;
        const int code = ::posix_spawn(
            &pid, words.front().c_str(), &m_files, &m_attributes, arguments.data(), ::environ);
        return code == 0 ? tl::expected<pid_t, int>(pid) : tl::make_unexpected(code);
    }

private:
    posix_spawn_file_actions_t m_files{};
    posix_spawnattr_t m_attributes{};
};

/// Kills the child's group when destroyed.
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

    /// False: timeout, or too much output.
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
                continue; // a signal: nothing is known of the descriptors
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
    /// Kills the rest of the group while its number is not free for others.
    void finish()
    {
        ::kill(-m_pid, SIGKILL);
        int status = 0;
        while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
        m_status = status;
    }

    pid_t m_pid;
    UniqueFd m_ending; ///< readable once it has ended
    UniqueFd m_output;
    std::optional<int> m_status;
};

} // namespace

Result<std::string> runProgram(
    const std::vector<std::string>& words, const std::string& input, milliseconds within)
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
    const auto pid = SpawnPlan(file->get(), theirs.get()).start(words);
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
