// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

namespace lockkeeper::lock {

/// How a client keeps its session with a ZooKeeper ensemble.
struct SessionOptions {
    /// How long a lost holder keeps its locks. The server limits it to 2 to 20 of its ticks, by
    /// default 4 s to 40 s.
    std::chrono::milliseconds timeout{30'000};
    /// As AcquireOptions::driftFactor, within one timeout.
    double driftFactor = 0.01;
};

/// How to acquire a lock in ZooKeeper.
struct QueueOptions {
    /// How long to queue; not negative. Zero: take the lock only if it is free.
    std::chrono::milliseconds wait{0};
    /// Ends the wait, at once even without replies; from any thread.
    std::stop_token stop{};
    /// False: a node whose creation had no reply is not looked for, as by recipes without
    /// protection (Curator's term). Such a node blocks its own creator until the session ends. For
    /// demonstration.
    bool isProtected = true;
    /// As AcquireOptions::onLost.
    std::function<void()> onLost{};
};

} // namespace lockkeeper::lock
