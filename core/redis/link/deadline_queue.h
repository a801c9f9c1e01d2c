// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <utility>

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

} // namespace lockkeeper::redis
