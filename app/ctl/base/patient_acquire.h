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

/// What is typed to take a lock.
struct TakingOptions {
    TypedResource typed;
    std::chrono::milliseconds ttl{30'000};
    std::optional<std::chrono::milliseconds> wait; ///< nullopt: none was given
    lock::OnDeadlock onDeadlock = lock::OnDeadlock::Wait;
    lock::SchemeRef scheme = lock::redlock(); ///< (Redis)
    std::string schemeName; ///< as typed; empty: the store's usual one
    bool isRenewed = true; ///< while it is held
    std::string note; ///< what to say beside the lock while it is held; empty: nothing
};

/// Adds the name, --ttl, --wait, --on-deadlock, --scheme and --note. Parsing fills `options`, which
/// must outlive it.
void addTaking(CLI::App& command, TakingOptions& options, const std::string& ttlHelp,
    const std::string& waitHelp);
/// Throws CLI::ParseError if the name is missing or empty, or the note can't be one.
void checkTaking(const TakingOptions& options);

/// How to take what is typed.
struct OpenTaker {
    std::unique_ptr<lock::Taker> taker;
    Resource resource; ///< as watchers show it
};
/// Errors: InvalidArgument or Unsupported if the store has no such names, or not what `options` ask
/// for.
[[nodiscard]] Result<OpenTaker> openTaker(
    const config::Deployment& deployment, const TakingOptions& options, lock::Owner owner);

/// A signal ended the wait. Nothing is held.
struct Interrupted {
    int signal = 0;
};

using InterruptibleOutcome
    = std::variant<lock::Lease, lock::Contended, lock::NoQuorum, lock::Deadlocked, Interrupted>;

/// Acquires the lock, but a signal from `signals` ends it. SIGCHLD does not end it.
///
/// Tries once without waiting; only if another owner holds the lock then, or masters in quarantine
/// have no vote yet, it waits for up to `options.wait`. So NoQuorum for another reason is returned
/// at once at the first try, while NoQuorum during the wait does not end it. Blocks for
/// `options.wait` and two tries at most; after a signal, for the rest of one try. Ignores
/// `options.stop`.
[[nodiscard]] Result<InterruptibleOutcome> acquireInterruptibly(lock::Taker& taker,
    const Resource& resource, const lock::AcquireOptions& options, SignalPipe& signals);

/// Writes the note of `options`, which stays until the result is destroyed. Null without one. If it
/// can't be written, prints why on standard error: the lock is held all the same.
[[nodiscard]] std::unique_ptr<release::KeptNote> keepNote(
    const TakingOptions& options, const config::Deployment& deployment);

/// Asks the masters, by extending the lease, whether it was lost since its last renewal. False also
/// if too few of them answer. Blocks for one command timeout at most. Call it before release(),
/// which answers before all masters have.
[[nodiscard]] bool wasLost(lock::Lease& lease, lock::Ttl ttl);

/// Releases the lease. Returns kExitDone, or, if too few masters did it, the exit code; then prints
/// on standard error what they answered. Blocks for one command timeout at most.
[[nodiscard]] int releaseAndExplain(lock::Lease& lease, const config::Deployment& deployment);

/// Prints on standard error what the masters that failed answered to the latest extension, one line
/// each; nothing if that did not fail.
void explainLoss(const lock::Lease& lease, const config::Deployment& deployment);

/// Prints on standard error who asks for the lock, and why; nothing if nobody does.
void tellAsk(const lock::Lease& lease);

/// Prints on standard error why nothing was acquired, and returns the exit code. `outcome` must not
/// be a Lease.
int explainFailure(
    const InterruptibleOutcome& outcome, const Resource& resource, const Target& target);

} // namespace lockkeeper::ctl
