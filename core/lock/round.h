// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/quorum.h"
#include "core/lock/master_vote.h"
#include "core/lock/place_holder.h"
#include "core/lock/ttl.h"
#include "core/loop/scheduler.h"
#include "core/masters/quarantine.h"
#include "core/redis/transport.h"

#include <atomic>
#include <bit>
#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockkeeper::lock {

class AnnouncedWaits;
class KeyWatch;
class UndoBacklog;
class Undoing;
class WaitAnnouncer;
class WaitingLines;

/// Dependencies of taking and keeping locks. Shared by all operations of a client, and outlives
/// them.
struct LockContext {
    std::vector<redis::Transport*> masters;
    Scheduler* scheduler = nullptr;
    const Clock* clock = nullptr;
    std::chrono::milliseconds timeout{1000}; ///< per command and master
    KeyWatch* watch = nullptr; ///< wakes waiters; null: they only poll
    WaitingLines* lines = nullptr; ///< queues of waiters; null: each waiter tries for itself
    WaitAnnouncer* announcer = nullptr; ///< tells watchers who waits; null: nobody is told
    AnnouncedWaits* waits = nullptr; ///< who else waits; null: no deadlock is searched for
    /// Whose votes do not count when a lock is taken; null: all count.
    masters::Quarantine* quarantine = nullptr;
    /// The owner of all this. Each release holds a reference until the masters have answered, even
    /// if nobody else needs the owner any more.
    std::weak_ptr<const void> owner{};
    /// Runs a function on the scheduler's thread. Callable from any thread while `owner` is alive.
    /// Empty: everything runs on one thread.
    std::function<void(std::function<void()>)> post{};
    bool isReadOnly = false; ///< no lock may be taken: acquires are refused
    std::stop_token closing{}; ///< requested when the client is destroyed: waiting acquires stop
    /// Seeds the backoff of each waiter; empty: std::random_device does.
    std::function<std::uint32_t()> randomSeed{};
    /// Which masters have run the release script, and so know its SHA-1.
    mutable std::vector<bool> hasReleased{};
    /// Masters that do not let this user read whether it is asked to release: not asked again.
    mutable std::vector<bool> hidesAsks{};
    mutable std::shared_ptr<UndoBacklog> backlog{}; ///< null until an undo has to be repeated

    [[nodiscard]] std::size_t quorum() const noexcept { return quorumOf(masters.size()); }

    /// Records that a lock is about to be stored for this long.
    void allow(Ttl ttl) const noexcept
    {
        if (quarantine != nullptr && ttl.isFinite())
            quarantine->allow(ttl.value());
    }
    /// Call before a try is sent to the index-th master: then refuseVote() knows in time if it was
    /// a replica for a moment.
    void confirmHistory(std::size_t index) const
    {
        if (quarantine != nullptr && quarantine->mayRefuse(masters.size()))
            masters[index]->confirmHistory();
    }
    /// Why the index-th master's consent to a try that began at `start` does not count; nullopt: it
    /// counts. Consent to extend or release what it stores always counts.
    [[nodiscard]] std::optional<Error> refuseVote(std::size_t index, SteadyTime start) const;
};

/// A token for one resource, or for several that are taken and freed together. Resources and token
/// never change. Copies share them, and share the knowledge about which masters may store the
/// token.
class Claim {
public:
    using Resources = std::shared_ptr<const std::vector<Resource>>;

    /// `resources` must not be empty, and must be sorted without duplicates. `place`: see
    /// AcquireOptions::inPlaceOf.
    Claim(Resources resources, Token token, std::optional<PlaceHolder> place = {})
        : m_resources(std::move(resources))
        , m_state(std::make_shared<State>(std::move(token), std::move(place)))
    { }
    Claim(std::vector<Resource> resources, Token token, std::optional<PlaceHolder> place = {})
        : Claim(std::make_shared<const std::vector<Resource>>(std::move(resources)),
            std::move(token), std::move(place))
    { }

    [[nodiscard]] const std::vector<Resource>& resources() const noexcept { return *m_resources; }
    [[nodiscard]] const Resources& sharedResources() const noexcept { return m_resources; }
    [[nodiscard]] const Resource& resource() const noexcept { return m_resources->front(); }
    [[nodiscard]] const Token& token() const noexcept { return m_state->token; }
    /// What the token replaces; null: it is stored only where the resources are free.
    [[nodiscard]] const PlaceHolder* place() const noexcept
    {
        return m_state->place ? &*m_state->place : nullptr;
    }
    /// Records that the token replaced nothing on the master. On the scheduler's thread.
    void noteWasFree(std::size_t master) noexcept
    {
        if (master < kTold)
            m_state->wasFree.set(master);
    }
    /// For how long the master is to store place()->value once the token is released or undone.
    /// Not positive: not at all. Where no answer came, the token counts as stored in its place. On
    /// the scheduler's thread.
    [[nodiscard]] std::chrono::milliseconds placeTimeLeft(
        std::size_t master, SteadyTime now) const noexcept
    {
        if (!m_state->place || (master < kTold && m_state->wasFree.test(master)))
            return std::chrono::milliseconds(0);
        return std::chrono::ceil<std::chrono::milliseconds>(m_state->place->until - now);
    }

