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

// An experiment is a file: who wants the lock, by which scheme, what happens step by step, and what
// comes of it. All its times are in TTLs, so that it can be played at any speed. Contenders are
// called A, B ..., masters a, b ...

inline constexpr std::size_t kMostContenders = 8;
inline constexpr std::size_t kMostMasters = 5;
inline constexpr int kMostLocks = 4;
/// The name of a lock, from 1. Watchers know it for a lock's.
[[nodiscard]] std::string resourceOf(int lock);
inline constexpr int kStock = 10; ///< what is in the till before anybody sells

/// Where a contender can be held: before the command that has this effect.
enum class Point {
    Take, ///< stores the lock
    Expire, ///< gives a lock that is stored its TTL
    Overwrite, ///< replaces another's value: GETSET
    Free, ///< deletes the lock
};
constexpr auto enumNames(Point /*of*/) noexcept
{
    return std::array{"take", "expire", "overwrite", "free"};
}

/// What has to be so before a step is done.
struct Condition {
    enum class Kind {
        Holds, ///< believes to hold the lock
        Waits, ///< wants it, and was refused
        Held, ///< is held at a point
        Read, ///< has looked into the till
        Sold, ///< has sold, or was refused
        Freed, ///< its release was answered
        Over, ///< no master stores its lock any more
    };
    Kind kind = Kind::Holds;
    char who = 'A';
    Point point = Point::Take; ///< (Held)
    int lock = 1; ///< (Holds)
};

/// What happens in a step.
struct Deed {
    enum class Kind {
        SetAhead, ///< its clock is ahead by `amount` TTLs; below 0: behind
        Take, ///< tries to get the lock until it has it
        Read, ///< looks at what is in the till
        Sell, ///< writes what is left after a sale of `amount`, if that is there
        Free, ///< releases what it holds
        HoldAt, ///< will be held at `point`
        GoOn, ///< is not held any more: what it has sent arrives
        Pause, ///< SIGSTOP
        Resume, ///< SIGCONT
        Kill, ///< SIGKILL
        Leave, ///< neither renews nor releases the lock any more
        LoseReply, ///< its next request that stores the lock is done, and the reply is lost
        StartEmpty, ///< (a master) starts again, without its data
        StartWithData, ///< (a master) starts again, with all that it had acknowledged
        FallBehind, ///< (master a) nothing reaches its replica any more
        FailOver, ///< (master a) dies, and its replica becomes the master
        CutOff, ///< nothing passes between it and `master`
        Reach, ///< it reaches `master` again
        Far, ///< what it sends to `master` takes a while from now on
        Near, ///< and no longer
        Fill, ///< the till is full again
        Done, ///< its work has ended, and nobody else is told
        End, ///< nothing more: the run ends here
    };
    Kind kind = Kind::End;
    char who = 'A'; ///< a contender or a master
    char master = 'a'; ///< (CutOff, Reach, Far, Near)
    int amount = 0; ///< (Sell, SetAhead)
    Point point = Point::Take; ///< (HoldAt)
    int lock = 1; ///< (Take)

    [[nodiscard]] bool isOfMaster() const noexcept { return who >= 'a'; }
};

struct Step {
    std::vector<Condition> when; ///< one of them has to be true; none: at once
    double after = 0; ///< so many TTLs later
    /// After so many TTLs the step is done all the same; nullopt: the run has failed.
    std::optional<double> patience{};
    Deed deed;
    std::string say; ///< what happens, in one sentence
    std::size_t line = 0; ///< in the file
};

/// What comes of an experiment.
struct Outcome {
    bool isTwo = false; ///< two believed to hold the lock at the same time
    bool isStuck = false; ///< nobody gets it any more, and nobody believes to hold it
    // Predicted: nullopt if it does not matter.
    std::optional<int> sold{};
    std::optional<bool> isWaiting{}; ///< somebody still waits for it at the end

    /// True if `seen` is what was predicted.
    [[nodiscard]] bool isMetBy(const Outcome& seen) const noexcept
    {
        return isTwo == seen.isTwo && isStuck == seen.isStuck && (!sold || sold == seen.sold)
            && (!isWaiting || isWaiting == seen.isWaiting);
    }
};

/// The scheme of contenders that queue in ZooKeeper: one server instead of masters, and its
/// sessions last for a TTL. Only contenders do something there, and the server may hang.
inline constexpr std::string_view kZooKeeper = "zookeeper";

/// A way to lock, and what comes of the experiment with it.
struct Variant {
    std::string scheme; ///< a name for lock::findScheme(), or kZooKeeper
    std::size_t masters = 1;
    bool hasReplica = false; ///< of master a
    bool isRenewed = false;
    double longest = 0; ///< (Renewed) for so many TTLs at most; 0: for ever
    bool isFenced = false; ///< the till refuses a smaller number than it has seen
    bool isReentrant = false; ///< who holds the lock gets it again
    bool isProtected = true; ///< (ZooKeeper) as lock::QueueOptions::isProtected
    /// (Several locks) One of a circle of waiters releases what it holds, and begins again.
    bool isGivingUp = false;
    std::string value{}; ///< that all contenders store; empty: a fresh one for each try
    /// Who waits tries again after so many TTLs, in a loop of its own; 0: it waits as the library
    /// does, which learns of releases, and tries again after random times.
    double polling = 0;
    double jitter = 0; ///< (Polling) and up to so many more, at random
    /// Of masters that may have forgotten the lock.
    config::RestartQuarantine quarantine = config::RestartQuarantine::Auto;
    Outcome outcome;
    std::string lesson; ///< why, in one sentence

    [[nodiscard]] bool isInZooKeeper() const noexcept { return scheme == kZooKeeper; }
};

struct Experiment {
    std::string name; ///< on the command line
    std::string title;
    std::string group;
    std::string question;
    std::size_t contenders = 2;
    int locks = 1;
    double length = 3; ///< about how long it takes, in TTLs
    std::vector<Step> steps;
    std::vector<std::string> fails; ///< names of all schemes that fail
    Variant fault; ///< that fails
    Variant cure; ///< that withstands the same steps
};

/// The experiment with a scheme: as its fault or its cure has that, or else as the fault, on one
/// master. nullopt: the steps name masters that the scheme can't have.
[[nodiscard]] std::optional<Variant> variantWith(
    const Experiment& experiment, const std::string& scheme);

/// Reads an experiment from the text of a file. Errors are one line each, "FILE:LINE: what; what to
/// do"; the experiment counts only if there are none.
[[nodiscard]] Experiment parseExperiment(
    std::string_view text, const std::string& file, std::vector<Error>& errors);

/// The experiments that come with the program, in the order in which they are taught.
[[nodiscard]] const std::vector<Experiment>& builtInExperiments();

} // namespace lockkeeper::lab
