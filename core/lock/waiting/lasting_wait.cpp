// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/waiting/lasting_wait.h"

#include <utility>

namespace lockkeeper::lock {
namespace {

/// Shorter waits are not announced: they cost more than they tell.
constexpr std::chrono::milliseconds kAnnounceAfter{250};

} // namespace

LastingWait::LastingWait(const LockContext& context, SteadyTime start,
    std::function<WaitAnnouncement()> describe, std::function<void()> onDeadlock)
    : m_context(context)
    , m_describe(std::move(describe))
    , m_onDeadlock(std::move(onDeadlock))
{
    m_timer = m_context.scheduler->schedule(
        start + kAnnounceAfter, m_lifetime.guard([this] { announce(); }));
}

void LastingWait::end() noexcept
{
    m_context.scheduler->cancel(std::exchange(m_timer, Scheduler::kNoTimer));
    if (m_guard)
        m_guard->end();
    m_context.announcer->withdraw(std::exchange(m_announcement, WaitAnnouncer::kNone));
}

std::vector<Deadlocked::Link> LastingWait::circle() const
{
    return m_guard ? m_guard->circle() : std::vector<Deadlocked::Link>();
}

void LastingWait::announce()
{
    m_timer = Scheduler::kNoTimer;
    m_announcement = m_context.announcer->announce(m_describe());
    auto announced = m_context.announcer->announced(m_announcement);
    if (announced && announced->failsOnDeadlock)
        m_guard.emplace(m_context, std::move(*announced), std::move(m_onDeadlock));
}

} // namespace lockkeeper::lock
