// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/referee.h"
#include "core/result.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace lockkeeper::lab {

// Play without a script: a person orders each step, and sees the result.

struct Way {
    std::string scheme; ///< for lock::findScheme()
    std::chrono::milliseconds ttl{3000};
    std::chrono::milliseconds work{2000}; ///< from reading the till to the sale
    bool isRenewed = false;
    bool isFenced = false;

    friend bool operator==(const Way&, const Way&) = default;
};

struct Move {
    Deed deed;
    Way way{};
};

struct ContenderState {
    char who = 'A';
    bool isAlive = false;
    bool isPaused = false;
    bool isHeldBack = false; ///< its release does not arrive
    bool wants = false;
    bool holds = false; ///< according to itself
    SteadyTime since{}; ///< of wanting, holding, pause or death
    SteadyTime until{}; ///< (holds) its deadline
    std::string problem{};
};

struct MasterState {
    char id = 'a';
    bool isRunning = true;
    bool isPaused = false;
    bool isFar = false;
    int ahead = 0; ///< of the right time
    SteadyTime since{};
    std::vector<char> cutFrom{}; ///< contenders that can't reach it
};

struct Till {
    int stock = kStock;
    int sold = 0;
    int refused = 0;
};

struct Scene {
    SteadyTime start{};
    Recording recent; ///< the last part; its steps index `moves`
    std::vector<Step> moves;
    Ruling ruling;
    std::vector<Overlap> overlaps;
    std::vector<ContenderState> contenders;
    std::vector<MasterState> masters;
    bool hasReplica = false;
    Till till;
    std::string problem{};
};

struct FreePlayOptions {
    std::size_t masters = 3;
    bool hasReplica = false; ///< of master a
    /// Once the masters run.
    std::function<void(const std::vector<std::string>& urls)> onStart{};
    /// Waits for moves until then; may return none.
    std::function<std::vector<Move>(SteadyTime until)> nextMoves{};
    std::function<void(Scene scene)> onScene{};
    std::function<bool()> isCancelled{}; ///< asked many times a second
};

using FreePlayer = std::function<Result<void>(const FreePlayOptions& options)>;

struct Event {
    enum class Kind {
        Moved,
        Refused,
        Took,
        Freed,
        Over, ///< no longer believes to hold it
        FreedAnothers,
        Sold,
        SaleRefused,
    };
    Kind kind = Kind::Moved;
    SteadyTime at{};
    char who = 'A';
    char other = 'A';
    std::size_t move = 0; ///< index into Scene::moves
    int amount = 0;
    std::size_t votes = 0; ///< (Took) masters that agreed

    friend bool operator==(const Event&, const Event&) = default;
};
/// Of the last part, by time.
[[nodiscard]] std::vector<Event> eventsOf(const Scene& scene);

} // namespace lockkeeper::lab
