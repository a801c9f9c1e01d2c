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

/// Any number of timers on one timerfd. A timer is small enough to have one per lease. The timerfd
/// is set again only when the first timer changes.
///
/// On the loop's thread. The timerfd counts BootClock's time: timers that came due while the
/// machine was suspended run as soon as it wakes up. Asio's own timers would continue from where
/// they stood.
class TimerQueue : public std::enable_shared_from_this<TimerQueue> {
public:
    /// Throws std::system_error if the system has no file descriptor to give.
    explicit TimerQueue(asio::io_context& context);

    /// As Scheduler::schedule(). A timer at SteadyTime::max() never runs.
    Scheduler::TimerId add(SteadyTime when, Scheduler::Task task);
    void remove(Scheduler::TimerId id) noexcept;
    /// No timer is due before this time. SteadyTime::max(): there is none.
    [[nodiscard]] SteadyTime nextWakeUp() const noexcept { return m_armedFor; }
    /// Removes all timers and lets go of the context. add() has no effect afterwards.
    void clear() noexcept;

private:
    using Key = std::pair<SteadyTime, Scheduler::TimerId>;

    void arm();
    void runDue();

    /// The timerfd. Empty after clear(): the context may be destroyed then.
    std::optional<asio::posix::stream_descriptor> m_timer;
    absl::btree_map<Key, Scheduler::Task> m_tasks;
    absl::flat_hash_map<Scheduler::TimerId, SteadyTime> m_times;
    Scheduler::TimerId m_last = Scheduler::kNoTimer;
    SteadyTime m_armedFor = SteadyTime::max();
    bool m_isAwaited = false; ///< the context calls runDue() when the timerfd expires
};

} // namespace lockkeeper
