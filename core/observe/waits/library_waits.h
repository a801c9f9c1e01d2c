// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/waits.h"
#include "core/observe/formats/format.h"

#include <unordered_set>

namespace lockkeeper::observe {

/// Joins the waiters that libraries leave traces of. A queued waiter is gone if no client listens
/// to its channel.
class LibraryWaits {
public:
    struct Channels {
        std::unordered_set<std::string> names;
        // Read between `sent` and `received`.
        SteadyTime sent{};
        SteadyTime received{};
    };

    /// Keeps up to 1000 per lock and 10 000 in all.
    void noteQueue(std::size_t master, const Resource& resource, const Format& format,
        const QueueReading& queue, WallTime now);
    void removeQueue(std::size_t master, const Resource& resource)
    {
        (void)takeQueue(master, resource);
    }
    template <class IsOver> void removeQueuesIf(IsOver isOver)
    {
        std::erase_if(m_queues, [&](const auto& entry) {
            const bool isRemoved = isOver(entry.first.first, entry.first.second);
            m_places -= isRemoved ? entry.second.size() : 0;
            return isRemoved;
        });
    }
    /// nullptr: unknown.
    void noteChannels(std::size_t master, const Channels* channels);
    void noteUnnamed(std::size_t master, UnnamedByResource unnamed);
    void forget(std::size_t master);

    [[nodiscard]] bool isEmpty() const noexcept { return m_queues.empty() && m_unnamed.empty(); }
    [[nodiscard]] bool hasQueues() const noexcept { return !m_queues.empty(); }
    [[nodiscard]] bool isUnheard(std::size_t master) const;
    void appendTo(std::vector<Waiter>& waiters) const;
    /// The highest number of several masters.
    [[nodiscard]] UnnamedByResource unnamed() const;

private:
    enum class Hearing { NotAsked, NotTold, Listens, Gone };
    struct Place {
        Waiter waiter;
        std::string time; ///< score; empty: unknown
        std::string channel;
        Hearing hearing = Hearing::NotAsked;
        // As far as known.
        SteadyTime heardFrom{};
        SteadyTime heardUntil{};
    };
    using Queue = std::vector<Place>;
    using Key = std::pair<Resource, std::size_t>;

    [[nodiscard]] Queue takeQueue(std::size_t master, const Resource& resource);
    [[nodiscard]] static Place placeOf(
        const Resource& resource, const Format& format, const std::string& element, WallTime now);
    static void hear(Place& place, const Channels& channels);
    [[nodiscard]] static Waiter told(const Place& place);

    std::map<Key, Queue> m_queues;
    std::size_t m_places = 0;
    std::map<std::size_t, UnnamedByResource> m_unnamed;
};

} // namespace lockkeeper::observe
