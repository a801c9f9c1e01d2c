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

/// The command, not this process: if we are killed, it or its children may go on.
[[nodiscard]] lock::Owner ownerOfCommand(const ChildCommand& child);

struct LockedCommand {
    std::vector<std::string> words;
    bool arePasswordsKept = false; ///< variables with masters' passwords
    int onAsk = 0; ///< signal when somebody asks for the lock; 0: none
};

void addLocked(CLI::App& command, LockedCommand& locked);

/// Runs the command, passes signals on, then releases the lease. Ends the command if the lock is
/// lost. Returns its exit code unless the lock was lost or the start failed.
[[nodiscard]] int runUnderLease(ChildCommand& child, const LockedCommand& command,
    lock::Lease& lease, lock::Ttl ttl, SignalPipe& signals, const Target& target);

} // namespace lockkeeper::ctl
