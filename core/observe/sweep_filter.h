// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board.h"
#include "core/observe/reading/master_sweep.h"

namespace lockkeeper::observe {

/// Decides which of the keys that a sweep finds are read: all, only those that the board does not
/// know, or all but most of those that are known to be no locks. Not thread-safe.
class SweepFilter {
public:
    /// `master`: its index on the board. `board` must outlive the filter and the sweeps.
    SweepFilter(Board& board, std::size_t master)
        : m_board(board)
        , m_master(master)
    { }

    /// The next sweep reads all keys.
    void wantAll() noexcept { m_wanted = Wanted::All; }
    /// The next sweep reads only keys that the board does not know, unless it is to read all.
    void wantNames() noexcept { m_wanted = m_wanted == Wanted::All ? Wanted::All : Wanted::Names; }

    /// For the sweep that begins. `isKnown`: all keys were read before, and none was refused: those
    /// must be tried again.
    [[nodiscard]] MasterSweep::IsWanted next(bool isKnown);

private:
    enum class Wanted { All, Names, Locks };

    Board& m_board;
    std::size_t m_master;
    Wanted m_wanted = Wanted::All;
    std::uint64_t m_round = 0; ///< counts sweeps: each reads some of the other keys
};

} // namespace lockkeeper::observe
