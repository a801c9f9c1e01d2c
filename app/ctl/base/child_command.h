// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/ttl.h"
#include "core/result.h"
#include "core/text/fingerprint.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockkeeper::ctl {

/// The tokens of the locks under which a `run` above has started this process, as its environment
/// tells (LOCKKEEPER_HOLDING): so that a script that takes one lock within another is seen in a
/// deadlock.
[[nodiscard]] std::vector<Fingerprint> heldByCaller();

/// The process in which `run` executes its command. It is forked early, before this program has
/// threads and connections that the command must not inherit. start() makes it execute the command.
///
/// The kernel sends SIGTERM to the process when the thread that called prepare() ends, in whatever
/// way. So prepare(), start() and the end of the program must be on one thread. Not thread-safe.
class ChildCommand {
public:
    /// Forks the process, which then waits for start(). System if it can't be created.
    [[nodiscard]] static Result<ChildCommand> prepare(const std::vector<std::string>& command);
    ChildCommand(ChildCommand&& other) noexcept;
    ChildCommand& operator=(ChildCommand&&) = delete;
    /// Ends a process that was never started and waits for its end. Leaves a started one alone.
    ~ChildCommand();

    /// Executes the command in the process, with the tokens of `held` for heldByCaller(), the
    /// fencing token of its lock, if there is one, in LOCKKEEPER_FENCE, and without the environment
    /// variables `hidden`. Returns 0, or the errno of a failed exec(). Blocks until exec() has
    /// succeeded or failed. Call it once.
    [[nodiscard]] int start(const std::vector<Fingerprint>& held,
        const std::optional<lock::FencingToken>& fence, const std::vector<std::string>& hidden);
    /// Sends a signal to the process. Does nothing once poll() has returned its status.
    void signal(int number) const noexcept;
    /// The process. Its identity stays the same when it executes the command. -1 once it has ended
    /// and poll() has returned its status.
    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
    /// The wait status if the process has ended, once; else nullopt. Never blocks.
    [[nodiscard]] std::optional<int> poll();

private:
    ChildCommand(pid_t pid, int go, int failure);

    pid_t m_pid = -1;
    int m_go = -1; ///< a start message starts the command, closing makes the process exit
    int m_failure = -1; ///< delivers the errno of a failed exec(), closes on success
};

/// Why this program can't be run, as far as can be seen before: an error number; 0: it can. A name
/// without a slash is looked for in PATH.
[[nodiscard]] int programError(const std::string& name);

} // namespace lockkeeper::ctl
