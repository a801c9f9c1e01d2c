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

/// Compares all names on one master with the board, in rounds of one SCAN at a time: finds changes
/// that were not reported although the master pushes them. In addition, picks locks that were not
/// read for long, as far as rereadBudget() allows.
///
/// Used on the transport's thread. Everything passed to it must outlive it. It may be destroyed
/// while a reply is awaited.
class NameCheck {
public:
    struct Access {
        redis::Transport& transport;
        const Clock& clock;
        Board& board;
        std::size_t index; ///< index of the master on the board
    };
    struct Options {
        std::vector<std::string> patterns; ///< SCAN globs; empty: all keys
        std::size_t scanCount = 1000; ///< COUNT of each SCAN; halved if a reply is too large
        std::size_t commandsPerSecond = 0; ///< for the master; 0: no limit
        std::chrono::milliseconds rereadAfter{0}; ///< locks not read for this long are read again
    };
    /// The budget for reading keys again that are assumed to be unchanged: 600 commands in each
    /// `interval`, spread evenly, and at most half of the commands that the master may be sent at
    /// all (0: no limit). With the interval of five minutes that is two commands a second, however
    /// many locks there are.
    [[nodiscard]] static CommandBudget rereadBudget(
        std::chrono::milliseconds interval, std::size_t commandsPerSecond);

    /// `onFound` receives the keys to be read: only one of the board and the master has them, or
    /// they were not read for long.
    NameCheck(
        Access access, Options options, std::function<void(std::vector<std::string>)> onFound);
    NameCheck(const NameCheck&) = delete;
    NameCheck& operator=(const NameCheck&) = delete;

    /// Requests the next names. A round that has come to its end begins again. No sweep may be in
    /// progress: both mark what they see on the board.
    void next(std::chrono::milliseconds timeout);
    /// Ignores the reply that is awaited: a sweep begins. The next call of next() asks again.
    void cancel();
    /// The next call of next() begins a round. No reply may be awaited.
    void startOver();
    /// Number of replies in this round.
    [[nodiscard]] std::size_t scans() const noexcept { return m_scans; }

private:
    void onNames(const Result<redis::Reply>& reply);
    /// A key that was not read for long.
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
    Lifetime m_request; ///< of the reply that is awaited
};

} // namespace lockkeeper::observe
