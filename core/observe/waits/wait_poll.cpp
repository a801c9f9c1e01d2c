// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/waits/wait_poll.h"

#include "core/observe/reading/read_refusal.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kInterval{1000};
/// At most a fiftieth of the server's time.
constexpr int kPauseFactor = 50;

} // namespace

WaitPoll::WaitPoll(Access access, Options options)
    : m_access(access)
    , m_options(std::move(options))
    , m_library({access.transport, access.clock, access.board, access.book.library(), access.index},
          m_options.timeout)
{ }

void WaitPoll::tick()
{
    const SteadyTime now = m_access.clock.now();
    if (m_parts > 0 || now < m_next)
        return;
    m_asked = now;
    m_parts = 2;
    m_access.transport.send({"PUBSUB", "CHANNELS", std::string(lock::kWaitChannelPrefix) + "*"},
        m_options.timeout,
        m_lifetime.guard([this, now](const Result<redis::Reply>& reply) { onReply(reply, now); }));
    m_library.ask([this] { endPart(); });
}

void WaitPoll::hurry(milliseconds within)
{
    if (!m_error)
        m_next = std::min(m_next, m_access.clock.now() + within);
}

void WaitPoll::onLoss()
{
    m_answers = 0;
    m_next = {};
    m_access.book.forget(m_access.index);
}

bool WaitPoll::hasAskedAll() const
{
    return m_parts == 0 && m_library.hasAskedAll()
        && !m_access.book.library().isUnheard(m_access.index);
}

void WaitPoll::onReply(const Result<redis::Reply>& reply, SteadyTime sent)
{
    const SteadyTime now = m_access.clock.now();
    const WaitBook::Asked asked{sent, now, m_access.clock.wallNow()};
    m_took = now - sent;
    if (!reply) {
        m_access.book.note(m_access.index, asked, {});
        m_error = explainRefusal(reply.error(), {m_options.user, {}, {}});
    } else {
        m_error.reset();
        std::vector<std::string> channels;
        for (const redis::Reply& channel : reply->elements)
            channels.push_back(channel.text);
        m_access.book.note(m_access.index, asked, channels);
    }
    endPart();
}

void WaitPoll::endPart()
{
    if (--m_parts > 0)
        return;
    ++m_answers;
    const SteadyTime now = m_access.clock.now();
    if (m_error)
        m_next = now + (isDefinite(m_error->kind) ? m_options.retryRefused : kInterval);
    else
        m_next = std::max(
            m_asked + kInterval, now + kPauseFactor * std::max(m_took, m_library.slowest()));
    m_access.onAnswer();
}

} // namespace lockkeeper::observe
