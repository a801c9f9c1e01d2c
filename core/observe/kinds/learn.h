// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/kinds/kind.h"
#include "core/observe/traffic/traffic_learner.h"

#include <functional>
#include <optional>
#include <vector>

namespace lockkeeper::observe {

/// A kind of names, and how its keys were used while somebody listened.
struct LearntKind {
    Kind kind; ///< of the keys that were taken, and what they are taken for by sight
    HeardUse use;
    std::size_t clients = 0; ///< that took or wanted one, as far as they can be told apart
    bool isProposed = false; ///< it is used as locks are
    bool isWeak = false; ///< known from what was stored, not from what was executed
};

/// What was heard of one master.
struct LearntMaster {
    MasterId master;
    Monitor::Outcome heard;
    std::optional<std::size_t> perSecond{}; ///< commands before listening; nullopt: not told
    bool isSpared = false; ///< it was too busy to be listened to
    /// It refused MONITOR: its changes were watched instead.
    bool isWatched = false;
};

/// Which kinds of keys are used as locks.
struct Learnt {
    std::vector<LearntKind> kinds; ///< proposed ones first; of them, those taken most often
    std::vector<LearntMaster> masters; ///< in the deployment's order
    std::chrono::milliseconds took{0};
    bool isCut = false; ///< there were more names than can be learnt
};

/// Options of learnKinds().
struct LearnOptions {
    /// A master then sends every command of every client to this process, which can halve its
    /// throughput, and buffers in memory what was not fetched yet. So only for users who have been
    /// warned.
    /// It ends earlier if half of this time brings nothing new.
    std::chrono::milliseconds time{10'000};
    std::size_t lines = 1'000'000; ///< per master
    /// Listen to masters with more than kBusy commands a second, too.
    bool evenIfBusy = false;
    /// Called every few milliseconds, on the thread that drives this call's loop. If it returns
    /// true, the call ends with what is known so far. Empty: never cancelled.
    std::function<bool()> isCancelled{};

    static constexpr std::chrono::milliseconds kShortest{100};
    static constexpr std::chrono::milliseconds kLongest{60'000};
    static constexpr std::size_t kBusy = 50'000;
};

/// Listens to what the masters execute (MONITOR), and learns how the keys are used. Where a master
/// refuses that, watches what it stores, for as long again: what is proposed then is weaker. Of a
/// Cluster, nothing is heard. What a master refuses is reported in its LearntMaster; the rest
/// continues.
///
/// Errors: InvalidArgument for a time out of bounds, or if the deployment's formats can't be used;
/// System if no thread can be started. Blocks at most for the connect timeout, deployment.timeout,
/// and twice the time. No MONITOR is running any more when it returns. Safe to call from any
/// thread.
[[nodiscard]] Result<Learnt> learnKinds(
    const config::Deployment& deployment, const LearnOptions& options, const Clock& clock);

} // namespace lockkeeper::observe
