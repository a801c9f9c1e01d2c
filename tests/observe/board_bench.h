// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board.h"
#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"

#include <string>
#include <vector>

namespace lockkeeper::observe {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using tests::ManualClock;

inline const std::string kToken
    = "lk1:web-3:812:api:1750000000000:p0123456789abcdef-7:" + std::string(40, 'a');
inline const std::string kOther = "lk1:web-4:33:api:1750000001000:" + std::string(40, 'b');

inline KeyReading holding(const std::string& key, const std::string& value,
    std::optional<milliseconds> ttl, SteadyTime at = ManualClock().now())
{
    return {.key = key, .type = ValueType::String, .value = value, .ttl = ttl, .readAt = at};
}

/// A board, its clock and what it makes of readings.
struct BoardBench {
    explicit BoardBench(std::size_t masterCount, Certainty least = Certainty::Possible)
        : masters(masterCount)
        , board(idsOf(masterCount), builtinFormats(), clock, EvidenceRules{processes}, least)
    { }

    static std::vector<MasterId> idsOf(std::size_t count)
    {
        std::vector<MasterId> ids;
        for (std::size_t i = 0; i < count; ++i)
            ids.emplace_back(std::string(1, static_cast<char>('a' + i)));
        return ids;
    }

    /// A sweep of all masters that finds these readings, one a master; None: no such key.
    BoardUpdate sweep(std::vector<KeyReading> readings)
    {
        for (std::size_t i = 0; i < masters; ++i)
            board.beginSweep(i);
        for (std::size_t i = 0; i < readings.size(); ++i) {
            if (readings[i].type != ValueType::None)
                board.read(i, readings[i]);
        }
        for (std::size_t i = 0; i < masters; ++i)
            board.endSweep(i);
        return board.take();
    }
    BoardUpdate sweepHeld(std::size_t holders, const std::string& token, milliseconds ttl)
    {
        std::vector<KeyReading> readings(holders, holding("r", token, ttl, clock.now()));
        return sweep(std::move(readings));
    }

    /// One token on all masters, renewed `times` times.
    void renewEvery10s(int times)
    {
        (void)sweepHeld(masters, kToken, 1min);
        for (int i = 0; i < times; ++i) {
            clock.advance(10s);
            (void)sweepHeld(masters, kToken, 1min);
        }
    }
    void read(std::size_t master, const std::string& key, milliseconds ttl)
    {
        board.read(master, holding(key, kToken, ttl, clock.now()));
    }

    std::size_t masters;
    ManualClock clock;
    test::NoProcesses processes;
    Board board;
};

} // namespace lockkeeper::observe
