// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/lab/experiment.h"

#include <chrono>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::lab {

// What one run showed. Its processes share a steady clock.

/// What the contender reported.
struct Belief {
    char who = 'A';
    int lock = 1;
    SteadyTime from{};
    /// Its deadline, or an earlier release, loss or kill.
    SteadyTime to{};
    std::optional<std::uint64_t> fence{};
};

/// What the master stores.
struct Stored {
    char master = 'a';
    int lock = 1;
    std::string value; ///< raw; a hash: its fields
    SteadyTime from{};
    std::optional<SteadyTime> to{}; ///< nullopt: still there
    std::optional<std::chrono::milliseconds> ttl{}; ///< at the last write; nullopt: none
    char who = 0; ///< the writer, if a referee found it
};

struct Sent {
    char who = 'A';
    char master = 'a';
    int lock = 1;
    std::string command; ///< "SET NX PX", "DEL", "script"
    std::string value; ///< to store or compare
    SteadyTime at{}; ///< left the contender
    std::optional<SteadyTime> passedAt{};
    std::optional<SteadyTime> answeredAt{};
    /// (answered) Something changed: OK, above 0 ...
    bool isYes = false;
    bool isTaking = false; ///< stores a free lock
    bool isOverwriting = false; ///< stores the lock in any case: GETSET
    bool isFreeing = false;
};

struct Read {
    char who = 'A';
    SteadyTime at{};
    int stock = 0;
};

struct Sale {
    char who = 'A';
    SteadyTime at{};
    int amount = 0;
    int left = 0; ///< written: the stock read, less the amount
    bool isRefused = false; ///< the till has seen a larger fencing number
};

/// In a deadlock, it released its locks.
struct GaveUp {
    char who = 'A';
    SteadyTime at{};
};

struct Reached {
    std::size_t step = 0;
    SteadyTime at{};
    bool isForced = false;
};

struct Recording {
    SteadyTime start{};
    SteadyTime end{};
    std::vector<Reached> steps;
    std::list<Belief> beliefs;
    std::vector<Stored> stored;
    std::list<Sent> sent;
    std::vector<Read> reads;
    std::vector<Sale> sales;
    std::vector<GaveUp> gaveUp;
    std::vector<char> dead;
    std::vector<char> waiting;
};

[[nodiscard]] Recording until(const Recording& recording, SteadyTime time);

} // namespace lockkeeper::lab
