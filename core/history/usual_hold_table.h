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

/// A resource's usual hold is the median of its holds; of fewer than these it is not known.
constexpr std::size_t kUsualSamples = 5;

/// What the history in `file` says now, to be looked up in memory. Blocks for the disk, on a large
/// history for a second or so. A history that is missing or can't be read knows nothing.
[[nodiscard]] observe::UsualHold readUsualHolds(const std::filesystem::path& file);

/// The same for a program that runs on: reads the history from a thread of its own, at once and
/// then every ten minutes. Never blocks, but for the destructor, which waits for a reading.
class UsualHoldTable {
public:
    explicit UsualHoldTable(std::filesystem::path file);
    UsualHoldTable(const UsualHoldTable&) = delete;
    UsualHoldTable& operator=(const UsualHoldTable&) = delete;

    /// Looks up in what was read last, from any thread; may outlive the table.
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
