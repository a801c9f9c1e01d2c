// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

namespace lockkeeper::lock {

/// A client's session with an ensemble.
struct SessionOptions {
    /// How long a lost holder keeps its locks. Servers limit it to 2 to 20 ticks: 4 s to 40 s by
    /// default.
    std::chrono::milliseconds timeout{30'000};
    /// As AcquireOptions::driftFactor.
    double driftFactor = 0.01;
};

struct QueueOptions {
    /// Not negative. Zero: take the lock only if it is free.
    std::chrono::milliseconds wait{0};
    /// Ends the wait at once, even without replies. Any thread.
    std::stop_token stop{};
    /// False: does not look for a node whose creation had no reply, as recipes without protection
    /// (Curator's term). Such a node blocks its own creator until the session ends. For
    /// demonstration.
    bool isProtected = true;
    /// As AcquireOptions::onLost.
    std::function<void()> onLost{};
};

} // namespace lockkeeper::lock
