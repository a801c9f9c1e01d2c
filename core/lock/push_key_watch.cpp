// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/push_key_watch.h"

#include "core/redis/invalidation.h"

#include <algorithm>

namespace lockkeeper::lock {

using redis::kInvalidations;

namespace {

/// Tracking is optional: waiters poll as well.
void ignore(const Result<redis::Reply>&) { }

} // namespace

PushKeyWatch::PushKeyWatch(
    const masters::Masters& masters, std::string clientName, std::chrono::milliseconds timeout)
    : m_masters(masters)
    , m_clientName(std::move(clientName))
    , m_timeout(timeout)
{ }

PushKeyWatch::~PushKeyWatch() = default;

KeyWatch::ListenerId PushKeyWatch::listen(const std::vector<Resource>& resources, Listener listener)
{
    if (m_channels.empty())
        open();
    m_listening.emplace(++m_lastId, Listening{resources, std::move(listener)});
    return m_lastId;
}

void PushKeyWatch::forget(ListenerId id) noexcept
{
    m_listening.erase(id);
}

void PushKeyWatch::open()
{
    redis::ConnectionOptions options;
    options.clientName = m_clientName;
    options.connectTimeout = m_timeout;
    m_channels.resize(m_masters.transports().size());
    for (std::size_t i = 0; i < m_channels.size(); ++i) {
        options.onPush = [this, i](const redis::Reply& push) { onPush(i, push); };
        options.onLogin = [this, i] { subscribe(i); };
        m_channels[i].connection = m_masters.connectSecond(i, options);
    }
}

void PushKeyWatch::subscribe(std::size_t index)
{
    Channel& channel = m_channels[index];
    channel.clientId.reset();
    channel.connection->send(
        {"CLIENT", "ID"}, m_timeout, [this, index](const Result<redis::Reply>& reply) {
            if (!reply || !reply->isInteger())
                return;
            m_channels[index].clientId = reply->integer;
            // Earlier reads were not tracked: the waiters must read again.
            tell(index, nullptr);
        });
    channel.connection->send({"SUBSCRIBE", kInvalidations}, m_timeout, ignore);
}

void PushKeyWatch::prepareRead(std::size_t index)
{
    if (index >= m_channels.size() || !m_channels[index].clientId
        || m_channels[index].connection->status().state != redis::LinkState::Up)
        return;
    // Sent before each read: either connection may have been replaced since the last one.
    redis::Transport& master = *m_masters.transports()[index];
    master.send({"CLIENT", "TRACKING", "ON", "REDIRECT",
                    std::to_string(*m_channels[index].clientId), "OPTIN"},
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
