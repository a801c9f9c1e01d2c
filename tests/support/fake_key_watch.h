// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/key_watch.h"

#include <algorithm>
#include <map>

namespace lockkeeper::tests {

/// A key watch that notifies its listeners when a test calls touch().
class FakeKeyWatch final : public lock::KeyWatch {
public:
    ListenerId listen(const std::vector<Resource>& resources, Listener listener) override
    {
        m_listening[++m_lastId] = {resources, std::move(listener)};
        return m_lastId;
    }
    void forget(ListenerId id) noexcept override { m_listening.erase(id); }
    void prepareRead(std::size_t /*index*/) override { ++m_reads; }

    void touch(const Resource& resource, std::size_t master)
    {
        const auto listening = m_listening; // a listener may call forget()
        for (const auto& [id, entry] : listening) {
            if (m_listening.contains(id) && std::ranges::count(entry.resources, resource) > 0)
                entry.listener(master);
        }
    }
    [[nodiscard]] std::size_t listeners() const noexcept { return m_listening.size(); }
    /// The number of calls of prepareRead().
    [[nodiscard]] int preparedReads() const noexcept { return m_reads; }

private:
    struct Entry {
        std::vector<Resource> resources;
        Listener listener;
    };
    std::map<ListenerId, Entry> m_listening;
    ListenerId m_lastId = 0;
    int m_reads = 0;
};

} // namespace lockkeeper::tests
