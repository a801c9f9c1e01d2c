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

/// What the keys of a deployment are called.
struct KeySample {
    std::vector<PrefixCount> prefixes; ///< what looks like locks first; at most kMostPrefixes
    std::size_t keys = 0; ///< different names that were seen
    bool isPartial = false; ///< there are more keys than were looked at
    bool isAnyAnswered = false; ///< some master has told names
};
inline constexpr std::size_t kMostPrefixes = 12;

/// Checks, step by step, whether the masters of a deployment can be watched, and reports what mends
/// a step that fails. All masters are checked at once; each step is reported as soon as it is
/// known. Nothing is changed on the servers. At most 2000 names of keys are read on each.
///
/// Runs on a thread of its own, which begins in the constructor; never blocks its caller. A master
/// that does not answer is given up after a few times deployment.timeout.
class ConnectionCheck {
public:
    /// Called on the check's thread; must not block.
    struct Handlers {
        /// First called with Pending for every step of every master.
        std::function<void(const StepReport&)> onStep;
        /// Called once, after the last step of all masters.
        std::function<void(const KeySample&)> onFinished;
    };

    /// `clock` must outlive the check. Passwords must be filled in.
    ConnectionCheck(config::Deployment deployment, const Clock& clock, Handlers handlers);
    /// Ends the check. The handlers are not called any more after it has returned. Waits for a
    /// handler that is running.
    ~ConnectionCheck();
    ConnectionCheck(const ConnectionCheck&) = delete;
    ConnectionCheck& operator=(const ConnectionCheck&) = delete;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::check
