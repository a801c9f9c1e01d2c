// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/waits/waits.h"

#include "core/never_destroyed.h"

#include <algorithm>

namespace lockkeeper::observe {

Waits::Waits(std::vector<Waiter> waiters, std::vector<Deadlock> deadlocks)
    : m_waiters(std::move(waiters))
    , m_deadlocks(std::move(deadlocks))
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

const Deadlock* Waits::deadlockOf(const Resource& resource, const Fingerprint& token) const
{
    for (const Deadlock& deadlock : m_deadlocks) {
        for (const Deadlock::Link& link : deadlock.links) {
            if (link.resource == resource && link.token == token)
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
