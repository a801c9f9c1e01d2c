// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/wake_event.h"
#include "core/observe/update_inbox.h"

#include <deque>

namespace lockkeeper::ctl {

/// Passes updates between two threads. Never blocks.
class UpdateQueue {
public:
    explicit UpdateQueue(std::size_t deployments = 1)
        : m_inboxes(deployments)
    { }

    void put(const observe::BoardUpdate& update, std::size_t deployment = 0)
    {
        if (m_inboxes[deployment].put(update))
            m_event.raise();
    }

    /// Of the first deployment.
    std::optional<observe::BoardUpdate> take()
    {
        m_event.clear();
        return m_inboxes.front().take();
    }

    /// Calls `show(index, update)` per update, until false.
    template <class Show> bool takeAll(Show show)
    {
        m_event.clear(); // first: later updates raise it again
        for (std::size_t i = 0; i < m_inboxes.size(); ++i) {
            if (const auto update = m_inboxes[i].take(); update && !show(i, *update))
                return false;
        }
        return true;
    }

    [[nodiscard]] int descriptor() const noexcept { return m_event.descriptor(); }

private:
    std::deque<observe::UpdateInbox> m_inboxes;
    WakeEvent m_event;
};

} // namespace lockkeeper::ctl
