// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

namespace lockkeeper::observe {

/// Knows to which lock a list of waiters belongs, so that a change of the list is one of the lock.
/// Forgets all when there are too many. Not thread-safe.
class WaitingQueues {
public:
    void note(const std::string& queue, const std::string& lock)
    {
        constexpr std::size_t kMost = 10'000;
        if (m_locks.size() >= kMost)
            m_locks.clear();
        m_locks.insert_or_assign(queue, lock);
    }
    /// Replaces the names of lists by those of their locks.
    void replaceIn(std::vector<std::string>& keys) const
    {
        for (std::string& key : keys) {
            if (const auto found = m_locks.find(key); found != m_locks.end())
                key = found->second;
        }
    }

private:
    std::unordered_map<std::string, std::string> m_locks; ///< by list
};

} // namespace lockkeeper::observe
