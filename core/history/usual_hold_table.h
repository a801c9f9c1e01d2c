// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_reader.h"
#include "core/observe/board/usual_hold.h"

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace lockkeeper::history {

/// Least samples for a usual hold, their median.
constexpr std::size_t kUsualSamples = 5;

/// Reads usual holds into memory, and returns their lookup. Blocks for the disk, up to a second.
/// Knows nothing if unreadable.
[[nodiscard]] observe::UsualHold readUsualHolds(const std::filesystem::path& file);

/// Keeps usual holds up to date: its thread reads at once and every ten minutes. Only the
/// destructor may block, for a read.
class UsualHoldTable {
public:
    explicit UsualHoldTable(std::filesystem::path file);
    UsualHoldTable(const UsualHoldTable&) = delete;
    UsualHoldTable& operator=(const UsualHoldTable&) = delete;

    /// Looks up the latest values. Thread-safe; may outlive the table.
    [[nodiscard]] observe::UsualHold lookUp() const;

private:
    struct Latest {
        std::mutex mutex;
        observe::UsualHold holds;
    };

    std::shared_ptr<Latest> m_latest = std::make_shared<Latest>();
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

} // namespace lockkeeper::history
