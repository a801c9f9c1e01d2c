// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/enum_names.h"
#include "core/release/plan.h"

namespace lockkeeper::release {

/// Result of a release or revoke on one master.
enum class MasterResult {
    Released, ///< deleted; `error` is set if its waiters were not notified
    Revoked, ///< the token was replaced by a tombstone
    AlreadyGone, ///< the key did not exist
    AnotherHolder, ///< the key stores another value; it was left alone
    Unreachable, ///< not connected; nothing was sent
    Refused, ///< an error reply, a replica, or waiters that can't be woken: nothing was deleted
    Unknown, ///< sent, but not answered: it may or may not be deleted
    /// The holder has changed on another master. The key still stores the token, or (error) could
    /// not be read.
    NotSent,
    Asked, ///< the holder finds the ask at its next renewal; the key still stores the token
    AskedAlready, ///< by an earlier ask, which stays
};
constexpr auto enumNames(MasterResult /*of*/) noexcept
{
    return std::array{"released", "revoked", "already-gone", "another-holder", "unreachable",
        "refused", "unknown", "not-sent", "asked", "asked-already"};
}

/// The result of one master, with the reason when there is one.
struct MasterOutcome {
    MasterId master;
    MasterResult result = MasterResult::Unknown;
    std::optional<Error> error{};
    std::optional<lock::Ask> ask{}; ///< (AskedAlready) the earlier one
};

/// What became of an acquire.
enum class AcquireResult { Acquired, Contended, NoQuorum, Failed, Cancelled };
constexpr auto enumNames(AcquireResult /*of*/) noexcept
{
    return std::array{"acquired", "contended", "no-quorum", "failed", "cancelled"};
}

/// The acquire that follows a revoke in a steal.
struct Taken {
    AcquireResult result = AcquireResult::Failed;
    std::optional<Fingerprint> token{}; ///< (Acquired) of the lease
};

/// The result of a whole release or revoke.
struct Report {
    std::vector<MasterOutcome> outcomes; ///< one per master, in the plan's order
    /// True if, just before the release, a master that had shown the token stored another value, so
    /// that nothing was sent.
    bool hasHolderChanged = false;
    /// Masters that may still store the token: all but AnotherHolder, Released, Revoked and
    /// AlreadyGone.
    [[nodiscard]] std::size_t possiblyStillHeld() const;
    [[nodiscard]] std::size_t count(MasterResult result) const;
    /// True if the holder was asked, by this ask or an earlier one.
    [[nodiscard]] bool isAsked() const;
    /// The earlier ask; nullopt: there was none.
    [[nodiscard]] std::optional<lock::Ask> earlierAsk() const;
    /// True if the token can no longer have a quorum of the plan's masters. False if nothing was
    /// sent.
    bool isQuorumFreed = false;
    bool isForCount = false; ///< a number was to be set: Released means that it is
    /// (a steal) nullopt: nothing was tried, because the holder may still have its quorum, or
    /// another one has it.
    std::optional<Taken> taken{};
    /// Set if the release was done, but its result could not be written to the journal.
    std::optional<Error> journalError{};
};

} // namespace lockkeeper::release
