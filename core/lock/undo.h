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

/// Takes a claim back from one master; harmless to another holder.
struct Undo {
    std::size_t master = 0;
    Claim claim;
    redis::Script::Invocation script;
    SteadyTime until{};
};

/// Undoes one try in the background. Thread: the scheduler's.
class Undoing : public std::enable_shared_from_this<Undoing> {
public:
    explicit Undoing(const LockContext& context);

    /// Sends it behind what it undoes, until the master confirms.
    void start(Undo undo);

    /// Calls `handler` once, later: when all masters that are Up have answered, or after 40 ms. All
    /// is written then, even to silent masters: the caller may exit.
    void onFinished(std::function<void()> handler);

private:
    void end(std::size_t master);
    void finish();

    const LockContext& m_context;
    SteadyTime m_start;
    std::vector<std::size_t> m_unanswered;
    std::function<void()> m_handler;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

/// Repeats the undo, unless `outcome` proves it done or the claim never reached the master.
void undoLater(const LockContext& context, Undo undo, const Result<redis::Reply>& outcome);

/// A client's unconfirmed undos, repeated until the TTL has passed: docs/guarantees.md, "No answer
/// is not "no"". Thread: the scheduler's.
class UndoBacklog {
public:
    explicit UndoBacklog(const LockContext& context);

    void add(Undo undo, SteadyTime due);
    [[nodiscard]] std::size_t size() const noexcept;
    /// Nothing is due before `until`, nor unanswered by a master that is not silent.
    [[nodiscard]] bool isSettled(SteadyTime until) const;
    void noteSent(std::size_t master) { ++m_debts[master].unanswered; }
    void noteAnswered(std::size_t master) { --m_debts[master].unanswered; }

private:
    struct Owed {
        Undo undo;
        SteadyTime due;
    };
    struct Debt {
        std::deque<Owed> waiting;
        std::size_t underWay = 0; ///< of the latest batch
        std::size_t unanswered = 0; ///< of all
    };
    void look();
    void lookAt(SteadyTime when);
    void sendDue(std::size_t master);
    [[nodiscard]] SteadyTime nextDue() const;

    const LockContext& m_context;
    std::vector<Debt> m_debts;
    SteadyTime m_lookAt = SteadyTime::max();
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

} // namespace lockkeeper::lock
