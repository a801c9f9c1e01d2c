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

/// A text that several threads send. Null: there is none.
using SharedText = std::shared_ptr<const std::string>;

/// The latest events, each with a number that is one more than that of the event before. Events
/// that are old, or that need too much memory, are forgotten. Thread-safe.
class EventLog {
public:
    static constexpr std::size_t kMostEvents = 1000;
    static constexpr std::size_t kMostBytes = std::size_t{8} * 1024 * 1024;

    /// Adds the text of the next event, and wakes all listeners.
    void append(SharedText text);
    /// Counts an event that nobody needs, and forgets all before it.
    void skip();
    [[nodiscard]] bool hasListeners() const;
    [[nodiscard]] std::uint64_t latest() const;
    /// The event behind `number`. Null if there is none yet. nullopt if it is forgotten, or if
    /// there has never been an event `number`.
    [[nodiscard]] std::optional<SharedText> after(std::uint64_t number) const;

    /// While it exists, `wake` is called whenever something is appended: on any thread, while the
    /// log is locked. Must not outlive the log.
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
    std::deque<SharedText> m_events LK_GUARDED_BY(m_mutex); ///< up to m_latest, without a gap
    std::uint64_t m_latest LK_GUARDED_BY(m_mutex) = 0;
    std::size_t m_bytes LK_GUARDED_BY(m_mutex) = 0;
    std::vector<Listener*> m_listeners LK_GUARDED_BY(m_mutex);
};

} // namespace lockkeeper::ctl
