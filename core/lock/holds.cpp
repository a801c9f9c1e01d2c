// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/holds.h"

namespace lockkeeper::lock {

std::shared_ptr<LeaseState> Holds::again(const std::vector<Resource>& resources)
{
    const MutexLock lock(m_mutex);
    const auto found = m_held.find({ThreadIdentity::current(), resources});
    if (found == m_held.end() || !found->second.isReentrant)
        return nullptr;
    auto state = found->second.state.lock();
    return state && state->isHeld() && state->addHold() ? state : nullptr;
}

void Holds::add(ThreadIdentity holder, const std::shared_ptr<LeaseState>& state, bool isReentrant)
{
    const MutexLock lock(m_mutex);
    if (m_held.size() >= m_sweepAt) {
        std::erase_if(m_held, [](const auto& entry) { return entry.second.state.expired(); });
        m_sweepAt = 2 * m_held.size() + 16;
    }
    m_held[{holder, state->claim().resources()}] = {state, isReentrant};
}

std::vector<Fingerprint> Holds::tokensOf(ThreadIdentity holder)
{
    const MutexLock lock(m_mutex);
    std::vector<Fingerprint> tokens;
    for (auto it = m_held.lower_bound({holder, {}});
         it != m_held.end() && it->first.first == holder; ++it) {
        const auto state = it->second.state.lock();
        if (state && state->isHeld())
            tokens.push_back(state->scheme().fingerprintOf(state->claim()));
    }
    return tokens;
}

} // namespace lockkeeper::lock
