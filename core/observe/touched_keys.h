// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board.h"
#include "core/observe/reading/adaptive_batch.h"
#include "core/observe/reading/command_budget.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace lockkeeper::observe {

/// The keys of one master to be read soon, each once however often it is touched, in batches that
/// the master can take. Keys that match no pattern are ignored.
///
/// A key that is no lock, such as a counter, may be written all the time. Reading it once a second
/// is enough to notice that it becomes a lock: such pushed keys are deferred.
///
/// Not thread-safe. `board` must outlive it.
class TouchedKeys {
public:
    static constexpr std::size_t kMostAtOnce = 500;
    static constexpr std::size_t kMostOthers = 200; ///< in a second

    struct Limits {
        std::vector<std::string> patterns; ///< globs; empty: all keys
        std::size_t commandsPerSecond = 0; ///< for the master; 0: no limit
    };
    /// `master`: its index on the board.
    TouchedKeys(const Board& board, std::size_t master, Limits limits);

    /// Queues these keys.
    void add(std::vector<std::string> keys);
    /// Queues these keys, which the master has reported as written. Of those that are no locks,
    /// each is read once a second, and kMostOthers in all; the rest is deferred. Returns their
    /// number.
    std::size_t addPushed(std::vector<std::string> keys);
    /// Keeps a key whose read got no answer for the next tick().
    void addUnanswered(std::string key) { m_unanswered.push_back(std::move(key)); }
    /// Queues the deferred and the unanswered keys that are due. Call several times a second.
    void tick(SteadyTime now);
    /// Forgets all keys.
    void clear();

    /// Keys that may be read at once, and an estimate of the commands that this takes.
    struct Batch {
        std::vector<std::string> keys;
        std::size_t commands = 0; ///< zero: there is no limit to count against
    };
    /// Removes the next keys from the queue, as many as may be read now: perhaps none, and at most
    /// kMostAtOnce. `share`: the part of the master's commands that is available.
    [[nodiscard]] Batch take(SteadyTime now, double share);
    /// Counts commands for something else against what may be read. Returns false, and counts
    /// nothing, if they may not be sent now.
    [[nodiscard]] bool trySpend(SteadyTime now, double share, std::size_t commands);
    /// Counts commands that were sent.
    void spend(std::size_t commands) noexcept;
    /// Records how long reading a batch of this many keys took.
    void noteRead(std::size_t keys, SteadyTime::duration took) { m_batch.note(keys, took); }

    /// Number of queued keys, without the deferred ones.
    [[nodiscard]] std::size_t size() const noexcept { return m_queued.size(); }

private:
    [[nodiscard]] std::size_t mostNow(SteadyTime now, double share);

    const Board& m_board;
    std::size_t m_master;
    Limits m_limits;
    CommandBudget m_budget;
    AdaptiveBatch m_batch{kMostAtOnce, kMostAtOnce};
    std::unordered_set<std::string> m_queued;
    std::vector<std::string> m_unanswered;
    std::unordered_set<std::string> m_othersRead; ///< keys that are no locks, read in this second
    std::unordered_set<std::string> m_othersDeferred; ///< of these: touched again since
    SteadyTime m_nextOthers{};
};

} // namespace lockkeeper::observe
