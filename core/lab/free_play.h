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

// Playing without a script: a person orders each step, and sees the result.

struct Way {
    std::string scheme; ///< for lock::findScheme()
    std::chrono::milliseconds ttl{3000};
    std::chrono::milliseconds work{2000}; ///< from look to sale
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
    bool isHeldBack = false; ///< its release does not arrive before it may go on
    bool wants = false;
    bool holds = false; ///< according to itself
    SteadyTime since{}; ///< of wanting, holding, pause or death
    SteadyTime until{}; ///< (holds) its deadline
    std::string problem{}; ///< why it gave up; empty: it did not
};

struct MasterState {
    char id = 'a';
    bool isRunning = true;
    bool isPaused = false;
    bool isFar = false;
    int ahead = 0; ///< of the right time
    SteadyTime since{}; ///< of this state
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
    std::vector<Step> moves; ///< since the start
    Ruling ruling; ///< of the last part
    std::vector<Overlap> overlaps; ///< since the start
    std::vector<ContenderState> contenders; ///< started ones
    std::vector<MasterState> masters;
    bool hasReplica = false;
    Till till;
    std::string problem{}; ///< why the last move failed; empty: it did not
};

struct FreePlayOptions {
    std::size_t masters = 3;
    bool hasReplica = false; ///< of master a
    /// With the masters' URLs, once they run.
    std::function<void(const std::vector<std::string>& urls)> onStart{};
    /// Waits for moves until that time; empty: none.
    std::function<std::vector<Move>(SteadyTime until)> nextMoves{};
    std::function<void(Scene scene)> onScene{};
    std::function<bool()> isCancelled{}; ///< asked many times a second; true ends the play
};

using FreePlayer = std::function<Result<void>(const FreePlayOptions& options)>;

struct Event {
    enum class Kind {
        Moved,
        Refused, ///< it wants the lock, was refused, and waits
        Took,
        Freed,
        Over, ///< it no longer believes to hold the lock
        FreedAnothers,
        Sold,
        SaleRefused,
    };
    Kind kind = Kind::Moved;
    SteadyTime at{};
    char who = 'A'; ///< contender or master
    char other = 'A';
    std::size_t move = 0; ///< index into Scene::moves
    int amount = 0; ///< (Sold, SaleRefused)
    std::size_t votes = 0; ///< (Took) masters that agreed

    friend bool operator==(const Event&, const Event&) = default;
};
/// Those of the last part, by time.
[[nodiscard]] std::vector<Event> eventsOf(const Scene& scene);

} // namespace lockkeeper::lab
