// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/alerts/calm_states.h"
#include "core/observe/board/board_update.h"

#include <array>
#include <set>

namespace lockkeeper::observe {

/// What somebody may want to be notified of at once.
enum class EventKind : std::uint8_t {
    // States of a lock.
    Stale, ///< there is evidence that it is stale, other than that of the next two
    Split,
    TwoHolders, ///< masters lost the lock of a holder that may still work, and another has it
    // States of others.
    Deadlock, ///< of a circle of holders
    Quorum,
    Master,
    // These have no end.
    Lost, ///< masters lost a lock: nobody released it, and it has no quorum any more
    Freed, ///< its holder does not have it any more: released, expired or removed
};
constexpr auto enumNames(EventKind /*of*/) noexcept
{
    return std::array{
        "stale", "split", "two-holders", "deadlock", "quorum", "master", "lost", "freed"};
}

struct Event {
    EventKind kind = EventKind::Stale;
    bool isOver = false; ///< the state has ended
    bool isFromStart = false; ///< (a state) it was there when watching began
    SteadyTime since{}; ///< when the state was first seen
    SteadyTime at{}; ///< when the state was first seen, or its end; when it happened
    /// The lock; of a deadlock the one to release; the name of a master; empty for Quorum.
    Resource subject{};
    std::optional<Fingerprint> token{}; ///< under which the lock is or was held
    /// (a lock) As last seen in that state; of Lost and Freed: while it was held.
    LockEntryPtr entry{};
    /// (Deadlock)
    WaitsPtr waits = noWaits();
    std::optional<observe::Deadlock> deadlock{};
    std::vector<MasterStatus> masters{}; ///< (Master, Quorum) those that do not answer
    std::size_t allMasters = 0;
    std::size_t quorum = 0; ///< (Quorum)
};

/// Finds events in the updates of a board. A state shorter than kCalm is no event; one that was
/// there at the start is. Lost and Freed need locks that were seen held.
///
/// Remembers all held locks if Lost or Freed is wanted. Needs no clock. Not thread-safe.
class EventWatch {
public:
    /// So many events without a state wait for kCalm at most; others are dropped.
    static constexpr std::size_t kMostWaiting = 1000;

    explicit EventWatch(std::set<EventKind> wanted)
        : m_wanted(std::move(wanted))
    { }

    void see(const BoardUpdate& update);
    /// Oldest first.
    [[nodiscard]] std::vector<Event> take(SteadyTime now);
    /// Events dropped since the last call.
    [[nodiscard]] std::size_t takeLeftOut() noexcept { return std::exchange(m_leftOut, 0); }

private:
    using States = CalmStates<EventKind, Event>;
    struct Held {
        LockEntryPtr entry;
        Fingerprint token;
    };

    [[nodiscard]] bool wants(EventKind kind) const { return m_wanted.contains(kind); }
    void seeMasters(const BoardUpdate& update);
    void seeLock(const LockEntryPtr& entry, SteadyTime now);
    void seeHolder(const LockEntryPtr& entry, const Judgement& judgement, SteadyTime now);
    void seeGone(const BoardUpdate& update);
    void seeWaits(const BoardUpdate& update);
    void happen(EventKind kind, const Held& held, SteadyTime now);
    void takeBack(const Resource& resource, const Fingerprint& token);

    /// What is seen until the end of the start was there before.
    struct Start {
        bool isOver = false;
        SteadyTime at{}; ///< when it was over, or the latest update
        void see(bool isOverNow, SteadyTime now)
        {
            at = isOver ? at : now;
            isOver = isOver || isOverNow;
        }
    };

    const std::set<EventKind> m_wanted;
    Start m_mastersStart; ///< until each master answers or does not
    Start m_locksStart; ///< until a quorum was swept, too: without it no lock can be judged
    States m_locks;
    States m_masters;
    States m_deadlocks; ///< by the first lock of the circle
    std::set<MasterId> m_down;
    std::set<Resource> m_circles;
    WaitsPtr m_waits = noWaits();
    std::unordered_map<Resource, Held> m_held;
    std::unordered_map<Resource, std::vector<Event>> m_happened;
    std::size_t m_waiting = 0;
    std::size_t m_leftOut = 0;
};

} // namespace lockkeeper::observe
