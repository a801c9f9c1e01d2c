// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/link.h"

// The time-outs of a Link.

namespace lockkeeper::redis {
namespace {

using std::chrono::milliseconds;

/// A silent connection older than this is dropped: the path may have failed without a notice.
constexpr milliseconds kSilenceLimit{10'000};
/// A reply that has arrived is not overdue just because this thread had no time to read it. While
/// there is unread input, the deadline is checked again at this interval, for at most kLeeway.
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
    if (m_phase != Phase::Idle && m_phase != Phase::Ready)
        watchDeadline(m_connectDeadline);
    for (const auto& deadline : {m_halfTime, m_suspectAt, m_silenceEnd, m_pending.nextDeadline(),
             m_waiting.nextDeadline()}) {
        if (deadline)
            watchDeadline(*deadline);
    }
}

/// True if replies that are due may be among the unread input.
bool Connection::Link::isBehind(SteadyTime now)
{
    auto due = m_pending.nextDeadline();
    if (m_suspectAt && (!due || *m_suspectAt < *due))
        due = m_suspectAt;
    if (m_phase != Phase::Ready || !due || *due > now || *due + kLeeway <= now)
        return false;
    asio::error_code ignored;
    return m_socket.available(ignored) > 0;
}

void Connection::Link::judgeSilence(SteadyTime now, const Error& noReply)
{
    m_suspectAt.reset();
    if (m_status.state != LinkState::Up || m_pending.isEmpty())
        return;
    const SteadyTime since
        = std::max(m_pending.front().sentAt, m_status.lastReply.value_or(SteadyTime{}));
    if (now < since + m_options.silentAfter) {
        m_suspectAt = since + m_options.silentAfter;
        return;
    }
    m_status.state = LinkState::Silent;
    m_status.error = noReply;
    m_silenceEnd = now + kSilenceLimit;
}

void Connection::Link::onDeadline()
{
    const SteadyTime now = BootClock::now();
    m_nextDeadline.reset();
    if (isBehind(now))
        return watchDeadline(now + kLookAgain);
    if (m_phase != Phase::Idle && m_phase != Phase::Ready && m_connectDeadline <= now)
        return onConnectTimeout();
    if (m_halfTime && *m_halfTime <= now)
        onHalfTime();
    std::vector<Owed> overdue;
    m_pending.takeOverdue(now, [&](Pending& pending) {
        overdue.push_back({std::exchange(pending.handler, nullptr), pending.missing});
    });
    std::vector<Owed> neverSent;
    m_waiting.takeOverdue(now, [&](Waiting& waiting) {
        neverSent.push_back({std::exchange(waiting.handler, nullptr), waiting.commands});
    });
    const Error noReply = error(ErrorClass::Timeout, "no reply in time");
    // If the front entry still has a handler, it is not overdue yet and will be judged later.
    const bool isSuspect = m_suspectAt && *m_suspectAt <= now;
    if (!overdue.empty() || (isSuspect && !m_pending.isEmpty() && !m_pending.front().handler))
        judgeSilence(now, noReply);
    else if (isSuspect)
        m_suspectAt.reset();
    watchNextDeadline();

    const std::uint64_t epoch = m_epoch;
    const auto self = shared_from_this();
    for (const Owed& owed : overdue)
        failAll(owed, noReply);
    for (const Owed& owed : neverSent)
        failAll(owed, error(ErrorClass::Unreachable, "still connecting"));
    if (epoch == m_epoch && m_silenceEnd && *m_silenceEnd <= now)
        drop(LinkState::Silent, noReply);
}

} // namespace lockkeeper::redis
