// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/export.h"
#include "core/observe/board/votes/loss.h"
#include "core/observe/board/votes/rarely.h"
#include "core/observe/formats/holder.h"
#include "core/types.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

enum class EvidenceKind {
    NeverExpires, ///< no TTL
    MinorityLeftover, ///< a token on fewer masters than the quorum
    HolderProcessGone, ///< the holder ran on this host and its process no longer exists
    ExpiredByOwnTimestamp, ///< the value states an expiry that has passed
    RenewalLate, ///< was renewed regularly, and a renewal is late by half of that time
    RenewalsStopped, ///< a renewal is late by all of that time
    RenewedForLong, ///< was seen to be renewed, and held longer than the deployment's threshold
    HeldUnusuallyLong, ///< many times longer than usual for its resource
    TtlTooLarge, ///< a TTL above the deployment's maximum
    SplitVotes, ///< masters store different tokens, and none has a quorum
    OutvotedToken, ///< some masters store another token than the one that has a quorum
    WrongType, ///< a master stores something else under this name that is no lock
    HolderConnectionGone, ///< all masters listed their clients, and none is the holder's
    Deadlock, ///< its holder waits for others that wait for this lock
    LikelyDeadlock, ///< the same of processes: another thread of one may end it
    WaitsForDead, ///< somebody waits for the lock, and its holder is gone
    MayBeHeldTwice, ///< masters lost another token, whose lease still runs
    QueueHeadGone, ///< nobody holds it, and the only one who could take it does not listen
    SessionUnknown, ///< its node is there, and the ensemble does not know the node's session
    OrphanNode, ///< two nodes of one attempt to take it: their program knows of one of them
    SequenceNearOverflow, ///< the numbers that order its nodes run over soon, or have done so
};
constexpr auto enumNames(EvidenceKind /*of*/) noexcept
{
    return std::array{"never-expires", "minority-leftover", "holder-process-gone",
        "expired-by-own-timestamp", "renewal-late", "renewals-stopped", "renewed-for-long",
        "held-unusually-long", "ttl-too-large", "split", "outvoted-token", "wrong-type",
        "holder-connection-gone", "deadlock", "likely-deadlock", "waits-for-dead",
        "may-be-held-twice", "queue-head-gone", "session-unknown", "orphan-node",
        "sequence-near-overflow"};
}

/// The lease of a token that masters lost: its holder did not release it, and may not know.
struct LostLease {
    Holder holder{};
    bool isRunning = false; ///< its process is known to exist
    std::vector<MasterId> masters{}; ///< that lost it, in the deployment's order
    LossCause cause = LossCause::Unknown;
    /// From the loss until the present holder was first seen.
    std::chrono::milliseconds takenAfter{0};

    friend bool operator==(const LostLease&, const LostLease&) = default;
};

/// One reason to call a lock stale, with the facts that a sentence about it needs: see
/// words::evidenceText().
struct Evidence {
    EvidenceKind kind = EvidenceKind::NeverExpires;
    /// (HolderProcessGone) the holder's; (OutvotedToken) of the other token, if it still exists
    std::optional<std::int64_t> pid{};
    bool isPidReused = false; ///< (HolderProcessGone) another process has the pid now
    bool isOfNode = false; ///< (NeverExpires, HolderConnectionGone) the lock is a node
    bool isProposed = false; ///< (Deadlock, LikelyDeadlock) it is the one to release
    /// (ExpiredByOwnTimestamp); (QueueHeadGone) when its library drops it from the queue;
    /// (HolderConnectionGone) when its session ends
    std::optional<WallTime> expiredAt{};
    /// (RenewalLate, RenewalsStopped) the last renewal; (RenewedForLong, HeldUnusuallyLong) the
    /// acquisition, as far as known; (MayBeHeldTwice) the loss. A moment, so that whoever shows the
    /// time since then counts on.
    std::optional<SteadyTime> since{};
    /// (RenewalLate, RenewalsStopped) between two renewals; (RenewedForLong, TtlTooLarge) the
    /// threshold; (HeldUnusuallyLong) the usual time; (MayBeHeldTwice) what was left of the lost
    /// lease; nullopt: it had no TTL.
    std::optional<std::chrono::milliseconds> measure{};
    /// (MinorityLeftover, OutvotedToken) for the token, for other tokens; (Deadlock,
    /// LikelyDeadlock) the locks of the circle; (WaitsForDead, QueueHeadGone) those who wait
    std::size_t votes = 0;
    std::size_t masters = 0; ///< (MinorityLeftover, OutvotedToken) of the deployment
    LazyValue<LostLease> lost{}; ///< (MayBeHeldTwice)

    /// Ignores `since`: another renewal, or a clock that was set, is no new reason.
    friend bool operator==(const Evidence& a, const Evidence& b)
    {
        return a.kind == b.kind && a.pid == b.pid && a.isPidReused == b.isPidReused
            && a.isOfNode == b.isOfNode && a.isProposed == b.isProposed
            && a.expiredAt == b.expiredAt && a.measure == b.measure && a.votes == b.votes
            && a.masters == b.masters && a.lost == b.lost;
    }
};

/// All evidence for one lock. Takes eight bytes if there is none, as usual.
class EvidenceList {
public:
    EvidenceList() = default;
    EvidenceList(std::vector<Evidence> all) // NOLINT(google-explicit-constructor): the same values
        : m_all(std::move(all))
    { }

    [[nodiscard]] bool empty() const noexcept { return m_all->empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return m_all->size(); }
    [[nodiscard]] auto begin() const noexcept LK_LIFETIME_BOUND { return m_all->begin(); }
    [[nodiscard]] auto end() const noexcept { return m_all->end(); }
    [[nodiscard]] bool has(EvidenceKind kind) const noexcept
    {
        return std::ranges::find(*m_all, kind, &Evidence::kind) != end();
    }
    [[nodiscard]] const Evidence& front() const LK_LIFETIME_BOUND { return m_all->front(); }
    void push_back(const Evidence& evidence)
    {
        m_all.edit([&](auto& all) { all.push_back(evidence); });
    }
    [[nodiscard]] const std::vector<Evidence>& vector() const noexcept LK_LIFETIME_BOUND
    {
        return *m_all;
    }

    friend bool operator==(const EvidenceList&, const EvidenceList&) = default;

private:
    LazyValue<std::vector<Evidence>> m_all;
};

} // namespace lockkeeper::observe
