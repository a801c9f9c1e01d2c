// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "tests/bench/measure.h"

namespace lockkeeper::bench {

/// Changes `perSecond` locks a second for `time`, on one master after the other, while a watcher
/// publishes each change without batching.
///
/// Each latency is the time from the writer's reply to the publication of the change. A failure is
/// a change that was not published. Throws std::runtime_error.
[[nodiscard]] Run pushedChanges(const config::Deployment& deployment,
    const std::vector<std::uint16_t>& ports, std::size_t perSecond, std::chrono::seconds time);

} // namespace lockkeeper::bench
