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

/// Tokens of the locks under which an outer `run` started this process (LOCKKEEPER_HOLDING), so
/// that nested locks show in a deadlock.
[[nodiscard]] std::vector<Fingerprint> heldByCaller();

/// The process for the command of `run`, forked early to inherit no threads and connections. The
/// kernel sends it SIGTERM when the thread that called prepare() ends: use one thread for
/// prepare(), start() and the end of the program. Not thread-safe.
class ChildCommand {
public:
    /// System if the fork fails.
    [[nodiscard]] static Result<ChildCommand> prepare(const std::vector<std::string>& command);
    ChildCommand(ChildCommand&& other) noexcept;
    ChildCommand& operator=(ChildCommand&&) = delete;
    /// Ends and awaits a process that was never started.
    ~ChildCommand();

    /// Executes the command with `held` for heldByCaller() and `fence` in LOCKKEEPER_FENCE, without
    /// the variables `hidden`, named in LOCKKEEPER_REMOVED. Blocks for exec(); returns its errno or
    /// 0. Call once.
    [[nodiscard]] int start(const std::vector<Fingerprint>& held,
        const std::optional<lock::FencingToken>& fence, const std::vector<std::string>& hidden);
    /// Does nothing after poll() returned the status.
    void signal(int number) const noexcept;
    /// The same before and after start(). -1 after poll() returned the status.
    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
    /// The wait status, once, after the end; else nullopt. Never blocks.
    [[nodiscard]] std::optional<int> poll();

private:
    ChildCommand(pid_t pid, int go, int failure);

    pid_t m_pid = -1;
    int m_go = -1; ///< a message starts the command; closing ends the process
    int m_failure = -1; ///< delivers exec()'s errno; closed on success
};

/// The errno with which a start would fail, as far as known; 0: none. Searches PATH.
[[nodiscard]] int programError(const std::string& name);

/// Prints why a command can't be run; returns the exit code, as a shell's. `code`: an errno.
[[nodiscard]] int explainNotRun(const std::string& name, int code);

} // namespace lockkeeper::ctl
