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

/// In bytes: the names of one acquire together. All leases of a client share its connections, so a
/// request of many megabytes would hold up their renewals.
inline constexpr std::size_t kLongestNames = 65536;

/// What a wait does that is part of a certain deadlock.
enum class OnDeadlock {
    Wait, ///< goes on: somebody may free a lock of the circle
    Fail, ///< ends with Deadlocked
};

/// How to acquire a lock. If neither `wait` nor `tries` is set, one try is made, without waiting.
struct AcquireOptions {
    Ttl ttl;
    /// How long to keep trying while another client holds the lock. Waiters of one LockClient for
    /// the same resources queue in order of arrival, unless `tries` is set. Not negative.
    std::chrono::milliseconds wait{0};
    /// Maximum number, at least one; unset: unlimited if `wait` is positive, else one.
    std::optional<unsigned> tries{};
    /// Delay between two tries, plus or minus `retryJitter`. All waiters in a queue use the
    /// shortest delay among them. An expiry wakes a waiter earlier; so does a release or a
    /// deletion, on masters that support CLIENT TRACKING. At least a second after too many masters
    /// for a quorum have refused this user. Neither may be negative; a delay of 0 counts as 1 ms.
    std::chrono::milliseconds retryDelay{200};
    std::chrono::milliseconds retryJitter{100};
    /// Per master, 1 ms to 100 years (of 365 days); unset: the deployment's timeout.
    std::optional<std::chrono::milliseconds> timeout{};
    /// How much the clocks may differ within one TTL: this fraction of the TTL, and 2 ms. From 0 to
    /// below 1.
    double driftFactor = 0.01;
    bool isRenewed = true; ///< renew whenever a third of the TTL has passed, while held
    /// How long to renew. Afterwards the lease ends at its deadline, so that a forgotten one can't
    /// live for ever. At least 1 ms.
    std::chrono::milliseconds maxHold = std::chrono::hours(24);
    /// Request a fencing token. This costs a second round trip if there are several masters or
    /// resources. Tokens grow with each holder as long as the masters keep their data over restarts
    /// (appendfsync always).
    bool isFenced = false;
    /// If this thread already holds exactly these resources by a reentrant acquire, return another
    /// lease on the same claim at once. The lock is freed when the last of these leases is
    /// released. Unsupported if the existing claim uses another scheme, or if it has no fencing
    /// token and isFenced is set. LockClient::startAcquire() ignores this option.
    bool isReentrant = false;
    /// Announce a wait that lasts, so that watchers can show who waits for whom, and find
    /// deadlocks. See docs/guarantees.md, "Waiting".
    bool isWaitAnnounced = true;
    /// The tokens of the locks that whoever waits keeps meanwhile (Lease::fingerprint()). A cycle
    /// of such waiters is a deadlock for certain. Unset: for acquire(), those that this thread has
    /// taken by acquire() of this client and that still are held; for startAcquire(), unknown. Set
    /// it where a lease was handed to another thread, or comes from another client.
    std::optional<std::vector<Fingerprint>> holding{};
    /// False: another thread may release the lease. It then does not count as one that this thread
    /// holds while it waits for others. Ignored with isReentrant.
    bool isHeldByThread = true;
    /// False: a lock in `holding` may be released before this wait is over, so that a deadlock is
    /// only likely.
    bool isHoldingCertain = true;
    /// Whether to wait on in a deadlock. Fail needs isWaitAnnounced. It finds only circles whose
    /// members all announce `holding` as certain, and starts to search when the wait is announced.
    /// It asks the masters about once a second; where they refuse (`+pubsub|channels` is not
    /// granted) or fail, the wait goes on as without it. Of several in a circle that use Fail, one
    /// fails. Ignored without `wait` or `tries`, and while it is unknown what the waiter holds.
    OnDeadlock onDeadlock = OnDeadlock::Wait;
    /// Ends the wait; may be requested from any thread. A try in progress is completed first, and
    /// its lock is returned if it wins. Otherwise the outcome is that of the last try.
    std::stop_token stop{};
    /// Called once if the lease is lost, no later than its deadline, on the thread that drives the
    /// event loop. Must not block or throw. The same event as Lease::lost(). If several leases
    /// share one claim, the callback of each is called, even of those released before the loss.
    std::function<void()> onLost{};
    SchemeRef scheme = redlock();
    /// On each master that stores exactly this value, take the lock in its place; elsewhere take it
    /// if it is free. For one resource; Unsupported for schemes that can't compare and replace in
    /// one command.
    std::optional<PlaceHolder> inPlaceOf{};
};

/// The holder of a resource, as reported by the masters.
struct CurrentHolder {
    Resource resource;
    /// That of the value that most masters store. Unset if that value is not a string, is empty, or
    /// is longer than kLongestToken.
    std::optional<Fingerprint> fingerprint{};
    std::optional<TokenParts> parts{}; ///< set if the value is one of our tokens
    /// Number of masters that store this value. If `fingerprint` is unset: number of masters that
    /// store a value without a fingerprint.
    std::size_t masters = 0;
    /// Time until fewer than a quorum store the value, unless it is renewed. Unset: it never
    /// expires.
    std::optional<std::chrono::milliseconds> remaining{};
};

/// Another client holds the resource on so many masters that a quorum is out of reach.
struct Contended {
    std::vector<MasterVote> votes;
    /// Unset: no master could be read, or the lock was free again.
    std::optional<CurrentHolder> holder{};
};

/// Too many masters failed, refused, or answered too late. Nothing is held.
struct NoQuorum {
    enum class Reason {
        TooFewAnswers,
        TooLate, ///< a quorum agreed when hardly anything of the TTL was left: use a longer one
    };
    std::vector<MasterVote> votes;
    Reason reason = Reason::TooFewAnswers;
};

/// The wait could not end: it was part of a circle of waiters, each of which holds a lock that the
/// one before waits for. Nothing is taken; what the caller held before is still held, and has to be
/// released for the others to get on.
struct Deadlocked {
    /// A lock of the circle, and its holder, who waits for the lock of the next link.
    struct Link {
        Resource resource;
        Fingerprint token; ///< under which it is held
        Owner holder;
        WallTime since{}; ///< the holder has waited since then, by its own clock
    };
    std::vector<MasterVote> votes; ///< of the last try
    /// Begins with a lock that this acquire waited for. The last one is held by the caller.
    std::vector<Link> circle;
};

} // namespace lockkeeper::lock
