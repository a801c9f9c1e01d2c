// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/deadline_queue.h"
#include "core/redis/transport.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockkeeper::redis {

/// The commands of one connection that have no outcome yet. Some wait for the first login, the
/// others were written and wait for their replies. Each of the two is a FIFO queue.
///
/// Commands that are sent together are one batch: one entry, one deadline, and one handler, which
/// is called once for each command of the batch.
///
/// Handlers: may do anything, also close() this queue or send more commands. The owner keeps the
/// queue alive until the member function that calls them has returned.
/// Thread: that of the event loop.
/// Errors: none of its own; it passes on what it is given.
/// Cost: one move of the handler per expect() and answer(). Never copies a handler or a reply.
class CommandQueue {
public:
    using Handler = Transport::Handler;

    struct Limits {
        std::size_t commands; ///< without an outcome
        std::size_t bytes; ///< not written yet
    };
    /// Commands that are sent together.
    struct Batch {
        SteadyTime sentAt;
        SteadyTime deadline;
        std::size_t commands = 1;
    };
    /// A handler that must still be called `calls` times.
    struct Owed {
        Handler handler;
        std::size_t calls;
    };
    struct Overdue {
        std::vector<Owed> written;
        std::vector<Owed> unsent;
    };

    CommandQueue(MasterId master, Limits limits);

    /// True if no more commands may be added. `unwrittenBytes` counts those of the caller's output
    /// buffers.
    [[nodiscard]] bool isFull(std::size_t unwrittenBytes) const noexcept
    {
        return m_missing + m_waiting.size() >= m_limits.commands
            || unwrittenBytes + m_waitingBytes >= m_limits.bytes;
    }

    /// Adds a batch that is written now. Each of its commands gets one reply.
    void expect(const Batch& batch, Handler&& handler)
    {
        m_written.push({std::move(handler), batch.sentAt, batch.commands, m_written.isEmpty()},
            batch.deadline);
        m_missing += batch.commands;
        m_total += batch.commands;
    }
    /// Adds a batch that is written after the login.
    void wait(const std::string& wire, const Batch& batch, Handler handler);
    /// Appends the waiting commands to `out` and expects their replies. Leaves out those that are
    /// overdue: they have already failed as unsent. Returns false if there are none.
    bool writeWaiting(SteadyTime now, std::string& out);

    /// How many commands were written so far.
    [[nodiscard]] std::uint64_t total() const noexcept { return m_total; }
    /// How many of them have failed without a reply so far: what became of them is unknown.
    [[nodiscard]] std::uint64_t unanswered() const noexcept { return m_unanswered; }
    /// True while a reply is missing, also one that is overdue.
    [[nodiscard]] bool isReplyMissing() const noexcept { return !m_written.isEmpty(); }
    /// When the oldest batch without all its replies was written. A reply must be missing.
    [[nodiscard]] SteadyTime oldestSentAt() { return m_written.front().sentAt; }
    /// True if the oldest batch without all its replies was returned by takeOverdue().
    [[nodiscard]] bool isOldestOverdue() { return isReplyMissing() && !m_written.front().handler; }
    /// For measuring latency: when the command that gets the next reply was written, if no reply
    /// was missing then. Otherwise nullopt, because the time in the queue would be measured, too.
    /// Has a value once for each batch. A reply must be missing.
    [[nodiscard]] std::optional<SteadyTime> takeLatencyStart()
    {
        Written& oldest = m_written.front();
        return std::exchange(oldest.isAlone, false) ? std::optional(oldest.sentAt) : std::nullopt;
    }

    /// Calls the handler of the oldest written command, or drops the reply if that command is
    /// overdue. If the handler ends the connection, the other commands of the same batch fail with
    /// ConnectionLost. A reply must be missing.
    void answer(Result<Reply>&& outcome);

    /// Removes the handlers of all commands that are due at `now`. Their places in the queue
    /// remain, so that late replies are dropped in order. The caller passes the result to fail().
    [[nodiscard]] Overdue takeOverdue(SteadyTime now);
    /// The next deadline of a written command. May be too early, see DeadlineQueue.
    [[nodiscard]] std::optional<SteadyTime> nextReplyDeadline() const
    {
        return m_written.nextDeadline();
    }
    /// The next deadline of any command. May be too early, see DeadlineQueue.
    [[nodiscard]] std::optional<SteadyTime> nextDeadline() const;

    /// Calls the handlers with `error`, as often as they are owed. Stops if one closes this queue.
    void fail(const Owed& owed, const Error& error) { callAll(owed.handler, owed.calls, error); }
    void fail(const std::vector<Owed>& owed, const Error& error);
    /// The connection has ended: empties the queue, then fails the written commands with `lost` and
    /// the waiting ones with `unsent`. Commands that a handler adds meanwhile stay.
    void failAll(const Error& lost, const Error& unsent);
    /// Drops the written commands without calling their handlers.
    void dropWritten();
    /// Drops all commands. No handler is called afterwards.
    void close();

private:
    /// A null handler means that the deadline has passed.
    struct Written {
        Handler handler;
        SteadyTime sentAt;
        std::size_t missing; ///< replies not received yet; at least one
        bool isAlone; ///< nothing was missing before it, and none of its replies has come
    };
    struct Waiting {
        std::string wire;
        std::size_t commands;
        Handler handler;
    };

    void callAll(const Handler& handler, std::size_t calls, const Error& error);

    const MasterId m_master;
    const Limits m_limits;
    DeadlineQueue<Written> m_written;
    DeadlineQueue<Waiting> m_waiting;
    std::size_t m_missing = 0; ///< replies to all written commands
    std::uint64_t m_total = 0; ///< commands written so far
    std::uint64_t m_unanswered = 0; ///< those that have failed without a reply
    std::size_t m_waitingBytes = 0;
    std::uint64_t m_generation = 0; ///< counts how often the written commands were dropped
    bool m_isClosed = false;
};

} // namespace lockkeeper::redis
