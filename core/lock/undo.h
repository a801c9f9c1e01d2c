// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/round.h"
#include "core/redis/script.h"

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace lockkeeper::lock {

/// What takes a claim back from one master, and harms nobody else's.
struct Undo {
    std::size_t master = 0;
    Claim claim;
    redis::Script::Invocation script;
    SteadyTime until{}; ///< when the TTL has done it
};

/// The undoing of one try, which goes on in the background: tells when those masters have answered
/// that can be reached. On the scheduler's thread.
class Undoing : public std::enable_shared_from_this<Undoing> {
public:
    explicit Undoing(const LockContext& context);

    /// Sends it behind what it undoes; later again, while the master does not say that it is done.
    void start(Undo undo);

    /// Calls `handler` once, later: when every master whose link is Up has answered, and at the
    /// latest 40 ms after this object was made. By then all that was sent before this call is
    /// written, to masters that are silent as well: the caller may be about to exit.
    void whenOver(std::function<void()> handler);

private:
    void end(std::size_t master);
    void finish();

    const LockContext& m_context;
    SteadyTime m_start;
    std::vector<std::size_t> m_unanswered; ///< masters
    std::function<void()> m_handler;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

/// Remembers an undo that came to an `outcome` which does not prove it done, whatever the error,
/// unless the master certainly never got the claim. See UndoBacklog.
void undoLater(const LockContext& context, Undo undo, const Result<redis::Reply>& outcome);

/// What a client owes to masters that did not say that they have undone something: sends it again,
/// in batches, when the master is up, until the TTL has passed.
///
/// While a master is down nothing is sent to it. A missing answer is given the time in which the
/// master may execute what waits on its connection, or the connection is given up. Of each master
/// the latest 4096 are remembered, some 2 MiB; what is older is left to its TTL.
///
/// On the scheduler's thread. Belongs to the context and lives as long.
class UndoBacklog {
public:
    explicit UndoBacklog(const LockContext& context);

    /// To be sent again at `due` or later.
    void add(Undo undo, SteadyTime due);
    /// Undos that wait.
    [[nodiscard]] std::size_t size() const noexcept;

private:
    struct Owed {
        Undo undo;
        SteadyTime due;
    };
    struct Debt {
        std::deque<Owed> waiting; ///< in the order in which they came
        std::size_t underWay = 0;
    };
    void look();
    void lookAt(SteadyTime when);
    void sendDue(std::size_t master);
    [[nodiscard]] SteadyTime nextDue() const;

    const LockContext& m_context;
    std::vector<Debt> m_debts; ///< by master
    SteadyTime m_lookAt = SteadyTime::max();
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

} // namespace lockkeeper::lock
