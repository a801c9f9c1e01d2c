// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/lock/wait_announcement.h"
#include "core/observe/formats/wait_signs.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace lockkeeper::observe {

/// Somebody who waits for locks.
struct Waiter {
    /// What its library tells of a waiter that does not announce itself.
    struct Queued {
        std::string library; ///< the lock's format
        Holder holder; ///< who waits
        /// Of each lock that it holds; nullopt: not known, or not for sure.
        std::optional<Fingerprint> token{};
        bool isGone = false; ///< it does not listen: it will not take the lock
        friend bool operator==(const Queued&, const Queued&) = default;
    };

    /// As it announces; of one in a queue: the lock, when it was first seen, and its name there.
    lock::WaitAnnouncement announced;
    // Was seen to wait all the time between the two.
    SteadyTime from{};
    SteadyTime until{};
    std::optional<Queued> queued{};

    [[nodiscard]] bool isGone() const noexcept { return queued && queued->isGone; }
    /// Ignores how long it was seen.
    friend bool operator==(const Waiter& a, const Waiter& b)
    {
        return a.announced == b.announced && a.queued == b.queued;
    }
};

/// Waiters for one lock whom a library does not name.
struct UnnamedWaiters {
    std::string library; ///< the lock's format
    WaitCount count; ///< of clients, each of which may have several waiters
    friend bool operator==(const UnnamedWaiters&, const UnnamedWaiters&) = default;
};
using UnnamedByResource = std::map<Resource, UnnamedWaiters>;

/// Waiters that wait for each other in a circle: none of them gets on until one gives up.
struct Deadlock {
    /// A lock of the circle. Its holder waits for the lock of the next link; that of the last one
    /// for the first.
    struct Link {
        Resource resource;
        Fingerprint token; ///< under which it is held
        std::size_t waiter = 0; ///< its holder's index in Waits::waiters()
        std::size_t waiting = 0; ///< how many wait for this lock
        std::int64_t holderPid = 0; ///< as the lock's value has it; 0: not known
        friend bool operator==(const Link&, const Link&) = default;
    };
    /// Begins with the resource that comes first by its name. A single link: its holder waits for
    /// what it holds itself.
    std::vector<Link> links;
    /// The same thread holds and waits, everywhere in the circle. Otherwise some holders are known
    /// as processes only: another of their threads may release the lock.
    bool isCertain = false;
    WallTime since{}; ///< by the clock of the waiter that came last
    /// Index of the link whose release would free the most waiters; among equals, of the lock that
    /// was taken last: its holder has the least to do again.
    std::size_t proposed = 0;
    bool areTimesKnown = true; ///< since when each lock is held; false: which was last is not known
    friend bool operator==(const Deadlock&, const Deadlock&) = default;
};

/// Who waits for the locks of a deployment. A value that is shared, and never changes.
class Waits {
public:
    Waits() = default;
    Waits(std::vector<Waiter> waiters, std::vector<Deadlock> deadlocks,
        UnnamedByResource unnamed = {});

    /// In the order in which they came, as far as their clocks agree; also those who are gone.
    [[nodiscard]] const std::vector<Waiter>& waiters() const noexcept { return m_waiters; }
    [[nodiscard]] const std::vector<Deadlock>& deadlocks() const noexcept { return m_deadlocks; }
    [[nodiscard]] const UnnamedByResource& unnamed() const noexcept { return m_unnamed; }
    /// How many wait for the resource, announced or known by its library.
    [[nodiscard]] WaitCount countFor(const Resource& resource) const;
    /// How many wait for any.
    [[nodiscard]] WaitCount countAll() const;
    /// All for which somebody waits, or may wait.
    [[nodiscard]] std::set<Resource> resources() const;
    /// The indices of those who wait for the resource, also of those who are gone.
    [[nodiscard]] const std::vector<std::size_t>& waitersFor(const Resource& resource) const;
    /// The deadlock of which the resource is a lock (with this token); null: there is none.
    [[nodiscard]] const Deadlock* deadlockOf(
        const Resource& resource, const std::optional<Fingerprint>& token = {}) const;

    friend bool operator==(const Waits& a, const Waits& b)
    {
        return a.m_waiters == b.m_waiters && a.m_deadlocks == b.m_deadlocks
            && a.m_unnamed == b.m_unnamed;
    }

private:
    using ByResource = std::unordered_map<Resource, std::vector<std::size_t>>;

    std::vector<Waiter> m_waiters;
    std::vector<Deadlock> m_deadlocks;
    UnnamedByResource m_unnamed;
    ByResource m_byResource;
};

/// Never null where it is passed on.
using WaitsPtr = std::shared_ptr<const Waits>;
/// Nobody waits.
[[nodiscard]] const WaitsPtr& noWaits();

} // namespace lockkeeper::observe
