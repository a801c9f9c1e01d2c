// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/round.h"
#include "core/lock/scheme_ref.h"
#include "core/lock/token.h"
#include "core/text/fingerprint.h"

#include <string_view>

namespace lockkeeper::lock {

/// How locks are taken, kept and freed, and how answers count: docs/schemes.md. Immutable; any
/// thread.
///
/// Operations run on the scheduler's thread, call their handler once, and take at most
/// `context.timeout` (twice if fenced).
class Scheme {
public:
    /// Anything else is refused before sending.
    struct Abilities {
        bool hasManyMasters = false;
        bool isExtendable = false;
        bool hasManyResources = false;
        bool isFenceable = false;
        bool isTtlOptional = false;
        bool hearsAsks = false;
        bool canReplace = false; ///< see Claim::place()
    };

    Scheme() = default;
    Scheme(const Scheme&) = delete;
    Scheme& operator=(const Scheme&) = delete;
    virtual ~Scheme() = default;

    [[nodiscard]] virtual std::string_view name() const noexcept = 0;
    [[nodiscard]] virtual Abilities abilities() const noexcept = 0;

    /// Fresh for each try.
    [[nodiscard]] virtual Result<Token> makeToken(
        const Owner& owner, WallTime now, Ttl ttl) const = 0;

    /// Of the value, as observers see it.
    [[nodiscard]] virtual Fingerprint fingerprintOf(const Claim& claim) const
    {
        return Fingerprint::ofString(claim.token().value());
    }

    /// A lost try is undone, if the scheme can.
    virtual void tryAcquire(
        const LockContext& context, Attempt attempt, RoundHandler handler) const = 0;
    virtual void extend(
        const LockContext& context, Extension extension, RoundHandler handler) const = 0;
    /// Puts back what was replaced. Unreachable masters get the release later, until the TTL ends
    /// at `until`.
    virtual void release(
        const LockContext& context, Claim claim, SteadyTime until, RoundHandler handler) const = 0;
};

} // namespace lockkeeper::lock
