// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/mutex.h"
#include "core/observe/board/process_probe.h"
#include "core/observe/watcher.h"

#include <set>
#include <string>
#include <vector>

namespace lockkeeper::bench {

/// Watches the masters of a soak, and collects the deadlocks that the watcher claims, likely ones
/// included. All members from any thread.
class CircleWatch {
public:
    explicit CircleWatch(const std::vector<std::string>& urls);

    /// The different circles so far, in words.
    [[nodiscard]] std::vector<std::string> circles() const;
    [[nodiscard]] std::uint64_t updates() const;
    /// The largest number of waiters that were seen at a time.
    [[nodiscard]] std::uint64_t mostWaiters() const;

private:
    void look(const observe::BoardUpdate& update);

    const SystemClock m_clock;
    const observe::LocalProcessProbe m_processes;
    mutable Mutex m_mutex;
    std::set<std::string> m_circles LK_GUARDED_BY(m_mutex);
    std::uint64_t m_updates LK_GUARDED_BY(m_mutex) = 0;
    std::uint64_t m_mostWaiters LK_GUARDED_BY(m_mutex) = 0;
    observe::Watcher m_watcher; ///< last: its thread must end before the other members go
};

} // namespace lockkeeper::bench
