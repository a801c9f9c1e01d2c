// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/child_process.h"
#include "core/result.h"
#include "tests/bench/soak/soak.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lockkeeper::bench {

/// The hidden first argument of a worker process.
inline constexpr const char* kSoakPartArgument = "--lockkeeper-soak-worker";

/// The parameters that all worker processes of a soak share.
struct Workplace {
    SoakOptions options;
    std::filesystem::path log; ///< a SharedLog with one contender per thread of all processes
    std::vector<std::vector<std::string>> urls; ///< of the masters, by worker process
};

/// Starts worker process number `index`. `generation` counts all starts of workers, so that each
/// gets another seed. Errors: those of ChildProcess::start().
[[nodiscard]] Result<sandbox::ChildProcess> startWorker(
    const Workplace& workplace, unsigned index, unsigned generation);

} // namespace lockkeeper::bench
