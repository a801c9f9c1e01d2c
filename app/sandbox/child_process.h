// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockkeeper::sandbox {

struct Program {
    std::string path;
    std::vector<std::string> arguments;
    std::vector<std::string> environment{}; ///< NAME=VALUE, before ours

    /// This program, even if its file was replaced.
    [[nodiscard]] static Program self(std::vector<std::string> arguments);
};

/// As a shell looks; nullopt: not in PATH.
[[nodiscard]] std::optional<std::string> findInPath(const std::string& name);

/// Killed by the destructor, or by the kernel when the thread that started it ends. Move-only; one
/// thread at a time.
class ChildProcess {
public:
    /// With /dev/null as stdin and stdout, our stderr, no other files, default signal handling.
    /// Error: System. Safe with threads.
    [[nodiscard]] static Result<ChildProcess> start(const Program& program);
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ~ChildProcess();

    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
    /// False: ended and reaped. Never blocks.
    [[nodiscard]] bool isRunning() noexcept;
    void signal(int number) noexcept;
    /// SIGKILL, and waits for the end. Idempotent.
    void kill() noexcept;

private:
    explicit ChildProcess(pid_t pid) noexcept
        : m_pid(pid)
    { }
    pid_t m_pid = -1;
    bool m_hasEnded = false;
};

} // namespace lockkeeper::sandbox
