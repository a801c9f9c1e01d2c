// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/silence.h"

#include "core/redis/link/command_queue.h"

namespace lockkeeper::redis {
namespace {

constexpr std::chrono::milliseconds kLongest{10'000};

} // namespace

Silence::Silence(std::chrono::milliseconds silentAfter, CommandQueue& commands, LinkStatus& status)
    : m_silentAfter(silentAfter)
    , m_commands(commands)
    , m_status(status)
{ }

void Silence::judge(SteadyTime now, bool hasOverdue, const Error& noReply)
{
    if (!hasOverdue && (!m_suspectAt || now < *m_suspectAt))
        return;
    m_suspectAt.reset();
    // The oldest command is judged when it is overdue.
    if (!hasOverdue && !m_commands.isOldestOverdue())
        return;
    if (!m_status.isUp() || !m_commands.isReplyMissing())
        return;
    const SteadyTime since
        = std::max(m_commands.oldestSentAt(), m_status.lastReply.value_or(SteadyTime{}));
    if (const SteadyTime suspectAt = deadlineAfter(since, m_silentAfter); now < suspectAt) {
        m_suspectAt = suspectAt;
        return;
    }
    m_status.state = LinkState::Silent;
    m_status.error = noReply;
    m_end = now + kLongest;
}

void Silence::end() noexcept
{
    m_status.state = LinkState::Up;
    m_status.error.reset();
    m_end.reset();
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
