// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/listening_links.h"

namespace lockkeeper::lock {

ListeningLinks::ListeningLinks(
    const masters::Masters& masters, std::string clientName, std::chrono::milliseconds timeout)
    : m_masters(masters)
    , m_clientName(std::move(clientName))
    , m_timeout(timeout)
{ }

void ListeningLinks::open()
{
    if (!m_links.empty())
        return;
    redis::ConnectionOptions options;
    options.clientName = m_clientName;
    options.connectTimeout = m_timeout;
    m_links.resize(size());
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        options.onPush = [this, i](const redis::Reply& push) {
            if (m_onPush)
                m_onPush(i, push);
        };
        options.onLogin = [this, i] {
            for (const LoginHandler& handler : m_onLogin)
                handler(i);
        };
        m_links[i] = m_masters.connectSecond(i, options);
    }
}

bool ListeningLinks::isUp(std::size_t master) const
{
    return master < m_links.size() && m_links[master] && m_links[master]->status().isUp();
}

void ListeningLinks::send(
    std::size_t master, const redis::Command& command, redis::Transport::Handler handler)
{
    if (master < m_links.size() && m_links[master])
        m_links[master]->send(
            command, m_timeout, handler ? std::move(handler) : [](const Result<redis::Reply>&) {});
}

} // namespace lockkeeper::lock
