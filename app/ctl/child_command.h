// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockkeeper::ctl {

/// The command of `run`: a process that is made early, before this program has threads and
/// connections that it must not inherit, and becomes the command when it is told to.
///
/// It is ended by SIGTERM when this program ends, however that happens. Not thread-safe; prepare(),
/// start() and the end of the program must be on one thread. The destructor ends a process that was
/// never started; it does not wait for one that was.
class ChildCommand {
public:
    /// Makes the process. System error if that fails.
    [[nodiscard]] static Result<ChildCommand> prepare(const std::vector<std::string>& command);
    ChildCommand(ChildCommand&& other) noexcept;
    ChildCommand& operator=(ChildCommand&&) = delete;
    ~ChildCommand();

    /// Becomes the command; returns 0, or the errno that exec() failed with.
    [[nodiscard]] int start();
    void signal(int number) const noexcept;
    /// The wait status once the process has ended. Never blocks.
    [[nodiscard]] std::optional<int> poll();

private:
    ChildCommand(pid_t pid, int go, int failure);

    pid_t m_pid = -1;
    int m_go = -1; ///< a byte means: become the command; its end: go away
    int m_failure = -1; ///< the errno of a failed exec(); nothing if it went well
};

} // namespace lockkeeper::ctl
