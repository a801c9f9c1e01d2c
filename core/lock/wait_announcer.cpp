// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/wait_announcer.h"

#include "core/config/quorum.h"

#include <algorithm>

namespace lockkeeper::lock {

WaitAnnouncer::WaitAnnouncer(ListeningLinks& links, std::optional<int> database)
    : m_links(links)
    , m_database(database)
{
    m_links.onLogin([this](std::size_t master) { onLogin(master); });
}

WaitAnnouncer::Id WaitAnnouncer::announce(WaitAnnouncement announcement)
{
    auto id = makeWaitId();
    if (!id)
        return kNone;
    announcement.id = std::move(*id);
    announcement.database = m_database;
    auto channel = channelOf(announcement);
    if (!channel)
        return kNone;
    m_links.open();
    auto masters = chooseMasters(announcement.resources.front());
    const auto& announced
        = m_announced.emplace(++m_last, Announced{std::move(*channel), std::move(masters)});
    for (const std::size_t master : announced.first->second.masters)
        subscribe(master, m_last);
    return m_last;
}

void WaitAnnouncer::subscribe(std::size_t master, Id id)
{
    // A user without this right would look like a waiter until the connection ends.
    m_links.send(master, {"UNSUBSCRIBE", m_announced.at(id).channel},
        m_lifetime.guard([this, master, id](const Result<redis::Reply>& reply) {
            const auto found = m_announced.find(id);
            const bool isRefused = !reply && isDefinite(reply.error().kind);
            if (found != m_announced.end() && !isRefused)
                m_links.send(master, {"SUBSCRIBE", found->second.channel});
        }));
}

/// First those that answer; spreads resources.
std::vector<std::size_t> WaitAnnouncer::chooseMasters(const Resource& resource) const
{
    std::vector<std::size_t> masters;
    const std::size_t first = std::hash<Resource>()(resource) % m_links.size();
    for (std::size_t i = 0; i < m_links.size(); ++i)
        masters.push_back((first + i) % m_links.size());
    std::ranges::stable_partition(
        masters, [this](std::size_t master) { return m_links.isUp(master); });
    masters.resize(quorumOf(m_links.size()));
    return masters;
}

void WaitAnnouncer::withdraw(Id id) noexcept
{
    const auto found = m_announced.find(id);
    if (found == m_announced.end())
        return;
    for (const std::size_t master : found->second.masters)
        m_links.send(master, {"UNSUBSCRIBE", found->second.channel});
    m_announced.erase(found);
}

std::optional<WaitAnnouncement> WaitAnnouncer::announced(Id id) const
{
    const auto found = m_announced.find(id);
    return found == m_announced.end() ? std::nullopt : parseWaitChannel(found->second.channel);
}

void WaitAnnouncer::onLogin(std::size_t master)
{
    for (const auto& [id, announced] : m_announced) {
        if (std::ranges::find(announced.masters, master) != announced.masters.end())
            subscribe(master, id);
    }
}

} // namespace lockkeeper::lock
