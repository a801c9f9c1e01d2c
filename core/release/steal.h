// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/release/report.h"

namespace lockkeeper::release {

// A steal takes somebody else's lock, and nobody gets in between. First it is revoked: on each
// master, one script compares the token and puts a tombstone in its place, whose text no other
// process knows. Then it is acquired in that place: on each master, one script replaces exactly
// that tombstone by a fresh token. Until then the tombstone keeps everybody out, and if the acquire
// fails, it is put back. Masters that could not be revoked do not count. executeSteal() does both.

/// Plans the revoke of a lock that is then taken with `options`. Its script also uses each command
/// that the taking needs: who lacks a right is refused before anything has changed.
///
/// Errors as planRevoke(); also Unsupported for a lock that no scheme of ours takes: a hash of
/// another library than Redisson, or one of Redisson on several masters; and for a fencing token
/// that the scheme does not have. InvalidArgument if the TTL is so short that one slow answer would
/// use it up: the lock might be revoked and not taken. System if there are no random numbers. Sends
/// nothing.
[[nodiscard]] Result<Plan> planSteal(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token, observe::Tombstone tombstone,
    const lock::AcquireOptions& options);

/// The scheme that takes the lock of the plan: as its library does, or by a token of ours that its
/// library takes for that of another holder.
[[nodiscard]] lock::SchemeRef schemeOf(const Plan& plan);

/// Completes `options` for the acquire that follows the revoke of the plan, which came to `revoked`
/// at `now`: scheme, and what is replaced. Pure.
[[nodiscard]] lock::AcquireOptions stealOptions(
    const Plan& plan, const Report& revoked, lock::AcquireOptions options, SteadyTime now);

} // namespace lockkeeper::release
