// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/lease_state.h"
#include "core/loop/mutex.h"
#include "core/loop/thread_identity.h"

#include <absl/container/btree_map.h>
#include <memory>

namespace lockkeeper::lock {

/// Which thread has taken which resources by blocking acquires. Thread-safe.
class Holds {
public:
    /// Adds a hold to this thread's reentrant claim on exactly these resources. Returns nullptr if
    /// there is no such claim or its lease is over.
    [[nodiscard]] std::shared_ptr<LeaseState> again(const std::vector<Resource>& resources);
    /// Records that `holder` holds the claim.
    void add(ThreadIdentity holder, const std::shared_ptr<LeaseState>& state, bool isReentrant);
    /// The tokens of the claims that the thread holds.
    [[nodiscard]] std::vector<Fingerprint> tokensOf(ThreadIdentity holder);

private:
    /// A thread and the resources that it has taken, which the claim owns as well.
    struct Key {
        ThreadIdentity holder;
        Claim::Resources resources;
    };
    /// Compares the resources, not where they are.
    struct Before {
        using is_transparent = void;
        template <class Left, class Right>
        [[nodiscard]] bool operator()(const Left& left, const Right& right) const
        {
            return sortKey(left) < sortKey(right);
        }
    };
    using SortKey = std::pair<ThreadIdentity, const std::vector<Resource>&>;
    [[nodiscard]] static SortKey sortKey(const Key& key) { return {key.holder, *key.resources}; }
    [[nodiscard]] static SortKey sortKey(const SortKey& key) { return key; }
    struct Hold {
        std::weak_ptr<LeaseState> state;
        bool isReentrant = false;
    };

    Mutex m_mutex;
    absl::btree_map<Key, Hold, Before> m_held LK_GUARDED_BY(m_mutex);
    std::size_t m_sweepAt LK_GUARDED_BY(m_mutex) = 16; ///< remove expired entries at this size
};

} // namespace lockkeeper::lock
