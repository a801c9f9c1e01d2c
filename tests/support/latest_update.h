// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/watcher.h"

#include <map>
#include <mutex>

namespace lockkeeper::tests {

/// The entry of a resource in `update.changed`; null if there is none.
[[nodiscard]] inline observe::LockEntryPtr find(
    const observe::BoardUpdate& update, const char* resource)
{
    for (const observe::LockEntryPtr& entry : update.changed) {
        if (entry->resource == Resource(resource))
            return entry;
    }
    return nullptr;
}

/// Merges the updates of a watcher into the present state, for the test's thread to read.
/// Thread-safe. Must outlive the watcher.
class LatestUpdate {
public:
    [[nodiscard]] observe::Watcher::UpdateHandler handler()
    {
        return [this](const observe::BoardUpdate& update) { take(update); };
    }
    /// The latest update, with all present entries in `changed`.
    [[nodiscard]] observe::BoardUpdate get()
    {
        const std::lock_guard lock(m_mutex);
        observe::BoardUpdate update = m_update;
        for (const auto& [resource, entry] : m_entries)
            update.changed.push_back(entry);
        return update;
    }
    /// The latest status of a master; an empty one before the first update.
    [[nodiscard]] observe::MasterStatus master(std::size_t index)
    {
        const std::lock_guard lock(m_mutex);
        return index < m_update.masters.size() ? m_update.masters[index] : observe::MasterStatus{};
    }

private:
    void take(const observe::BoardUpdate& update)
    {
        const std::lock_guard lock(m_mutex);
        for (const observe::LockEntryPtr& entry : update.changed)
            m_entries[entry->resource] = entry;
        for (const Resource& resource : update.gone)
            m_entries.erase(resource);
        m_update = update;
        m_update.changed.clear();
    }

    std::mutex m_mutex;
    std::map<Resource, observe::LockEntryPtr> m_entries;
    observe::BoardUpdate m_update; ///< without entries
};

} // namespace lockkeeper::tests
