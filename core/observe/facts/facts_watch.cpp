// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/facts/facts_watch.h"

namespace lockkeeper::observe {

FactsWatch::FactsWatch(redis::Transport& transport, const Clock& clock, Options options)
    : m_transport(transport)
    , m_clock(clock)
    , m_options(std::move(options))
{ }

void FactsWatch::tick()
{
    constexpr std::chrono::minutes kInterval{1};
    const redis::LinkStatus link = m_transport.status();
    if (!link.isUp())
        return;
    const SteadyTime now = m_clock.now();
    if (now < m_next && link.loggedInAt == m_login)
        return;
    m_next = now + kInterval;
    m_login = link.loggedInAt;
    read();
}

bool FactsWatch::isSettled() const
{
    const redis::LinkStatus link = m_transport.status();
    return !link.isUp() || (m_facts && link.loggedInAt == m_readLogin);
}

void FactsWatch::read()
{
    // Drops a pending answer, perhaps of another server.
    m_lifetime.restart();
    // TIME last: its round trip must not include INFO.
    m_transport.send(
        {"INFO"}, m_options.timeout, m_lifetime.guard([this](const Result<redis::Reply>& info) {
            m_incoming
                = {.readAt = m_clock.now(), .user = m_options.user, .database = m_options.database};
            addInfo(m_incoming, info);
            m_transport.send({"TIME"}, m_options.timeout,
                m_lifetime.guard([this, sent = m_clock.wallNow()](
                                     const Result<redis::Reply>& time) { onTime(time, sent); }));
        }));
}

void FactsWatch::onTime(const Result<redis::Reply>& time, WallTime sent)
{
    const auto offset = clockOffsetOf(time, sent, m_clock.wallNow());
    if (offset)
        m_incoming.clock = *offset;
    else
        m_incoming.clockError = offset.error();
    m_facts = std::make_shared<const ServerFacts>(std::move(m_incoming));
    m_readLogin = m_login;
    if (m_options.onRead)
        m_options.onRead();
}

} // namespace lockkeeper::observe
