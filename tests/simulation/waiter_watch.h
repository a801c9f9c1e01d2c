// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/key_watch.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace lockkeeper::simulation {

/// Notifies waiters when touch() is called. As tests::FakeKeyWatch, but quick for a key that nobody
/// waits for.
class WaiterWatch final : public lock::KeyWatch {
public:
    ListenerId listen(const std::vector<Resource>& resources, Listener listener) override
    {
        m_entries.push_back({++m_lastId, resources, std::move(listener)});
        return m_lastId;
    }
    void forget(ListenerId id) noexcept override
    {
        std::erase_if(m_entries, [id](const Entry& entry) { return entry.id == id; });
    }
    void prepareRead(std::size_t /*index*/) override { }

    [[nodiscard]] bool isAwaited(std::string_view key) const
    {
        return std::ranges::any_of(m_entries, [&](const Entry& entry) { return entry.has(key); });
    }
    void touch(std::string_view key, std::size_t master)
    {
        std::vector<Entry> awaiting; // a listener may call forget()
        std::ranges::copy_if(m_entries, std::back_inserter(awaiting),
            [&](const Entry& entry) { return entry.has(key); });
        for (const Entry& entry : awaiting) {
            const bool isThere
                = std::ranges::find(m_entries, entry.id, &Entry::id) != m_entries.end();
            if (isThere)
                entry.listener(master);
        }
    }

private:
    struct Entry {
        ListenerId id;
        std::vector<Resource> resources;
        Listener listener;

        [[nodiscard]] bool has(std::string_view key) const
        {
            return std::ranges::any_of(
                resources, [&](const Resource& resource) { return resource.value() == key; });
        }
    };
    std::vector<Entry> m_entries;
    ListenerId m_lastId = 0;
};

} // namespace lockkeeper::simulation
