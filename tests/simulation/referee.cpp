// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/referee.h"

#include "core/config/quorum.h"

#include <algorithm>

namespace lockkeeper::simulation {
namespace {

using namespace std::chrono_literals;

bool shareResource(const lock::LeaseState& a, const lock::LeaseState& b)
{
    return std::ranges::any_of(a.claim().resources(), [&](const Resource& resource) {
        return std::ranges::count(b.claim().resources(), resource) > 0;
    });
}

} // namespace

void Referee::report(const std::string& breach)
{
    if (!m_breach)
        m_breach = breach;
    m_world.tell([&] { return "BREACH: " + breach; });
}

void Referee::onHeld(
    const std::string& name, const std::shared_ptr<lock::LeaseState>& lease, const Process& process)
{
    ++m_acquisitions;
    for (const Holding& other : m_holdings) {
        if (lease->isHeld() && other.process->isAlive() && other.lease->isHeld()
            && shareResource(*lease, *other.lease))
            report("two holders: " + other.name + " and " + name);
    }
    std::erase_if(m_holdings, [](const Holding& holding) { return !holding.process->isAlive(); });
    m_holdings.push_back({name, lease, &process});
    checkFence(m_holdings.back());
    checkStored(m_holdings.back());
}

void Referee::onEnded(const lock::LeaseState& lease)
{
    std::erase_if(
        m_holdings, [&](const Holding& holding) { return holding.lease.get() == &lease; });
}

void Referee::onChange(const std::vector<std::string>& keys)
{
    for (const Holding& holding : m_holdings) {
        const auto& resources = holding.lease->claim().resources();
        if (std::ranges::any_of(resources, [&](const Resource& resource) {
                return std::ranges::count(keys, resource.value()) > 0;
            }))
            checkStored(holding);
    }
}

void Referee::look()
{
    for (const Holding& holding : m_holdings) {
        checkStored(holding);
        checkTold(holding);
    }
}

/// While a lease is held, a quorum of masters must store its token.
void Referee::checkStored(const Holding& holding)
{
    if (!holding.process->isAlive() || !holding.lease->isHeld())
        return;
    const lock::Claim& claim = holding.lease->claim();
    for (const Resource& resource : claim.resources()) {
        const auto stored = std::ranges::count_if(m_masters, [&](const auto& master) {
            return master->stores(resource.value(), claim.token().value());
        });
        if (static_cast<std::size_t>(stored) < quorumOf(m_masters.size()))
            return report(holding.name + " holds " + resource.value() + ", but only "
                + std::to_string(stored) + " of " + std::to_string(m_masters.size())
                + " masters store its token");
    }
}

void Referee::checkTold(const Holding& holding)
{
    const Process& process = *holding.process;
    const bool couldTell = process.isAlive() && process.lastStopped() < m_world.now() - 20ms;
    const SteadyTime deadline = holding.lease->deadline();
    if (couldTell && deadline + 2ms < process.now() && !holding.lease->lost().stop_requested())
        report(holding.name + " was not told that its lease is over");
}

void Referee::checkFence(const Holding& holding)
{
    const auto fence = holding.lease->fence();
    if (!fence)
        return;
    for (const Resource& resource : holding.lease->claim().resources()) {
        std::uint64_t& last = m_fences[resource.value()];
        if (fence->value <= last)
            report(holding.name + " got fencing token " + std::to_string(fence->value) + " after "
                + std::to_string(last));
        last = std::max(last, fence->value);
    }
}

} // namespace lockkeeper::simulation
