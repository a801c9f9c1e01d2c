// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/release/report.h"

namespace lockkeeper::release {

// A steal takes another's lock with nobody in between: docs/lockctl.md, "steal". The tombstone has
// a secret text, which only the acquire replaces. If that fails, the tombstone returns.

/// Plans the revoke before an acquire with `options`. Its script tries the acquire's commands, so
/// that a missing right refuses before anything changes.
///
/// Errors as planRevoke(). Unsupported also for hashes other than Redisson's, Redisson on several
/// masters, or a fencing token that the scheme lacks. InvalidArgument if one slow answer could use
/// up the TTL. System.
[[nodiscard]] Result<Plan> planSteal(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token, observe::Tombstone tombstone,
    const lock::AcquireOptions& options);

/// The library's own, or one whose token it takes for another holder's.
[[nodiscard]] lock::SchemeRef schemeOf(const Plan& plan);

/// Unknown if masters whose reply is missing could give it a quorum.
[[nodiscard]] AcquireResult resultOf(const lock::NoQuorum& outcome);

/// Sets scheme and tombstone, after a revoke with result `revoked` at `now`.
[[nodiscard]] lock::AcquireOptions stealOptions(
    const Plan& plan, const Report& revoked, lock::AcquireOptions options, SteadyTime now);

} // namespace lockkeeper::release
