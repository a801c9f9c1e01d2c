// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/master_vote.h"
#include "core/lock/scheme_ref.h"
#include "core/lock/token.h"
#include "core/lock/ttl.h"
#include "core/text/fingerprint.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockkeeper::lock {

/// How to acquire. Without `wait` and `tries`: one try, that waits for nobody.
struct AcquireOptions {
    Ttl ttl;
    /// Keep trying this long while another holds it; behind those of this client who wait for the
    /// same already, unless `tries` are counted.
    std::chrono::milliseconds wait{0};
    std::optional<unsigned> tries{}; ///< at most; without it as many as `wait` allows, or one
    /// Between two tries, plus or minus the jitter; if others of this client wait for the same, the
    /// shortest of them all is everyone's. A waiter is woken before that by a release, a deletion
    /// or an expiry, wherever the masters let it listen.
    std::chrono::milliseconds retryDelay{200};
    std::chrono::milliseconds retryJitter{100};
    std::optional<std::chrono::milliseconds> timeout{}; ///< per master; else the deployment's
    double driftFactor = 0.01; ///< of the TTL; see clockDrift()
    bool isRenewed = true; ///< renew at a third of the TTL while the lease lives ...
    /// ... and at most this long: a lease that somebody forgot must end one day.
    std::chrono::milliseconds maxHold = std::chrono::hours(24);
    /// A fencing token is wanted, at the price of a second round trip. Tokens grow with each holder
    /// as long as the masters keep their data over restarts (appendfsync always).
    bool isFenced = false;
    /// A thread that holds exactly these resources gets another lease on the same claim, at once;
    /// the lock is free when the last of them is released. Unsupported if that claim is by another
    /// scheme, or has no fencing token and one is wanted.
    bool isReentrant = false;
    /// Ends the wait, from any thread: no more tries follow the one that is under way, if it is not
    /// won; then the outcome is that of the last one.
    std::stop_token stop{};
    /// Called once if the lease is lost, no later than its deadline, on whichever thread drives the
    /// loop: must not block, and must not throw. As a std::stop_callback on Lease::lost(). Of
    /// several leases on one claim each one's is called, also of those that were released before
    /// the last.
    std::function<void()> onLost{};
    SchemeRef scheme = redlock();
};

/// Who holds a resource, as far as the masters told.
struct CurrentHolder {
    Resource resource;
    /// Of what most masters store; none: it is not a string, is empty, or is longer than 4096
    /// bytes.
    std::optional<Fingerprint> fingerprint{};
    std::optional<TokenParts> parts{}; ///< if it is one of our tokens
    /// That store this value; without a fingerprint: that store some such value.
    std::size_t masters = 0;
    /// Until fewer than a quorum store it, if nothing is renewed; none: it never expires.
    std::optional<std::chrono::milliseconds> remaining{};
};

/// Another holds the resource on so many masters that a quorum is out of reach.
struct Contended {
    std::vector<MasterVote> votes;
    std::optional<CurrentHolder> holder{}; ///< none: nobody could be read, or it was free again
};

/// Too many masters failed to answer or refused, or not in time; nothing is held.
struct NoQuorum {
    enum class Reason {
        TooFewAnswers,
        TooLate, ///< a quorum said yes when hardly anything of the TTL was left: use a longer one
    };
    std::vector<MasterVote> votes;
    Reason reason = Reason::TooFewAnswers;
};

} // namespace lockkeeper::lock
