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
    std::vector<std::string> environment{}; ///< NAME=VALUE, overrides ours

    /// This program, even if its file is replaced.
    [[nodiscard]] static Program self(std::vector<std::string> arguments);
};

[[nodiscard]] std::optional<std::string> findInPath(const std::string& name);

/// A process that ends with this object, or, by the kernel, with the thread that started it. One
/// thread at a time.
class ChildProcess {
public:
    /// With /dev/null as stdin and stdout, our stderr, no other files, default signal handling.
    /// Safe with threads.
    [[nodiscard]] static Result<ChildProcess> start(const Program& program);
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ~ChildProcess();

    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
    /// False once ended; reaps it. Never blocks.
    [[nodiscard]] bool isRunning() noexcept;
    void signal(int number) noexcept;
    /// SIGKILL; waits for the end. Idempotent.
    void kill() noexcept;

private:
    explicit ChildProcess(pid_t pid) noexcept
        : m_pid(pid)
    { }
    pid_t m_pid = -1;
    bool m_hasEnded = false;
};

} // namespace lockkeeper::sandbox
