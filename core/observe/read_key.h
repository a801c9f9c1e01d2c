// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/key_reading.h"
#include "core/redis/transport.h"

#include <functional>
#include <vector>

namespace lockkeeper::observe {

/// How hard a master may be asked.
struct ReadWindow {
    std::size_t keysInFlight = 256;
    std::chrono::milliseconds timeout{1000}; ///< per round trip
};

using KeyHandler = std::function<void(Result<KeyReading>)>;

/// Reads what one master stores under one key, in one round trip (two for a hash), with bounded
/// replies: TYPE, GETRANGE, PTTL, and HLEN and HGETALL for a hash. Calls `handler` exactly once on
/// the transport's thread; within `timeout` per round trip. Reads only. `transport` and `clock`
/// must outlive that call.
void readKey(redis::Transport& transport, const Clock& clock, const std::string& key,
    std::chrono::milliseconds timeout, KeyHandler handler);

/// Reads one key on all masters at once; `done` gets one Result per master, in their order, when
/// the last of them has ended. As readKey() otherwise.
void readKeyOnAll(const std::vector<redis::Transport*>& masters, const Clock& clock,
    const std::string& key, std::chrono::milliseconds timeout,
    std::function<void(std::vector<Result<KeyReading>>)> done);

using KeysHandler = std::function<void(Result<std::vector<KeyReading>>)>;

/// Reads many keys of one master, `window` of them in flight at a time, and calls `handler` exactly
/// once: with the readings in the order of `keys`, or with the first failure. `keys`, `transport`
/// and `clock` must outlive that call.
void readKeys(redis::Transport& transport, const Clock& clock, const std::vector<std::string>& keys,
    ReadWindow window, KeysHandler handler);

} // namespace lockkeeper::observe
