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

/// The holder of a lock as its quorum says; nullopt: there is none. `entry` may be null.
[[nodiscard]] std::optional<LockHolder> holderOf(const LockEntryPtr& entry);

/// Follows who waits for the locks of a board, and finds deadlocks. Each master is asked every
/// second; more often while a circle of waiters is to be confirmed, or a waiter has got its lock. A
/// Cluster is not asked: its nodes pass on what is published, but do not tell who listens.
///
/// Used on the loop's thread. Everything passed to it must outlive it.
class WaitWatch {
public:
    struct Options {
        std::chrono::milliseconds timeout{1000};
        std::chrono::milliseconds retryRefused{30'000};
        std::vector<std::string> users{}; ///< by master: whom a missing permission is granted to
        /// For a single look: ask again at once. Called then after each answer.
        std::function<void()> onAnswer{};
    };
    WaitWatch(
        const masters::Masters& masters, const Clock& clock, Options options, const Board& board);

    /// A master was read. Call it for each reading of the board. `formats`: the board's.
    void noteReading(std::size_t master, const KeyReading& reading, const FormatSet& formats);

    /// Does what is due. Returns true if waits() has changed. Call several times a second.
    bool tick();
    [[nodiscard]] const WaitsPtr& waits() const noexcept { return m_waits; }
    /// Why the master does not tell who waits there.
    [[nodiscard]] std::optional<Error> error(std::size_t master) const;
    /// Locks that are to be read again, for a circle of their waiters is to be confirmed.
    [[nodiscard]] const std::set<Resource>& doubtful() const noexcept { return m_doubtful; }
    /// They were read again.
    void noteReread() { ++m_rereads; }
    /// True if every master that answers has told who waits, and no circle is to be confirmed.
    [[nodiscard]] bool isSettled() const;

private:
    void ask();
    [[nodiscard]] bool isUp(std::size_t master) const;

    const masters::Masters& m_masters;
    const Clock& m_clock;
    const std::function<void()> m_onAnswer;
    const Board& m_board;
    WaitBook m_book;
    WaitsPtr m_waits = noWaits();
    SteadyTime m_nextSearch{};
    std::set<Resource> m_doubtful;
    bool m_isAnyServed = false;
    std::size_t m_rereads = 0;
    std::vector<std::unique_ptr<WaitPoll>> m_polls; ///< by master; null: it is a Cluster
};

} // namespace lockkeeper::observe
