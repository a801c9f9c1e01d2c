// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/watch_state.h"

#include <utility>

namespace lockkeeper::observe {

WatchState::Event WatchState::eventOf(const redis::LinkStatus& link)
{
    const bool isAnotherLogin = std::exchange(m_loggedInAt, link.loggedInAt) != link.loggedInAt;
    if (link.isUp()) {
        if (!isUp() || isAnotherLogin)
            return Event::Login;
        return link.outage == m_outage ? Event::None : Event::Outage;
    }
    // The loss was reported at the first attempt.
    const bool isLost = link.isDown() && m_stage != WatchStage::Down;
    return isLost ? Event::Loss : Event::None;
}

void WatchState::login(SteadyTime now)
{
    // Perhaps other data: earlier readings are void.
    m_stage = WatchStage::Unread;
    m_upSince = now;
}

void WatchState::lose()
{
    m_stage = WatchStage::Down;
    m_outage.reset();
}

void WatchState::setOutage(std::optional<Error> outage)
{
    m_stage = WatchStage::Unread;
    m_outage = std::move(outage);
}

} // namespace lockkeeper::observe
