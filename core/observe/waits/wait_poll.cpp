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
{ }

void WaitPoll::tick()
{
    const SteadyTime now = m_access.clock.now();
    if (m_isAsking || now < m_next)
        return;
    m_isAsking = true;
    m_access.transport.send({"PUBSUB", "CHANNELS", std::string(lock::kWaitChannelPrefix) + "*"},
        m_options.timeout,
        m_lifetime.guard([this, now](const Result<redis::Reply>& reply) { onReply(reply, now); }));
}

void WaitPoll::hurry(milliseconds within)
{
    m_next = std::min(m_next, m_access.clock.now() + within);
}

void WaitPoll::onLoss()
{
    m_answers = 0;
    m_next = {};
    m_access.book.forget(m_access.index);
}

void WaitPoll::onReply(const Result<redis::Reply>& reply, SteadyTime sent)
{
    m_isAsking = false;
    ++m_answers;
    const SteadyTime now = m_access.clock.now();
    if (!reply) {
        m_access.book.forget(m_access.index);
        m_error = explainRefusal(reply.error(), {m_options.user, {}, {}});
        m_next = now + (isDefinite(reply.error().kind) ? m_options.retryRefused : kInterval);
    } else {
        m_error.reset();
        m_next = std::max(sent + kInterval, now + kPauseFactor * (now - sent));
        std::vector<std::string> channels;
        for (const redis::Reply& channel : reply->elements)
            channels.push_back(channel.text);
        m_access.book.note(m_access.index, sent, now, channels);
    }
    m_access.onAnswer();
}

} // namespace lockkeeper::observe
