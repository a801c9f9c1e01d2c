// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/resource_option.h"
#include "app/ctl/base/signal_pipe.h"
#include "app/ctl/base/target.h"
#include "core/lock/taker.h"
#include "core/release/note_writing.h"

#include <memory>
#include <variant>

namespace lockkeeper::ctl {

struct TakingOptions {
    TypedResource typed;
    std::chrono::milliseconds ttl{30'000};
    std::chrono::milliseconds wait{0};
    lock::OnDeadlock onDeadlock = lock::OnDeadlock::Wait;
    lock::SchemeRef scheme = lock::redlock(); ///< (Redis)
    std::string schemeName; ///< as typed; empty: the default
    bool isRenewed = true;
    bool isFenced = false;
    std::string note; ///< published while the lock is held
};

void addTtl(CLI::App& command, std::chrono::milliseconds& ttl, const std::string& help);
void addTaking(CLI::App& command, TakingOptions& options, const std::string& ttlHelp,
    const std::string& waitHelp);
void checkTaking(const TakingOptions& options);

struct Interrupted {
    int signal = 0;
};

using InterruptibleOutcome
    = std::variant<lock::Lease, lock::Contended, lock::NoQuorum, lock::Deadlocked, Interrupted>;

/// Acquires the lock unless a signal other than SIGCHLD comes first. Waits only if the first try
/// finds another owner, or lacks only quarantined masters; prints for whom after a second. Blocks
/// for `options.wait` and two tries at most; one try after a signal. Ignores `options.stop`.
[[nodiscard]] Result<InterruptibleOutcome> acquireInterruptibly(lock::Taker& taker,
    const Resource& resource, const lock::AcquireOptions& options, SignalPipe& signals);

struct Taking {
    std::unique_ptr<lock::Taker> taker;
    Resource resource; ///< as watchers show it
    lock::Ttl ttl;
    InterruptibleOutcome outcome;
};

/// acquireInterruptibly() with the caller's leases as `holding`. Also InvalidArgument, or
/// Unsupported by the store.
[[nodiscard]] Result<Taking> takeLock(const config::Deployment& deployment,
    const TakingOptions& options, lock::Owner owner, bool isRenewed, SignalPipe& signals);

/// The note stays until the result is destroyed. Null without a note, or after a write error, which
/// it prints.
[[nodiscard]] std::unique_ptr<release::KeptNote> keepNote(
    const TakingOptions& options, const config::Deployment& deployment);

/// Extends the lease to see if it was lost. False if too few masters answer. Blocks for one command
/// timeout. Call before release(), which does not wait for all masters.
[[nodiscard]] bool wasLost(lock::Lease& lease, lock::Ttl ttl);

/// kExitDone if enough masters release it; else prints their answers. Blocks for one command
/// timeout.
[[nodiscard]] int releaseAndExplain(lock::Lease& lease, const config::Deployment& deployment);

/// Extends the lease to see if that is allowed. kExitDone also if too few masters answer; else
/// prints what is refused, and that the lock stays. Blocks for one command timeout.
[[nodiscard]] int explainUnlessRenewable(
    lock::Lease& lease, lock::Ttl ttl, const config::Deployment& deployment);

void explainLoss(const lock::Lease& lease, const config::Deployment& deployment);

void tellAsk(const lock::Lease& lease);

/// Not for a Lease.
int explainFailure(
    const InterruptibleOutcome& outcome, const Resource& resource, const Target& target);

} // namespace lockkeeper::ctl
