// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockkeeper::sandbox {

/// A program to run: an executable file and its arguments, the first of which is its name.
struct Program {
    std::string path;
    std::vector<std::string> arguments;
    std::vector<std::string> environment{}; ///< NAME=VALUE, before what we have

    /// This program itself, even if its file was replaced.
    [[nodiscard]] static Program self(std::vector<std::string> arguments);
};

/// The file that the shell would run for `name`; nullopt if it is not in PATH.
[[nodiscard]] std::optional<std::string> findInPath(const std::string& name);

/// A child process that can't outlive this process. The destructor kills it; the kernel does when
/// the thread that started it ends in any other way. So start it on a thread that lives as long as
/// the child is needed. Move-only; one thread at a time.
class ChildProcess {
public:
    /// Starts `program` with stdin and stdout on /dev/null, our stderr, no other open files, and
    /// default signal handling. System if it can't be started. Safe in a multi-threaded program.
    [[nodiscard]] static Result<ChildProcess> start(const Program& program);
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    /// Kills the child.
    ~ChildProcess();

    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
    /// False after the child has ended in any way; it is then reaped. Never blocks.
    [[nodiscard]] bool isRunning() noexcept;
    /// Sends a signal, unless the child has ended.
    void signal(int number) noexcept;
    /// Ends the child by SIGKILL and waits for its end. Idempotent.
    void kill() noexcept;

private:
    explicit ChildProcess(pid_t pid) noexcept
        : m_pid(pid)
    { }
    pid_t m_pid = -1;
    bool m_hasEnded = false;
};

} // namespace lockkeeper::sandbox
