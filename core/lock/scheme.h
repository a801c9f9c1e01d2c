// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/round.h"
#include "core/lock/scheme_ref.h"
#include "core/lock/token.h"
#include "core/text/fingerprint.h"

#include <string_view>

namespace lockkeeper::lock {

/// A locking scheme: how locks are taken, kept and freed on the masters, and how the answers count.
/// Redlock is the one to use. The classic schemes exist to work beside other libraries, to teach
/// and to demonstrate; the source file of each names its faults.
///
/// Immutable and stateless: one object serves all clients and threads. The operations run on the
/// scheduler's thread, never block, call their handler exactly once, and take at most
/// `context.timeout` (a fenced attempt twice that). The context must outlive them.
class Scheme {
public:
    /// What a scheme supports. Anything else is refused before a command is sent.
    struct Abilities {
        bool hasManyMasters = false; ///< decides by a quorum of N masters
        bool isExtendable = false;
        bool hasManyResources = false;
        bool isFenceable = false;
        bool isTtlOptional = false; ///< supports locks that never expire
        bool hearsAsks = false; ///< an extension reads whether the holder is asked to release
        bool canReplace = false; ///< takes a lock in the place of a value (Claim::place())
    };

    Scheme() = default;
    Scheme(const Scheme&) = delete;
    Scheme& operator=(const Scheme&) = delete;
    virtual ~Scheme() = default;

    /// The name shown on screen and used on the command line.
    [[nodiscard]] virtual std::string_view name() const noexcept = 0;
    [[nodiscard]] virtual Abilities abilities() const noexcept = 0;

    /// Creates a fresh token for one try. System if there are no random numbers.
    [[nodiscard]] virtual Result<Token> makeToken(
        const Owner& owner, WallTime now, Ttl ttl) const = 0;

    /// Fingerprint of the value that a claim stores, as an observer sees it. Pure.
    [[nodiscard]] virtual Fingerprint fingerprintOf(const Claim& claim) const
    {
        return Fingerprint::ofString(claim.token().value());
    }

    /// Makes one try. A lost try is undone, as far as the scheme supports that.
    virtual void tryAcquire(
        const LockContext& context, Attempt attempt, RoundHandler handler) const = 0;
    /// Renews the TTL of a held claim. Only called if isExtendable.
    virtual void extend(
        const LockContext& context, Extension extension, RoundHandler handler) const = 0;
    /// Frees a held claim; what it replaced is put back for the rest of its time. Masters that
    /// can't be reached get the release later, until the TTL has passed at `until`.
    virtual void release(
        const LockContext& context, Claim claim, SteadyTime until, RoundHandler handler) const = 0;
};

} // namespace lockkeeper::lock
