// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/master_vote.h"
#include "core/lock/quorum.h"
#include "core/lock/ttl.h"
#include "core/loop/scheduler.h"
#include "core/redis/transport.h"

#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockkeeper::lock {

class KeyWatch;
class UndoBacklog;
class Undoing;
class WaitingLines;

/// What taking and keeping locks needs. Shared by all operations of a client, and outlives them.
struct LockContext {
    std::vector<redis::Transport*> masters;
    Scheduler* scheduler = nullptr;
    const Clock* clock = nullptr;
    std::chrono::milliseconds timeout{1000}; ///< per command and master
    KeyWatch* watch = nullptr; ///< wakes those who wait; without it they poll
    WaitingLines* lines = nullptr; ///< of those who wait; without it each tries for itself
    /// What all this belongs to: stays while a master has not answered to what frees a lock, even
    /// if nobody else needs it any more.
    std::weak_ptr<const void> owner{};
    /// Runs something on the scheduler's thread; callable from any thread, while the owner is kept.
    /// Empty: all is one thread.
    std::function<void(std::function<void()>)> post{};
    std::stop_token closing{}; ///< the client goes: who still waits for a resource stops
    /// Seeds the pauses between tries, once for each that waits; empty: the system's generator
    /// does.
    std::function<std::uint32_t()> randomSeed{};
    /// Which masters have run the script that releases, and so know its SHA-1.
    mutable std::vector<bool> hasReleased{};
    mutable std::shared_ptr<UndoBacklog> backlog{}; ///< null until something is owed to a master

    [[nodiscard]] std::size_t quorum() const noexcept { return quorumOf(masters.size()); }
};

/// One token for one resource, or for several that are taken and freed together. Neither changes;
/// copies share them, and what is known of where the token is, for all that goes on about a claim
/// has a copy.
class Claim {
public:
    using Resources = std::shared_ptr<const std::vector<Resource>>;

    /// At least one resource; sorted, each once.
    Claim(Resources resources, Token token)
        : m_resources(std::move(resources))
        , m_state(std::make_shared<State>(std::move(token)))
    { }
    Claim(std::vector<Resource> resources, Token token)
        : Claim(
            std::make_shared<const std::vector<Resource>>(std::move(resources)), std::move(token))
    { }

    [[nodiscard]] const std::vector<Resource>& resources() const noexcept { return *m_resources; }
    [[nodiscard]] const Resource& resource() const noexcept { return m_resources->front(); }
    [[nodiscard]] const Token& token() const noexcept { return m_state->token; }

    /// Whether the master may store the token: yes, unless noteAbsent() said otherwise. On the
    /// scheduler's thread.
    [[nodiscard]] bool mayBeOn(std::size_t master) const noexcept
    {
        return master >= kTold || !m_state->absent.test(master);
    }
    /// The master certainly does not store the token, and was sent nothing that could still do it.
    void noteAbsent(std::size_t master) noexcept { note(master, true); }
    /// It is about to be sent the token.
    void notePresent(std::size_t master) noexcept { note(master, false); }

private:
    static constexpr std::size_t kTold = 64; ///< masters of which something is known
    struct State {
        explicit State(Token ours)
            : token(std::move(ours))
        { }
        const Token token;
        std::bitset<kTold> absent;
    };
    void note(std::size_t master, bool isAbsent) noexcept
    {
        if (master < kTold)
            m_state->absent.set(master, isAbsent);
    }

    Resources m_resources;
    std::shared_ptr<State> m_state;
};

/// How long, and with what allowance for clock drift.
struct Validity {
    Ttl ttl;
    double driftFactor = 0.01;

    /// When a lock whose first command was sent at `start` must no longer be relied on; never, for
    /// a lock without a TTL.
    [[nodiscard]] SteadyTime deadlineFrom(SteadyTime start) const noexcept
    {
        const SteadyTime end = ttl.after(start);
        return end == SteadyTime::max() ? end : end - clockDrift(ttl.value(), driftFactor);
    }
};

/// What one try to acquire, one extend or one release came to.
struct RoundResult {
    enum class Outcome {
        Won, ///< a quorum said yes, in time
        Denied, ///< too few said yes, though a quorum answered
        NoQuorum, ///< fewer masters than a quorum can answer
        TooLate, ///< a quorum said yes, but the validity had passed by then
    };
    Outcome outcome = Outcome::NoQuorum;
    std::vector<MasterVote> votes; ///< one per master; those not needed are Pending
    SteadyTime deadline{}; ///< (Won) start + ttl - drift
    std::optional<FencingToken> fence{}; ///< (Won, if asked for)
    /// Of a try that is not won: what takes it back, under way; null if nothing has to.
    std::shared_ptr<Undoing> undoing{};
};

/// Called exactly once, on the scheduler's thread.
using RoundHandler = std::function<void(RoundResult)>;

/// A try to take a claim.
struct Attempt {
    Claim claim;
    Validity validity;
    bool isFenced = false; ///< a fencing token is wanted
    std::optional<std::chrono::milliseconds> timeout{}; ///< per master; else the context's
    std::chrono::milliseconds maxHold{0}; ///< how long renewal may go on
};

/// An extension of a claim that is held until `deadline`.
struct Extension {
    Claim claim;
    Validity validity;
    SteadyTime deadline{};
    /// Asked before anything more is sent to a master, such as to give it the key again that it
    /// lost: false once the claim was released, or extended again, for answers to an extension may
    /// come after that.
    std::function<bool()> isWanted;
    std::optional<std::chrono::milliseconds> timeout{}; ///< per master; else the context's
};

} // namespace lockkeeper::lock
