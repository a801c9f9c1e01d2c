// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "tests/simulation/bug.h"
#include "tests/simulation/world.h"

#include <bitset>
#include <limits>
#include <set>
#include <string_view>

namespace lockkeeper::simulation {

/// The kinds of faults. A run has some of them.
enum class Fault : std::uint8_t {
    // Of connections, as commands go over them.
    RequestLost, ///< the connection dies before the master has read the command
    ReplyLost, ///< the connection dies after the master has executed it
    Delayed, ///< a command and all behind it arrive late, perhaps after the TTL
    Duplicated, ///< a copy of a command arrives later, over another connection
    // At a time.
    Broken, ///< a connection breaks, and the process notices
    HalfOpen, ///< a connection breaks, and the process does not notice
    Partition, ///< a client can't reach some of the masters for a while
    MasterStopped, ///< and goes on later
    MasterKilled, ///< and started again with its data
    MasterRefuses, ///< all commands, or those that need memory, for a while
    ScriptsFlushed,
    ForeignKey, ///< somebody stores a list where a lock should be, for a while
    ClientStopped,
    ClientKilled,
    MachineSuspended, ///< for longer, and its connections are gone when it wakes up
    WallClockJump, ///< of a client
    LockRevoked, ///< by an operator
    LockFreed, ///< by an operator: its holder is not protected any more
    // Outside of what exclusion assumes, without a quarantine for some.
    Amnesia, ///< a master is killed and started again without its data
    Promotion, ///< a master is replaced by a replica that has missed the last writes
    ServerClockStep,
    ServerClockDrift, ///< a master's clock runs at another rate: for the whole run
};
inline constexpr std::size_t kFaults = static_cast<std::size_t>(Fault::ServerClockDrift) + 1;
inline constexpr Fault kFirstTimedFault = Fault::Broken;
inline constexpr Fault kFirstUnsafeFault = Fault::Amnesia;
using FaultSet = std::bitset<kFaults>;

[[nodiscard]] std::string_view nameOf(Fault fault) noexcept;

/// How to run a seed.
struct Setup {
    bool isTelling = false; ///< write the story
    Bug bug = Bug::None;
    // What a shrunk run leaves out of the seed's scenario.
    FaultSet without{};
    std::size_t mostClients = std::numeric_limits<std::size_t>::max();
    int mostPlaces = std::numeric_limits<int>::max();
    std::set<std::size_t> skipped{}; ///< indices into Scenario::events
};

/// The parameters that all clients of a run share.
struct Habits {
    std::size_t resources = 1; ///< number of resources they compete for
    bool isFenced = false;
    std::chrono::milliseconds timeout{30};
    /// A silent connection is dropped after this time.
    std::chrono::milliseconds givenUpAfter{500};
    std::chrono::milliseconds longestTtl{600};
    std::chrono::milliseconds longestPause{20}; ///< between two locks of a sequence
    /// All times of the clients, and how long faults last, are so many times as long. The timeouts
    /// are not: so there are TTLs that last for many of them.
    int slowness = 1;
    int mostSteps = 12; ///< while a lock is held
    int mostPlaces = 2; ///< sequences of locks at a time, per client
};

/// A fault at a time.
struct FaultEvent {
    TrueTime at;
    Fault fault;
    std::uint64_t random; ///< chooses its victim and its duration
};

/// What one seed stands for. A value.
struct Scenario {
    /// How long an acquire may take in the calm part of a run.
    static constexpr std::chrono::milliseconds kLongestWait{3000};

    /// The same for the same seed, whatever Setup leaves out.
    [[nodiscard]] static Scenario of(std::uint64_t seed, const Setup& setup);

    [[nodiscard]] bool has(Fault fault) const { return faults[static_cast<std::size_t>(fault)]; }
    /// A stream of random numbers for one actor.
    [[nodiscard]] Random stream(std::uint64_t actor) const { return Random(seed, actor); }

    /// Once this time has come, there are no more faults; everything under way may end.
    [[nodiscard]] TrueTime faultsEnd() const { return std::chrono::seconds(6) * habits.slowness; }
    /// From then on each lock must be had within kLongestWait, and nothing may be left behind.
    /// Until then, connections recover, late commands arrive, and what they store ends.
    [[nodiscard]] TrueTime calmAt() const
    {
        const TrueTime most = std::chrono::milliseconds(3500);
        return faultsEnd() + most
            + (habits.slowness > 1 ? most + 2 * habits.longestTtl : TrueTime());
    }
    /// True if TTLs are long enough for an undo to be repeated, and no take is executed so late
    /// that its undo can't know.
    [[nodiscard]] bool repeatsUndos() const
    {
        return habits.slowness > 1 && !has(Fault::Delayed) && !has(Fault::Duplicated)
            && !has(Fault::Promotion);
    }
    /// When they must have been repeated: after a timeout, the library waits for 11 s.
    [[nodiscard]] TrueTime undoneAt() const { return faultsEnd() + std::chrono::seconds(14); }
    [[nodiscard]] TrueTime finishAt() const { return calmAt() + std::chrono::milliseconds(1500); }
    [[nodiscard]] TrueTime end() const { return finishAt() + std::chrono::milliseconds(3800); }

    std::uint64_t seed = 0;
    Bug bug = Bug::None;
    std::size_t masters = 1;
    std::size_t clients = 2;
    Habits habits;
    FaultSet faults;
    /// One of so many commands suffers from each fault of a connection.
    std::int64_t commandsPerFault = 100;
    std::vector<FaultEvent> events; ///< by time
    config::RestartQuarantine quarantine = config::RestartQuarantine::Off;
    /// Two holders at a time would break a promise.
    bool isExclusive = true;
    /// While a lease is held, a quorum of masters must store it.
    bool keepsLocks = true;
    /// Fencing tokens must grow.
    bool keepsCounters = true;
};

} // namespace lockkeeper::simulation
