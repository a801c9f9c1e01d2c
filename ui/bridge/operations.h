// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>

namespace lockkeeper::ui {

/// Counts operations in progress on another thread, so that their owner can wait for their ends.
/// Thread-safe.
class Operations final {
public:
    void begin()
    {
        const std::lock_guard lock(m_mutex);
        ++m_count;
    }
    /// The operation does not use its owner any more.
    void end()
    {
        // Under the lock: the waiting thread destroys this object.
        const std::lock_guard lock(m_mutex);
        --m_count;
        m_ended.notify_all();
    }
    /// Blocks until all have ended.
    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_ended.wait(lock, [this] { return m_count == 0; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_ended;
    int m_count = 0;
};

} // namespace lockkeeper::ui
