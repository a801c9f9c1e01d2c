// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/scheduler.h"

#include <absl/container/btree_map.h>
#include <absl/container/flat_hash_map.h>
#include <asio/posix/stream_descriptor.hpp>
#include <memory>
#include <optional>

namespace lockkeeper {

/// Any number of timers on one of the system's: small enough for one per lease, and armed anew only
/// when the first one changes.
///
/// Thread: the loop's. Owns a timerfd on BootClock's time: what came due while the machine was
/// suspended runs as soon as it wakes up. Asio's own timers would go on from where they stood.
class TimerQueue : public std::enable_shared_from_this<TimerQueue> {
public:
    /// Throws std::system_error if the system has no file descriptor to give.
    explicit TimerQueue(asio::io_context& context);

    /// As Scheduler::schedule(). A timer at SteadyTime::max() never runs.
    Scheduler::TimerId add(SteadyTime when, std::function<void()> task);
    void remove(Scheduler::TimerId id) noexcept;
    /// No timer is due before. SteadyTime::max(): there is none.
    [[nodiscard]] SteadyTime nextLook() const noexcept { return m_armedFor; }
    /// Forgets all timers, and the context; none is added afterwards.
    void clear() noexcept;

private:
    using Key = std::pair<SteadyTime, Scheduler::TimerId>;

    void arm();
    void runDue();

    /// A timerfd; gone once closed: the context may go now.
    std::optional<asio::posix::stream_descriptor> m_timer;
    absl::btree_map<Key, std::function<void()>> m_tasks;
    absl::flat_hash_map<Scheduler::TimerId, SteadyTime> m_times;
    Scheduler::TimerId m_last = Scheduler::kNoTimer;
    SteadyTime m_armedFor = SteadyTime::max();
    bool m_isAwaited = false; ///< the context calls runDue() when the timerfd expires
};

} // namespace lockkeeper
