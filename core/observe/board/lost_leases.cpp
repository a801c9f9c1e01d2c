// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/lost_leases.h"

#include "core/observe/board/known_keys.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::observe {
namespace {

constexpr std::chrono::seconds kDropInterval{10};
/// A lost lease without a TTL counts as running this long.
constexpr std::chrono::hours kEndlessFor{1};

SteadyTime endOf(const LostLeases::Lease& lease) noexcept
{
    return lease.until == SteadyTime::max() ? lease.at + kEndlessFor : lease.until;
}

bool isExclusive(LockMode mode) noexcept
{
    return mode == LockMode::Exclusive || mode == LockMode::Write;
}

} // namespace

bool LostLeases::Lease::isLostBy(std::size_t master) const noexcept
{
    return (lostBy & ~suspected & masterBit(master)) != 0;
}

void LostLeases::suspect(const std::string& name, std::size_t master, Lease lease)
{
    const std::uint64_t bit = masterBit(master);
    const auto found = m_leases.find(name);
    if (found != m_leases.end() && found->second.token == lease.token) {
        Lease& known = found->second;
        known.at = lease.at;
        known.until = std::max(known.until, lease.until);
        known.cause = lease.cause;
        known.isReplaced = known.isReplaced && lease.isReplaced;
        known.lostBy |= bit;
        known.suspected |= bit;
        return;
    }
    lease.lostBy = bit;
    lease.suspected = bit;
    if (found == m_leases.end()) {
        if (m_leases.size() < kMost)
            m_leases.emplace(name, std::move(lease));
    } else if (endOf(lease) >= endOf(found->second)) {
        found->second = std::move(lease);
    }
}

std::size_t LostLeases::confirm(
    std::size_t master, absl::FunctionRef<bool(const std::string&, const Lease&)> isKept)
{
    std::size_t kept = 0;
    absl::erase_if(m_leases, [&](auto& named) {
        auto& [name, lease] = named;
        if ((lease.suspected & masterBit(master)) == 0)
            return false;
        if (!isKept(name, lease)) {
            lease.suspected &= ~masterBit(master);
            return false;
        }
        ++kept;
        return take(lease, master);
    });
    return kept;
}

bool LostLeases::take(Lease& lease, std::size_t master) noexcept
{
    lease.lostBy &= ~masterBit(master);
    lease.suspected &= ~masterBit(master);
    return lease.lostBy == 0;
}

void LostLeases::noteHeld(const std::string& name, std::size_t master, const Fingerprint& token)
{
    const auto found = m_leases.find(name);
    if (found != m_leases.end() && found->second.token == token && take(found->second, master))
        m_leases.erase(found);
}

void LostLeases::noteReleased(const std::string& name, const Fingerprint& token)
{
    const auto found = m_leases.find(name);
    if (found != m_leases.end() && found->second.token == token)
        m_leases.erase(found);
}

void LostLeases::dropEnded(SteadyTime now)
{
    if (m_leases.empty() || now < m_nextDrop)
        return;
    m_nextDrop = now + kDropInterval;
    absl::erase_if(m_leases, [now](const auto& named) { return endOf(named.second) <= now; });
}

const LostLeases::Lease* LostLeases::find(const std::string& name, SteadyTime now) const
{
    const auto found = m_leases.find(name);
    return found != m_leases.end() && endOf(found->second) > now ? &found->second : nullptr;
}

bool areOfOneHolder(const PackedLock& a, const PackedLock& b)
{
    const auto ofOneLease = [](Holder holder) {
        holder.since.reset();
        holder.mayOutliveProcess = false;
        return holder;
    };
    const Holder holder = ofOneLease(a.holder());
    // Host or program alone may be shared.
    const bool isOne = holder.pid || holder.process || holder.thread;
    return isOne && holder == ofOneLease(b.holder());
}

bool excludeEachOther(const PackedLock& a, const PackedLock& b) noexcept
{
    const bool isShared = a.mode() == LockMode::Semaphore || b.mode() == LockMode::Semaphore;
    return !isShared && (isExclusive(a.mode()) || isExclusive(b.mode()));
}

} // namespace lockkeeper::observe
