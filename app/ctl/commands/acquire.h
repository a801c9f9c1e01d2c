// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/signal_pipe.h"
#include "core/lock/lock_client.h"
#include "core/output/json_writer.h"

#include <string>
#include <string_view>

namespace lockkeeper::ctl {

/// A lock left to its TTL belongs to the calling shell or script, which outlives us.
[[nodiscard]] lock::Owner ownerOfLease(bool isHeld);

/// "orders acquired, token 1a2b3c4d, 30s left", and any fencing token.
[[nodiscard]] std::string acquiredLine(const lock::Lease& lease);
/// Null: nothing acquired, or unknown.
void writeAcquired(output::JsonWriter& out, const lock::Lease* lease, bool isUnknown = false);

/// Also false if a signal or the lease's end comes first.
[[nodiscard]] bool printAcquired(
    const lock::Lease& lease, const SignalPipe& signals, std::string_view text);
[[nodiscard]] int explainLost(const lock::Lease& lease, const config::Deployment& deployment);

/// Holds the lease until a signal or its loss, or leaves it to its TTL. Releases it if standard
/// output failed.
[[nodiscard]] int keepLease(lock::Lease& lease, lock::Ttl ttl, bool isHeld, SignalPipe& signals,
    const config::Deployment& deployment);

} // namespace lockkeeper::ctl