    /// Whether the master may store the token: true, unless noteAbsent() was called. On the
    /// scheduler's thread.
    [[nodiscard]] bool mayBeOn(std::size_t master) const noexcept
    {
        return master >= kTold || !m_state->absent.test(master);
    }
    /// Records that the master does not store the token, and was sent nothing that could still
    /// store it.
    void noteAbsent(std::size_t master) noexcept { note(master, true); }
    /// Records that the token is about to be sent to the master.
    void notePresent(std::size_t master) noexcept { note(master, false); }

    /// Records whether the master has confirmed, by its latest answer, that it stores the token. On
    /// the scheduler's thread.
    void noteConfirmed(std::size_t master, bool isConfirmed) noexcept
    {
        if (master >= kTold)
            return;
        const std::uint64_t bit = std::uint64_t{1} << master;
        if (isConfirmed)
            m_state->confirmed |= bit;
        else
            m_state->confirmed &= ~bit;
    }
    /// The number of masters that have confirmed. From any thread.
    [[nodiscard]] std::size_t confirmed() const noexcept
    {
        return static_cast<std::size_t>(std::popcount(m_state->confirmed.load()));
    }

private:
    static constexpr std::size_t kTold = 64; ///< number of masters that are tracked
    struct State {
        State(Token ours, std::optional<PlaceHolder> replaced)
            : token(std::move(ours))
            , place(std::move(replaced))
        { }
        const Token token;
        const std::optional<PlaceHolder> place;
        std::bitset<kTold> absent;
        std::bitset<kTold> wasFree;
        std::atomic<std::uint64_t> confirmed{0}; ///< one bit a master
    };
    void note(std::size_t master, bool isAbsent) noexcept
    {
        if (master < kTold)
            m_state->absent.set(master, isAbsent);
    }

    Resources m_resources;
    std::shared_ptr<State> m_state;
};

/// Allowance for clocks that tick at different rates: ttl * factor + 2 ms (redis.io, Distributed
/// locks: "clock drift"; constants as in redlock-rb).
[[nodiscard]] constexpr std::chrono::milliseconds clockDrift(
    std::chrono::milliseconds ttl, double factor = 0.01) noexcept
{
    return std::chrono::milliseconds(static_cast<std::chrono::milliseconds::rep>(
               static_cast<double>(ttl.count()) * factor))
        + std::chrono::milliseconds(2);
}

/// TTL and clock drift of a lock.
struct Validity {
    Ttl ttl;
    double driftFactor = 0.01;

    /// When a lock whose first command was sent at `start` must no longer be relied on.
    /// SteadyTime::max() for a lock without a TTL.
    [[nodiscard]] SteadyTime deadlineFrom(SteadyTime start) const noexcept
    {
        const SteadyTime end = ttl.after(start);
        return end == SteadyTime::max() ? end : end - clockDrift(ttl.value(), driftFactor);
    }
};

/// Result of one try to acquire, one extend or one release.
struct RoundResult {
    enum class Outcome {
        Won, ///< a quorum said yes, in time
        Denied, ///< too few said yes, though a quorum answered
        NoQuorum, ///< too few masters can answer for a quorum
        TooLate, ///< a quorum said yes, but after the validity had passed
    };
    Outcome outcome = Outcome::NoQuorum;
    std::vector<MasterVote> votes; ///< one per master; Pending if not needed
    SteadyTime deadline{}; ///< (Won) start + ttl - drift
    std::optional<FencingToken> fence{}; ///< (Won, if asked for)
    /// If a try was not won: its undo in progress; null if nothing has to be undone.
    std::shared_ptr<Undoing> undoing{};
    /// (extend) askText() that a master stores for our token; empty: nobody asks.
    std::string ask{};
    bool isRevoked = false; ///< (extend) a master has a tombstone in place of the token
};

/// Called exactly once, on the scheduler's thread.
using RoundHandler = std::function<void(RoundResult)>;

/// A try to take a claim.
struct Attempt {
    Claim claim;
    Validity validity;
    bool isFenced = false; ///< request a fencing token
    std::optional<std::chrono::milliseconds> timeout{}; ///< per master; else the context's
    std::chrono::milliseconds maxHold{0}; ///< how long renewal may continue
};

/// An extension of a claim that is held until `deadline`.
struct Extension {
    Claim claim;
    Validity validity;
    SteadyTime deadline{};
    /// Checked before any further command is sent to a master, such as restoring a lost key. False
    /// once the claim was released or extended again: answers to this extension may arrive after
    /// that.
    std::function<bool()> isWanted;
    std::optional<std::chrono::milliseconds> timeout{}; ///< per master; else the context's
};

} // namespace lockkeeper::lock
