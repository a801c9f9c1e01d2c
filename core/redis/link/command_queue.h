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

/// A FIFO of items with deadlines. Amortised O(1) if deadlines grow, else O(log n).
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

    [[nodiscard]] T& front() { return m_entries.front().item; }

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

    std::deque<Entry> takeAll()
    {
        m_front += m_entries.size();
        m_checked = m_front;
        m_early.clear();
        return std::exchange(m_entries, {});
    }

    /// Calls `take(item)` once for each due item; it must not change the queue.
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

    /// Exact right after takeOverdue(); later perhaps too early.
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
    std::uint64_t m_front = 0;
    std::uint64_t m_checked = 0; ///< items before it were taken, unless early
    SteadyTime m_latest{};
    std::set<std::pair<SteadyTime, std::uint64_t>> m_early;
};

/// One connection's commands that wait for the first login, or for replies. A batch has one
/// deadline, and one handler for all its commands.
/// - Handlers may even close() the queue; the owner keeps it alive meanwhile.
/// - Thread: the loop's.
class CommandQueue {
public:
    using Handler = Transport::Handler;

    struct Limits {
        std::size_t commands; ///< without an outcome
        std::size_t bytes;
    };
    struct Batch {
        SteadyTime sentAt;
        SteadyTime deadline;
        std::size_t commands = 1;
    };
    struct Owed {
        Handler handler;
        std::size_t calls;
    };
    struct Overdue {
        std::vector<Owed> written;
        std::vector<Owed> unsent;
    };

    CommandQueue(MasterId master, Limits limits);

    [[nodiscard]] bool isFull(std::size_t unwrittenBytes) const noexcept
    {
        return m_missing + m_waiting.size() >= m_limits.commands
            || unwrittenBytes + m_waitingBytes >= m_limits.bytes;
    }

    /// Call when it is written.
    void expect(const Batch& batch, Handler&& handler)
    {
        m_written.push({std::move(handler), batch.sentAt, batch.commands, m_written.isEmpty()},
            batch.deadline);
        m_missing += batch.commands;
        m_total += batch.commands;
    }
    void wait(const std::string& wire, const Batch& batch, Handler handler);
    /// Without overdue ones.
    bool writeWaiting(SteadyTime now, std::string& out);

    [[nodiscard]] std::uint64_t total() const noexcept { return m_total; }
    [[nodiscard]] std::uint64_t unanswered() const noexcept { return m_unanswered; }
    /// Also if only an overdue reply is missing.
    [[nodiscard]] bool isReplyMissing() const noexcept { return !m_written.isEmpty(); }
    /// Of the oldest unfinished batch. A reply must be missing.
    [[nodiscard]] SteadyTime oldestSentAt() { return m_written.front().sentAt; }
    [[nodiscard]] bool isOldestOverdue() { return isReplyMissing() && !m_written.front().handler; }
    /// When the next reply's command was written; nullopt if a reply was missing then: its time in
    /// the queue would count. Once per batch. A reply must be missing.
    [[nodiscard]] std::optional<SteadyTime> takeLatencyStart()
    {
        Written& oldest = m_written.front();
        return std::exchange(oldest.isAlone, false) ? std::optional(oldest.sentAt) : std::nullopt;
    }

    /// Calls the oldest handler, unless overdue. If that ends the connection, the rest of the batch
    /// fails with ConnectionLost. A reply must be missing.
    void answer(Result<Reply>&& outcome);

    /// For fail(). Places stay, so late replies are dropped in order.
    [[nodiscard]] Overdue takeOverdue(SteadyTime now);
    [[nodiscard]] std::optional<SteadyTime> nextReplyDeadline() const
    {
        return m_written.nextDeadline();
    }
    [[nodiscard]] std::optional<SteadyTime> nextDeadline() const;

    /// Calls handlers as often as owed, until one closes the queue.
    void fail(const Owed& owed, const Error& error) { callAll(owed.handler, owed.calls, error); }
    void fail(const std::vector<Owed>& owed, const Error& error);
    /// Empties the queue, then fails written commands with `lost`, waiting ones with `unsent`.
    /// Commands that handlers add stay.
    void failAll(const Error& lost, const Error& unsent);
    void dropWritten();
    /// No handler is called afterwards.
    void close();

private:
    /// Null handler: the deadline has passed.
    struct Written {
        Handler handler;
        SteadyTime sentAt;
        std::size_t missing;
        bool isAlone; ///< nothing was missing before, and no reply has come
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
    std::size_t m_missing = 0;
    std::uint64_t m_total = 0;
    std::uint64_t m_unanswered = 0;
    std::size_t m_waitingBytes = 0;
    std::uint64_t m_generation = 0;
    bool m_isClosed = false;
};

} // namespace lockkeeper::redis
