// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/push_key_watch.h"

#include "core/redis/invalidation.h"

#include <algorithm>

namespace lockkeeper::lock {

using redis::kInvalidations;

namespace {

/// Optional: waiters also poll.
void ignore(const Result<redis::Reply>&) { }

} // namespace

PushKeyWatch::PushKeyWatch(
    const masters::Masters& masters, ListeningLinks& links, std::chrono::milliseconds timeout)
    : m_masters(masters)
    , m_links(links)
    , m_timeout(timeout)
    , m_clients(links.size())
{
    m_links.onLogin([this](std::size_t master) { subscribe(master); });
    m_links.onPush([this](std::size_t master, const redis::Reply& push) { onPush(master, push); });
}

KeyWatch::ListenerId PushKeyWatch::listen(const std::vector<Resource>& resources, Listener listener)
{
    m_links.open();
    m_listening.emplace(++m_lastId, Listening{resources, std::move(listener)});
    return m_lastId;
}

void PushKeyWatch::forget(ListenerId id) noexcept
{
    m_listening.erase(id);
}

void PushKeyWatch::subscribe(std::size_t index)
{
    m_clients[index].reset();
    m_links.send(index, {"CLIENT", "ID"}, [this, index](const Result<redis::Reply>& reply) {
        if (!reply || !reply->isInteger())
            return;
        m_clients[index] = reply->integer;
        // Earlier reads were not tracked.
        tell(index, nullptr);
    });
    m_links.send(index, {"SUBSCRIBE", kInvalidations});
}

void PushKeyWatch::prepareRead(std::size_t index)
{
    if (!m_clients[index] || !m_links.isUp(index))
        return;
    // Sent before each read: either connection may be new.
    redis::Transport& master = *m_masters.transports()[index];
    master.send(
        {"CLIENT", "TRACKING", "ON", "REDIRECT", std::to_string(*m_clients[index]), "OPTIN"},
        m_timeout, ignore);
    master.send({"CLIENT", "CACHING", "YES"}, m_timeout, ignore);
}

void PushKeyWatch::onPush(std::size_t index, const redis::Reply& push)
{
    const auto told = redis::invalidationIn(push);
    if (!told)
        return;
    if (told->isFlush)
        return tell(index, nullptr);
    for (const redis::Reply& key : told->keys)
        tell(index, &key.text);
}

void PushKeyWatch::tell(std::size_t index, const std::string* key)
{
    std::vector<ListenerId> concerned;
    for (const auto& [id, listening] : m_listening) {
        const auto isIt = [&](const Resource& resource) { return resource.value() == *key; };
        if (key == nullptr || std::ranges::any_of(listening.resources, isIt))
            concerned.push_back(id);
    }
    for (const ListenerId id : concerned) {
        // A listener may remove another listener.
        if (const auto found = m_listening.find(id); found != m_listening.end()) {
            const Listener listener = found->second.listener;
            listener(index);
        }
    }
}

} // namespace lockkeeper::lock
