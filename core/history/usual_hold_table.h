// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_reader.h"
#include "core/observe/board/usual_hold.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace lockkeeper::history {

/// The least, for a usual hold's median.
constexpr std::size_t kUsualSamples = 5;

/// Reads usual holds into memory; empty if unreadable. Blocks for the disk, up to a second.
[[nodiscard]] observe::UsualHold readUsualHolds(const Place& place);

/// Keeps histories' usual holds up to date on its thread. Only the destructor may block, for a
/// read.
class UsualHoldTable {
public:
    explicit UsualHoldTable(std::vector<Place> places);
    UsualHoldTable(const UsualHoldTable&) = delete;
    UsualHoldTable& operator=(const UsualHoldTable&) = delete;

    /// `history`: its place in the list. Thread-safe; may outlive the table.
    [[nodiscard]] observe::UsualHold lookUp(std::size_t history = 0) const;

private:
    struct Latest {
        explicit Latest(std::size_t histories)
            : holds(histories)
        { }
        std::mutex mutex;
        std::vector<observe::UsualHold> holds;
    };

    std::shared_ptr<Latest> m_latest;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

} // namespace lockkeeper::history
