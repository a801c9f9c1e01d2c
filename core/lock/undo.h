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

/// A script that takes a claim back from one master, without harm to another holder.
struct Undo {
    std::size_t master = 0;
    Claim claim;
    redis::Script::Invocation script;
    SteadyTime until{}; ///< when the TTL has passed: nothing is left to undo
};

/// Undoes one try in the background and reports when the reachable masters have answered. Used on
/// the scheduler's thread.
class Undoing : public std::enable_shared_from_this<Undoing> {
public:
    explicit Undoing(const LockContext& context);

    /// Sends the undo behind the command that it undoes. Repeats it later until the master confirms
    /// it.
    void start(Undo undo);

    /// Calls `handler` once, later: when every master whose link is Up has answered, but at the
    /// latest 40 ms after this object was created. By then everything sent before this call is
    /// written, even to silent masters: the caller may be about to exit.
    void onFinished(std::function<void()> handler);

private:
    void end(std::size_t master);
    void finish();

    const LockContext& m_context;
    SteadyTime m_start;
    std::vector<std::size_t> m_unanswered; ///< masters
    std::function<void()> m_handler;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

/// Queues an undo to be repeated if `outcome` does not prove it done, whatever the error. Does
/// nothing if the master certainly never got the claim. See UndoBacklog.
void undoLater(const LockContext& context, Undo undo, const Result<redis::Reply>& outcome);

/// Undos of one client that masters have not confirmed. Repeats them in batches, when the master is
/// up, until the TTL has passed.
///
/// Nothing is sent to a master that is down. After a timeout an undo waits until the master has
/// executed what was sent before, or the connection has been given up. The latest 4096 undos per
/// master are kept, some 2 MiB; older ones are left to their TTL.
///
/// Used on the scheduler's thread. Owned by the context and lives as long.
class UndoBacklog {
public:
    explicit UndoBacklog(const LockContext& context);

    /// Queues an undo, to be sent at `due` or later.
    void add(Undo undo, SteadyTime due);
    /// The number of queued undos.
    [[nodiscard]] std::size_t size() const noexcept;

private:
    struct Owed {
        Undo undo;
        SteadyTime due;
    };
    struct Debt {
        std::deque<Owed> waiting; ///< in order of arrival
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
