// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board.h"
#include "core/observe/reading/adaptive_batch.h"
#include "core/observe/reading/command_budget.h"

#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockkeeper::observe {

/// A master's keys to read soon, each once, in batches. Ignores keys outside the patterns; defers
/// pushed non-locks.
class TouchedKeys {
public:
    static constexpr std::size_t kMostAtOnce = 500;
    static constexpr std::size_t kMostOthers = 200; ///< per second
    static constexpr std::size_t kMostBytes = std::size_t{64} << 20U; ///< of queued names

    struct Limits {
        std::vector<std::string> patterns; ///< globs; empty: all keys
        std::size_t commandsPerSecond = 0; ///< 0: no limit
    };
    TouchedKeys(const Board& board, std::size_t master, Limits limits);

    void add(std::vector<std::string> keys, bool areReported = false);
    /// Queues written keys; defers non-locks (docs/observation.md, "What it costs"), and returns
    /// how many these are.
    std::size_t addPushed(std::vector<std::string> keys);
    void addUnanswered(std::string key, bool isReported)
    {
        m_unanswered.emplace_back(std::move(key), isReported);
    }
    /// Reported, not yet read.
    [[nodiscard]] bool isReported(const std::string& key) const;
    /// Reported, unread keys of the board.
    [[nodiscard]] std::unordered_set<std::string> reported() const;
    void tick(SteadyTime now);
    void clear();

    struct Batch {
        std::vector<std::string> keys;
        std::unordered_set<std::string> reported;
        std::size_t commands = 0; ///< estimate; zero: no limit
    };
    /// Keys to read now, at most kMostAtOnce. `share`: usable part of the command limit.
    [[nodiscard]] Batch take(SteadyTime now, double share);
    /// Counts other commands. False: none counted, they must wait.
    [[nodiscard]] bool trySpend(SteadyTime now, double share, std::size_t commands);
    void spend(std::size_t commands) noexcept;
    void noteRead(std::size_t keys, SteadyTime::duration took) { m_batch.note(keys, took); }

    [[nodiscard]] std::size_t size() const noexcept { return m_queued.size(); }
    [[nodiscard]] bool isFull() const noexcept { return m_bytes >= kMostBytes; }

private:
    void defer(std::string key);
    void takeDeferred(std::deque<const std::string*>& queue, std::size_t most);
    [[nodiscard]] std::size_t mostNow(SteadyTime now, double share);

    const Board& m_board;
    std::size_t m_master;
    Limits m_limits;
    CommandBudget m_budget;
    AdaptiveBatch m_batch{kMostAtOnce, kMostAtOnce};
    std::unordered_map<std::string, bool> m_queued; ///< is it reported?
    std::size_t m_bytes = 0;
    std::vector<std::pair<std::string, bool>> m_unanswered;
    std::unordered_set<std::string> m_othersRead;
    std::unordered_set<std::string> m_othersDeferred;
    /// In m_othersDeferred, oldest first; names that suggest a lock apart.
    std::deque<const std::string*> m_locksFirst;
    std::deque<const std::string*> m_othersLast;
    SteadyTime m_nextOthers{};
};

} // namespace lockkeeper::observe
