// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/key_reading.h"
#include "core/redis/transport.h"

#include <functional>

namespace lockkeeper::observe {

using KeyHandler = std::function<void(Result<KeyReading>)>;

/// Reads what one master stores under one key, in one round trip (two for a hash), with bounded
/// replies: TYPE, GETRANGE, PTTL, and HLEN and HGETALL for a hash. Calls `handler` exactly once on
/// the transport's thread; within `timeout` per round trip. Reads only. `transport` and `clock`
/// must outlive that call.
void readKey(redis::Transport& transport, const Clock& clock, const std::string& key,
    std::chrono::milliseconds timeout, KeyHandler handler);

} // namespace lockkeeper::observe
