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

// What was seen of one run. Times are of the steady clock, which all processes of a machine share.

/// A time in which a contender believes to hold a lock. It tells so itself.
struct Belief {
    char who = 'A';
    int lock = 1;
    SteadyTime from{};
    /// Its own deadline, as far as it has told, or when it began to release, lost the lock, or was
    /// killed.
    SteadyTime to{};
    std::optional<std::uint64_t> fence{}; ///< its fencing number
};

/// A value that one master stores for some time. Read from the master, past all that contenders do.
struct Stored {
    char master = 'a';
    int lock = 1;
    std::string value; ///< as read; a hash: its fields
    SteadyTime from{};
    std::optional<SteadyTime> to{}; ///< nullopt: it is still there
    std::optional<std::chrono::milliseconds> ttl{}; ///< when it was last written; nullopt: none
    char who = 0; ///< whose write it was, if a referee has said so
};

/// A command of a contender for a lock, as it passes on its way to a master.
struct Sent {
    char who = 'A';
    char master = 'a';
    int lock = 1;
    std::string command; ///< "SET NX PX", "DEL", "script"
    std::string value; ///< that it would store, or compare
    SteadyTime at{}; ///< when it came from the contender
    std::optional<SteadyTime> passedAt{}; ///< nullopt: it was held, and is not there yet
    std::optional<SteadyTime> answeredAt{};
    /// (Answered) It has changed something: OK, a number above 0 ...
    bool isYes = false;
    bool isTaking = false; ///< it stores the lock if it is free
    bool isOverwriting = false; ///< it stores the lock in any case: GETSET
    bool isFreeing = false; ///< it deletes
};

/// A contender has looked into the till.
struct Read {
    char who = 'A';
    SteadyTime at{};
    int stock = 0;
};

/// A contender has sold from the till.
struct Sale {
    char who = 'A';
    SteadyTime at{};
    int amount = 0;
    int left = 0; ///< what it wrote: what was there when it read, less the amount
    bool isRefused = false; ///< by the till, which has seen a larger fencing number
};

/// A contender was part of a deadlock, and releases what it has.
struct GaveUp {
    char who = 'A';
    SteadyTime at{};
};

/// A step of the experiment.
struct Reached {
    std::size_t step = 0;
    SteadyTime at{};
    bool isForced = false; ///< its condition did not come true; its patience was over
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
    std::vector<char> dead; ///< contenders that were killed
    std::vector<char> waiting; ///< contenders that want the lock at the end
};

/// What had been seen of it by that time. Pure.
[[nodiscard]] Recording until(const Recording& recording, SteadyTime time);

} // namespace lockkeeper::lab
