// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/event_log.h"

#include <vector>

namespace lockkeeper::ctl {

/// What one client gets that listens without end. Used by one thread at a time.
class Feed {
public:
    Feed() = default;
    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;
    virtual ~Feed() = default;

    /// The pieces of the next event. Empty if there is none yet: wait until wakeUp() is readable.
    [[nodiscard]] virtual std::vector<SharedText> next() = 0;
    [[nodiscard]] virtual int wakeUp() = 0;
};

} // namespace lockkeeper::ctl
