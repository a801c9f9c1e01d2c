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

struct LearntKind {
    Kind kind; ///< assessed by name and value
    HeardUse use;
    std::size_t clients = 0; ///< that took or wanted one, as far as known
    bool isProposed = false;
    bool isWeak = false; ///< by stored data, not commands
};

struct LearntMaster {
    MasterId master;
    Monitor::Outcome heard;
    std::optional<std::size_t> perSecond{}; ///< commands, before listening; nullopt: unknown
    bool isSpared = false; ///< too busy to listen to
    bool isWatched = false;
};

struct Learnt {
    std::vector<LearntKind> kinds; ///< proposed first, then by times taken
    std::vector<LearntMaster> masters;
    std::chrono::milliseconds took{0};
    bool isCut = false; ///< more names than can be learnt
};

struct LearnOptions {
    /// See WhoisOptions::tap. Ends after half the time without news.
    std::chrono::milliseconds time{10'000};
    std::size_t lines = 1'000'000; ///< per master
    bool evenIfBusy = false;
    /// See WhoisOptions::isCancelled.
    std::function<bool()> isCancelled{};

    static constexpr std::chrono::milliseconds kShortest{100};
    static constexpr std::chrono::milliseconds kLongest{60'000};
    static constexpr std::size_t kBusy = 50'000;
};

/// Learns how keys are used: docs/lockctl.md, "kinds". Watches stored data where MONITOR is
/// refused; hears nothing in Clusters. A refusal goes into its LearntMaster.
///
/// InvalidArgument: time out of bounds, or unusable formats; System: no thread. Blocks for the
/// connect timeout, deployment.timeout, and twice the time. MONITOR has ended when it returns.
/// Thread-safe.
[[nodiscard]] Result<Learnt> learnKinds(
    const config::Deployment& deployment, const LearnOptions& options, const Clock& clock);

} // namespace lockkeeper::observe
