// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/observe/board/board.h"
#include "core/observe/reading/command_budget.h"
#include "core/redis/scan_cursor.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// Finds unreported changes on a pushing master, one SCAN at a time, and locks not read for long.
/// Thread: the transport's.
class NameCheck {
public:
    struct Access {
        redis::Transport& transport;
        const Clock& clock;
        Board& board;
        std::size_t index;
    };
    struct Options {
        std::vector<std::string> patterns; ///< SCAN globs; empty: all keys
        std::size_t scanCount = 1000; ///< halved if a reply is too large
        std::size_t commandsPerSecond = 0; ///< 0: no limit
        std::chrono::milliseconds rereadAfter{0};
    };
    /// For rereading keys: docs/observation.md, "What it costs".
    [[nodiscard]] static CommandBudget rereadBudget(
        std::chrono::milliseconds interval, std::size_t commandsPerSecond);

    NameCheck(
        Access access, Options options, std::function<void(std::vector<std::string>)> onFound);
    NameCheck(const NameCheck&) = delete;
    NameCheck& operator=(const NameCheck&) = delete;

    /// Requests the next names. Not during a sweep: both mark keys.
    void next(std::chrono::milliseconds timeout);
    void cancel();
    /// No reply may be pending.
    void startOver();
    [[nodiscard]] std::size_t scans() const noexcept { return m_scans; }

private:
    void onNames(const Result<redis::Reply>& reply);
    struct Old {
        KnownKeys::LastRead read;
        const std::string* key;
    };
    void addOldest(std::vector<Old> old, std::vector<std::string>& keys);

    Access m_access;
    Options m_options;
    std::function<void(std::vector<std::string>)> m_onFound;
    CommandBudget m_budget;
    std::size_t m_pattern = 0;
    redis::ScanCursor m_cursor;
    std::size_t m_scans = 0;
    Lifetime m_request;
};

} // namespace lockkeeper::observe
