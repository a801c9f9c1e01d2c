// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scheduler.h"

#include <absl/container/btree_map.h>
#include <absl/container/flat_hash_map.h>
#include <asio/steady_timer.hpp>
#include <memory>
#include <optional>

namespace lockkeeper {

/// Any number of timers on one of Asio's: small enough for one per lease, and armed anew only when
/// the first one changes. Lives on the loop's thread.
class TimerQueue : public std::enable_shared_from_this<TimerQueue> {
public:
    explicit TimerQueue(asio::io_context& context)
        : m_timer(std::in_place, context)
    { }

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

    std::optional<asio::steady_timer> m_timer; ///< gone once closed: the context may go now
    absl::btree_map<Key, std::function<void()>> m_tasks;
    absl::flat_hash_map<Scheduler::TimerId, SteadyTime> m_times;
    Scheduler::TimerId m_last = Scheduler::kNoTimer;
    SteadyTime m_armedFor = SteadyTime::max();
};

} // namespace lockkeeper
