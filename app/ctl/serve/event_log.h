// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/mutex.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// Shared by sending threads.
using SharedText = std::shared_ptr<const std::string>;

/// The latest events, numbered consecutively, bounded in count and memory. Thread-safe.
class EventLog {
public:
    static constexpr std::size_t kMostEvents = 1000;
    static constexpr std::size_t kMostBytes = std::size_t{8} * 1024 * 1024;

    void append(SharedText text);
    /// Counts an event without a text, and forgets all before it.
    void skip();
    [[nodiscard]] bool hasListeners() const;
    [[nodiscard]] std::uint64_t latest() const;
    /// Null: none yet. nullopt: forgotten, or `number` never existed.
    [[nodiscard]] std::optional<SharedText> after(std::uint64_t number) const;

    /// Each append() calls `wake`, on any thread, with the log locked.
    class Listener {
    public:
        Listener(EventLog& log, std::function<void()> wake);
        ~Listener();
        Listener(const Listener&) = delete;
        Listener& operator=(const Listener&) = delete;

    private:
        friend class EventLog;
        EventLog& m_log;
        const std::function<void()> m_wake;
    };

private:
    mutable Mutex m_mutex;
    std::deque<SharedText> m_events LK_GUARDED_BY(m_mutex);
    std::uint64_t m_latest LK_GUARDED_BY(m_mutex) = 0;
    std::size_t m_bytes LK_GUARDED_BY(m_mutex) = 0;
    std::vector<Listener*> m_listeners LK_GUARDED_BY(m_mutex);
};

} // namespace lockkeeper::ctl
