// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/ttl.h"
#include "core/result.h"
#include "core/text/fingerprint.h"

#include <optional>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockkeeper::ctl {

/// Tokens held by an outer `run` (LOCKKEEPER_HOLDING): nested locks then show in a deadlock.
[[nodiscard]] std::vector<Fingerprint> heldByCaller();

/// The command's process, forked early: it inherits no threads or connections. The kernel sends it
/// SIGTERM when the thread that called prepare() ends: call that and start() on the main thread.
/// Not thread-safe.
class ChildCommand {
public:
    [[nodiscard]] static Result<ChildCommand> prepare(const std::vector<std::string>& command);
    ChildCommand(ChildCommand&& other) noexcept;
    ChildCommand& operator=(ChildCommand&&) = delete;
    /// Ends and awaits a process that was never started.
    ~ChildCommand();

    /// Call once. Executes the command with `held` for heldByCaller(), `fence` in LOCKKEEPER_FENCE,
    /// and without the variables `hidden`, listed in LOCKKEEPER_REMOVED. Blocks for exec(); returns
    /// its errno or 0.
    [[nodiscard]] int start(const std::vector<Fingerprint>& held,
        const std::optional<lock::FencingToken>& fence, const std::vector<std::string>& hidden);
    /// False without permission, as for root's processes. Does nothing after poll() returned the
    /// status.
    bool signal(int number) const noexcept;
    /// -1 after poll() returned the status.
    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
    /// The wait status, once. Reaps orphans, too. Never blocks.
    [[nodiscard]] std::optional<int> poll();

    /// Processes that the command left behind: the kernel makes them our children. Not those that
    /// we had before, as behind a shell's `exec lockctl run`.
    [[nodiscard]] bool hasOrphans() const;
    /// Sends each orphan each signal once.
    void signalOrphans(int number);

private:
    ChildCommand(pid_t pid, int go, int failure, std::set<pid_t> others);
    [[nodiscard]] std::set<pid_t> orphans() const;

    pid_t m_pid = -1;
    int m_go = -1; ///< a message starts the command; closing ends the process
    int m_failure = -1; ///< exec()'s errno; closed on success
    std::set<pid_t> m_others; ///< children from before
    std::set<std::pair<pid_t, int>> m_sent; ///< to orphans
};

/// start()'s likely errno, or 0. Searches PATH.
[[nodiscard]] int programError(const std::string& name);

/// Returns a shell's exit code. `code`: an errno.
[[nodiscard]] int explainNotRun(const std::string& name, int code);

} // namespace lockkeeper::ctl
