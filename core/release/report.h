// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/enum_names.h"
#include "core/release/plan.h"

namespace lockkeeper::release {

enum class MasterResult {
    Released, ///< deleted; `error`: waiters were not notified
    Revoked,
    AlreadyGone,
    AnotherHolder, ///< another value, left alone
    Unreachable, ///< nothing sent
    Refused, ///< an error reply, or a replica: nothing was deleted
    Unknown, ///< no answer: may or may not be deleted
    /// The holder changed on another master. This one has the token, or (error) is unread.
    NotSent,
    Asked, ///< the token is still here
    AskedAlready,
};
constexpr auto enumNames(MasterResult /*of*/) noexcept
{
    return std::array{"released", "revoked", "already-gone", "another-holder", "unreachable",
        "refused", "unknown", "not-sent", "asked", "asked-already"};
}

struct MasterOutcome {
    MasterId master;
    MasterResult result = MasterResult::Unknown;
    std::optional<Error> error{};
    std::optional<lock::Ask> ask{}; ///< (AskedAlready)
};

enum class AcquireResult { Acquired, Contended, NoQuorum, Failed, Cancelled };
constexpr auto enumNames(AcquireResult /*of*/) noexcept
{
    return std::array{"acquired", "contended", "no-quorum", "failed", "cancelled"};
}

struct Taken {
    AcquireResult result = AcquireResult::Failed;
    std::optional<Fingerprint> token{}; ///< (Acquired)
};

struct Report {
    std::vector<MasterOutcome> outcomes; ///< in the plan's order
    /// A master that showed the token stores another: nothing was sent, or done.
    bool hasHolderChanged = false;
    /// All masters but AnotherHolder, Released, Revoked and AlreadyGone.
    [[nodiscard]] std::size_t possiblyStillHeld() const;
    [[nodiscard]] std::size_t count(MasterResult result) const;
    [[nodiscard]] bool isAsked() const;
    [[nodiscard]] std::optional<lock::Ask> earlierAsk() const;
    /// The token can't have a quorum any more. False if nothing was sent.
    bool isQuorumFreed = false;
    bool isToldAtOnce = false; ///< (Asked) an ensemble's holders do not wait for a renewal
    bool isForCount = false; ///< Released: the number is set
    /// (steal) nullopt: not tried; the old holder may keep its quorum, or another has it.
    std::optional<Taken> taken{};
    /// The result is not in the journal.
    std::optional<Error> journalError{};
};

} // namespace lockkeeper::release
