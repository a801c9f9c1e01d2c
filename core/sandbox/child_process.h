// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockkeeper::sandbox {

/// What to run: an executable file, and its arguments, the first of which is its name.
struct Program {
    std::string path;
    std::vector<std::string> arguments;

    /// This very program, whatever became of its file.
    [[nodiscard]] static Program self(std::vector<std::string> arguments);
};

/// The file that the shell would run for `name`; nullopt if PATH has none.
[[nodiscard]] std::optional<std::string> findInPath(const std::string& name);

/// A child process that can't outlive us: the destructor kills it, and the kernel does when the
/// thread that started it ends in any other way. So start it from a thread that lives as long as it
/// is needed. Move-only; one thread at a time.
class ChildProcess {
public:
    /// Starts `program` with stdin and stdout on /dev/null, our stderr, no other file of ours, and
    /// default signal handling. System if it can't be started. Safe in a program with threads.
    [[nodiscard]] static Result<ChildProcess> start(const Program& program);
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    /// Kills.
    ~ChildProcess();

    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
    /// False once it has ended, however; it is then reaped. Never blocks.
    [[nodiscard]] bool isRunning() noexcept;
    /// Sends a signal, unless it has ended.
    void signal(int number) noexcept;
    /// Ends it by SIGKILL and waits for that. Idempotent.
    void kill() noexcept;

private:
    explicit ChildProcess(pid_t pid) noexcept
        : m_pid(pid)
    { }
    pid_t m_pid = -1;
    bool m_hasEnded = false;
};

} // namespace lockkeeper::sandbox
