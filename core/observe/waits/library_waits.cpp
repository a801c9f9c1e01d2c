// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/waits/library_waits.h"

#include <algorithm>
#include <unordered_map>

namespace lockkeeper::observe {
namespace {

constexpr std::size_t kMostPlaces = 10'000;

} // namespace

void LibraryWaits::noteQueue(std::size_t master, const Resource& resource, const Format& format,
    const QueueReading& queue, WallTime now)
{
    const Queue before = takeQueue(master, resource);
    std::unordered_map<std::string_view, const Place*> known;
    for (const Place& place : before)
        known.emplace(place.waiter.announced.id, &place);
    Queue places;
    for (const auto& [element, time] : queue.elements) {
        if (m_places + places.size() >= kMostPlaces)
            break;
        const auto same = known.find(element);
        Place place = same != known.end() ? *same->second : placeOf(resource, format, element, now);
        // Another time: it left, and came again.
        if (same == known.end() || place.time != time)
            place.waiter.from = queue.received;
        place.time = time;
        place.waiter.until = queue.sent;
        places.push_back(std::move(place));
    }
    m_places += places.size();
    if (!places.empty())
        m_queues.insert_or_assign(Key(resource, master), std::move(places));
}

LibraryWaits::Place LibraryWaits::placeOf(
    const Resource& resource, const Format& format, const std::string& element, WallTime now)
{
    auto decoded = format.waits.queued(element);
    Place place;
    place.waiter.announced = {.resources = {resource}, .owner = {}, .since = now, .id = element};
    place.waiter.queued = Waiter::Queued{.library = format.name,
        .holder = decoded ? std::move(decoded->holder) : Holder(),
        .token = decoded ? std::optional(decoded->token) : std::nullopt};
    place.channel = format.waits.channel(resource.value()) + ":" + element;
    return place;
}

LibraryWaits::Queue LibraryWaits::takeQueue(std::size_t master, const Resource& resource)
{
    const auto found = m_queues.find(Key(resource, master));
    if (found == m_queues.end())
        return {};
    Queue queue = std::move(found->second);
    m_places -= queue.size();
    m_queues.erase(found);
    return queue;
}

void LibraryWaits::noteChannels(std::size_t master, const Channels* channels)
{
    for (auto& [key, queue] : m_queues) {
        if (key.second != master)
            continue;
        for (Place& place : queue) {
            if (channels != nullptr)
                hear(place, *channels);
            else
                place.hearing = Hearing::NotTold;
        }
    }
}

void LibraryWaits::hear(Place& place, const Channels& channels)
{
    const bool isHeard = channels.names.contains(place.channel);
    // Clients queue before they subscribe.
    if (!isHeard && channels.sent < place.waiter.from)
        return;
    if (isHeard) {
        if (place.hearing != Hearing::Listens)
            place.heardFrom = channels.received;
        place.heardUntil = channels.sent;
    }
    place.hearing = isHeard ? Hearing::Listens : Hearing::Gone;
}

void LibraryWaits::noteUnnamed(std::size_t master, UnnamedByResource unnamed)
{
    if (unnamed.empty())
        m_unnamed.erase(master);
    else
        m_unnamed.insert_or_assign(master, std::move(unnamed));
}

void LibraryWaits::forget(std::size_t master)
{
    m_unnamed.erase(master);
    removeQueuesIf([&](const Resource&, std::size_t owner) { return owner == master; });
}

bool LibraryWaits::isUnheard(std::size_t master) const
{
    return std::ranges::any_of(m_queues, [&](const auto& entry) {
        return entry.first.second == master
            && std::ranges::find(entry.second, Hearing::NotAsked, &Place::hearing)
            != entry.second.end();
    });
}

/// With its token only while it surely waits.
Waiter LibraryWaits::told(const Place& place)
{
    Waiter waiter = place.waiter;
    waiter.queued->isGone = place.hearing == Hearing::Gone;
    if (place.hearing != Hearing::Listens || place.time.empty()) {
        waiter.queued->token.reset();
        return waiter;
    }
    waiter.from = std::max(waiter.from, place.heardFrom);
    waiter.until = std::min(waiter.until, place.heardUntil);
    return waiter;
}

void LibraryWaits::appendTo(std::vector<Waiter>& waiters) const
{
    const Resource* resource = nullptr;
    std::unordered_map<std::string_view, std::size_t> known;
    for (const auto& [key, queue] : m_queues) {
        if (resource == nullptr || *resource != key.first)
            known.clear();
        resource = &key.first;
        for (const Place& place : queue) {
            const auto [same, isNew] = known.emplace(place.waiter.announced.id, waiters.size());
            if (isNew)
                waiters.push_back(told(place));
            else if (waiters[same->second].isGone())
                waiters[same->second] = told(place);
        }
    }
}

UnnamedByResource LibraryWaits::unnamed() const
{
    UnnamedByResource all;
    for (const auto& [master, unnamed] : m_unnamed) {
        for (const auto& [resource, waiters] : unnamed) {
            const auto [found, isNew] = all.emplace(resource, waiters);
            const auto rank = [](const UnnamedWaiters& some) {
                return std::pair(some.count.least, some.count.most);
            };
            if (!isNew && rank(found->second) < rank(waiters))
                found->second = waiters;
        }
    }
    return all;
}

} // namespace lockkeeper::observe
