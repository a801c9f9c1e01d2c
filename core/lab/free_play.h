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

// Free play: masters and contenders without a script. Somebody tells each what to do, and sees what
// comes of it.

/// How a contender takes the lock, and what it does with it.
struct Way {
    std::string scheme; ///< a name for lock::findScheme()
    std::chrono::milliseconds ttl{3000};
    std::chrono::milliseconds work{2000}; ///< from looking into the till to the sale
    bool isRenewed = false;
    bool isFenced = false;

    friend bool operator==(const Way&, const Way&) = default;
};

/// What is to happen next.
struct Move {
    Deed deed;
    Way way{}; ///< (Take)
};

/// A contender, as it is now.
struct ContenderState {
    char who = 'A';
    bool isAlive = false;
    bool isPaused = false;
    bool isHeldBack = false; ///< its release will not arrive before it may go on
    bool wants = false;
    bool holds = false; ///< as far as it has told
    SteadyTime since{}; ///< it wants, holds, is paused or dead
    SteadyTime until{}; ///< (Holds) its deadline
    std::string problem{}; ///< why it gave up; empty: it did not
};

/// A master, as it is now.
struct MasterState {
    char id = 'a';
    bool isRunning = true;
    bool isPaused = false;
    bool isFar = false;
    int ahead = 0; ///< of the right time
    SteadyTime since{}; ///< it is so
    std::vector<char> cutFrom{}; ///< contenders that do not reach it
};

struct Till {
    int stock = kStock;
    // Since it was full.
    int sold = 0;
    int refused = 0; ///< sales
};

/// What is seen at one moment.
struct Scene {
    SteadyTime start{}; ///< of the play
    Recording recent; ///< the last part: its steps are places in `moves`
    std::vector<Step> moves; ///< all since the start
    Ruling ruling; ///< of the last part
    std::vector<Overlap> overlaps; ///< all since the start
    std::vector<ContenderState> contenders; ///< that were started
    std::vector<MasterState> masters;
    bool hasReplica = false;
    Till till;
    std::string problem{}; ///< why the last move was not done; empty: it was
};

struct FreePlayOptions {
    std::size_t masters = 3;
    bool hasReplica = false; ///< of master a
    /// Called with the URLs of the masters as soon as they are there.
    std::function<void(const std::vector<std::string>& urls)> onStart{};
    /// Waits for what is to be done until that time; empty if there is nothing.
    std::function<std::vector<Move>(SteadyTime until)> nextMoves{};
    /// Called many times a second.
    std::function<void(Scene scene)> onScene{};
    std::function<bool()> isCancelled{}; ///< asked many times a second; true ends the play
};

/// Lets somebody play: see playFreely() in app/lab.
using FreePlayer = std::function<Result<void>(const FreePlayOptions& options)>;

/// What happened to the lock, in the order of its time.
struct Event {
    enum class Kind {
        Moved, ///< somebody has made `move`
        Refused, ///< it wants the lock, and was refused: it waits
        Took,
        Freed, ///< it has released the lock
        Over, ///< it does not believe to hold the lock any more
        FreedAnothers, ///< it has deleted the lock of `other`
        Sold,
        SaleRefused, ///< by the till
    };
    Kind kind = Kind::Moved;
    SteadyTime at{};
    char who = 'A'; ///< a contender or a master
    char other = 'A';
    std::size_t move = 0; ///< a place in Scene::moves
    int amount = 0; ///< (Sold, SaleRefused)
    std::size_t votes = 0; ///< (Took) masters that said yes

    friend bool operator==(const Event&, const Event&) = default;
};
/// Of the last part. Pure.
[[nodiscard]] std::vector<Event> eventsOf(const Scene& scene);

} // namespace lockkeeper::lab
