// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/round.h"
#include "core/lock/scheme_ref.h"
#include "core/lock/token.h"
#include "core/text/fingerprint.h"

#include <string_view>

namespace lockkeeper::lock {

/// A way to take, keep and free locks: what is written to the masters, and how their answers
/// count. Redlock is the one to use; the classic ones are there to work beside other libraries, to
/// teach and to demonstrate, each with the faults that its file names.
///
/// Immutable and without state: one object serves all clients and threads. The operations run on
/// the scheduler's thread, never block, call their handler exactly once, and take at most
/// `context.timeout` (a fenced attempt twice that). The context outlives them.
class Scheme {
public:
    /// What a scheme can't do is refused before anything is sent.
    struct Abilities {
        bool hasManyMasters = false; ///< decides by a quorum of N masters
        bool isExtendable = false;
        bool hasManyResources = false;
        bool isFenceable = false;
        bool isTtlOptional = false; ///< may lock for ever
    };

    Scheme() = default;
    Scheme(const Scheme&) = delete;
    Scheme& operator=(const Scheme&) = delete;
    virtual ~Scheme() = default;

    /// As on screen and on the command line.
    [[nodiscard]] virtual std::string_view name() const noexcept = 0;
    [[nodiscard]] virtual Abilities abilities() const noexcept = 0;

    /// A fresh token for one try. System if there are no random numbers.
    [[nodiscard]] virtual Result<Token> makeToken(
        const Owner& owner, WallTime now, Ttl ttl) const = 0;

    /// Names what a claim stores, as an observer sees it. Pure.
    [[nodiscard]] virtual Fingerprint fingerprintOf(const Claim& claim) const
    {
        return Fingerprint::ofString(claim.token().value());
    }

    /// One try, that leaves nothing behind if it is not won, as far as the scheme can see to that.
    virtual void tryAcquire(
        const LockContext& context, Attempt attempt, RoundHandler handler) const = 0;
    /// Renews the TTL of what is held. Only called if isExtendable.
    virtual void extend(
        const LockContext& context, Extension extension, RoundHandler handler) const = 0;
    /// Frees what is held. Masters that can't be reached are told later, as long as `until`, when
    /// the TTL has done it.
    virtual void release(
        const LockContext& context, Claim claim, SteadyTime until, RoundHandler handler) const = 0;
};

} // namespace lockkeeper::lock
