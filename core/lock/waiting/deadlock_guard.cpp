// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/waiting/deadlock_guard.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockkeeper::lock {
namespace {

constexpr std::chrono::milliseconds kInterval{1000};
/// All of a circle find it within one interval. So whose turn is next leaves one more to the
/// others.
constexpr std::size_t kSearchesATurn = 2;

std::vector<std::string> idsOf(const Circle& circle)
{
    std::vector<std::string> ids;
    for (const CircleLink& link : circle)
        ids.push_back(link.holder.id);
    std::ranges::sort(ids);
    return ids;
}

bool isYounger(const WaitAnnouncement& a, const WaitAnnouncement& b)
{
    return std::tie(a.since, a.id) > std::tie(b.since, b.id);
}

} // namespace

DeadlockGuard::DeadlockGuard(
    const LockContext& context, WaitAnnouncement self, std::function<void()> onFound)
    : m_context(context)
    , m_self(std::move(self))
    , m_onFound(std::move(onFound))
{
    const bool isInDanger = m_self.holding && !m_self.holding->empty() && m_self.isHoldingCertain;
    if (isInDanger && m_context.waits != nullptr)
        searchAt(m_context.clock->now());
}

void DeadlockGuard::end() noexcept
{
    m_lifetime.end();
    m_context.scheduler->cancel(std::exchange(m_timer, Scheduler::kNoTimer));
}

void DeadlockGuard::searchAt(SteadyTime when)
{
    m_timer = m_context.scheduler->schedule(when, m_lifetime.guard([this] {
        searchDeadlock(m_context, m_self,
            m_lifetime.guard([this](Circle circle) { onSearched(std::move(circle)); }));
    }));
}

void DeadlockGuard::onSearched(Circle circle)
{
    auto waiters = idsOf(circle);
    if (waiters != std::exchange(m_waiters, waiters))
        m_searches = 0;
    ++m_searches;
    if (circle.empty() || m_searches <= kSearchesATurn * turnIn(circle))
        return searchAt(m_context.clock->now() + kInterval);
    for (CircleLink& link : circle)
        m_found.push_back({std::move(link.resource), link.token, std::move(link.holder.owner),
            link.holder.since});
    std::exchange(m_onFound, nullptr)(); // which may destroy this object
}

std::size_t DeadlockGuard::turnIn(const Circle& circle) const
{
    return static_cast<std::size_t>(std::ranges::count_if(circle, [this](const CircleLink& link) {
        return link.holder.failsOnDeadlock && isYounger(link.holder, m_self);
    }));
}

} // namespace lockkeeper::lock
