// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board.h"
#include "core/observe/reading/key_reader.h"

namespace lockkeeper::observe {

/// What a board knows of the keys of one master, for its KeyReader. The board must outlive it.
class MasterRecords final : public KeyRecords {
public:
    static_assert(kMost == KnownKeys::kMostExpected);

    /// `master`: its index on the board.
    MasterRecords(const Board& board, std::size_t master)
        : m_board(board)
        , m_master(master)
    { }

    void expect(std::span<const KeyReading> next) const override { m_board.keys().expect(next); }
    [[nodiscard]] std::uint64_t findShort(std::span<const std::string> keys) const override
    {
        return m_board.keys().findShort(m_master, keys);
    }

private:
    const Board& m_board;
    std::size_t m_master;
};

} // namespace lockkeeper::observe
