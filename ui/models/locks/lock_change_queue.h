// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"

#include <deque>
#include <memory>

namespace lockkeeper::ui {

/// The changes of updates that a LockStore has not applied yet, oldest first. Taking them in
/// that order makes the newest entry of a resource win. Keeps the updates alive; adding one takes
/// no time per change. Not thread-safe.
class LockChangeQueue {
public:
    /// Points into an update, until the next call of the queue.
    struct Change {
        const observe::LockEntryPtr* entry; ///< null: the resource is gone
        const Resource& resource;
        bool isLoading; ///< see add()
    };

    /// `isLoading`: the update was made while masters were swept for the first time.
    void add(std::shared_ptr<const observe::BoardUpdate> update, bool isLoading);
    [[nodiscard]] bool isEmpty() const noexcept { return m_count == 0; }
    [[nodiscard]] std::size_t count() const noexcept { return m_count; }
    /// Removes the oldest change. There must be one.
    [[nodiscard]] Change take();
    void clear();

private:
    struct Waiting {
        std::shared_ptr<const observe::BoardUpdate> update;
        bool isLoading;
    };

    [[nodiscard]] static std::size_t countOf(const observe::BoardUpdate& update);

    std::deque<Waiting> m_waiting;
    std::size_t m_next = 0; ///< of the first update's changes: first the changed, then the gone
    std::size_t m_count = 0;
};

} // namespace lockkeeper::ui
