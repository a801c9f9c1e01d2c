// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/signal_pipe.h"
#include "core/lock/lock_client.h"

#include <variant>

namespace lockkeeper::ctl {

/// A signal ended the waiting; nothing is held.
struct Interrupted {
    int signal = 0;
};

using PatientOutcome = std::variant<lock::Lease, lock::Contended, lock::NoQuorum, Interrupted>;

/// LockClient::acquire() that a signal ends; children that end are no such signal. Tries once
/// first: NoQuorum ends it then, but not once it waits for another holder. Blocks for
/// `options.wait` and two tries, after a signal for one try at most. `options.stop` is not used.
[[nodiscard]] Result<PatientOutcome> acquirePatiently(lock::LockClient& client,
    const Resource& resource, const lock::AcquireOptions& options, SignalPipe& signals);

/// Says on standard error why nothing was acquired; returns the exit code. No Lease in `outcome`.
int explainFailure(
    const PatientOutcome& outcome, const Resource& resource, const config::Deployment& deployment);

} // namespace lockkeeper::ctl
