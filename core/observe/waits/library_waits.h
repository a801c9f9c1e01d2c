// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/waits.h"
#include "core/observe/formats/format.h"

#include <unordered_set>

namespace lockkeeper::observe {

/// Joins what lock libraries leave on the masters while somebody waits: queues beside locks, and
/// how many clients listen for a release. Who stands in a queue counts as waiting while a client
/// listens to his channel; otherwise he is gone. Not thread-safe.
class LibraryWaits {
public:
    /// The channels of waiters on a master.
    struct Channels {
        std::unordered_set<std::string> names;
        // They were read between the two.
        SteadyTime sent{};
        SteadyTime received{};
    };

    /// A master has told who stands in the queue beside a lock of this format. Of one lock 1000
    /// count, of all 10 000.
    void noteQueue(std::size_t master, const Resource& resource, const Format& format,
        const QueueReading& queue, WallTime now);
    /// The master stores no lock of this name that has a queue.
    void removeQueue(std::size_t master, const Resource& resource)
    {
        (void)takeQueue(master, resource);
    }
    /// Removes those of which `isOver` is true; it gets the lock and the master.
    template <class IsOver> void removeQueuesIf(IsOver isOver)
    {
        std::erase_if(m_queues, [&](const auto& entry) {
            const bool isRemoved = isOver(entry.first.first, entry.first.second);
            m_places -= isRemoved ? entry.second.size() : 0;
            return isRemoved;
        });
    }
    /// A master has named all channels of waiters. nullptr: it does not tell.
    void noteChannels(std::size_t master, const Channels* channels);
    /// A master has told of all waiters that no queue names.
    void noteUnnamed(std::size_t master, UnnamedByResource unnamed);
    /// The master does not answer: what it has told counts no more.
    void forget(std::size_t master);

    [[nodiscard]] bool isEmpty() const noexcept { return m_queues.empty() && m_unnamed.empty(); }
    [[nodiscard]] bool hasQueues() const noexcept { return !m_queues.empty(); }
    /// True if it is to be asked who of a queue on this master listens.
    [[nodiscard]] bool isUnheard(std::size_t master) const;
    /// Appends those who stand in queues.
    void appendTo(std::vector<Waiter>& waiters) const;
    /// Of each lock on several masters: of the one with the most.
    [[nodiscard]] UnnamedByResource unnamed() const;

private:
    enum class Hearing { NotAsked, NotTold, Listens, Gone };
    /// An element of a queue on one master.
    struct Place {
        Waiter waiter; ///< as the queue tells
        std::string time; ///< its score; empty: not known
        std::string channel;
        Hearing hearing = Hearing::NotAsked;
        // It was heard to listen between the two, without a break as far as known.
        SteadyTime heardFrom{};
        SteadyTime heardUntil{};
    };
    using Queue = std::vector<Place>; ///< in its order
    using Key = std::pair<Resource, std::size_t>; ///< with the master

    [[nodiscard]] Queue takeQueue(std::size_t master, const Resource& resource);
    [[nodiscard]] static Place placeOf(
        const Resource& resource, const Format& format, const std::string& element, WallTime now);
    static void hear(Place& place, const Channels& channels);
    [[nodiscard]] static Waiter told(const Place& place);

    std::map<Key, Queue> m_queues;
    std::size_t m_places = 0;
    std::map<std::size_t, UnnamedByResource> m_unnamed; ///< by master
};

} // namespace lockkeeper::observe
