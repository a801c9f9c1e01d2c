// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/wake_event.h"
#include "core/observe/update_inbox.h"

namespace lockkeeper::ctl {

/// Passes updates from one thread to another. Never blocks.
class UpdateQueue {
public:
    void put(const observe::BoardUpdate& update)
    {
        if (m_inbox.put(update))
            m_event.raise();
    }

    std::optional<observe::BoardUpdate> take()
    {
        m_event.clear();
        return m_inbox.take();
    }

    [[nodiscard]] int descriptor() const noexcept { return m_event.descriptor(); }

private:
    observe::UpdateInbox m_inbox;
    WakeEvent m_event;
};

} // namespace lockkeeper::ctl
