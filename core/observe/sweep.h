// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/key_reading.h"
#include "core/redis/transport.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockkeeper::observe {

/// What to sweep, and at what cost.
struct SweepOptions {
    std::vector<std::string> patterns; ///< SCAN globs; empty: all keys
    std::chrono::milliseconds timeout{1000}; ///< per command
    std::size_t scanCount = 512; ///< SCAN's COUNT: how long one call may keep the server busy
    std::size_t keysInFlight = 256; ///< keys being read on one master at a time
    /// Without patterns: refuse when the masters together hold this many keys.
    std::size_t maxKeysUnasked = 100'000;
};

/// One master's part of a sweep.
struct MasterSweep {
    bool isComplete = false;
    std::optional<Error> error; ///< why it is not
    std::vector<KeyReading> readings; ///< (complete) one per SweepResult::keys, in that order
};

/// What all masters store under all keys that any of them has.
struct SweepResult {
    std::vector<std::string> keys;
    std::vector<MasterSweep> masters; ///< in the order of the transports
    std::optional<Error> error; ///< TooManyKeys: nothing was read
};

/// Sweeps all masters at once: PING (for the latency), DBSIZE if no pattern is named, SCAN for the
/// names, then a pipelined read of every name on every master, and another one of those on which
/// the masters disagree, because a lock that changed hands meanwhile looks like a leftover.
///
/// Calls `done` exactly once, on the transports' thread. A master that fails is left out from then
/// on; the others go on. Never KEYS, never a blocking script. The transports and `clock` must
/// outlive the sweep.
void sweep(std::vector<redis::Transport*> masters, const Clock& clock, SweepOptions options,
    std::function<void(SweepResult)> done);

} // namespace lockkeeper::observe
