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

struct Waiter {
    struct Queued {
        std::string library;
        Holder holder;
        /// On each lock that it holds; nullopt: unknown.
        std::optional<Fingerprint> token{};
        bool isGone = false; ///< it does not listen, so it won't take the lock
        friend bool operator==(const Queued&, const Queued&) = default;
    };

    /// In a queue: the lock, the first sighting, and its name there.
    lock::WaitAnnouncement announced;
    SteadyTime from{};
    SteadyTime until{};
    std::optional<Queued> queued{};

    [[nodiscard]] bool isGone() const noexcept { return queued && queued->isGone; }
    friend bool operator==(const Waiter& a, const Waiter& b)
    {
        return a.announced == b.announced && a.queued == b.queued;
    }
};

struct UnnamedWaiters {
    std::string library;
    WaitCount count; ///< of clients, each perhaps with several waiters
    friend bool operator==(const UnnamedWaiters&, const UnnamedWaiters&) = default;
};
using UnnamedByResource = std::map<Resource, UnnamedWaiters>;

struct Deadlock {
    /// Its holder waits for the next link's lock; the last holder for the first.
    struct Link {
        Resource resource;
        Fingerprint token;
        std::size_t waiter = 0; ///< index in Waits::waiters()
        std::size_t waiting = 0;
        std::int64_t holderPid = 0; ///< 0: unknown
        friend bool operator==(const Link&, const Link&) = default;
    };
    /// Begins with the first resource by name. A single link: its holder waits for itself.
    std::vector<Link> links;
    /// The same thread holds and waits; else another thread of the process may release.
    bool isCertain = false;
    WallTime since{}; ///< by the clock of the last waiter
    /// Its release frees most waiters; of equals, the lock taken last, as its holder repeats least.
    std::size_t proposed = 0;
    bool areTimesKnown = true; ///< false: it is unknown which lock was taken last
    friend bool operator==(const Deadlock&, const Deadlock&) = default;
};

/// Who waits for a deployment's locks. Immutable.
class Waits {
public:
    Waits() = default;
    Waits(std::vector<Waiter> waiters, std::vector<Deadlock> deadlocks,
        UnnamedByResource unnamed = {});

    /// In order of arrival, as far as clocks agree; with gone ones.
    [[nodiscard]] const std::vector<Waiter>& waiters() const noexcept { return m_waiters; }
    [[nodiscard]] const std::vector<Deadlock>& deadlocks() const noexcept { return m_deadlocks; }
    [[nodiscard]] const UnnamedByResource& unnamed() const noexcept { return m_unnamed; }
    [[nodiscard]] WaitCount countFor(const Resource& resource) const;
    [[nodiscard]] WaitCount countAll() const;
    [[nodiscard]] std::set<Resource> resources() const;
    /// Indices in waiters().
    [[nodiscard]] const std::vector<std::size_t>& waitersFor(const Resource& resource) const;
    /// With this lock, held under this token.
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

/// Never null where passed on.
using WaitsPtr = std::shared_ptr<const Waits>;
[[nodiscard]] const WaitsPtr& noWaits();

} // namespace lockkeeper::observe
