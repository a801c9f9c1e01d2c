// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/lock/master_vote.h"
#include "core/lock/place_holder.h"
#include "core/lock/scheme_ref.h"
#include "core/lock/token.h"
#include "core/lock/ttl.h"
#include "core/text/fingerprint.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockkeeper::lock {

/// In bytes, of all names of one acquire. More would delay renewals.
inline constexpr std::size_t kLongestNames = 65536;

/// What a wait does in a certain deadlock.
enum class OnDeadlock {
    Wait, ///< goes on: another may free its lock
    Fail, ///< ends with Deadlocked
};

/// How to acquire a lock. Without `wait` and `tries`, one try is made.
struct AcquireOptions {
    Ttl ttl;
    /// How long to keep trying; not negative. Waiters of one LockClient for the same resources
    /// queue in order, unless `tries` is set.
    std::chrono::milliseconds wait{0};
    /// At least one. Unset: unlimited if `wait` is positive, else one.
    std::optional<unsigned> tries{};
    /// Delay between tries, plus or minus `retryJitter`; not negative; 0 counts as 1 ms. A queue
    /// uses its shortest delay. Expiry ends it early, with CLIENT TRACKING also a release. At least
    /// 1 s if too many masters refuse this user.
    std::chrono::milliseconds retryDelay{200};
    std::chrono::milliseconds retryJitter{100};
    /// Per master, 1 ms to 100 years. Unset: the deployment's.
    std::optional<std::chrono::milliseconds> timeout{};
    /// Clock drift as a fraction of the TTL (0 to below 1); 2 ms are added.
    double driftFactor = 0.01;
    bool isRenewed = true; ///< whenever a third of the TTL has passed
    /// Renewal ends after this time, the lease at its deadline. At least 1 ms.
    std::chrono::milliseconds maxHold = std::chrono::hours(24);
    /// Get a fencing token: a second round trip with several masters or resources. Needs masters
    /// that keep data over restarts (appendfsync always).
    bool isFenced = false;
    /// If this thread holds exactly these resources by a reentrant acquire, return another lease on
    /// that claim at once; the last one frees the lock. Unsupported for another scheme, or if only
    /// this acquire isFenced. Not for LockClient::startAcquire().
    bool isReentrant = false;
    /// Announce a lasting wait to watchers: docs/guarantees.md, "Waiting".
    bool isWaitAnnounced = true;
    /// Fingerprints of leases that the waiter keeps meanwhile. A cycle of such waiters is a
    /// deadlock. Unset: what this thread took by acquire() of this client; unknown for
    /// startAcquire(). Set it for leases from another thread or client.
    std::optional<std::vector<Fingerprint>> holding{};
    /// False: another thread may release the lease, so this one is not its holder. Ignored with
    /// isReentrant.
    bool isHeldByThread = true;
    /// False: a lock in `holding` may be released before the wait ends.
    bool isHoldingCertain = true;
    /// Fail needs isWaitAnnounced. Once announced, the wait searches for circles about once a
    /// second; all members must announce certain holds. One member with Fail gives up. If masters
    /// fail or refuse (`+pubsub|channels`), the wait goes on. Ignored without `wait` or `tries`, or
    /// with unknown holds.
    OnDeadlock onDeadlock = OnDeadlock::Wait;
    /// Ends the wait, from any thread. A try in progress may still win.
    std::stop_token stop{};
    /// Called once at a loss, as Lease::lost(), for each lease of a shared claim, even a released
    /// one. Must not block or throw.
    std::function<void()> onLost{};
    SchemeRef scheme = redlock();
    /// Replace exactly this value on masters that store it; take the lock on others if it is free.
    /// One resource only. Unsupported by some schemes.
    std::optional<PlaceHolder> inPlaceOf{};
};

/// The holder of a resource, as masters report it.
struct CurrentHolder {
    Resource resource;
    /// Of the value that most masters store. Unset if it is empty, no string, or longer than
    /// kLongestToken.
    std::optional<Fingerprint> fingerprint{};
    std::optional<TokenParts> parts{}; ///< set if the value is one of our tokens
    /// Masters that store this value; without `fingerprint`, any value.
    std::size_t masters = 0;
    /// Time until fewer than a quorum store it. Unset: never expires.
    std::optional<std::chrono::milliseconds> remaining{};
};

/// Others hold too many masters for a quorum.
struct Contended {
    std::vector<MasterVote> votes;
    /// Unset: no master could be read, or the lock was free again.
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

/// The wait was part of a circle of waiters. Nothing is taken. Release a lock that you hold to free
/// the others.
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
