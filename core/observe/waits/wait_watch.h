// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/masters/masters.h"
#include "core/observe/board/board.h"
#include "core/observe/waits/wait_graph.h"
#include "core/observe/waits/wait_poll.h"

#include <memory>
#include <vector>

namespace lockkeeper::observe {

/// By a quorum. `entry` may be null.
[[nodiscard]] std::optional<LockHolder> holderOf(const LockEntryPtr& entry);

/// Follows the waiters for a board's locks, and finds deadlocks. Asks each master every second,
/// more often when in doubt; no Clusters, which don't report listeners. Thread: the loop's.
class WaitWatch {
public:
    struct Options {
        std::chrono::milliseconds timeout{1000};
        std::chrono::milliseconds retryRefused{30'000};
        std::vector<std::string> users{}; ///< by master, for the text on missing permissions
        std::optional<int> database{}; ///< of all masters: waits for locks of others are left out
        std::vector<std::string> patterns{}; ///< of the locks; empty: any
        /// For a single look: runs after each answer; asks masters again at once.
        std::function<void()> onAnswer{};
    };
    WaitWatch(
        const masters::Masters& masters, const Clock& clock, Options options, const Board& board);

    /// For each reading of the board. `formats`: the board's.
    void noteReading(std::size_t master, const KeyReading& reading, const FormatSet& formats);

    bool tick();
    [[nodiscard]] const WaitsPtr& waits() const noexcept { return m_waits; }
    [[nodiscard]] std::optional<Error> error(std::size_t master) const;
    /// Read these locks again, to confirm a circle.
    [[nodiscard]] const std::set<Resource>& doubtful() const noexcept { return m_doubtful; }
    void noteReread() { ++m_rereads; }
    /// All answering masters have reported waiters; no circle needs confirmation.
    [[nodiscard]] bool isSettled() const;

private:
    void ask();
    [[nodiscard]] bool isHere(const lock::WaitAnnouncement& announced) const;
    [[nodiscard]] bool isUp(std::size_t master) const;

    const masters::Masters& m_masters;
    const Clock& m_clock;
    const std::function<void()> m_onAnswer;
    const std::optional<int> m_database;
    const std::vector<std::string> m_patterns;
    const Board& m_board;
    WaitBook m_book;
    WaitsPtr m_waits = noWaits();
    SteadyTime m_nextSearch{};
    std::set<Resource> m_doubtful;
    bool m_isAnyServed = false;
    std::size_t m_rereads = 0;
    std::vector<std::unique_ptr<WaitPoll>> m_polls; ///< null: a Cluster
};

} // namespace lockkeeper::observe
