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

/// Who waits, read from all masters at one time. Immutable.
struct WaitsReading {
    std::vector<WaitAnnouncement> waits;
    /// Index of each waiter that certainly holds the token.
    std::multimap<Fingerprint, std::size_t> holders;

    [[nodiscard]] bool contains(const WaitAnnouncement& wait) const;
};

/// Reads announced waits (`PUBSUB CHANNELS lk1:wait:*`) from all masters. A wait counts if a quorum
/// names it. A server goes through all its channels, so readings are shared, and take at most a
/// twentieth of the time. Masters that refuse are asked again after 30 s.
///
/// Thread: the loop's. What is passed in must outlive it.
class AnnouncedWaits {
public:
    using ReadingPtr = std::shared_ptr<const WaitsReading>; ///< never null
    using Handler = std::function<void(const ReadingPtr&)>;

    AnnouncedWaits(std::vector<redis::Transport*> masters, Scheduler& scheduler, const Clock& clock,
        std::chrono::milliseconds timeout);

    /// Gets a reading that began less than 100 ms ago, or the next one. `handler` may be called
    /// before this returns.
    void readRecent(Handler handler);
    /// Gets a reading that begins now.
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
    ReadingPtr m_latest; ///< null before the first
    SteadyTime m_latestSent{};
    SteadyTime m_nextRead{}; ///< not sooner
    std::vector<Handler> m_waiting; ///< for the next reading, which is due if not empty
    Lifetime m_lifetime;
};

} // namespace lockkeeper::lock
