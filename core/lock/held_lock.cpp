// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/held_lock.h"

#include <utility>

namespace lockkeeper::lock {

HeldLock::HeldLock(
    const Clock& clock, std::optional<FencingToken> fence, std::function<void()> onLost)
    : m_clock(clock)
    , m_fence(fence)
{
    if (onLost)
        m_onLost.push_back(std::move(onLost));
}

bool HeldLock::addHold() noexcept
{
    int holds = m_holds.load();
    while (holds > 0) {
        if (m_holds.compare_exchange_weak(holds, holds + 1))
            return true;
    }
    return false;
}

std::stop_token HeldLock::lost() const noexcept
{
    const MutexLock lock(m_mutex);
    if (!m_lost.stop_possible()) {
        m_lost = std::stop_source();
        if (m_isLost)
            m_lost.request_stop();
    }
    return m_lost.get_token();
}

std::stop_token HeldLock::asked() const noexcept
{
    const MutexLock lock(m_mutex);
    if (!m_asked.stop_possible()) {
        m_asked = std::stop_source();
        if (m_ask)
            m_asked.request_stop();
    }
    return m_asked.get_token();
}

std::optional<Ask> HeldLock::ask() const
{
    const MutexLock lock(m_mutex);
    return m_ask ? std::optional(*m_ask) : std::nullopt;
}

void HeldLock::noteAsk(Ask ask)
{
    std::stop_source asked(std::nostopstate);
    {
        const MutexLock lock(m_mutex);
        m_ask = std::make_unique<const Ask>(std::move(ask));
        asked = m_asked;
    }
    asked.request_stop();
}

bool HeldLock::addOnLost(std::function<void()> onLost)
{
    const MutexLock lock(m_mutex);
    if (m_isLost)
        return false;
    m_onLost.push_back(std::move(onLost));
    return true;
}

void HeldLock::setFailedVotes(std::vector<MasterVote> votes)
{
    const MutexLock lock(m_mutex);
    m_failedVotes = std::move(votes);
}

std::vector<MasterVote> HeldLock::failedVotes() const
{
    const MutexLock lock(m_mutex);
    return m_failedVotes;
}

void HeldLock::notifyLoss() noexcept
{
    std::stop_source lost(std::nostopstate);
    std::vector<std::function<void()>> callbacks;
    {
        const MutexLock lock(m_mutex);
        m_isLost = true;
        lost = m_lost;
        callbacks.swap(m_onLost);
    }
    lost.request_stop();
    for (const auto& onLost : callbacks)
        onLost();
}

} // namespace lockkeeper::lock
