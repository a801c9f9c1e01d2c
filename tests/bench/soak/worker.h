// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/sandbox/child_process.h"
#include "tests/bench/soak/soak.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lockkeeper::bench {

/// The hidden first argument of a worker process.
inline constexpr const char* kSoakPartArgument = "--lockkeeper-soak-worker";

/// What all worker processes of a soak have in common.
struct Workplace {
    SoakOptions options;
    std::filesystem::path log; ///< a SharedLog with a contender per thread of all processes
    std::vector<std::string> urls; ///< of the masters
};

/// Starts the index-th worker process, for the n-th time.
[[nodiscard]] Result<sandbox::ChildProcess> startWorker(
    const Workplace& workplace, unsigned index, unsigned generation);

} // namespace lockkeeper::bench
