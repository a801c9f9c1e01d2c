// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

namespace lockkeeper::lock {

/// How a client keeps its session with an ensemble of ZooKeeper.
struct SessionOptions {
    /// Asked of the server, which limits it: from 2 to 20 of its ticks, 4 s to 40 s unless it was
    /// configured otherwise. A holder that is gone keeps its locks for so long.
    std::chrono::milliseconds timeout{30'000};
    /// How much the clocks may differ within one timeout: this fraction of it, and 2 ms. From 0 to
    /// below 1.
    double driftFactor = 0.01;
};

/// How to acquire a lock of ZooKeeper.
struct QueueOptions {
    /// How long to wait in the queue. Zero: the lock is taken only if it is free. Not negative.
    std::chrono::milliseconds wait{0};
    /// Ends the wait; may be requested from any thread.
    std::stop_token stop{};
    /// False: a node whose creation had no reply is not looked for, as by recipes without
    /// protection (Curator's term). Such a node blocks its own creator until the session ends. For
    /// demonstration.
    bool isProtected = true;
    /// As AcquireOptions::onLost.
    std::function<void()> onLost{};
};

} // namespace lockkeeper::lock
