// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/signal_pipe.h"
#include "core/lock/lock_client.h"
#include "core/output/json_writer.h"

#include <string>

namespace lockkeeper::ctl {

/// Who owns a lock that is held until a signal comes, or left to its TTL. A lock that outlives this
/// process belongs to the process that called it: the shell or script.
[[nodiscard]] lock::Owner ownerOfLease(bool isHeld);

/// "orders acquired, token 1a2b3c4d, 30s left", as a line; with the fencing token if there is one.
[[nodiscard]] std::string acquiredLine(const lock::Lease& lease);
/// The fields of what was acquired; null: nothing was.
void writeAcquired(output::JsonWriter& out, const lock::Lease* lease);

/// Holds the lease until a signal comes or it is lost, or leaves the lock to its TTL; releases it
/// if what was printed is lost. Returns the exit code.
[[nodiscard]] int keepLease(lock::Lease& lease, lock::Ttl ttl, bool isHeld, SignalPipe& signals,
    const config::Deployment& deployment);

} // namespace lockkeeper::ctl
