// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/child_command.h"
#include "app/ctl/base/signal_pipe.h"
#include "app/ctl/base/target.h"
#include "core/lock/lock_client.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// Who owns a lock that is held while a command runs: the command, which works under it, not this
/// process. What renews it may be killed while the command goes on, or what the command has
/// started.
[[nodiscard]] lock::Owner ownerOfCommand(const ChildCommand& child);

/// Adds --on-ask, which fills `signal`; that must outlive the parsing.
void addOnAsk(CLI::App& command, int& signal);

/// A command that runs under a lock.
struct LockedCommand {
    const std::string& name;
    bool arePasswordsKept = false; ///< it gets the variables with masters' passwords, too
    int onAsk = 0; ///< signal that it gets when somebody asks for the lock; 0: none
};

/// Prints why a command can't be run: an error number. Returns the exit code, as a shell's.
[[nodiscard]] int explainNotRun(const std::string& name, int code);

/// Starts the command and waits for its end, passing signals on to it; then releases the lease. A
/// command whose lock is lost is ended. Returns the exit code: the command's, unless the lock was
/// lost or the command could not be started.
[[nodiscard]] int runUnderLease(ChildCommand& child, const LockedCommand& command,
    lock::Lease& lease, lock::Ttl ttl, SignalPipe& signals, const Target& target);

} // namespace lockkeeper::ctl
