// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/link.h"
#include "core/text/translate.h"

namespace lockkeeper::redis {
namespace {

using std::chrono::milliseconds;

constexpr const char* kStillConnecting = trNoop("still connecting", "data");

/// Unread input may hold the reply.
constexpr milliseconds kLookAgain{5};
constexpr milliseconds kLeeway{1000};

} // namespace

void Connection::Link::watchDeadline(SteadyTime deadline)
{
    if (m_nextDeadline && *m_nextDeadline <= deadline)
        return;
    m_nextDeadline = deadline;
    m_deadlineTimer.expires_at(deadline);
    m_deadlineTimer.async_wait([self = shared_from_this()](const asio::error_code& timerError) {
        if (!timerError && self->m_nextDeadline && *self->m_nextDeadline <= BootClock::now())
            self->onDeadline();
    });
}

void Connection::Link::watchNextDeadline()
{
    if (isConnecting())
        watchDeadline(m_connectDeadline);
    for (const auto& deadline : {m_halfTime, m_silence.nextDeadline(), m_commands.nextDeadline()}) {
        if (deadline)
            watchDeadline(*deadline);
    }
}

bool Connection::Link::isBehind(SteadyTime now)
{
    auto due = m_commands.nextReplyDeadline();
    if (const auto suspectAt = m_silence.suspectAt(); suspectAt && (!due || *suspectAt < *due))
        due = suspectAt;
    if (!isReady() || !due || *due > now || *due + kLeeway <= now)
        return false;
    return m_wire->hasUnreadInput();
}

void Connection::Link::onDeadline()
{
    const SteadyTime now = BootClock::now();
    m_nextDeadline.reset();
    if (isBehind(now))
        return watchDeadline(now + kLookAgain);
    if (isConnecting() && m_connectDeadline <= now)
        return onConnectTimeout();
    if (m_halfTime && *m_halfTime <= now)
        onHalfTime();
    const CommandQueue::Overdue overdue = m_commands.takeOverdue(now);
    const Error noReply = error(ErrorClass::Timeout, trNoop("no reply in time", "data"));
    m_silence.judge(now, !overdue.written.empty(), noReply);
    watchNextDeadline();

    const std::uint64_t epoch = m_epoch;
    const auto self = shared_from_this();
    m_commands.fail(overdue.written, noReply);
    m_commands.fail(overdue.unsent, error(ErrorClass::Unreachable, kStillConnecting));
    if (epoch == m_epoch && m_silence.isOver(now))
        drop(LinkState::Silent, noReply);
}

} // namespace lockkeeper::redis
