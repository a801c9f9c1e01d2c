// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/loop/driver_policy.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace lockkeeper {

void Sleepers::sleep(Ticket ticket, Bits bit) noexcept
{
    ::syscall(
        SYS_futex, &m_wakes, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, ticket, nullptr, nullptr, bit);
}

void Sleepers::wake(Bits bits) noexcept
{
    ++m_wakes;
    ::syscall(SYS_futex, &m_wakes, FUTEX_WAKE_BITSET | FUTEX_PRIVATE_FLAG, INT_MAX, nullptr,
        nullptr, bits);
}

bool DriverPolicy::tryDrive(Waiter& caller) noexcept
{
    if (m_isDriven)
        return false;
    m_isDriven = true;
    caller.state = Waiter::State::Driving;
    return true;
}

void DriverPolicy::join(const std::shared_ptr<Waiter>& caller)
{
    // Erased here, not when done: that would cost the waiter another lock.
    std::erase_if(m_waiting, [](const auto& other) { return other->state == Waiter::State::Done; });
    caller->bit = m_lastBit = std::rotl(m_lastBit, 1);
    m_waiting.push_back(caller);
    ++m_joined;
    if (m_waiting.size() >= kCrowd)
        m_crowdLeft = kCrowdLasts;
    else if (m_crowdLeft > 0)
        --m_crowdLeft;
}

std::size_t DriverPolicy::takeJoined() noexcept
{
    return std::exchange(m_joined, 0);
}

DriverPolicy::Background DriverPolicy::nextInBackground(bool hasQueued, SteadyTime now) noexcept
{
    const bool isMine = std::exchange(m_isHandedOver, false);
    const bool isInUse = m_drives != std::exchange(m_drivesSeen, m_drives);
    if (!isMine && isInUse && !hasQueued) {
        m_napEnd = std::min(now + kNap, m_nextTimer);
        return Background::Nap;
    }
    if (!isMine && m_isDriven) {
        m_isBackgroundAsleep = true;
        return Background::Sleep;
    }
    m_isDriven = true;
    return Background::Drive;
}

void DriverPolicy::backgroundIsAwake() noexcept
{
    m_isBackgroundAsleep = false;
    m_napEnd = SteadyTime::min();
}

DriverPolicy::Next DriverPolicy::leave(bool hasDriven, bool hasQueued, SteadyTime nextTimer)
{
    m_drives += hasDriven ? 1 : 0;
    m_isDriven = m_isHandedOver = m_crowdLeft > 0 && !m_isStopped;
    if (m_isHandedOver)
        return {.isBackground = true};
    const auto isWaiting
        = [](const auto& waiter) { return waiter->state == Waiter::State::Waiting; };
    if (const auto found = std::ranges::find_if(m_waiting, isWaiting); found != m_waiting.end()) {
        Next next{.driver = std::move(*found)};
        m_waiting.erase(found);
        m_isDriven = true;
        next.driver->state = Waiter::State::Driving;
        return next;
    }
    m_nextTimer = nextTimer;
    return {.isBackground = m_isBackgroundAsleep || hasQueued || nextTimer < m_napEnd};
}

DriverPolicy::Next DriverPolicy::backgroundLeaves(bool hasQueued, SteadyTime nextTimer)
{
    Next next = leave(false, hasQueued, nextTimer);
    m_drivesSeen = m_drives;
    return next;
}

} // namespace lockkeeper
