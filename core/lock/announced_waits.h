// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/wait_announcement.h"
#include "core/loop/lifetime.h"
#include "core/loop/scheduler.h"
#include "core/redis/transport.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace lockkeeper::lock {

struct WaitsReading {
    std::vector<WaitAnnouncement> waits;
    /// Indexes of waits with certain holds.
    std::multimap<Fingerprint, std::size_t> holders;

    [[nodiscard]] bool contains(const WaitAnnouncement& wait) const;
};

/// Reads waits that a quorum of masters names (`PUBSUB CHANNELS lk1:wait:*`). A server visits all
/// its channels for it, so readings are shared and spaced out. Thread: the loop's.
class AnnouncedWaits {
public:
    using ReadingPtr = std::shared_ptr<const WaitsReading>;
    using Handler = std::function<void(const ReadingPtr&)>;

    AnnouncedWaits(std::vector<redis::Transport*> masters, Scheduler& scheduler, const Clock& clock,
        std::chrono::milliseconds timeout);

    /// A reading begun less than 100 ms ago, or the next one. May call `handler` before returning.
    void readRecent(Handler handler);
    void readAnew(Handler handler);

private:
    struct Answer {
        std::vector<std::string> channels;
        SteadyTime::duration took{};
    };
    void readForWaiting();
    void onAnswers(SteadyTime sent, const std::vector<Result<Answer>>& answers);
    [[nodiscard]] ReadingPtr join(const std::vector<Result<Answer>>& answers) const;

    const std::vector<redis::Transport*> m_masters;
    Scheduler& m_scheduler;
    const Clock& m_clock;
    const std::chrono::milliseconds m_timeout;
    ReadingPtr m_latest;
    SteadyTime m_latestSent{};
    SteadyTime m_nextRead{};
    std::vector<Handler> m_waiting;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::lock
