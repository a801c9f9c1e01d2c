// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/enum_names.h"
#include "core/result.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::lab {

// An experiment's file. Times are in TTLs. Contenders are A, B ..., masters a, b ...

inline constexpr std::size_t kMostContenders = 8;
inline constexpr std::size_t kMostMasters = 5;
inline constexpr int kMostLocks = 4;
/// `lock` counts from 1. Watchers recognise the name as a lock's.
[[nodiscard]] std::string resourceOf(int lock);
inline constexpr int kStock = 10; ///< in the till at first

/// A contender is held before a command with this effect.
enum class Point {
    Take,
    Expire, ///< sets the TTL of a stored lock
    Overwrite, ///< replaces another's value: GETSET
    Free,
};
constexpr auto enumNames(Point /*of*/) noexcept
{
    return std::array{"take", "expire", "overwrite", "free"};
}

struct Condition {
    enum class Kind {
        Holds,
        Waits, ///< wants it, and was refused
        Held, ///< held at a point
        Read,
        Sold, ///< or was refused
        Freed,
        Over, ///< no master stores its lock
    };
    Kind kind = Kind::Holds;
    char who = 'A';
    Point point = Point::Take;
    int lock = 1;
};

struct Deed {
    enum class Kind {
        SetAhead, ///< by `amount` TTLs; negative: behind
        Take, ///< tries until it has the lock
        Read, ///< into the till
        Sell, ///< writes what is left without `amount`, if available
        Free,
        HoldAt,
        GoOn, ///< its held command arrives
        Pause, ///< SIGSTOP
        Resume, ///< SIGCONT
        Kill, ///< SIGKILL
        Leave, ///< neither renews nor releases
        LoseReply, ///< of its next request that stores the lock
        StartEmpty, ///< (master) restarts without data
        StartWithData, ///< (master) restarts with all acknowledged data
        FallBehind, ///< (master a) no longer reaches its replica
        FailOver, ///< (master a) dies; its replica takes over
        CutOff, ///< from `master`, both ways
        Reach,
        Far, ///< its commands to `master` become slow
        Near,
        Fill,
        Done, ///< its work ended, unannounced
        End,
    };
    Kind kind = Kind::End;
    char who = 'A';
    char master = 'a'; ///< (CutOff, Reach, Far, Near)
    int amount = 0; ///< (Sell, SetAhead)
    Point point = Point::Take;
    int lock = 1;

    [[nodiscard]] bool isOfMaster() const noexcept { return who >= 'a'; }
};

struct Step {
    std::vector<Condition> when; ///< one of them is true; empty: at once
    double after = 0; ///< TTLs later
    /// TTLs until the step is done anyway; nullopt: the run fails.
    std::optional<double> patience{};
    Deed deed;
    std::string say;
    std::size_t line = 0;
};

struct Outcome {
    bool isTwo = false; ///< two contenders believed to hold the lock at once
    bool isStuck = false; ///< nobody can get it, or believes to hold it
    // In a prediction, nullopt means any.
    std::optional<int> sold{};
    std::optional<bool> isWaiting{};

    [[nodiscard]] bool isMetBy(const Outcome& seen) const noexcept
    {
        return isTwo == seen.isTwo && isStuck == seen.isStuck && (!sold || sold == seen.sold)
            && (!isWaiting || isWaiting == seen.isWaiting);
    }
};

/// The scheme of one ZooKeeper server. Its sessions have one TTL. Steps act on contenders, or stop
/// and resume the server.
inline constexpr std::string_view kZooKeeper = "zookeeper";

/// How the lock is taken in one run, with the predicted outcome.
struct Variant {
    std::string scheme; ///< for lock::findScheme(), or kZooKeeper
    std::size_t masters = 1;
    bool hasReplica = false; ///< of master a
    bool isRenewed = false;
    double longest = 0; ///< (Renewed) TTLs at most; 0: no limit
    bool isFenced = false; ///< the till refuses a number below one seen
    bool isReentrant = false;
    bool isProtected = true; ///< (ZooKeeper) lock::QueueOptions::isProtected
    /// (several locks) A deadlock's waiter releases all and starts again.
    bool isGivingUp = false;
    std::string value{}; ///< of all contenders; empty: fresh for each try
    /// TTLs between its own tries; 0: the library's notifications and random retries.
    double polling = 0;
    double jitter = 0; ///< (polling) at most this much more, at random
    config::RestartQuarantine quarantine = config::RestartQuarantine::Auto;
    Outcome outcome;
    std::string lesson;

    [[nodiscard]] bool isInZooKeeper() const noexcept { return scheme == kZooKeeper; }
};

struct Experiment {
    std::string name;
    std::string title;
    std::string group;
    std::string question;
    std::size_t contenders = 2;
    int locks = 1;
    double length = 3; ///< in TTLs, roughly
    std::vector<Step> steps;
    std::vector<std::string> fails; ///< all schemes that fail
    Variant fault;
    Variant cure; ///< withstands the same steps
};

/// The fault or cure with `scheme`, else the fault changed to it, on one master if the scheme has
/// one. nullopt: the steps need more masters.
[[nodiscard]] std::optional<Variant> variantWith(
    const Experiment& experiment, const std::string& scheme);

/// If there is an error, ignore the experiment. Errors: "FILE:LINE: what; what to do".
[[nodiscard]] Experiment parseExperiment(
    std::string_view text, const std::string& file, std::vector<Error>& errors);

/// In the order in which they teach.
[[nodiscard]] const std::vector<Experiment>& builtInExperiments();

} // namespace lockkeeper::lab
