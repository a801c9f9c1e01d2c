// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/waits.h"

#include "core/never_destroyed.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

WaitCount countOf(const Waiter& waiter)
{
    return waiter.isGone() ? WaitCount{.gone = 1} : WaitCount{.least = 1, .most = 1};
}

} // namespace

Waits::Waits(
    std::vector<Waiter> waiters, std::vector<Deadlock> deadlocks, UnnamedByResource unnamed)
    : m_waiters(std::move(waiters))
    , m_deadlocks(std::move(deadlocks))
    , m_unnamed(std::move(unnamed))
{
    for (std::size_t i = 0; i < m_waiters.size(); ++i) {
        for (const Resource& resource : m_waiters[i].announced.resources)
            m_byResource[resource].push_back(i);
    }
}

const std::vector<std::size_t>& Waits::waitersFor(const Resource& resource) const
{
    static const NeverDestroyed<std::vector<std::size_t>> none;
    const auto found = m_byResource.find(resource);
    return found == m_byResource.end() ? *none : found->second;
}

WaitCount Waits::countFor(const Resource& resource) const
{
    WaitCount count;
    for (const std::size_t waiter : waitersFor(resource))
        count.add(countOf(m_waiters[waiter]));
    if (const auto found = m_unnamed.find(resource); found != m_unnamed.end())
        count.add(found->second.count);
    return count;
}

WaitCount Waits::countAll() const
{
    WaitCount count;
    for (const Waiter& waiter : m_waiters)
        count.add(countOf(waiter));
    for (const auto& [resource, unnamed] : m_unnamed)
        count.add(unnamed.count);
    return count;
}

std::set<Resource> Waits::resources() const
{
    std::set<Resource> all;
    for (const auto& [resource, waiters] : m_byResource)
        all.insert(resource);
    for (const auto& [resource, unnamed] : m_unnamed)
        all.insert(resource);
    return all;
}

const Deadlock* Waits::deadlockOf(
    const Resource& resource, const std::optional<Fingerprint>& token) const
{
    for (const Deadlock& deadlock : m_deadlocks) {
        for (const Deadlock::Link& link : deadlock.links) {
            if (link.resource == resource && (!token || link.token == token))
                return &deadlock;
        }
    }
    return nullptr;
}

const WaitsPtr& noWaits()
{
    static const NeverDestroyed<WaitsPtr> none(std::make_shared<const Waits>());
    return *none;
}

} // namespace lockkeeper::observe
