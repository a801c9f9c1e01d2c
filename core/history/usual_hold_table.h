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

/// Minimum number of holds for a usual hold, which is their median.
constexpr std::size_t kUsualSamples = 5;

/// Reads the usual holds of the history in `file` into memory; the result looks them up there.
/// Blocks for the disk, on a large history for about a second. If the history is missing or can't
/// be read, nothing is known.
[[nodiscard]] observe::UsualHold readUsualHolds(const std::filesystem::path& file);

/// Keeps the usual holds up to date in a long-running program: reads the history on a thread of its
/// own, at once and then every ten minutes. Never blocks, except that the destructor waits for a
/// read in progress.
class UsualHoldTable {
public:
    explicit UsualHoldTable(std::filesystem::path file);
    UsualHoldTable(const UsualHoldTable&) = delete;
    UsualHoldTable& operator=(const UsualHoldTable&) = delete;

    /// Returns a function that looks up the latest values. The function is thread-safe and may
    /// outlive the table.
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
