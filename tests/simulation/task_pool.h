// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockkeeper::simulation {

/// Functions to call once, kept in slots of one size that are used again: adding one allocates no
/// memory. (With a std::function per event, a third of a run's time went into the allocator.)
class TaskPool {
public:
    using Slot = std::uint32_t;

    TaskPool() = default;
    TaskPool(const TaskPool&) = delete;
    TaskPool& operator=(const TaskPool&) = delete;
    ~TaskPool()
    {
        for (Task& task : m_tasks) {
            if (task.use != nullptr)
                task.use(task.storage, false);
        }
    }

    template <class F> [[nodiscard]] Slot add(F function)
    {
        static_assert(sizeof(F) <= kSize);
        static_assert(alignof(F) <= alignof(std::max_align_t)); // NOLINT(misc-redundant-expression)
        if (m_free.empty()) {
            m_free.push_back(static_cast<Slot>(m_tasks.size()));
            m_tasks.emplace_back();
        }
        const Slot slot = m_free.back();
        m_free.pop_back();
        Task& task = m_tasks[slot];
        new (task.storage) F(std::move(function));
        task.use = [](std::byte* storage, bool isCalled) {
            F& stored = *std::launder(reinterpret_cast<F*>(storage));
            if (isCalled)
                stored();
            stored.~F();
        };
        return slot;
    }

    /// Calls the function and frees the slot.
    void run(Slot slot)
    {
        Task& task = m_tasks[slot]; // a deque: stays where it is while others are added
        std::exchange(task.use, nullptr)(task.storage, true);
        m_free.push_back(slot);
    }

private:
    static constexpr std::size_t kSize = 64;
    struct Task {
        alignas(std::max_align_t) std::byte storage[kSize];
        void (*use)(std::byte*, bool) = nullptr; ///< calls it if told so, and destroys it
    };
    std::deque<Task> m_tasks;
    std::vector<Slot> m_free;
};

} // namespace lockkeeper::simulation
