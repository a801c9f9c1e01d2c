// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/holds.h"

namespace lockkeeper::lock {

std::shared_ptr<LeaseState> Holds::again(const std::vector<Resource>& resources)
{
    const MutexLock lock(m_mutex);
    const auto found = m_held.find(SortKey(ThreadIdentity::current(), resources));
    if (found == m_held.end() || !found->second.isReentrant)
        return nullptr;
    auto state = found->second.state.lock();
    return state && state->isHeld() && state->addHold() ? state : nullptr;
}

void Holds::add(ThreadIdentity holder, const std::shared_ptr<LeaseState>& state, bool isReentrant)
{
    const MutexLock lock(m_mutex);
    if (m_held.size() >= m_sweepAt) {
        absl::erase_if(m_held, [](const auto& entry) { return entry.second.state.expired(); });
        m_sweepAt = 2 * m_held.size() + 16;
    }
    m_held[Key{holder, state->claim().sharedResources()}] = {state, isReentrant};
}

std::vector<Fingerprint> Holds::tokensOf(ThreadIdentity holder)
{
    const MutexLock lock(m_mutex);
    std::vector<Fingerprint> tokens;
    const std::vector<Resource> first;
    for (auto it = m_held.lower_bound(SortKey(holder, first));
         it != m_held.end() && it->first.holder == holder; ++it) {
        const auto state = it->second.state.lock();
        if (state && state->isHeld())
            tokens.push_back(state->scheme().fingerprintOf(state->claim()));
    }
    return tokens;
}

} // namespace lockkeeper::lock
