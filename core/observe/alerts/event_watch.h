// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/alerts/calm_states.h"
#include "core/observe/board/board_update.h"

#include <array>
#include <set>

namespace lockkeeper::observe {

/// docs/alerts.md, "Events".
enum class EventKind : std::uint8_t {
    Stale,
    Split,
    TwoHolders,
    Deadlock,
    Quorum,
    Master,
    // Without an end.
    Lost,
    Freed,
};
constexpr auto enumNames(EventKind /*of*/) noexcept
{
    return std::array{
        "stale", "split", "two-holders", "deadlock", "quorum", "master", "lost", "freed"};
}

struct Event {
    EventKind kind = EventKind::Stale;
    bool isOver = false;
    bool isFromStart = false; ///< (a state) older than the watch
    SteadyTime since{};
    SteadyTime at{}; ///< of its beginning or end
    /// The lock; of a deadlock the one to release; the name of a master; empty for Quorum.
    Resource subject{};
    std::optional<Fingerprint> token{};
    /// (a lock) In that state, or while held.
    LockEntryPtr entry{};
    WaitsPtr waits = noWaits();
    std::optional<observe::Deadlock> deadlock{};
    std::vector<MasterStatus> masters{}; ///< (Master, Quorum) silent ones
    std::size_t allMasters = 0;
    std::size_t quorum = 0;
};

/// Finds events in a board's updates. Remembers all locks seen held, if Lost or Freed is wanted.
class EventWatch {
public:
    /// Of Lost and Freed events that wait for kCalm; more are dropped.
    static constexpr std::size_t kMostWaiting = 1000;

    explicit EventWatch(std::set<EventKind> wanted)
        : m_wanted(std::move(wanted))
    { }

    void see(const BoardUpdate& update);
    /// Oldest first.
    [[nodiscard]] std::vector<Event> take(SteadyTime now);
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

    /// States first seen until it is over are older than the watch.
    struct Start {
        bool isOver = false;
        SteadyTime at{};
        void see(bool isOverNow, SteadyTime now)
        {
            at = isOver ? at : now;
            isOver = isOver || isOverNow;
        }
    };

    const std::set<EventKind> m_wanted;
    Start m_mastersStart; ///< until each master has answered or failed
    Start m_locksStart; ///< until a quorum was swept, too: it judges locks
    States m_locks;
    States m_masters;
    States m_deadlocks; ///< by their first lock
    std::set<MasterId> m_down;
    std::set<Resource> m_circles;
    WaitsPtr m_waits = noWaits();
    std::unordered_map<Resource, Held> m_held;
    std::unordered_map<Resource, std::vector<Event>> m_happened;
    std::size_t m_waiting = 0;
    std::size_t m_leftOut = 0;
};

} // namespace lockkeeper::observe
