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

/// docs/observation.md, "Stale".
enum class EvidenceKind {
    NeverExpires,
    MinorityLeftover,
    HolderProcessGone,
    ExpiredByOwnTimestamp,
    RenewalLate,
    RenewalsStopped,
    RenewedForLong,
    HeldUnusuallyLong,
    TtlTooLarge,
    SplitVotes,
    OutvotedToken,
    WrongType,
    HolderConnectionGone,
    Deadlock,
    LikelyDeadlock,
    WaitsForDead,
    MayBeHeldTwice,
    QueueHeadGone,
    SessionUnknown,
    OrphanNode,
    SequenceNearOverflow,
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

/// Of a lease that masters lost; its holder may not know.
struct LostLease {
    Holder holder{};
    bool isRunning = false;
    std::vector<MasterId> masters{};
    LossCause cause = LossCause::Unknown;
    /// From the loss until the present holder was first seen.
    std::chrono::milliseconds takenAfter{0};

    friend bool operator==(const LostLease&, const LostLease&) = default;
};

/// A reason to look at a lock. All kinds but deadlocks make it stale.
struct Evidence {
    EvidenceKind kind = EvidenceKind::NeverExpires;
    /// (HolderProcessGone) of the holder; (OutvotedToken) of the other holder
    std::optional<std::int64_t> pid{};
    bool isPidReused = false; ///< (HolderProcessGone)
    bool isOfNode = false; ///< (NeverExpires, HolderConnectionGone) the lock is a node
    bool isProposed = false; ///< (Deadlock, LikelyDeadlock) release this lock
    /// (ExpiredByOwnTimestamp) stated expiry; (QueueHeadGone) when it leaves the queue;
    /// (HolderConnectionGone) end of its session
    std::optional<WallTime> expiredAt{};
    /// (RenewalLate, RenewalsStopped) last renewal; (RenewedForLong, HeldUnusuallyLong)
    /// acquisition, as far as known; (MayBeHeldTwice) loss
    std::optional<SteadyTime> since{};
    /// (RenewalLate, RenewalsStopped) interval; (RenewedForLong, TtlTooLarge) threshold;
    /// (HeldUnusuallyLong) usual time; (MayBeHeldTwice) rest of the lease, nullopt: no TTL
    std::optional<std::chrono::milliseconds> measure{};
    /// (MinorityLeftover) for the token; (OutvotedToken) for others; (Deadlock, LikelyDeadlock)
    /// locks of the circle; (WaitsForDead, QueueHeadGone) waiters
    std::size_t votes = 0;
    std::size_t masters = 0; ///< (MinorityLeftover, OutvotedToken) of the deployment
    LazyValue<LostLease> lost{}; ///< (MayBeHeldTwice)

    /// Ignores `since`: a renewal or clock change is no new reason.
    friend bool operator==(const Evidence& a, const Evidence& b)
    {
        return a.kind == b.kind && a.pid == b.pid && a.isPidReused == b.isPidReused
            && a.isOfNode == b.isOfNode && a.isProposed == b.isProposed
            && a.expiredAt == b.expiredAt && a.measure == b.measure && a.votes == b.votes
            && a.masters == b.masters && a.lost == b.lost;
    }
};

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
