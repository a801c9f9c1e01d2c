// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"

#include <functional>
#include <vector>

namespace lockkeeper::observe {

/// Which names to look for on one master, and how gently.
struct ScanOptions {
    std::vector<std::string> patterns; ///< SCAN globs, one pass each
    std::size_t count = 512; ///< SCAN's COUNT: how long one call may keep the server busy
    std::chrono::milliseconds timeout{1000}; ///< per call
};

using NamesHandler = std::function<void(Result<std::vector<std::string>>)>;

/// Collects the names of the keys on one master that match the patterns, by SCAN, one call at a
/// time. Names may come more than once, as SCAN's do. Calls `handler` exactly once, on the
/// transport's thread; the first call that fails ends the scan. `transport` must outlive it.
void scanNames(redis::Transport& transport, ScanOptions options, NamesHandler handler);

} // namespace lockkeeper::observe
