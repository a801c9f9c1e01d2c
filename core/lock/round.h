// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/quorum.h"
#include "core/lock/acquire_options.h"
#include "core/lock/master_vote.h"
#include "core/lock/metrics.h"
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

/// What all operations of a client share. It outlives them.
struct LockContext {
    std::vector<redis::Transport*> masters;
    Scheduler* scheduler = nullptr;
    const Clock* clock = nullptr;
    std::chrono::milliseconds timeout{1000};
    KeyWatch* watch = nullptr; ///< wakes waiters; null: they poll
    WaitingLines* lines = nullptr; ///< null: each waiter tries for itself
    WaitAnnouncer* announcer = nullptr; ///< null: waits are not announced
    AnnouncedWaits* waits = nullptr; ///< null: no search for deadlocks
    /// Null: all votes count.
    masters::Quarantine* quarantine = nullptr;
    /// A release keeps it alive until masters have answered.
    std::weak_ptr<const void> owner{};
    /// Runs a function on the scheduler's thread. Any thread, while `owner` lives. Empty: one
    /// thread only.
    std::function<void(std::function<void()>)> post{};
    std::shared_ptr<Metrics> metrics{};
    bool isReadOnly = false;
    std::stop_token closing{};
    std::function<std::uint32_t()> randomSeed{};
    /// Masters that know the release script.
    mutable std::vector<bool> hasReleased{};
    /// Masters where this user may not read asks.
    mutable std::vector<bool> hidesAsks{};
    mutable std::shared_ptr<UndoBacklog> backlog{};

    [[nodiscard]] std::size_t quorum() const noexcept { return quorumOf(masters.size()); }

    void allow(Ttl ttl) const noexcept
    {
        if (quarantine != nullptr && ttl.isFinite())
            quarantine->allow(ttl.value());
    }
    /// Call before a try: refuseVote() then knows if the master was briefly a replica.
    void confirmHistory(std::size_t index) const
    {
        if (quarantine != nullptr && quarantine->mayRefuse(masters.size()))
            masters[index]->confirmHistory();
    }
    /// Why consent to a try from `start` does not count. Extensions and releases always count.
    [[nodiscard]] std::optional<Error> refuseVote(std::size_t index, SteadyTime start) const;
};

/// A token for resources taken and freed together. Copies share notes on masters. Thread: the
/// scheduler's, except confirmed().
class Claim {
public:
    using Resources = std::shared_ptr<const std::vector<Resource>>;

    /// `resources`: sorted, unique, not empty. `place`: AcquireOptions::inPlaceOf.
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
    /// Null: resources must be free.
    [[nodiscard]] const PlaceHolder* place() const noexcept
    {
        return m_state->place ? &*m_state->place : nullptr;
    }
    /// The token replaced nothing there.
    void noteWasFree(std::size_t master) noexcept
    {
        if (master < kTold)
            m_state->wasFree.set(master);
    }
    /// How long the master must store place()->value after release or undo; not positive: not at
    /// all. Without an answer, it counts as replaced.
    [[nodiscard]] std::chrono::milliseconds placeTimeLeft(
        std::size_t master, SteadyTime now) const noexcept
    {
        if (!m_state->place || (master < kTold && m_state->wasFree.test(master)))
            return std::chrono::milliseconds(0);
        return std::chrono::ceil<std::chrono::milliseconds>(m_state->place->until - now);
    }

    /// False only after noteAbsent().
    [[nodiscard]] bool mayBeOn(std::size_t master) const noexcept
    {
        return master >= kTold || !m_state->absent.test(master);
    }
    /// Not stored, and no command under way can store it.
    void noteAbsent(std::size_t master) noexcept { note(master, true); }
    /// Before the token is sent.
    void notePresent(std::size_t master) noexcept { note(master, false); }

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
    [[nodiscard]] std::size_t confirmed() const noexcept
    {
        return static_cast<std::size_t>(std::popcount(m_state->confirmed.load()));
    }

private:
    static constexpr std::size_t kTold = 64;
    struct State {
        State(Token ours, std::optional<PlaceHolder> replaced)
            : token(std::move(ours))
            , place(std::move(replaced))
        { }
        const Token token;
        const std::optional<PlaceHolder> place;
        std::bitset<kTold> absent;
        std::bitset<kTold> wasFree;
        std::atomic<std::uint64_t> confirmed{0};
    };
    void note(std::size_t master, bool isAbsent) noexcept
    {
        if (master < kTold)
            m_state->absent.set(master, isAbsent);
    }

    Resources m_resources;
    std::shared_ptr<State> m_state;
};

/// For clocks of different rates. Source: redis.io, Distributed locks, "clock drift"; constants of
/// redlock-rb.
[[nodiscard]] constexpr std::chrono::milliseconds clockDrift(
    std::chrono::milliseconds ttl, double factor = 0.01) noexcept
{
    return std::chrono::milliseconds(static_cast<std::chrono::milliseconds::rep>(
               static_cast<double>(ttl.count()) * factor))
        + std::chrono::milliseconds(2);
}

struct Validity {
    Ttl ttl;
    double driftFactor = 0.01;

    /// For a first command at `start`. SteadyTime::max() without a TTL.
    [[nodiscard]] SteadyTime deadlineFrom(SteadyTime start) const noexcept
    {
        const SteadyTime end = ttl.after(start);
        return end == SteadyTime::max() ? end : end - clockDrift(ttl.value(), driftFactor);
    }
};

struct RoundResult {
    enum class Outcome {
        Won, ///< a quorum said yes in time
        Denied, ///< a quorum answered, too few said yes
        NoQuorum,
        TooLate, ///< a quorum said yes, but too late
    };
    Outcome outcome = Outcome::NoQuorum;
    std::vector<MasterVote> votes; ///< Pending if not needed
    SteadyTime deadline{}; ///< (Won)
    std::optional<FencingToken> fence{};
    /// (lost try) Null: nothing to undo.
    std::shared_ptr<Undoing> undoing{};
    /// (extend) askText() for our token, or empty.
    std::string ask{};
    bool isRevoked = false; ///< (extend) a tombstone replaced the token
};

/// Called once, on the scheduler's thread.
using RoundHandler = std::function<void(RoundResult)>;

struct Attempt {
    Claim claim;
    Validity validity;
    bool isFenced = false;
    std::optional<std::chrono::milliseconds> timeout{}; ///< per master; else the context's
    std::chrono::milliseconds maxHold{0};
};

struct Extension {
    Claim claim;
    Validity validity;
    SteadyTime deadline{};
    /// Checked before further commands, such as restoring a lost key. False: released or extended
    /// again.
    std::function<bool()> isWanted;
    std::optional<std::chrono::milliseconds> timeout{}; ///< as Attempt::timeout
};

} // namespace lockkeeper::lock
