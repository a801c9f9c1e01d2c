// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/silence.h"

#include "core/redis/link/command_queue.h"

namespace lockkeeper::redis {
namespace {

constexpr std::chrono::milliseconds kLongest{10'000};

} // namespace

bool Silence::begins(SteadyTime now, bool hasOverdue, CommandQueue& queue, const LinkStatus& status)
{
    if (!hasOverdue && (!m_suspectAt || now < *m_suspectAt))
        return false;
    m_suspectAt.reset();
    // If the oldest command is not overdue yet, it is judged when it is.
    if (!hasOverdue && !queue.isOldestOverdue())
        return false;
    if (status.state != LinkState::Up || !queue.isReplyMissing())
        return false;
    const SteadyTime since
        = std::max(queue.oldestSentAt(), status.lastReply.value_or(SteadyTime{}));
    if (now < since + m_silentAfter) {
        m_suspectAt = since + m_silentAfter;
        return false;
    }
    m_end = now + kLongest;
    return true;
}

void Silence::reset() noexcept
{
    m_suspectAt.reset();
    m_end.reset();
}

std::optional<SteadyTime> Silence::nextDeadline() const noexcept
{
    if (!m_suspectAt || !m_end)
        return m_suspectAt ? m_suspectAt : m_end;
    return std::min(*m_suspectAt, *m_end);
}

} // namespace lockkeeper::redis
