// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/redis/transport.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockkeeper::redis {

/// A FIFO queue of items with deadlines. takeOverdue() returns each overdue item once; the item
/// keeps its place in the queue. All operations are amortised O(1) if deadlines are pushed roughly
/// in order, and O(log n) for an item that is due before an earlier one. Not thread-safe.
template <class T> class DeadlineQueue {
public:
    struct Entry {
        T item;
        SteadyTime deadline;
        bool isEarly; ///< due before an item in front of it
    };

    [[nodiscard]] bool isEmpty() const noexcept { return m_entries.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return m_entries.size(); }

    void push(T item, SteadyTime deadline)
    {
        const bool isEarly = !m_entries.empty() && deadline < m_latest;
        if (isEarly)
            m_early.emplace(deadline, m_front + m_entries.size());
        else
            m_latest = deadline;
        m_entries.push_back({std::move(item), deadline, isEarly});
    }

    /// The oldest item. The queue must not be empty.
    [[nodiscard]] T& front() { return m_entries.front().item; }

    /// Removes and returns the oldest item. The queue must not be empty.
    T pop()
    {
        Entry entry = std::move(m_entries.front());
        m_entries.pop_front();
        if (entry.isEarly)
            m_early.erase({entry.deadline, m_front});
        ++m_front;
        if (m_checked < m_front)
            m_checked = m_front;
        return std::move(entry.item);
    }

    /// Removes and returns all entries, oldest first.
    std::deque<Entry> takeAll()
    {
        m_front += m_entries.size();
        m_checked = m_front;
        m_early.clear();
        return std::exchange(m_entries, {});
    }

    /// Calls `take(item)` once for each item that is due at `now` and was not passed to `take`
    /// before. `take` must not change the queue.
    template <class F> void takeOverdue(SteadyTime now, F take)
    {
        for (; m_checked < m_front + m_entries.size(); ++m_checked) {
            Entry& entry = at(m_checked);
            if (entry.isEarly)
                continue;
            if (entry.deadline > now)
                break;
            take(entry.item);
        }
        while (!m_early.empty() && m_early.begin()->first <= now) {
            take(at(m_early.begin()->second).item);
            m_early.erase(m_early.begin());
        }
    }

    /// The next deadline of an item that takeOverdue() has not taken. Exact right after
    /// takeOverdue(); otherwise it may be too early.
    [[nodiscard]] std::optional<SteadyTime> nextDeadline() const
    {
        std::optional<SteadyTime> next;
        if (m_checked < m_front + m_entries.size())
            next = m_entries[m_checked - m_front].deadline;
        if (!m_early.empty() && (!next || m_early.begin()->first < *next))
            next = m_early.begin()->first;
        return next;
    }

private:
    [[nodiscard]] Entry& at(std::uint64_t number) { return m_entries[number - m_front]; }

    std::deque<Entry> m_entries;
    std::uint64_t m_front = 0; ///< the number of the first entry; numbers count all items ever
    std::uint64_t m_checked = 0; ///< entries before this one were taken, unless they are early
    SteadyTime m_latest{}; ///< latest deadline of the entries that are not early
    std::set<std::pair<SteadyTime, std::uint64_t>> m_early; ///< early entries not taken yet
};

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
