// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/round.h"
#include "core/redis/script.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockkeeper::lock {

/// What takes a claim back from one master, and harms nobody else's.
struct Undo {
    std::size_t master = 0;
    redis::Script::Invocation script;
    SteadyTime until{}; ///< when the TTL has done it
};

/// The undoing of one try, which goes on in the background: tells when those masters have answered
/// that can be reached. On the scheduler's thread.
class Undoing : public std::enable_shared_from_this<Undoing> {
public:
    explicit Undoing(const LockContext& context);

    /// Sends it behind what it undoes. While a master does not say that it has done it, again, as
    /// undoLater() does.
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

/// Does it again, after a pause, if the last time came to an `outcome` that does not prove it done:
/// whatever the error, until the TTL has passed. A missing answer is given the time in which the
/// master may execute what waits on its connection, or the connection is given up. Not after the
/// context's end.
void undoLater(const LockContext& context, Undo undo, const Result<redis::Reply>& outcome);

} // namespace lockkeeper::lock
