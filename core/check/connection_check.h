// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/prefix_tally.h"
#include "core/check/step.h"
#include "core/clock.h"
#include "core/config/deployment.h"

#include <functional>
#include <memory>

namespace lockkeeper::check {

struct KeySample {
    std::vector<PrefixCount> prefixes; ///< lock-like ones first; at most kMostPrefixes
    std::size_t keys = 0;
    bool isPartial = false;
    bool isAnyAnswered = false;
};
inline constexpr std::size_t kMostPrefixes = 12;

/// Checks step by step if a deployment's masters can be watched, and says how to mend a failed
/// step. Reads up to 2000 key names of each master; changes nothing. Gives up a silent master after
/// a few times deployment.timeout. Its thread runs from the constructor on.
class ConnectionCheck {
public:
    /// On the check's thread. Must not block.
    struct Handlers {
        /// First reports every step of every master as Pending.
        std::function<void(const StepReport&)> onStep;
        std::function<void(const KeySample&)> onFinished;
    };

    /// `clock` must outlive it. Passwords must be filled in.
    ConnectionCheck(config::Deployment deployment, const Clock& clock, Handlers handlers);
    /// Waits for a running handler; calls none afterwards.
    ~ConnectionCheck();
    ConnectionCheck(const ConnectionCheck&) = delete;
    ConnectionCheck& operator=(const ConnectionCheck&) = delete;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::check
