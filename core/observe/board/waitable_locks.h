// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/packed_lock.h"
#include "core/types.h"

#include <map>
#include <set>

namespace lockkeeper::observe {

/// Which locks of a board are of a library that tells of their waiters, so that nobody is asked for
/// those of others. Not thread-safe.
class WaitableLocks {
public:
    void add(const Resource& resource, const PackedLock& lock)
    {
        if (!lock.format() || lock.format()->waits.isEmpty())
            return;
        const WaitSigns& signs = lock.format()->waits;
        if (signs.areBlocked)
            m_blocking.emplace(resource, lock.format()->name);
        else
            ++m_channels[signs.channelBegins];
    }
    /// Takes back add().
    void remove(const Resource& resource, const PackedLock& lock)
    {
        if (!lock.format() || lock.format()->waits.isEmpty())
            return;
        const WaitSigns& signs = lock.format()->waits;
        if (signs.areBlocked)
            m_blocking.erase(resource);
        else if (const auto found = m_channels.find(signs.channelBegins); --found->second == 0)
            m_channels.erase(found);
    }

    /// What the names of the channels of waiters begin with, and of how many locks.
    [[nodiscard]] const std::map<std::string, std::size_t>& channels() const noexcept
    {
        return m_channels;
    }
    /// The locks whose waiters block on a list, with their formats.
    [[nodiscard]] const std::map<Resource, std::string>& blocking() const noexcept
    {
        return m_blocking;
    }

private:
    std::map<std::string, std::size_t> m_channels;
    std::map<Resource, std::string> m_blocking;
};

} // namespace lockkeeper::observe
