// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/holds.h"

namespace lockkeeper::lock {

std::shared_ptr<LeaseState> Holds::again(const std::vector<Resource>& resources)
{
    const MutexLock lock(m_mutex);
    const auto found = m_held.find({ThreadIdentity::current(), resources});
    if (found == m_held.end())
        return nullptr;
    auto state = found->second.lock();
    return state && state->isHeld() && state->addHold() ? state : nullptr;
}

void Holds::add(ThreadIdentity holder, const std::shared_ptr<LeaseState>& state)
{
    const MutexLock lock(m_mutex);
    if (m_held.size() >= m_sweepAt) {
        std::erase_if(m_held, [](const auto& entry) { return entry.second.expired(); });
        m_sweepAt = 2 * m_held.size() + 16;
    }
    m_held[{holder, state->claim().resources()}] = state;
}

} // namespace lockkeeper::lock
