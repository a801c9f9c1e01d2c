// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/lock/master_vote.h"
#include "core/lock/scheme_ref.h"
#include "core/lock/token.h"
#include "core/lock/ttl.h"
#include "core/text/fingerprint.h"
#include "core/types.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockkeeper::lock {

/// A value that reserves a lock for those who know it, such as a revoke's tombstone.
struct PlaceHolder {
    std::string value; ///< a string, or a hash's only field; not empty
    /// A release or lost try before that puts it back.
    SteadyTime until{};
    std::vector<MasterId> absentOn{}; ///< that certainly do not store it
};

/// Bytes of all names of one acquire; more would delay renewals.
inline constexpr std::size_t kLongestNames = 65536;

/// What a wait does in a certain deadlock.
enum class OnDeadlock {
    Wait, ///< goes on: another may free its lock
    Fail, ///< ends with Deadlocked
};

struct AcquireOptions {
    Ttl ttl;
    /// Not negative. One client's waiters for the same resources queue in order, unless `tries` is
    /// set.
    std::chrono::milliseconds wait{0};
    /// At least one. Unset: unlimited with a `wait`, else one.
    std::optional<unsigned> tries{};
    /// Pause between two tries, plus or minus `retryJitter`. Not negative; 0 counts as 1 ms; at
    /// least 1 s if too many masters refuse this user. In a queue, the shortest of all counts. The
    /// lock's expiry ends it early; with CLIENT TRACKING, so does a release.
    std::chrono::milliseconds retryDelay{200};
    std::chrono::milliseconds retryJitter{100};
    /// Per master, 1 ms to 100 years. Unset: the deployment's.
    std::optional<std::chrono::milliseconds> timeout{};
    /// Fraction of the TTL, from 0 to below 1; 2 ms are added.
    double driftFactor = 0.01;
    bool isRenewed = true; ///< at each third of the TTL
    /// Renewal ends after this time, the lease at its deadline. At least 1 ms.
    std::chrono::milliseconds maxHold = std::chrono::hours(24);
    /// Gets a fencing token: a second round trip with several masters or resources. Masters must
    /// keep data over restarts (appendfsync always).
    bool isFenced = false;
    /// Returns another lease on this thread's reentrant claim on exactly these resources, at once,
    /// if it has one; the last one frees it. Unsupported with another scheme, or if only this
    /// acquire isFenced. Ignored by LockClient::startAcquire().
    bool isReentrant = false;
    /// Announces a lasting wait to watchers: docs/guarantees.md, "Waiting".
    bool isWaitAnnounced = true;
    /// Leases that the waiter keeps meanwhile; a circle of such waiters is a deadlock. Unset: what
    /// this thread took by this client's acquire(); unknown for startAcquire().
    std::optional<std::vector<Fingerprint>> holding{};
    /// False: another thread may release it, so waits of this one do not count it as held. Ignored
    /// with isReentrant.
    bool isHeldByThread = true;
    /// False: a lock in `holding` may be released before the wait ends.
    bool isHoldingCertain = true;
    /// Fail needs isWaitAnnounced, and known and certain holds in the whole circle. It searches
    /// about once a second; one waiter gives up. If masters fail or refuse (`+pubsub|channels`),
    /// the wait goes on. Ignored without `wait` or `tries`.
    OnDeadlock onDeadlock = OnDeadlock::Wait;
    /// Ends the wait, from any thread. A try in progress may still win.
    std::stop_token stop{};
    /// Called once at each lease's loss, as Lease::lost(); for a shared claim also for released
    /// leases. Must not block or throw.
    std::function<void()> onLost{};
    SchemeRef scheme = redlock();
    /// Replaces exactly this value; masters without it must be free. One resource only; Unsupported
    /// by some schemes.
    std::optional<PlaceHolder> inPlaceOf{};
};

/// A resource's holder, as masters report it.
struct CurrentHolder {
    Resource resource;
    /// Of the value that most masters store. Unset: that value is empty, no string, or longer than
    /// kLongestToken.
    std::optional<Fingerprint> fingerprint{};
    std::optional<TokenParts> parts{}; ///< of our tokens only
    /// Masters that store it; without `fingerprint`, any value.
    std::size_t masters = 0;
    /// Time until fewer than a quorum store it. Unset: never expires.
    std::optional<std::chrono::milliseconds> remaining{};
};

/// Others hold too many masters for a quorum.
struct Contended {
    std::vector<MasterVote> votes;
    /// Unset: no master could be read, or it was free again.
    std::optional<CurrentHolder> holder{};
};

/// Too many masters failed, refused or were late. Nothing is held.
struct NoQuorum {
    enum class Reason {
        TooFewAnswers,
        TooLate, ///< hardly any TTL was left: use a longer one
    };
    std::vector<MasterVote> votes;
    Reason reason = Reason::TooFewAnswers;
};

/// The wait closed a circle of waiters; nothing is taken. Release a lock that you hold to free the
/// others.
struct Deadlocked {
    /// Its holder waits for the next link's lock.
    struct Link {
        Resource resource;
        Fingerprint token; ///< under which it is held
        Owner holder;
        WallTime since{}; ///< by the waiter's clock
    };
    std::vector<MasterVote> votes; ///< of the last try
    /// From a lock that this acquire waited for to one that the caller holds.
    std::vector<Link> circle;
};

} // namespace lockkeeper::lock
