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

/// Who announces to wait, as read from all masters at one time. Never changes.
struct WaitsReading {
    std::vector<WaitAnnouncement> waits;
    /// Index of each waiter that holds the token for certain.
    std::multimap<Fingerprint, std::size_t> holders;

    [[nodiscard]] bool contains(const WaitAnnouncement& wait) const;
};

/// Reads who announces to wait: `PUBSUB CHANNELS lk1:wait:*` on all masters. Only waits that a
/// quorum names count. All of a quorum are subscribed to, so a subscription that a minority has
/// kept of a connection that broke without notice names nobody.
///
/// A server goes through all its channels for an answer. So all who share this object share its
/// readings, and read less often where that takes long: for at most a twentieth of the time.
/// Masters that refuse are asked again after 30 s.
///
/// Thread-safety: used on the loop's thread. Everything passed to it must outlive it.
class AnnouncedWaits {
public:
    using ReadingPtr = std::shared_ptr<const WaitsReading>; ///< never null
    using Handler = std::function<void(const ReadingPtr&)>;

    AnnouncedWaits(std::vector<redis::Transport*> masters, Scheduler& scheduler, const Clock& clock,
        std::chrono::milliseconds timeout);

    /// Calls `handler` with a reading that began less than 100 ms ago, or later: before this
    /// function returns, or when the next reading is due and has ended. Masters without an answer
    /// name nobody.
    void readRecent(Handler handler);
    /// Calls `handler` with a reading whose commands are sent now.
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
    ReadingPtr m_latest; ///< null: none was made
    SteadyTime m_latestSent{};
    SteadyTime m_nextRead{}; ///< not sooner
    std::vector<Handler> m_waiting; ///< for the next reading; it is due if this is not empty
    Lifetime m_lifetime;
};

} // namespace lockkeeper::lock
