// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "tests/bench/measure.h"

namespace lockkeeper::bench {

/// Changes locks on one master after the other, `perSecond` for some time, while a watcher follows
/// without batching: each latency is the time from the reply that the writer got to the published
/// change. A failure is a change that was not published. Throws std::runtime_error.
[[nodiscard]] Run pushedChanges(const config::Deployment& deployment,
    const std::vector<std::uint16_t>& ports, std::size_t perSecond, std::chrono::seconds time);

} // namespace lockkeeper::bench
