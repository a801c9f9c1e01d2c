// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/enum_names.h"
#include "core/release/plan.h"

namespace lockkeeper::release {

enum class MasterResult {
    Released, ///< `error`: waiters were not notified
    Revoked,
    AlreadyGone,
    AnotherHolder, ///< left alone
    Unreachable, ///< nothing was sent
    Refused, ///< an error reply or a replica: not deleted
    Unknown, ///< no answer: may be deleted
    /// Another master's holder changed. This one has the token, or (error) is unread.
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
    std::optional<lock::Ask> ask{};
};

enum class AcquireResult {
    Acquired,
    Contended,
    NoQuorum,
    Failed,
    Cancelled,
    Unknown, ///< masters that did not answer may store it
};
constexpr auto enumNames(AcquireResult /*of*/) noexcept
{
    return std::array{"acquired", "contended", "no-quorum", "failed", "cancelled", "unknown"};
}

struct Taken {
    AcquireResult result = AcquireResult::Failed;
    std::optional<Fingerprint> token{};
};

struct Report {
    std::vector<MasterOutcome> outcomes; ///< in the plan's order
    /// A master that showed the token stores another: nothing was done.
    bool hasHolderChanged = false;
    /// All masters but AnotherHolder, Released, Revoked and AlreadyGone.
    [[nodiscard]] std::size_t possiblyStillHeld() const;
    [[nodiscard]] std::size_t count(MasterResult result) const;
    [[nodiscard]] bool isAsked() const;
    [[nodiscard]] std::optional<lock::Ask> earlierAsk() const;
    /// The token can't have a quorum any more. False if nothing was sent.
    bool isQuorumFreed = false;
    bool isToldAtOnce = false; ///< (Asked) an ensemble's holder does not wait for a renewal
    bool isForCount = false; ///< Released: the number is set
    /// (steal) nullopt: not tried, as a quorum may have the old token or another.
    std::optional<Taken> taken{};
    std::optional<Error> journalError{}; ///< the result is not in the journal
};

} // namespace lockkeeper::release
