// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/lease_state.h"
#include "core/loop/mutex.h"
#include "core/loop/thread_identity.h"

#include <map>
#include <memory>

namespace lockkeeper::lock {

/// Which thread holds which resources, for acquiring them again. Safe to use from any thread.
class Holds {
public:
    /// One more hold on what this thread holds of exactly these resources; nullptr if that is
    /// nothing, or not surely held any more.
    [[nodiscard]] std::shared_ptr<LeaseState> again(const std::vector<Resource>& resources);
    /// That thread holds the claim from now on.
    void add(ThreadIdentity holder, const std::shared_ptr<LeaseState>& state);

private:
    using Key = std::pair<ThreadIdentity, std::vector<Resource>>;

    Mutex m_mutex;
    std::map<Key, std::weak_ptr<LeaseState>> m_held LK_GUARDED_BY(m_mutex);
    std::size_t m_sweepAt LK_GUARDED_BY(m_mutex) = 16; ///< ended ones are removed at this size
};

} // namespace lockkeeper::lock
